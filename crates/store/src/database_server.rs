//! A database of PostgreSQL: connecting to it, and its schema.

use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use rand::RngExt;
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres_rustls::MakeRustlsConnect;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::error::WorkError;
use crate::sql::{Database, DatabaseUse, PostgresConnection, one};
use crate::{Durability, OpenError};

/// Every migration so far; its place in the list, counted from one, is the schema it leads to. The first one has everything that
/// schema 9 of SQLite has, the third one is schema 10.
pub(crate) const MIGRATIONS: [&str; 3] = [
    include_str!("../migrations/postgres/0001_first.sql"),
    include_str!("../migrations/postgres/0002_nodes.sql"),
    include_str!("../migrations/postgres/0003_dashboard.sql"),
];

/// The newest schema this program knows.
const NEWEST: u32 = MIGRATIONS.len() as u32;

/// What keeps a node that stands still or has vanished from holding up the others: the database ends its transaction, and nobody waits
/// for it for long. All of it is shorter than the time after which a node counts as dead.
const OF_NODES: &str = " -c idle_in_transaction_session_timeout=1500 -c lock_timeout=3000 -c statement_timeout=9000 \
    -c tcp_user_timeout=3000 -c tcp_keepalives_idle=2 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=3";

/// A database of PostgreSQL.
#[derive(Debug, Clone)]
pub struct DatabaseAddress {
    /// Where it is and how it is entered, such as `postgres://user:password@host:5432/database`.
    pub url: String,
    /// A PEM file with the certificates that sign its own, instead of those of the web.
    pub ca: Option<PathBuf>,
}

/// Where a database is and how it is entered.
pub(crate) struct DatabaseServer {
    config: Config,
    tls: MakeRustlsConnect,
}

impl DatabaseServer {
    /// Reads an address.
    pub(crate) fn parse(address: &DatabaseAddress) -> Result<DatabaseServer, OpenError> {
        let refused = |problem| OpenError::Server { place: "of the address".to_owned(), problem };
        let mut config = Config::from_str(&address.url).map_err(|error| {
            refused(format!("{error}: an address is postgres://user:password@host:5432/database"))
        })?;
        config.application_name("parlour");
        if !address.url.contains("sslmode") && config.get_hosts().iter().all(is_here) {
            config.ssl_mode(SslMode::Disable);
        }
        let tls = tls(address.ca.as_deref()).map_err(refused)?;
        Ok(DatabaseServer { config, tls })
    }

    /// The same database in a schema that is created now.
    pub(crate) fn in_new_schema(&self) -> Result<DatabaseServer, OpenError> {
        let name = format!("test_{:016x}", rand::rng().random::<u64>());
        self.run(|db| db.execute(&format!("CREATE SCHEMA {name}")))?;
        let mut config = self.config.clone();
        config.options(format!("-c search_path={name}"));
        Ok(DatabaseServer { config, tls: self.tls.clone() })
    }

    /// A new connection.
    pub(crate) fn connect(
        &self,
        durability: Durability,
        use_of_database: DatabaseUse,
    ) -> Result<PostgresConnection, OpenError> {
        let mut config = self.config.clone();
        let mut options = config.get_options().unwrap_or_default().to_owned();
        if durability == Durability::Fast {
            options.push_str(" -c synchronous_commit=off");
        }
        if use_of_database == DatabaseUse::Node {
            options.push_str(OF_NODES);
        }
        config.options(options);
        apart(|| PostgresConnection::open(&config, &self.tls, use_of_database))
            .map_err(|error| self.refused(&error))
    }

    /// Brings the database to the newest schema. Nodes that start at the same time wait for each other.
    pub(crate) fn migrate(&self) -> Result<(), OpenError> {
        let found = self.run(|db| {
            db.execute("SELECT pg_advisory_lock(hashtext('parlour migrations'), hashtext(current_schema()))")?;
            db.execute("CREATE TABLE IF NOT EXISTS parlour_schema (version bigint NOT NULL)")?;
            let db = Database::Postgres(Box::new(db));
            let found = version(&db)?;
            for (schema, migration) in (1..).zip(MIGRATIONS).skip(found as usize) {
                let Database::Postgres(connection) = &db else { unreachable!("it was made above") };
                connection.execute(&format!(
                    "BEGIN; {migration}; DELETE FROM parlour_schema; INSERT INTO parlour_schema VALUES ({schema}); COMMIT"
                ))?;
                tracing::info!(schema, "database schema migrated");
            }
            Ok(found)
        })?;
        self.check_known(found)
    }

    /// The schema of the database, which this program knows; 0 if it is empty.
    pub(crate) fn schema(&self) -> Result<u32, OpenError> {
        let found = self.run(|db| version(&Database::Postgres(Box::new(db))))?;
        self.check_known(found)?;
        Ok(found)
    }

    /// Refuses a database that has not the newest schema.
    pub(crate) fn check_current(&self) -> Result<(), OpenError> {
        let found = self.schema()?;
        if found < NEWEST { Err(OpenError::OlderSchema { found, known: NEWEST }) } else { Ok(()) }
    }

    fn check_known(&self, found: u32) -> Result<(), OpenError> {
        if found > NEWEST { Err(OpenError::NewerSchema { found, known: NEWEST }) } else { Ok(()) }
    }

    fn run<T: Send>(
        &self,
        work: impl FnOnce(PostgresConnection) -> Result<T, WorkError> + Send,
    ) -> Result<T, OpenError> {
        apart(|| PostgresConnection::open(&self.config, &self.tls, DatabaseUse::Other).and_then(work))
            .map_err(|error| self.refused(&error))
    }

    fn refused(&self, error: &WorkError) -> OpenError {
        OpenError::Server { place: self.place(), problem: error.text() }
    }

    /// Where the database is, without the password.
    fn place(&self) -> String {
        let host = match self.config.get_hosts().first() {
            Some(Host::Tcp(host)) => host.clone(),
            Some(Host::Unix(path)) => path.display().to_string(),
            None => "an unnamed host".to_owned(),
        };
        format!("{} at {host}", self.config.get_dbname().or(self.config.get_user()).unwrap_or("postgres"))
    }
}

/// Whether a host is this machine, to which nobody listens in.
fn is_here(host: &Host) -> bool {
    match host {
        Host::Tcp(name) => name == "localhost" || name.parse().is_ok_and(|ip: IpAddr| ip.is_loopback()),
        Host::Unix(_) => true,
    }
}

/// How the certificate of the database is checked: by the given file, or by the authorities of the web.
fn tls(ca: Option<&Path>) -> Result<MakeRustlsConnect, String> {
    let mut roots = RootCertStore::empty();
    match ca {
        Some(file) => {
            let unreadable = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
            let certificates = CertificateDer::pem_file_iter(file).map_err(|error| unreadable(&error))?;
            for certificate in certificates {
                let certificate = certificate.map_err(|error| unreadable(&error))?;
                roots.add(certificate).map_err(|error| unreadable(&error))?;
            }
            if roots.is_empty() {
                return Err(format!("{} holds no certificate", file.display()));
            }
        }
        None => roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned()),
    }
    let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}

/// Works on a thread apart, as the caller may be one of an async runtime, where waiting for a connection is not allowed.
fn apart<T: Send>(work: impl FnOnce() -> Result<T, WorkError> + Send) -> Result<T, WorkError> {
    std::thread::scope(|scope| {
        scope.spawn(work).join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// The schema of the database; 0 if it is empty.
fn version(db: &Database) -> Result<u32, WorkError> {
    let sql = "SELECT to_regclass('parlour_schema') IS NOT NULL";
    if one(db, sql, (), |row| row.get::<bool>(0))? != Some(true) {
        return Ok(0);
    }
    let found = one(db, "SELECT max(version) FROM parlour_schema", (), |row| row.get::<Option<u32>>(0))?;
    Ok(found.flatten().unwrap_or(0))
}
