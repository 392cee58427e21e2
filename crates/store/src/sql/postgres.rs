//! A connection to PostgreSQL, used by one thread: each call waits for its answer, but statements whose answer is not needed
//! at once are sent together with the next one that is waited for.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use futures_util::future::{join, join_all};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;
use tokio::time::timeout;
use tokio_postgres::binary_copy::BinaryCopyInWriter;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Client, Config, Row, Statement};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::postgres_value::type_of;
use super::{Expected, Isolation, Value, Values};
use crate::StoreError;
use crate::error::WorkError;

/// How long the server may take to answer a new connection.
const PATIENCE: Duration = Duration::from_secs(5);

/// How long an answer may take; a database that says nothing for so long is treated as out of reach.
const LONGEST_ANSWER: Duration = Duration::from_secs(10);

/// How many prepared statements are kept; those with rarely used combinations of nulls are among them.
const MOST_STATEMENTS: usize = 1000;

/// How many statements are sent together at most. So few are polled in their order by `join_all`, which therefore sends them in it.
const MOST_UNSENT: usize = 25;

/// Begins a transaction when no other one of this kind is under way in the same schema, on any node.
const BEGIN_IN_ORDER: &str =
    "BEGIN; SELECT pg_advisory_xact_lock(hashtext('parlour'), hashtext(current_schema()))";

/// Held by the server that uses the database, as long as it is connected.
const LOCK_SERVING: &str =
    "SELECT pg_try_advisory_lock(hashtext('parlour server'), hashtext(current_schema()))";

/// Held by every node of a cluster, as long as it is connected.
const LOCK_NODE: &str =
    "SELECT pg_try_advisory_lock_shared(hashtext('parlour server'), hashtext(current_schema()))";

/// How long the server before may hold the lock: PostgreSQL notices a little later that a killed one is gone.
const LOCK_PATIENCE: Duration = Duration::from_secs(3);
/// The pause before the lock is tried again.
const LOCK_PAUSE: Duration = Duration::from_millis(50);

/// Why a second server may not use the database.
const IN_USE: &str =
    "another parlour uses it: a database has one server at a time, or several nodes that all have --redis";

/// Whether a connection keeps other servers out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum DatabaseUse {
    /// It is the writer of the only server.
    Serve,
    /// It is the writer of one of several nodes.
    Node,
    /// It is another one.
    Other,
}

/// A value of a statement in PostgreSQL's own words.
pub(crate) type Array = Box<dyn ToSql + Send + Sync>;

/// The rows of a statement that is sent later.
pub(crate) struct LaterRows(oneshot::Receiver<Vec<Row>>);

impl LaterRows {
    /// The rows, after waiting for them if nothing was waited for since.
    pub(crate) fn read(mut self, db: &PostgresConnection) -> Result<Vec<Row>, WorkError> {
        if let Ok(rows) = self.0.try_recv() {
            return Ok(rows);
        }
        db.send_unsent()?;
        self.0.try_recv().map_err(|_| unreachable(&"a statement was dropped before it was sent"))
    }
}

/// A statement that is sent when it is first polled.
type Unsent = Pin<Box<dyn Future<Output = Result<(), WorkError>> + Send>>;

/// A connection that is made again after it was lost.
pub(crate) struct PostgresConnection {
    config: Config,
    tls: MakeRustlsConnect,
    use_of_database: DatabaseUse,
    runtime: Runtime,
    client: RefCell<Arc<Client>>,
    is_in_transaction: Cell<bool>,
    /// Statements that are sent before the next one that is waited for.
    unsent: RefCell<Vec<Unsent>>,
    /// Whether one of them may be refused.
    may_be_refused: Cell<bool>,
    /// An answer took too long.
    is_given_up: Cell<bool>,
    /// By the text of the statement and its nulls.
    statements: RefCell<HashMap<String, HashMap<u64, Statement>>>,
}

impl PostgresConnection {
    /// Connects.
    pub(crate) fn open(
        config: &Config,
        tls: &MakeRustlsConnect,
        use_of_database: DatabaseUse,
    ) -> Result<PostgresConnection, WorkError> {
        let mut config = config.clone();
        config.connect_timeout(PATIENCE).tcp_user_timeout(LONGEST_ANSWER).keepalives_idle(LONGEST_ANSWER);
        let runtime =
            Builder::new_current_thread().enable_all().build().map_err(|error| unreachable(&error))?;
        let client = RefCell::new(Arc::new(connect(&runtime, &config, tls, use_of_database)?));
        Ok(PostgresConnection {
            config,
            tls: tls.clone(),
            use_of_database,
            runtime,
            client,
            is_in_transaction: Cell::new(false),
            unsent: RefCell::default(),
            may_be_refused: Cell::new(false),
            is_given_up: Cell::new(false),
            statements: RefCell::default(),
        })
    }

    fn reopen_if_lost(&self) -> Result<(), WorkError> {
        if self.is_lost() {
            self.statements.borrow_mut().clear();
            *self.client.borrow_mut() =
                Arc::new(connect(&self.runtime, &self.config, &self.tls, self.use_of_database)?);
            self.is_given_up.set(false);
        }
        Ok(())
    }

    /// Begins a transaction with its first statement, on a new connection if the last one was lost.
    pub(super) fn begin(&self, isolation: Isolation) -> Result<(), WorkError> {
        self.forget_unsent();
        self.is_in_transaction.set(isolation != Isolation::Statement);
        self.notice_loss();
        self.reopen_if_lost()?;
        match isolation {
            Isolation::Statement => Ok(()),
            Isolation::Read => self.execute_later("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"),
            Isolation::Write => self.execute_later("BEGIN"),
            Isolation::InOrder => self.execute_later(BEGIN_IN_ORDER),
        }
    }

    /// Lets the connection notice that it was lost since its last use.
    fn notice_loss(&self) {
        self.runtime.block_on(async {
            // The first lets the runtime look at the socket, the second lets the connection read from it.
            tokio::task::yield_now().await;
            tokio::task::yield_now().await;
        });
    }

    /// Whether the connection was lost, and with it the transaction.
    pub(super) fn is_lost(&self) -> bool {
        self.is_given_up.get() || self.client.borrow().is_closed()
    }

    /// Runs statements that return nothing and take no values.
    pub(crate) fn execute(&self, sql: &str) -> Result<(), WorkError> {
        self.wait(self.client.borrow().batch_execute(sql))
    }

    /// Runs such statements before the next ones, without waiting for them.
    pub(super) fn execute_later(&self, sql: &'static str) -> Result<(), WorkError> {
        let client = Arc::clone(&self.client.borrow());
        self.send_later(Box::pin(async move { Ok(client.batch_execute(sql).await?) }))
    }

    /// Changes rows before the next statement, without waiting for it. If not as many are changed as expected, that is the outcome of
    /// the next statement that is waited for, whatever else happens.
    pub(super) fn change_later(
        &self,
        sql: &str,
        values: Values<'_>,
        expected: Expected,
    ) -> Result<(), WorkError> {
        let values: Vec<Value<'static>> = values.iter().map(|value| value.to_value().into_owned()).collect();
        let statement = self.prepared(sql, &values)?;
        let client = Arc::clone(&self.client.borrow());
        self.may_be_refused.set(true);
        self.send_later(Box::pin(async move {
            let changed = client.execute(&statement, &bound(&values)).await?;
            expected.check(usize::try_from(changed).unwrap_or(usize::MAX))
        }))
    }

    /// The same by a statement in PostgreSQL's own words, whose values may be arrays.
    pub(crate) fn change_arrays_later(
        &self,
        sql: &'static str,
        values: Vec<Array>,
        expected: Expected,
    ) -> Result<(), WorkError> {
        let statement = self.known(sql)?;
        let client = Arc::clone(&self.client.borrow());
        self.may_be_refused.set(true);
        self.send_later(Box::pin(async move {
            let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| &**value as _).collect();
            let changed = client.execute(&statement, &values).await?;
            expected.check(usize::try_from(changed).unwrap_or(usize::MAX))
        }))
    }

    /// Reads rows before the next statement that is waited for, by a statement in PostgreSQL's own words.
    pub(crate) fn query_arrays_later(
        &self,
        sql: &'static str,
        values: Vec<Array>,
    ) -> Result<LaterRows, WorkError> {
        let statement = self.known(sql)?;
        let client = Arc::clone(&self.client.borrow());
        let (sender, rows) = oneshot::channel();
        self.send_later(Box::pin(async move {
            let values: Vec<&(dyn ToSql + Sync)> = values.iter().map(|value| &**value as _).collect();
            sender.send(client.query(&statement, &values).await?).ok(); // they may be wanted no longer
            Ok(())
        }))?;
        Ok(LaterRows(rows))
    }

    fn send_later(&self, statement: Unsent) -> Result<(), WorkError> {
        self.unsent.borrow_mut().push(statement);
        if self.unsent.borrow().len() >= MOST_UNSENT { self.send_unsent() } else { Ok(()) }
    }

    /// Sends what was left for later, and waits for it.
    fn send_unsent(&self) -> Result<(), WorkError> {
        self.wait(async { Ok(()) })
    }

    /// Waits for what was left for later if it may be refused. What begins or ends a transaction or a savepoint goes with the next
    /// statement.
    pub(super) fn flush(&self) -> Result<(), WorkError> {
        if self.may_be_refused.get() { self.send_unsent() } else { Ok(()) }
    }

    /// Commits the transaction, unless what was left for later is refused.
    pub(super) fn commit(&self) -> Result<(), WorkError> {
        self.flush()?;
        if self.is_in_transaction.get() { self.execute("COMMIT") } else { Ok(()) }
    }

    /// Undoes the transaction, unless it is lost with the connection or its only statement has failed.
    pub(super) fn roll_back(&self) -> Result<(), WorkError> {
        self.forget_unsent();
        if self.is_in_transaction.get() && !self.is_lost() { self.execute("ROLLBACK") } else { Ok(()) }
    }

    /// Drops what was left for later.
    fn forget_unsent(&self) {
        self.unsent.borrow_mut().clear();
        self.may_be_refused.set(false);
    }

    /// Changes rows and returns how many.
    pub(super) fn change(&self, sql: &str, values: Values<'_>) -> Result<usize, WorkError> {
        let values = owned(values);
        let statement = self.prepared(sql, &values)?;
        let client = self.client.borrow();
        let changed = self.wait(client.execute(&statement, &bound(&values)))?;
        Ok(usize::try_from(changed).unwrap_or(usize::MAX))
    }

    /// Reads rows.
    pub(super) fn query(&self, sql: &str, values: Values<'_>) -> Result<Vec<Row>, WorkError> {
        let values = owned(values);
        let statement = self.prepared(sql, &values)?;
        let client = self.client.borrow();
        self.wait(client.query(&statement, &bound(&values)))
    }

    /// Reads rows by a statement in PostgreSQL's own words, whose values may be arrays.
    pub(crate) fn query_arrays(
        &self,
        sql: &'static str,
        values: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, WorkError> {
        let statement = self.known(sql)?;
        self.wait(self.client.borrow().query(&statement, values))
    }

    /// A prepared statement in PostgreSQL's own words.
    fn known(&self, sql: &'static str) -> Result<Statement, WorkError> {
        let known = self.statements.borrow().get(sql).and_then(|statements| statements.get(&0)).cloned();
        if let Some(statement) = known {
            return Ok(statement);
        }
        let statement = self.wait(self.client.borrow().prepare(sql))?;
        self.keep(sql, 0, &statement);
        Ok(statement)
    }

    /// Adds rows to a table, all with the same columns.
    pub(crate) fn copy_in(
        &self,
        table: &str,
        columns: &[String],
        rows: &[Vec<Value<'_>>],
    ) -> Result<(), WorkError> {
        let columns = columns.join(", ");
        let (client, copied) = (self.client.borrow(), rows.len());
        let copy = async {
            let described = client.prepare(&format!("SELECT {columns} FROM {table}")).await?;
            let types: Vec<Type> = described.columns().iter().map(|column| column.type_().clone()).collect();
            let sink = client.copy_in(&format!("COPY {table} ({columns}) FROM STDIN BINARY")).await?;
            let mut writer = pin!(BinaryCopyInWriter::new(sink, &types));
            for row in rows {
                let values: Vec<&(dyn ToSql + Sync)> = row.iter().map(|value| value as _).collect();
                writer.as_mut().write(&values).await?;
            }
            writer.finish().await
        };
        let written = self.wait(copy)?;
        debug_assert_eq!(written, copied as u64);
        Ok(())
    }

    /// Inserts a row and returns its number; `None` if none was inserted.
    pub(super) fn insert(&self, sql: &str, values: Values<'_>) -> Result<Option<i64>, WorkError> {
        let rows = self.query(&format!("{sql} RETURNING number"), values)?;
        Ok(rows.first().map(|row| row.get(0)))
    }

    /// Sends what was left for later, and waits for an answer. After the longest wait the connection counts as lost.
    fn wait<T>(
        &self,
        answer: impl Future<Output = Result<T, tokio_postgres::Error>>,
    ) -> Result<T, WorkError> {
        let unsent = std::mem::take(&mut *self.unsent.borrow_mut());
        self.may_be_refused.set(false);
        let answers = async {
            if unsent.is_empty() {
                return Ok(answer.await?);
            }
            // Each is sent when it is polled for the first time, in their order; then the server works while the others are written.
            let (earlier, answer) = join(join_all(unsent), answer).await;
            earlier.into_iter().collect::<Result<(), WorkError>>()?;
            Ok(answer?)
        };
        match self.runtime.block_on(async { timeout(LONGEST_ANSWER, answers).await }) {
            Ok(answer) => answer,
            Err(_) => {
                self.is_given_up.set(true);
                Err(unreachable(&format!("no answer within {} s", LONGEST_ANSWER.as_secs())))
            }
        }
    }

    fn prepared(&self, sql: &str, values: &[Value<'_>]) -> Result<Statement, WorkError> {
        let nulls = nulls(values);
        if let Some(statement) =
            self.statements.borrow().get(sql).and_then(|statements| statements.get(&nulls))
        {
            return Ok(statement.clone());
        }
        let types: Vec<Type> = values.iter().filter_map(type_of).collect();
        let text = translated(sql, values);
        let statement = self.wait(self.client.borrow().prepare_typed(&text, &types))?;
        self.keep(sql, nulls, &statement);
        Ok(statement)
    }

    fn keep(&self, sql: &str, nulls: u64, statement: &Statement) {
        let mut statements = self.statements.borrow_mut();
        if statements.len() >= MOST_STATEMENTS {
            statements.clear();
        }
        statements.entry(sql.to_owned()).or_default().insert(nulls, statement.clone());
    }
}

fn connect(
    runtime: &Runtime,
    config: &Config,
    tls: &MakeRustlsConnect,
    use_of_database: DatabaseUse,
) -> Result<Client, WorkError> {
    let connecting = async { timeout(LONGEST_ANSWER, config.connect(tls.clone())).await };
    let connected = runtime.block_on(connecting).map_err(|_| unreachable(&"it does not answer"))?;
    let (client, connection) = connected?;
    // It ends with the client, or with an error that the client reports as well.
    runtime.spawn(async move { drop(connection.await) });
    let lock = match use_of_database {
        DatabaseUse::Serve => Some(LOCK_SERVING),
        DatabaseUse::Node => Some(LOCK_NODE),
        DatabaseUse::Other => None,
    };
    if let Some(lock) = lock {
        let until = Instant::now() + LOCK_PATIENCE;
        let is_held = || {
            let asked =
                runtime.block_on(async { timeout(LONGEST_ANSWER, client.query_one(lock, &[])).await });
            let held = asked.map_err(|_| unreachable(&"it does not answer"))??;
            Ok::<bool, WorkError>(held.get(0))
        };
        while !is_held()? {
            if Instant::now() >= until {
                return Err(unreachable(&IN_USE));
            }
            thread::sleep(LOCK_PAUSE);
        }
    }
    Ok(client)
}

fn unreachable(problem: &dyn std::fmt::Display) -> WorkError {
    StoreError::Unreachable(problem.to_string()).into()
}

fn owned<'a>(values: Values<'a>) -> Vec<Value<'a>> {
    values.iter().map(|value| value.to_value()).collect()
}

/// The values that are sent: all but nulls.
fn bound<'a>(values: &'a [Value<'_>]) -> Vec<&'a (dyn ToSql + Sync)> {
    let sent = values.iter().filter(|value| **value != Value::Null);
    sent.map(|value| value as &(dyn ToSql + Sync)).collect()
}

/// Which values are null, a bit for each.
fn nulls(values: &[Value<'_>]) -> u64 {
    values.iter().enumerate().filter(|(_, value)| **value == Value::Null).map(|(at, _)| 1 << (at % 64)).sum()
}

/// A statement in the words of PostgreSQL: `?2` is `$2`, or `NULL` if the value is, as a null has no type there;
/// `CROSS JOIN … ON`, which tells SQLite the order of a join, is `JOIN`.
fn translated(sql: &str, values: &[Value<'_>]) -> String {
    let sql = sql.replace("CROSS JOIN", "JOIN");
    let mut parts = sql.split('?');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.bytes().take_while(u8::is_ascii_digit).count();
        let place: usize =
            part[..digits].parse().expect("a question mark is followed by the number of a value");
        if values[place - 1] == Value::Null {
            text.push_str("NULL");
        } else {
            let before = values[..place - 1].iter().filter(|value| **value == Value::Null).count();
            text.push_str(&format!("${}", place - before));
        }
        text.push_str(&part[digits..]);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::{Values, params};
    use super::{owned, translated};

    fn check(sql: &str, values: Values<'_>, expected: &str) {
        assert_eq!(translated(sql, &owned(values)), expected);
    }

    #[test]
    fn values_are_numbered_without_the_nulls() {
        check("SELECT ?1, ?2, ?3 + ?1", params![1_i64, None::<i64>, "x"], "SELECT $1, NULL, $2 + $1");
        check(
            "SELECT ?10 FROM a CROSS JOIN b ON true",
            params![1_i64, 2_i64, 3_i64, 4_i64, 5_i64, 6_i64, 7_i64, 8_i64, 9_i64, 10_i64],
            "SELECT $10 FROM a JOIN b ON true",
        );
    }
}
