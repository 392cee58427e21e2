//! Connections to a database of SQLite, with their settings.

use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use crate::{Durability, OpenError, Options};

/// How long a write waits while another program holds the database; then it is refused for the moment.
const LONGEST_WAIT_FOR_A_LOCK: Duration = Duration::from_secs(2);

pub(crate) fn open_writer(path: &Path, options: &Options) -> Result<Connection, OpenError> {
    let db = Connection::open(path)?;
    prepare_writer(&db, options)?;
    Ok(db)
}

pub(crate) fn prepare_writer(db: &Connection, options: &Options) -> Result<(), OpenError> {
    let synchronous = match options.durability {
        Durability::Durable => "FULL",
        Durability::Fast => "NORMAL",
    };
    prepare(db)?;
    db.pragma_update(None, "journal_mode", "WAL")?;
    db.pragma_update(None, "synchronous", synchronous)?;
    // Where fsync does not reach the disk by itself (macOS), ask for the call that does.
    db.pragma_update(None, "fullfsync", options.durability == Durability::Durable)?;
    db.pragma_update(None, "checkpoint_fullfsync", options.durability == Durability::Durable)?;
    db.pragma_update(None, "wal_autocheckpoint", 0)?;
    db.pragma_update(None, "journal_size_limit", 64 << 20)?;
    db.pragma_update(None, "foreign_keys", true)?;
    // A player who asked to be forgotten must not live on in unused space of the file.
    db.pragma_update(None, "secure_delete", true)?;
    if let Some(bytes) = options.max_bytes {
        let page: u64 = db.pragma_query_value(None, "page_size", |row| row.get(0))?;
        db.pragma_update(None, "max_page_count", bytes.div_ceil(page))?;
    }
    Ok(())
}

pub(crate) fn open_reader(path: &Path) -> Result<Connection, OpenError> {
    // A connection is used by one thread at a time, so its mutex is not needed.
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    prepared_reader(Connection::open_with_flags(path, flags)?)
}

/// A connection with the settings of a reader.
pub(crate) fn prepared_reader(db: Connection) -> Result<Connection, OpenError> {
    prepare(&db)?;
    Ok(db)
}

/// Begins a transaction that writes, unless another connection holds the database. Returns whether it has begun.
pub(crate) fn try_begin(db: &Connection) -> bool {
    let begun = db.busy_timeout(Duration::ZERO).and_then(|()| db.execute_batch("BEGIN IMMEDIATE"));
    let restored = db.busy_timeout(LONGEST_WAIT_FOR_A_LOCK);
    begun.and(restored).is_ok()
}

fn prepare(db: &Connection) -> Result<(), OpenError> {
    db.set_prepared_statement_cache_capacity(256);
    db.busy_timeout(LONGEST_WAIT_FOR_A_LOCK)?;
    // Closing after a failed fsync must not copy a log that may never have reached the disk.
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    db.pragma_update(None, "temp_store", "MEMORY")?;
    db.pragma_update(None, "cache_size", -16_000)?;
    Ok(())
}
