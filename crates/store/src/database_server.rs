//! A database of PostgreSQL: connecting to it, and its schema.

use std::str::FromStr;

use rand::RngExt;
use tokio_postgres::Config;

use crate::error::WorkError;
use crate::sql::{Connection, PostgresConnection, one, params};
use crate::{Durability, OpenError};

/// Every migration so far; its place in the list, counted from one, is the schema it leads to. The first one has everything that
/// schema 9 of SQLite has.
const MIGRATIONS: [&str; 1] = [include_str!("../migrations/postgres/0001_first.sql")];

/// The newest schema this program knows.
const NEWEST: u32 = MIGRATIONS.len() as u32;

/// Where a database is and how it is entered.
pub(crate) struct DatabaseServer(Config);

impl DatabaseServer {
    /// Reads an address such as `postgres://user:password@host:5432/database`.
    pub(crate) fn parse(url: &str) -> Result<DatabaseServer, OpenError> {
        let mut config = Config::from_str(url).map_err(|error| OpenError::Server {
            place: "that the address names".to_owned(),
            problem: format!("{error}: an address is postgres://user:password@host:5432/database"),
        })?;
        config.application_name("parlour");
        Ok(DatabaseServer(config))
    }

    /// The same database in a schema that is created now.
    pub(crate) fn in_new_schema(&self) -> Result<DatabaseServer, OpenError> {
        let name = format!("test_{:016x}", rand::rng().random::<u64>());
        self.run(|db| db.execute(&format!("CREATE SCHEMA {name}")))?;
        let mut config = self.0.clone();
        config.options(format!("-c search_path={name}"));
        Ok(DatabaseServer(config))
    }

    /// A new connection.
    pub(crate) fn connect(&self, durability: Durability) -> Result<PostgresConnection, OpenError> {
        let mut config = self.0.clone();
        if durability == Durability::Fast {
            let options = config.get_options().unwrap_or_default().to_owned();
            config.options(format!("{options} -c synchronous_commit=off"));
        }
        PostgresConnection::open(&config).map_err(|error| self.refused(&error))
    }

    /// Brings the database to the newest schema. Nodes that start at the same time wait for each other.
    pub(crate) fn migrate(&self) -> Result<(), OpenError> {
        let found = self.run(|db| {
            db.execute("SELECT pg_advisory_lock(hashtext('parlour migrations'), hashtext(current_schema()))")?;
            db.execute("CREATE TABLE IF NOT EXISTS parlour_schema (version bigint NOT NULL)")?;
            let db = Connection::Postgres(db);
            let found = version(&db)?;
            for (schema, migration) in (1..).zip(MIGRATIONS).skip(found as usize) {
                let Connection::Postgres(connection) = &db else { unreachable!("it was made above") };
                connection.execute(&format!(
                    "BEGIN; {migration}; DELETE FROM parlour_schema; INSERT INTO parlour_schema VALUES ({schema}); COMMIT"
                ))?;
                tracing::info!(schema, "database schema migrated");
            }
            Ok(found)
        })?;
        self.check_known(found)
    }

    /// Refuses a database that has not the newest schema.
    pub(crate) fn check_current(&self) -> Result<(), OpenError> {
        let found = self.run(|db| version(&Connection::Postgres(db)))?;
        self.check_known(found)?;
        if found < NEWEST { Err(OpenError::OlderSchema { found, known: NEWEST }) } else { Ok(()) }
    }

    fn check_known(&self, found: u32) -> Result<(), OpenError> {
        if found > NEWEST { Err(OpenError::NewerSchema { found, known: NEWEST }) } else { Ok(()) }
    }

    fn run<T>(&self, work: impl FnOnce(PostgresConnection) -> Result<T, WorkError>) -> Result<T, OpenError> {
        PostgresConnection::open(&self.0).and_then(work).map_err(|error| self.refused(&error))
    }

    fn refused(&self, error: &WorkError) -> OpenError {
        let host = self.0.get_hosts().first().map_or_else(|| "?".to_owned(), |host| format!("{host:?}"));
        let database = self.0.get_dbname().unwrap_or("postgres");
        OpenError::Server { place: format!("{database} at {host}"), problem: error.text() }
    }
}

/// The schema of the database; 0 if it is empty.
fn version(db: &Connection) -> Result<u32, WorkError> {
    Ok(one(db, "SELECT max(version) FROM parlour_schema", params![], |row| row.get::<Option<u32>>(0))?
        .flatten()
        .unwrap_or(0))
}
