//! Backups: a consistent copy while the server runs, and its restoration.

use std::fs::{self, File};
use std::path::Path;

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};

use crate::error::WorkError;
use crate::lock::{DataDir, open_private, refused};
use crate::sql::{self, all};
use crate::{OpenError, Store, StoreAnswer, StoreError, schema};

/// Why a database on a server is not copied to a file by us.
const NOT_A_FILE: &str = "a backup is a copy of the file of SQLite: back up PostgreSQL with pg_dump";

impl Store {
    /// Copies the whole database to a new file, as of one moment, without delaying other requests.
    pub fn backup(&self, to: &Path) -> StoreAnswer<()> {
        let to = to.to_owned();
        self.read(move |db| {
            // An error of the copy says nothing about the health of the original.
            let db = db.sqlite().ok_or_else(|| StoreError::Invalid(NOT_A_FILE.to_owned()))?;
            copy(db, &to).map_err(|error| StoreError::Invalid(format!("the backup failed: {error}")).into())
        })
    }

    /// The problems of the database; empty if it is sound.
    pub fn integrity_check(&self) -> StoreAnswer<Vec<String>> {
        self.read(problems)
    }

    /// Restores a backup into a data directory without a database.
    pub fn restore(from: &Path, dir: &Path) -> Result<(), OpenError> {
        let backup = Connection::open_with_flags(from, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        if schema::check(&backup, from)? == 0 {
            return Err(OpenError::NotParlour { path: from.to_owned() });
        }
        if let Some(problem) = first_problem(&backup)? {
            return Err(OpenError::Damaged { path: from.to_owned(), problem });
        }
        let data_dir = DataDir::hold(dir)?;
        copy(&backup, &data_dir.database())
    }
}

/// Copies to a file that gets its name only when it is complete and on disk.
fn copy(from: &Connection, to: &Path) -> Result<(), OpenError> {
    if to.exists() {
        return Err(OpenError::Exists { path: to.to_owned() });
    }
    let unfinished = to.with_added_extension("unfinished");
    if unfinished.exists() {
        fs::remove_file(&unfinished).map_err(|source| refused(&unfinished, source))?;
    }
    open_private(&unfinished).map_err(|source| refused(&unfinished, source))?;
    fill(from, &unfinished)?;
    File::open(&unfinished)
        .and_then(|file| file.sync_all())
        .and_then(|()| fs::rename(&unfinished, to))
        .and_then(|()| File::open(folder(to))?.sync_all())
        .map_err(|source| refused(to, source))
}

fn fill(from: &Connection, to: &Path) -> Result<(), OpenError> {
    let mut target = Connection::open(to)?;
    let outcome = Backup::new(from, &mut target)?.step(-1)?;
    if outcome != StepResult::Done {
        return Err(OpenError::Damaged {
            path: to.to_owned(),
            problem: "the copy is not complete".to_owned(),
        });
    }
    // A single file without a log can be moved and opened anywhere.
    target.pragma_update(None, "journal_mode", "DELETE")?;
    Ok(())
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn first_problem(db: &Connection) -> Result<Option<String>, OpenError> {
    let verdict: String = db.query_row("PRAGMA integrity_check(1)", (), |row| row.get(0))?;
    Ok((verdict != "ok").then_some(verdict))
}

fn problems(db: &sql::Database) -> Result<Vec<String>, WorkError> {
    let Some(_) = db.sqlite() else { return Ok(Vec::new()) };
    let verdicts: Vec<String> = all(db, "PRAGMA integrity_check(100)", (), |row| row.get(0))?;
    Ok(verdicts.into_iter().filter(|verdict| verdict != "ok").collect())
}
