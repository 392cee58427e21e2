//! Moving a store from SQLite to PostgreSQL, with its running games.

use std::ops::ControlFlow;
use std::path::Path;

use crate::database_server::{DatabaseAddress, DatabaseServer};
use crate::error::WorkError;
use crate::lock::{DATABASE, DataDir};
use crate::sql::{Database, DatabaseUse, Isolation, Value, all, one};
use crate::{Durability, OpenError, StoreError, schema, sqlite};

/// Every table, those that others refer to first.
const TABLES: [&str; 23] = [
    "tenants",
    "api_keys",
    "sign_ins",
    "sign_in_links",
    "sessions",
    "session_counts",
    "waiting",
    "rooms",
    "journal",
    "heads",
    "running",
    "snapshots",
    "results",
    "ratings",
    "webhook_endpoints",
    "outbox",
    "deliveries",
    "webhook_listeners",
    "idempotency",
    "audit",
    "requests",
    "signing_keys",
    "heartbeats",
];

/// Tables that number their rows themselves.
const NUMBERED: [&str; 6] = ["rooms", "journal", "outbox", "deliveries", "audit", "requests"];

/// How many rows are copied at a time.
const STEP: usize = 1000;

/// What was copied: the rows of each table.
pub type MovedRows = Vec<(&'static str, usize)>;

/// Copies everything in a data directory that no server uses into an empty database of PostgreSQL, in one transaction. The directory
/// stays as it is. `progress` is told how many rows of all are copied.
pub fn move_to_postgres(
    dir: &Path,
    to: &DatabaseAddress,
    progress: &dyn Fn(usize, usize),
) -> Result<MovedRows, OpenError> {
    let path = dir.join(DATABASE);
    if !path.exists() {
        return Err(OpenError::Move { problem: format!("there is no {}", path.display()) });
    }
    let _data_dir = DataDir::hold(dir)?;
    let mut source = rusqlite::Connection::open(&path)?;
    schema::migrate(&mut source, &path)?;
    let source = Database::Sqlite(sqlite::prepared_reader(source)?);
    let server = DatabaseServer::parse(to)?;
    server.migrate()?;
    let target = Database::Postgres(Box::new(server.connect(Durability::Durable, DatabaseUse::Serve)?));
    let refused = |error: WorkError| OpenError::Move { problem: error.text() };
    check_empty(&target).map_err(refused)?;
    target.begin(Isolation::InOrder).map_err(refused)?;
    let moved = copy_tables(&source, &target, progress).map_err(refused)?;
    target.commit().map_err(refused)?;
    Ok(moved)
}

fn check_empty(target: &Database) -> Result<(), WorkError> {
    for table in TABLES {
        if one(target, &format!("SELECT 1 FROM {table} LIMIT 1"), (), |_| Ok(()))?.is_some() {
            let problem = format!("the database is not empty: there are {table} in it");
            return Err(StoreError::Invalid(problem).into());
        }
    }
    Ok(())
}

fn copy_tables(
    source: &Database,
    target: &Database,
    progress: &dyn Fn(usize, usize),
) -> Result<MovedRows, WorkError> {
    let mut counts = Vec::new();
    for table in TABLES {
        let count = one(source, &format!("SELECT count(*) FROM {table}"), (), |row| row.get::<u64>(0))?;
        counts.push(count.unwrap_or(0) as usize);
    }
    let whole: usize = counts.iter().sum();
    let mut done = 0;
    for table in TABLES {
        copy_table(source, target, table, &mut |rows| {
            done += rows;
            progress(done, whole);
        })?;
    }
    for table in NUMBERED {
        let sql = format!(
            "SELECT setval(pg_get_serial_sequence('{table}', 'number'), coalesce(max(number), 1), max(number) IS NOT NULL)
             FROM {table}"
        );
        one(target, &sql, (), |_| Ok(()))?;
    }
    Ok(TABLES.into_iter().zip(counts).collect())
}

fn copy_table(
    source: &Database,
    target: &Database,
    table: &'static str,
    copied: &mut dyn FnMut(usize),
) -> Result<(), WorkError> {
    let columns: Vec<String> =
        all(source, &format!("SELECT name FROM pragma_table_info('{table}')"), (), |row| row.get(0))?;
    let sql = format!("SELECT {} FROM {table}", columns.join(", "));
    let mut rows: Vec<Vec<Value<'static>>> = Vec::new();
    source.query(&sql, &[], |row| {
        let values = (0..columns.len()).map(|column| {
            let value = row.column(column)?.to_owned_value();
            value.map_err(|problem| {
                let name = &columns[column];
                StoreError::Invalid(format!("{table}.{name} cannot be copied: {problem}")).into()
            })
        });
        rows.push(values.collect::<Result<_, WorkError>>()?);
        if rows.len() == STEP {
            write(target, table, &columns, &mut rows, copied)?;
        }
        Ok(ControlFlow::Continue(()))
    })?;
    write(target, table, &columns, &mut rows, copied)
}

fn write(
    target: &Database,
    table: &str,
    columns: &[String],
    rows: &mut Vec<Vec<Value<'_>>>,
    copied: &mut dyn FnMut(usize),
) -> Result<(), WorkError> {
    let Database::Postgres(target) = target else { return Ok(()) };
    if !rows.is_empty() {
        target.copy_in(table, columns, rows)?;
        copied(rows.len());
        rows.clear();
    }
    Ok(())
}
