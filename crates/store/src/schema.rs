//! The schema: numbered migrations, applied in order, each in one transaction.

use std::path::Path;

use rusqlite::Connection;

use crate::OpenError;

/// "PARL" in ASCII: identifies our files.
const APPLICATION_ID: u32 = 0x5041_524c;

/// Every migration; its position in the list, from one, is the schema it creates.
pub(crate) const MIGRATIONS: [&str; 10] = [
    include_str!("../migrations/0001_first.sql"),
    include_str!("../migrations/0002_webhooks.sql"),
    include_str!("../migrations/0003_names.sql"),
    include_str!("../migrations/0004_leases.sql"),
    include_str!("../migrations/0005_waiting.sql"),
    include_str!("../migrations/0006_retention.sql"),
    include_str!("../migrations/0007_listeners.sql"),
    include_str!("../migrations/0008_set_aside.sql"),
    include_str!("../migrations/0009_journal.sql"),
    include_str!("../migrations/0010_dashboard.sql"),
];

/// The newest schema this program knows.
const NEWEST: u32 = MIGRATIONS.len() as u32;

/// Migrates the database to the newest schema; rejects a foreign file or a newer schema.
pub(crate) fn migrate(db: &mut Connection, path: &Path) -> Result<(), OpenError> {
    let found = check(db, path)?;
    for (schema, migration) in (1..).zip(MIGRATIONS).skip(found as usize) {
        let step = db.transaction()?;
        step.execute_batch(migration)?;
        step.pragma_update(None, "application_id", APPLICATION_ID)?;
        step.pragma_update(None, "user_version", schema)?;
        step.commit()?;
        tracing::info!(schema, "migrated the database");
    }
    Ok(())
}

/// The schema of a file that this program can use; 0 for an empty file.
pub(crate) fn check(db: &Connection, path: &Path) -> Result<u32, OpenError> {
    let tables: u32 = db.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    let application: u32 = db.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let found: u32 = db.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if tables > 0 && application != APPLICATION_ID {
        return Err(OpenError::NotParlour { path: path.to_owned() });
    }
    if found > NEWEST {
        return Err(OpenError::NewerSchema { found, known: NEWEST });
    }
    Ok(found)
}

/// Rejects a file without the newest schema, where it cannot be migrated because another process uses it.
pub(crate) fn check_current(db: &Connection, path: &Path) -> Result<(), OpenError> {
    match check(db, path)? {
        NEWEST => Ok(()),
        found => Err(OpenError::OlderSchema { found, known: NEWEST }),
    }
}
