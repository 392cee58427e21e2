//! The time rooms live in: it never jumps with the wall clock, and stands still while the server cannot work.

use std::sync::Mutex;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::downtime::{Downtime, WriteId};
use common::{Timestamp, lock};

/// A clock that starts at the wall clock and then runs on its own. Time in which the process was stopped or nothing could
/// be stored is excluded, as soon as it is known, so that the time in rooms may step back a little. What was
/// decided in between could not be stored, so no player sees the step.
pub(crate) struct Clock {
    started: Instant,
    epoch: Duration,
    downtime: Mutex<Downtime>,
}

/// A write that is waited for; one that is dropped has an unknown end.
pub(crate) struct Write<'a> {
    clock: &'a Clock,
    id: WriteId,
}

impl Clock {
    pub(crate) fn start() -> Clock {
        let now = Instant::now();
        let epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Clock { started: now, epoch, downtime: Mutex::new(Downtime::new(now)) }
    }

    /// The time in rooms. Call at least once a second: a gap of more than five seconds is taken as a suspended process.
    pub(crate) fn now(&self) -> Timestamp {
        let instant = Instant::now();
        let paused = lock(&self.downtime).until(instant);
        millis(self.epoch + instant.duration_since(self.started).saturating_sub(paused))
    }

    /// How far the time in rooms is behind the time of the world by now: the sum of all downtime.
    pub(crate) fn lag(&self) -> Duration {
        lock(&self.downtime).until(Instant::now())
    }

    /// A time in rooms that is still to come, as the world outside reads it if nothing is paused until then. What has
    /// happened was dated when it did.
    pub(crate) fn outside(&self, deadline: Timestamp) -> Timestamp {
        deadline + self.lag()
    }

    /// How long until a time in rooms.
    pub(crate) fn until(&self, time: Timestamp) -> Duration {
        time.since(self.now())
    }

    /// The wall clock, for tokens and records.
    pub(crate) fn wall(&self) -> Timestamp {
        millis(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
    }

    /// Starts timing a write. Time beyond `LONGEST_WRITE` is excluded from game clocks; after a failure, so is all time
    /// until the next successful write.
    pub(crate) fn write(&self) -> Write<'_> {
        let id = lock(&self.downtime).begin_write(Instant::now());
        Write { clock: self, id }
    }
}

impl Write<'_> {
    pub(crate) fn succeed(self) {
        lock(&self.clock.downtime).succeed(self.id, Instant::now());
    }

    pub(crate) fn fail(self) {
        lock(&self.clock.downtime).fail(self.id);
    }
}

impl Drop for Write<'_> {
    fn drop(&mut self) {
        lock(&self.clock.downtime).abandon(self.id, Instant::now());
    }
}

fn millis(duration: Duration) -> Timestamp {
    Timestamp(i64::try_from(duration.as_millis()).unwrap_or(i64::MAX))
}
