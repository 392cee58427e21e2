//! The store itself: opening, closing, and the two ways in, `write` and `read`.

use std::path::Path;
use std::sync::{Arc, Mutex, Weak};
use std::thread::{self, JoinHandle};

use common::lock;
use rusqlite::OpenFlags;
use tokio::sync::watch;

use crate::checkpointer::{Checkpointer, Checkpoints};
use crate::database_server::{DatabaseAddress, DatabaseServer};
use crate::error::WorkError;
use crate::health::{Monitor, StoreHealth};
use crate::job::{Job, job};
use crate::lock::{DATABASE, DataDir};
use crate::nodes::NodeName;
use crate::queue::{JobQueue, Rejected};
use crate::reader::ReaderThread;
use crate::retention::TenantSearch;
use crate::room_numbers::RoomNumbers;
use crate::sql::{Database, DatabaseUse};
use crate::writer::{Work, WriteConnection, Writer, commit_at_once};
use crate::{OpenError, SecretsKey, StoreAnswer, StoreError, schema, sqlite};

/// The variable with the address of PostgreSQL, if tests are to run against it.
const TEST_STORE: &str = "PARLOUR_TEST_STORE";

/// What an acknowledged write survives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Durability {
    /// A crash and a power cut: every commit waits for the disk.
    #[default]
    Durable,
    /// A crash, but a power cut may lose the last moments.
    Fast,
}

/// How a store is run.
#[derive(Debug, Clone)]
pub struct Options {
    /// What an acknowledged write survives.
    pub durability: Durability,
    /// How many reads are answered at the same time.
    pub readers: usize,
    /// How many requests may wait before more are refused as overloaded.
    pub queue: usize,
    /// How large the database file may grow; beyond it the disk counts as full.
    pub max_bytes: Option<u64>,
    /// The key that seals the secrets of the server and of webhooks; without it they are stored in clear.
    pub secrets_key: Option<SecretsKey>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            durability: Durability::Durable,
            readers: 2,
            queue: 8192,
            max_bytes: None,
            secrets_key: None,
        }
    }
}

/// The durable memory of a server; clones share it, and the last one dropped closes it.
#[derive(Clone)]
pub struct Store(Arc<StoreInner>);

/// What a commit of events waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommitWait {
    /// Nothing: it is made on the thread that appends them, unless another write is under way.
    Nothing,
    /// The disk.
    Disk,
    /// A database server, which works for other nodes, too.
    Server,
}

struct StoreInner {
    writes: Arc<JobQueue<Work>>,
    /// The connection of the writer, if commits do not wait for the disk, so that a caller may commit by itself.
    fast: Option<Weak<Mutex<WriteConnection>>>,
    /// Absent in memory, where only the writer's connection sees the data.
    reads: Option<Arc<JobQueue<Box<dyn Job>>>>,
    /// Absent where the writer makes its checkpoints itself.
    checkpoints: Option<Arc<Checkpoints>>,
    commit_wait: CommitWait,
    monitor: Arc<Monitor>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    secrets_key: Option<SecretsKey>,
    room_numbers: Arc<RoomNumbers>,
    node_name: Arc<NodeName>,
    tenant_search: Arc<TenantSearch>,
    /// Held so that no other process opens the directory meanwhile.
    _data_dir: Option<DataDir>,
}

impl Store {
    /// Opens the store in a data directory, creating it at first use.
    pub fn open(dir: &Path, options: &Options) -> Result<Self, OpenError> {
        let data_dir = DataDir::hold(dir)?;
        data_dir.create_database()?;
        let path = data_dir.database();
        let mut db = rusqlite::Connection::open(&path)?;
        schema::check(&db, &path)?;
        sqlite::prepare_writer(&db, options)?;
        schema::migrate(&mut db, &path)?;
        let readers = (0..options.readers.max(1)).map(|_| Ok(Database::Sqlite(sqlite::open_reader(&path)?)));
        let readers = readers.collect::<Result<Vec<_>, OpenError>>()?;
        let checkpoints = sqlite::open_writer(&path, options)?;
        Store::start(Database::Sqlite(db), readers, Some(checkpoints), options, Some(data_dir))
    }

    /// Opens the store in a database of PostgreSQL, creating its tables at first use. It has one server at a
    /// time; others are refused.
    pub fn open_postgres(address: &DatabaseAddress, options: &Options) -> Result<Self, OpenError> {
        let server = DatabaseServer::parse(address)?;
        server.migrate()?;
        Store::connect(&server, options, DatabaseUse::Serve)
    }

    /// The same for one of several nodes; a single server is refused beside them, and they beside it.
    pub fn open_postgres_node(address: &DatabaseAddress, options: &Options) -> Result<Self, OpenError> {
        let server = DatabaseServer::parse(address)?;
        server.migrate()?;
        Store::connect(&server, options, DatabaseUse::Node)
    }

    /// Opens the store in a database of PostgreSQL that servers use, to administer it beside them. Nothing is created or
    /// migrated.
    pub fn open_postgres_beside(
        address: &DatabaseAddress,
        secrets_key: Option<SecretsKey>,
    ) -> Result<Self, OpenError> {
        let server = DatabaseServer::parse(address)?;
        server.check_current()?;
        Store::connect(
            &server,
            &Options { readers: 1, secrets_key, ..Options::default() },
            DatabaseUse::Other,
        )
    }

    pub(crate) fn connect(
        server: &DatabaseServer,
        options: &Options,
        use_of_database: DatabaseUse,
    ) -> Result<Self, OpenError> {
        let writer = Database::Postgres(Box::new(server.connect(options.durability, use_of_database)?));
        let use_of_readers = match use_of_database {
            DatabaseUse::Node => DatabaseUse::Node,
            DatabaseUse::Serve | DatabaseUse::Other => DatabaseUse::Other,
        };
        let readers = (0..options.readers.max(1))
            .map(|_| Ok(Database::Postgres(Box::new(server.connect(options.durability, use_of_readers)?))))
            .collect::<Result<Vec<_>, OpenError>>()?;
        Store::start(writer, readers, None, options, None)
    }

    /// Opens the store of a directory that another process holds, to administer it beside a running server.
    /// Nothing is created or migrated: that is for the holder to decide.
    pub fn open_beside(dir: &Path, secrets_key: Option<SecretsKey>) -> Result<Self, OpenError> {
        let path = dir.join(DATABASE);
        let options = Options { readers: 1, secrets_key, ..Options::default() };
        let db = rusqlite::Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        schema::check_current(&db, &path)?;
        sqlite::prepare_writer(&db, &options)?;
        let reader = Database::Sqlite(sqlite::open_reader(&path)?);
        Store::start(Database::Sqlite(db), vec![reader], None, &options, None)
    }

    /// A store that forgets everything when it is dropped, for tests.
    pub fn in_memory() -> Self {
        Store::in_memory_with(&Options::default())
    }

    /// The same with other options, for tests of the bounds.
    pub fn in_memory_with(options: &Options) -> Self {
        if let Ok(url) = std::env::var(TEST_STORE) {
            return Store::in_new_schema(&url, options);
        }
        let mut db = rusqlite::Connection::open_in_memory().expect("memory can be opened");
        sqlite::prepare_writer(&db, options).expect("the settings are valid");
        schema::migrate(&mut db, Path::new(":memory:")).expect("an empty database can be migrated");
        Store::start(Database::Sqlite(db), Vec::new(), None, options, None).expect("threads can be started")
    }

    /// A store in a schema of its own, for tests that run against PostgreSQL.
    fn in_new_schema(url: &str, options: &Options) -> Self {
        let address = DatabaseAddress { url: url.to_owned(), ca: None };
        let server = DatabaseServer::parse(&address).expect("the test store has a valid address");
        let server = server.in_new_schema().expect("the test store takes new schemas");
        server.migrate().expect("an empty schema can be migrated");
        Store::connect(&server, options, DatabaseUse::Other).expect("the test store can be reached")
    }

    /// The health right now.
    pub fn health(&self) -> StoreHealth {
        self.0.monitor.now()
    }

    /// A channel that tells every change of health.
    pub fn watch_health(&self) -> watch::Receiver<StoreHealth> {
        self.0.monitor.watch()
    }

    /// What a commit of events waits for.
    pub fn commit_wait(&self) -> CommitWait {
        self.0.commit_wait
    }

    /// How many writes are waiting.
    pub fn waiting_writes(&self) -> usize {
        self.0.writes.len()
    }

    /// Finishes what is waiting, accepts nothing more, and returns when the files are at rest.
    pub fn close(&self) {
        self.0.close();
    }

    pub(crate) fn secrets_key(&self) -> Option<SecretsKey> {
        self.0.secrets_key.clone()
    }

    pub(crate) fn tenant_search(&self) -> Arc<TenantSearch> {
        Arc::clone(&self.0.tenant_search)
    }

    pub(crate) fn node_name(&self) -> Arc<NodeName> {
        Arc::clone(&self.0.node_name)
    }

    pub(crate) fn room_numbers(&self) -> Arc<RoomNumbers> {
        Arc::clone(&self.0.room_numbers)
    }

    /// Commits a job at once if that takes no longer than queueing it, which is so if commits do not wait for the disk;
    /// otherwise queues it.
    pub(crate) fn write_job_at_once(&self, job: Box<dyn Job>) {
        let fast = self.0.fast.as_ref().and_then(Weak::upgrade);
        let queued = match fast {
            Some(connection) => commit_at_once(&connection, job),
            None => Err(job),
        };
        if let Err(job) = queued {
            self.write_job(job);
        }
    }

    /// Queues a job for the transaction of the next batch.
    pub(crate) fn write_job(&self, job: Box<dyn Job>) {
        self.push(Work::Together(job));
    }

    pub(crate) fn write<T, F>(&self, work: F) -> StoreAnswer<T>
    where
        T: Send + 'static,
        F: FnOnce(&Database) -> Result<T, WorkError> + Send + 'static,
    {
        let (job, answer) = job(work);
        self.write_job(job);
        answer
    }

    pub(crate) fn write_alone<T, F>(&self, work: F) -> StoreAnswer<T>
    where
        T: Send + 'static,
        F: FnOnce(&Database) -> Result<T, WorkError> + Send + 'static,
    {
        let (job, answer) = job(work);
        self.push(Work::Alone(job));
        answer
    }

    pub(crate) fn read<T, F>(&self, work: F) -> StoreAnswer<T>
    where
        T: Send + 'static,
        F: FnOnce(&Database) -> Result<T, WorkError> + Send + 'static,
    {
        let Some(reads) = &self.0.reads else { return self.write_alone(work) };
        let (job, answer) = job(work);
        match reads.push(job) {
            Ok(()) => {}
            Err(Rejected::Full(job)) => job.answer(Err(StoreError::Overloaded)),
            Err(Rejected::Closed(job)) => job.answer(Err(self.0.monitor.refusal())),
        }
        answer
    }

    fn push(&self, work: Work) {
        let (work, refusal) = match self.0.writes.push(work) {
            Ok(()) => return,
            Err(Rejected::Full(work)) => (work, StoreError::Overloaded),
            Err(Rejected::Closed(work)) => (work, self.0.monitor.refusal()),
        };
        match work {
            Work::Together(job) | Work::Alone(job) => job.answer(Err(refusal)),
        }
    }

    fn start(
        db: Database,
        readers: Vec<Database>,
        checkpoints: Option<rusqlite::Connection>,
        options: &Options,
        data_dir: Option<DataDir>,
    ) -> Result<Self, OpenError> {
        let monitor = Arc::new(Monitor::new());
        let writes = Arc::new(JobQueue::new(options.queue));
        let reads = (!readers.is_empty()).then(|| Arc::new(JobQueue::new(options.queue)));
        let secrets_key = options.secrets_key.clone();
        let checkpoint_requests = checkpoints.is_some().then(|| Arc::new(Checkpoints::new()));
        let is_fast = options.durability == Durability::Fast && data_dir.is_some();
        let commit_wait = match db {
            Database::Postgres(_) => CommitWait::Server,
            Database::Sqlite(_) if is_fast => CommitWait::Nothing,
            Database::Sqlite(_) => CommitWait::Disk,
        };
        let connection =
            WriteConnection::new(db, Arc::clone(&writes), Arc::clone(&monitor), checkpoint_requests.clone())?;
        let connection = Arc::new(Mutex::new(connection));
        let inner = StoreInner {
            writes,
            fast: is_fast.then(|| Arc::downgrade(&connection)),
            reads,
            checkpoints: checkpoint_requests,
            commit_wait,
            monitor,
            threads: Mutex::default(),
            secrets_key,
            room_numbers: Arc::default(),
            node_name: Arc::default(),
            tenant_search: Arc::default(),
            _data_dir: data_dir,
        };
        let (writes, monitor) = (Arc::clone(&inner.writes), Arc::clone(&inner.monitor));
        let writer = Writer::new(connection, writes, monitor);
        inner.spawn("store-writer", move || writer.run())?;
        if let (Some(checkpoints), Some(db)) = (&inner.checkpoints, checkpoints) {
            let (checkpoints, writes) = (Arc::clone(checkpoints), Arc::clone(&inner.writes));
            let checkpointer = Checkpointer { db, checkpoints, writes, monitor: Arc::clone(&inner.monitor) };
            inner.spawn("store-checkpointer", move || checkpointer.run())?;
        }
        if let Some(reads) = &inner.reads {
            for db in readers {
                let reader = ReaderThread::new(db, Arc::clone(reads), Arc::clone(&inner.monitor));
                inner.spawn("store-reader", move || reader.run())?;
            }
        }
        Ok(Store(Arc::new(inner)))
    }
}

impl StoreInner {
    fn spawn(&self, name: &str, work: impl FnOnce() + Send + 'static) -> Result<(), OpenError> {
        let thread = thread::Builder::new().name(name.to_owned()).spawn(work);
        let thread = thread.map_err(|source| crate::lock::refused(Path::new(name), source))?;
        lock(&self.threads).push(thread);
        Ok(())
    }

    fn close(&self) {
        if let Some(reads) = &self.reads {
            reads.close();
        }
        if let Some(checkpoints) = &self.checkpoints {
            checkpoints.close();
        }
        // Held until the threads are done, so that a second caller also returns to files at rest.
        let mut threads = lock(&self.threads);
        while let Some(thread) = threads.pop() {
            // The writer is the first in the list and closed last: no reader hinders its final checkpoint.
            if threads.is_empty() {
                self.writes.close();
            }
            // A panic in the thread has already been told to the monitor.
            let _ = thread.join();
        }
    }
}

impl Drop for StoreInner {
    fn drop(&mut self) {
        self.close();
    }
}
