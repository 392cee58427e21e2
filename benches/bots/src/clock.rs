//! The time this thread has run, so that a busy machine takes nobody's time; elsewhere the time on the wall.

use std::time::{Duration, Instant};

/// A moment of this thread.
pub(crate) enum Clock {
    Thread(Duration),
    Wall(Instant),
}

impl Clock {
    /// Starts now.
    pub(crate) fn start() -> Clock {
        thread_time().map_or_else(|| Clock::Wall(Instant::now()), Clock::Thread)
    }

    /// The time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        match self {
            Clock::Thread(then) => thread_time().unwrap_or(*then).saturating_sub(*then),
            Clock::Wall(then) => then.elapsed(),
        }
    }
}

fn thread_time() -> Option<Duration> {
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(statistics.split_whitespace().next()?.parse().ok()?))
}
