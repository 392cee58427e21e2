//! The pages that SQLite appends to its write-ahead log, counted by polling the log's index.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The polling interval. If the log restarts between two polls, frames after the last poll are missed.
const INTERVAL: Duration = Duration::from_millis(5);

/// Counts until it is stopped.
pub struct WalCounter {
    stopped: Arc<AtomicBool>,
    frames: JoinHandle<Option<u64>>,
}

/// The position of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Head {
    /// Changes each time the log restarts.
    salt: [u8; 8],
    /// The number of the newest committed frame.
    last_frame: u32,
}

impl WalCounter {
    /// Counts the frames of the database in a folder.
    pub fn start(folder: &Path) -> WalCounter {
        let stopped = Arc::new(AtomicBool::new(false));
        let (folder, seen) = (folder.to_owned(), Arc::clone(&stopped));
        WalCounter { stopped, frames: thread::spawn(move || count(&folder, &seen)) }
    }

    /// The frames since the start; `None` without a log.
    pub fn stop(self) -> Option<u64> {
        self.stopped.store(true, Ordering::Relaxed);
        self.frames.join().ok().flatten()
    }
}

fn count(folder: &Path, stopped: &AtomicBool) -> Option<u64> {
    let index = index_file(folder)?;
    let mut before = head(&index)?;
    let mut frames = 0;
    while !stopped.load(Ordering::Relaxed) {
        thread::sleep(INTERVAL);
        let now = head(&index)?;
        frames += added(before, now);
        before = now;
    }
    Some(frames)
}

/// The frames appended between two polls, as far as can be known.
fn added(before: Head, now: Head) -> u64 {
    if before.salt == now.salt && before.last_frame <= now.last_frame {
        u64::from(now.last_frame - before.last_frame)
    } else {
        u64::from(now.last_frame)
    }
}

fn index_file(folder: &Path) -> Option<PathBuf> {
    let mut files = fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    files.find(|file| file.to_string_lossy().ends_with("-shm"))
}

/// Reads the first copy of the header of the index: https://sqlite.org/walformat.html, 2.1.
fn head(index: &Path) -> Option<Head> {
    let mut bytes = [0; 48];
    File::open(index).ok()?.read_exact(&mut bytes).ok()?;
    let last_frame = u32::from_ne_bytes(bytes[16..20].try_into().ok()?);
    Some(Head { salt: bytes[32..40].try_into().ok()?, last_frame })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(before: (u8, u32), now: (u8, u32), expected: u64) {
        let head = |(salt, last_frame)| Head { salt: [salt; 8], last_frame };
        assert_eq!(added(head(before), head(now)), expected);
    }

    #[test]
    fn a_log_that_begins_anew_counts_from_its_start() {
        check((1, 10), (1, 10), 0);
        check((1, 10), (1, 17), 7);
        check((1, 1000), (2, 4), 4);
    }
}
