//! The file in the data directory that says where its server listens, for commands that ask it.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

/// The name of the file.
const FILE: &str = "listening-on";

/// The file of a running server; it is removed with this value.
pub(crate) struct RunningFile(Option<PathBuf>);

impl RunningFile {
    /// Writes where the server listens. A server also runs without: commands then need `--listen`.
    pub(crate) fn write(data: &Path, address: SocketAddr) -> RunningFile {
        let path = data.join(FILE);
        // A server whose games are in PostgreSQL may have no data directory.
        let written = data.is_dir().then(|| fs::write(&path, format!("{address}\n")));
        if let Some(Err(error)) = &written {
            tracing::warn!(%error, path = %path.display(), "address not written");
        }
        RunningFile(written.and_then(Result::ok).map(|()| path))
    }
}

impl Drop for RunningFile {
    fn drop(&mut self) {
        if let Some(path) = &self.0 {
            // A file that stays is found out by asking the address.
            fs::remove_file(path).ok();
        }
    }
}

/// Where the server of a data directory listens, or listened when it was killed.
pub(crate) fn read(data: &Path) -> Option<SocketAddr> {
    fs::read_to_string(data.join(FILE)).ok()?.trim().parse().ok()
}
