//! The time rooms live in: it never jumps with the wall clock, and stands still while the server cannot work.

use std::sync::Mutex;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rooms::Timestamp;

use crate::pauses::{Pauses, WriteId};
use crate::sync::lock;

/// A clock that starts at the wall clock and then goes by itself. Nobody pays for time in which the process
/// was stopped or nothing could be stored; such time is given back as soon as it is known, so that the time in
/// rooms may step back a little. What was decided in between could not be stored, so nobody notices.
pub(crate) struct Clock {
    started: Instant,
    epoch: Duration,
    pauses: Mutex<Pauses>,
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
        Clock { started: now, epoch, pauses: Mutex::new(Pauses::new(now)) }
    }

    /// The time in rooms. It must be asked at least every second, so that silence means something.
    pub(crate) fn now(&self) -> Timestamp {
        let instant = Instant::now();
        let paused = lock(&self.pauses).until(instant);
        millis(self.epoch + instant.duration_since(self.started).saturating_sub(paused))
    }

    /// How far the time in rooms is behind the time of the world by now: the sum of all pauses.
    pub(crate) fn lag(&self) -> Duration {
        lock(&self.pauses).until(Instant::now())
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

    /// A write begins: what it takes too long, and all time until the next one that succeeds if it fails, counts
    /// against nobody.
    pub(crate) fn write(&self) -> Write<'_> {
        let id = lock(&self.pauses).begin_write(Instant::now());
        Write { clock: self, id }
    }
}

impl Write<'_> {
    pub(crate) fn succeed(self) {
        lock(&self.clock.pauses).succeed(self.id, Instant::now());
    }

    pub(crate) fn fail(self) {
        lock(&self.clock.pauses).fail(self.id);
    }
}

impl Drop for Write<'_> {
    fn drop(&mut self) {
        lock(&self.clock.pauses).abandon(self.id, Instant::now());
    }
}

fn millis(duration: Duration) -> Timestamp {
    Timestamp(i64::try_from(duration.as_millis()).unwrap_or(i64::MAX))
}
