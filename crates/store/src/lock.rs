//! The data directory: locked by one process at a time, and private to its owner.

use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::OpenError;

/// The name of the database file in a data directory.
pub(crate) const DATABASE: &str = "parlour.db";
const LOCK: &str = "parlour.lock";

/// A data directory, locked until this value is dropped.
pub(crate) struct DataDir {
    dir: PathBuf,
    _lock: File,
}

impl DataDir {
    /// Creates the directory if needed and locks it.
    pub(crate) fn hold(dir: &Path) -> Result<Self, OpenError> {
        create_private_dir(dir).map_err(|source| refused(dir, source))?;
        let path = dir.join(LOCK);
        let mut lock = open_private(&path).map_err(|source| refused(&path, source))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(in_use(dir, &path)),
            Err(TryLockError::Error(source)) => return Err(refused(&path, source)),
        }
        lock.set_len(0)
            .and_then(|()| write!(lock, "{}", std::process::id()))
            .map_err(|source| refused(&path, source))?;
        Ok(DataDir { dir: dir.to_owned(), _lock: lock })
    }

    /// The path of the database file, which may not exist yet.
    pub(crate) fn database(&self) -> PathBuf {
        self.dir.join(DATABASE)
    }

    /// Creates the database file, readable only by its owner; SQLite's log inherits the permissions.
    pub(crate) fn create_database(&self) -> Result<(), OpenError> {
        let path = self.database();
        open_private(&path).map_err(|source| refused(&path, source))?;
        self.sync()
    }

    /// Syncs the directory, so that files created in it survive a power cut.
    pub(crate) fn sync(&self) -> Result<(), OpenError> {
        File::open(&self.dir).and_then(|dir| dir.sync_all()).map_err(|source| refused(&self.dir, source))
    }
}

/// Opens a file for reading and writing; creates it readable only by its owner.
pub(crate) fn open_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Wraps an error of the file system.
pub(crate) fn refused(path: &Path, source: io::Error) -> OpenError {
    OpenError::Io { path: path.to_owned(), source }
}

fn create_private_dir(dir: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(dir)
}

fn in_use(dir: &Path, lock: &Path) -> OpenError {
    let pid = fs::read_to_string(lock).ok().filter(|pid| !pid.is_empty());
    OpenError::InUse { dir: dir.to_owned(), pid: pid.unwrap_or_else(|| "unknown".to_owned()) }
}
