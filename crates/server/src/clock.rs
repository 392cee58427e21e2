//! Room time: it does not jump with the wall clock, and stands still while the server cannot work.

use std::sync::Mutex;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::downtime::{Downtime, WriteId};
use common::{Timestamp, lock};

/// A clock that starts at the wall clock and then runs independently. Time in which the process was suspended
/// or could not write is excluded as soon as that is known, so room time may step back a little. Nothing
/// decided in between could be stored, so no player sees the step.
pub(crate) struct Clock {
    started: Instant,
    epoch: Duration,
    downtime: Mutex<Downtime>,
}

/// A write under way; if it is dropped, its result is unknown.
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

    /// Room time. Call at least once a second: a gap of more than five seconds is taken as a suspended
    /// process.
    pub(crate) fn now(&self) -> Timestamp {
        let instant = Instant::now();
        let paused = lock(&self.downtime).until(instant);
        millis(self.epoch + instant.duration_since(self.started).saturating_sub(paused))
    }

    /// How far room time lags behind wall-clock time: the sum of all downtime.
    pub(crate) fn lag(&self) -> Duration {
        lock(&self.downtime).until(Instant::now())
    }

    /// A future room time as wall-clock time, assuming no further downtime.
    pub(crate) fn outside(&self, deadline: Timestamp) -> Timestamp {
        deadline + self.lag()
    }

    /// The time until a room time.
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
