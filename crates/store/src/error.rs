//! The errors of the store, one variant per reaction of the caller.

use std::io;
use std::path::PathBuf;

use rusqlite::ErrorCode;
use tokio_postgres::error::SqlState;

use crate::sql::RowError;

/// Why the store refused a request; nothing was stored.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Load the newer state and decide again.
    #[error("a newer {0} is stored: load it and try again")]
    Conflict(&'static str),
    /// Choose another value.
    #[error("this {0} is taken")]
    Taken(&'static str),
    /// Correct the request.
    #[error("{0}")]
    Invalid(String),
    /// The cursor of a list is unknown.
    #[error("after is not where one of your pages ended")]
    UnknownPage,
    /// Provide the key that secrets were sealed with.
    #[error(
        "secrets in this database are sealed: set secrets_key or secrets_key_file to the key they were sealed with"
    )]
    SecretsKeyMissing,
    /// Provide the key that secrets were sealed with, or restore the altered secrets.
    #[error(
        "secrets in this database cannot be opened: secrets_key is not the key they were sealed with, or they were altered"
    )]
    WrongSecretsKey,
    /// Try again later.
    #[error("the store is overloaded: try again")]
    Overloaded,
    /// Free some space; the store recovers when there is room.
    #[error("the disk is full: nothing was stored")]
    DiskFull,
    /// Try again later: the database server cannot be reached; the store recovers when it can.
    #[error("the database cannot be reached: {0}")]
    Unreachable(String),
    /// Stop serving: a write failed in a way that must not be retried, or the store is closed.
    #[error("the store is unavailable: {0}")]
    Unavailable(String),
}

/// Why a data directory could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another process holds the directory.
    #[error("another parlour is using {dir} (pid {pid})", dir = dir.display())]
    InUse {
        /// The requested data directory.
        dir: PathBuf,
        /// The process that holds it, or `unknown`.
        pid: String,
    },
    /// The database was written by a newer release.
    #[error("the database has schema {found}, this parlour knows up to {known}: use a newer release")]
    NewerSchema {
        /// The schema number in the file.
        found: u32,
        /// The newest schema number this program can read.
        known: u32,
    },
    /// The database is in use by an older release.
    #[error("the database has schema {found} and this parlour writes {known}: stop the older release first")]
    OlderSchema {
        /// The schema number in the file.
        found: u32,
        /// The schema number this program writes.
        known: u32,
    },
    /// The file belongs to another program.
    #[error("{path} is not a parlour database", path = path.display())]
    NotParlour {
        /// The file in question.
        path: PathBuf,
    },
    /// The file would have been overwritten.
    #[error("{path} exists already and is left as it is", path = path.display())]
    Exists {
        /// The file in question.
        path: PathBuf,
    },
    /// The database is damaged.
    #[error("{path} is damaged: {problem}", path = path.display())]
    Damaged {
        /// The file in question.
        path: PathBuf,
        /// The first problem found.
        problem: String,
    },
    /// The file system failed.
    #[error("cannot use {path}: {source}", path = path.display())]
    Io {
        /// The file or directory in question.
        path: PathBuf,
        /// The error of the file system.
        source: io::Error,
    },
    /// The database engine failed.
    #[error("cannot open the database: {0}")]
    Engine(#[from] rusqlite::Error),
    /// The data could not be moved; the target has nothing of it.
    #[error("the data was not moved: {problem}")]
    Move {
        /// What went wrong.
        problem: String,
    },
    /// The database server cannot be used.
    #[error("cannot use the database {place}: {problem}")]
    Server {
        /// Where it is, without the password.
        place: String,
        /// What went wrong.
        problem: String,
    },
}

impl OpenError {
    /// Whether the file itself is damaged, so that only a backup helps.
    pub fn is_damage(&self) -> bool {
        match self {
            OpenError::Damaged { .. } => true,
            OpenError::Engine(error) => matches!(
                error.sqlite_error_code(),
                Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase)
            ),
            _ => false,
        }
    }
}

/// Why a job failed: our own refusal, or an error of SQLite.
#[derive(Debug)]
pub(crate) enum WorkError {
    Refused(StoreError),
    Row(RowError),
    Sqlite(rusqlite::Error),
    Postgres(tokio_postgres::Error),
}

/// What an error affects.
pub(crate) enum ErrorScope {
    /// Only this job is refused.
    Item(StoreError),
    /// The whole batch is refused; the store continues.
    Batch(StoreError),
    /// No more writes are possible.
    Store(String),
}

impl WorkError {
    pub(crate) fn scope(&self) -> ErrorScope {
        match self {
            WorkError::Refused(refusal @ StoreError::Unreachable(_)) => ErrorScope::Batch(refusal.clone()),
            WorkError::Refused(refusal) => ErrorScope::Item(refusal.clone()),
            WorkError::Row(error) => ErrorScope::Item(StoreError::Invalid(error.to_string())),
            WorkError::Sqlite(error) => sqlite_scope(error),
            WorkError::Postgres(error) => postgres_scope(error),
        }
    }

    /// The refusal if only this job is affected, else the error.
    pub(crate) fn text(&self) -> String {
        match self.scope() {
            ErrorScope::Item(refusal) | ErrorScope::Batch(refusal) => refusal.to_string(),
            ErrorScope::Store(reason) => reason,
        }
    }

    pub(crate) fn into_refusal(self) -> Result<StoreError, WorkError> {
        match self.scope() {
            ErrorScope::Item(refusal) => Ok(refusal),
            ErrorScope::Batch(_) | ErrorScope::Store(_) => Err(self),
        }
    }
}

fn sqlite_scope(error: &rusqlite::Error) -> ErrorScope {
    let Some(failure) = error.sqlite_error() else {
        return ErrorScope::Item(StoreError::Invalid(error.to_string()));
    };
    // The index of the log could not grow: the disk is full, but nothing written is in doubt.
    if failure.extended_code == rusqlite::ffi::SQLITE_IOERR_SHMSIZE {
        return ErrorScope::Batch(StoreError::DiskFull);
    }
    match failure.code {
        ErrorCode::DiskFull => ErrorScope::Batch(StoreError::DiskFull),
        ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => ErrorScope::Batch(StoreError::Overloaded),
        ErrorCode::ConstraintViolation | ErrorCode::TooBig | ErrorCode::TypeMismatch | ErrorCode::Unknown => {
            ErrorScope::Item(StoreError::Invalid(error.to_string()))
        }
        _ => ErrorScope::Store(error.to_string()),
    }
}

fn postgres_scope(error: &tokio_postgres::Error) -> ErrorScope {
    let Some(failure) = error.as_db_error() else {
        return ErrorScope::Batch(StoreError::Unreachable(full_text(error)));
    };
    match failure.code().code().get(..2) {
        // Data exceptions, violated constraints, and statements that are wrong.
        Some("22" | "23" | "42") => ErrorScope::Item(StoreError::Invalid(failure.message().to_owned())),
        // Serialization failures and deadlocks: the same work may succeed the next time.
        Some("40" | "55") => ErrorScope::Batch(StoreError::Overloaded),
        Some("53") if *failure.code() == SqlState::DISK_FULL => ErrorScope::Batch(StoreError::DiskFull),
        _ => ErrorScope::Batch(StoreError::Unreachable(failure.to_string())),
    }
}

/// An error with its cause: the outermost one alone says little.
fn full_text(error: &tokio_postgres::Error) -> String {
    let cause = std::error::Error::source(error);
    cause.map_or_else(|| error.to_string(), |cause| format!("{error}: {cause}"))
}

impl From<StoreError> for WorkError {
    fn from(refusal: StoreError) -> Self {
        WorkError::Refused(refusal)
    }
}

impl From<rusqlite::Error> for WorkError {
    fn from(error: rusqlite::Error) -> Self {
        WorkError::Sqlite(error)
    }
}

impl From<tokio_postgres::Error> for WorkError {
    fn from(error: tokio_postgres::Error) -> Self {
        WorkError::Postgres(error)
    }
}

impl From<RowError> for WorkError {
    fn from(error: RowError) -> Self {
        WorkError::Row(error)
    }
}

impl From<serde_json::Error> for WorkError {
    fn from(error: serde_json::Error) -> Self {
        WorkError::Refused(StoreError::Invalid(format!("unreadable JSON: {error}")))
    }
}
