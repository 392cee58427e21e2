//! The time rooms live in: it never jumps with the wall clock, and stands still while the server is stopped.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rooms::Timestamp;

/// A silence longer than this means that the process was stopped, and nobody pays for that time.
const LONGEST_SILENCE: Duration = Duration::from_secs(5);

/// A clock that starts at the wall clock and then goes by itself.
pub(crate) struct Clock {
    started: Instant,
    epoch: Duration,
    heard: Mutex<Heard>,
}

struct Heard {
    last: Instant,
    stopped: Duration,
}

impl Clock {
    pub(crate) fn start() -> Clock {
        let now = Instant::now();
        let epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Clock { started: now, epoch, heard: Mutex::new(Heard { last: now, stopped: Duration::ZERO }) }
    }

    /// The time in rooms. It must be asked at least every second, so that silence means something.
    pub(crate) fn now(&self) -> Timestamp {
        let instant = Instant::now();
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        let silence = instant.saturating_duration_since(heard.last);
        if silence > LONGEST_SILENCE {
            heard.stopped += silence;
        }
        heard.last = heard.last.max(instant);
        let lived = instant.duration_since(self.started).saturating_sub(heard.stopped);
        millis(self.epoch + lived)
    }

    /// A time in rooms as the world outside reads it.
    pub(crate) fn outside(&self, time: Timestamp) -> Timestamp {
        time + self.heard.lock().unwrap_or_else(PoisonError::into_inner).stopped
    }

    /// How long until a time in rooms.
    pub(crate) fn until(&self, time: Timestamp) -> Duration {
        time.since(self.now())
    }

    /// The wall clock, for tokens and records.
    pub(crate) fn wall(&self) -> Timestamp {
        millis(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
    }
}

fn millis(duration: Duration) -> Timestamp {
    Timestamp(i64::try_from(duration.as_millis()).unwrap_or(i64::MAX))
}
