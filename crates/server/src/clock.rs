//! Room time: it does not jump with the wall clock, and stands still while the server cannot work.

use std::sync::Mutex;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::downtime::{Downtime, WriteId};
use common::{Timestamp, lock};

/// A clock that starts at the wall clock and then runs independently, or by the clock that the nodes of a cluster share. Time in
/// which the process was suspended or could not write is excluded as soon as that is known, so room time may step back a little.
/// Nothing decided in between could be stored, so no player sees the step.
pub(crate) struct Clock {
    state: Mutex<ClockState>,
}

struct ClockState {
    /// Room time was `room` and lagged behind by `lag` at this instant, when `paused` of downtime had been counted.
    since: Instant,
    room: Duration,
    lag: Duration,
    paused: Duration,
    downtime: Downtime,
}

impl ClockState {
    /// The downtime since the clock was set.
    fn pause(&mut self, now: Instant) -> Duration {
        self.downtime.until(now).saturating_sub(self.paused)
    }
}

/// A write under way; if it is dropped, its result is unknown.
pub(crate) struct Write<'a> {
    clock: &'a Clock,
    id: WriteId,
}

impl Clock {
    pub(crate) fn start() -> Clock {
        let since = Instant::now();
        let room = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let (lag, paused, downtime) = (Duration::ZERO, Duration::ZERO, Downtime::new(since));
        Clock { state: Mutex::new(ClockState { since, room, lag, paused, downtime }) }
    }

    /// Sets the clock to the room time that the nodes shared at an instant, and how far it lags behind theirs.
    pub(crate) fn set(&self, room: Timestamp, lag: Duration, since: Instant) {
        let mut state = lock(&self.state);
        let paused = state.downtime.until(Instant::now());
        let room = Duration::from_millis(u64::try_from(room.0).unwrap_or_default());
        (state.since, state.room, state.lag, state.paused) = (since, room, lag, paused);
    }

    /// Room time. Call at least once a second: a gap of more than five seconds is taken as a suspended
    /// process.
    pub(crate) fn now(&self) -> Timestamp {
        let (mut state, now) = (lock(&self.state), Instant::now());
        let paused = state.pause(now);
        millis(state.room + now.saturating_duration_since(state.since).saturating_sub(paused))
    }

    /// How far room time lags behind wall-clock time: the sum of all downtime.
    pub(crate) fn lag(&self) -> Duration {
        let mut state = lock(&self.state);
        state.lag + state.pause(Instant::now())
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
        let id = lock(&self.state).downtime.begin_write(Instant::now());
        Write { clock: self, id }
    }
}

impl Write<'_> {
    pub(crate) fn succeed(self) {
        lock(&self.clock.state).downtime.succeed(self.id, Instant::now());
    }

    pub(crate) fn fail(self) {
        lock(&self.clock.state).downtime.fail(self.id);
    }
}

impl Drop for Write<'_> {
    fn drop(&mut self) {
        lock(&self.clock.state).downtime.abandon(self.id, Instant::now());
    }
}

fn millis(duration: Duration) -> Timestamp {
    Timestamp(i64::try_from(duration.as_millis()).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use common::Timestamp;

    use super::Clock;

    #[test]
    fn a_clock_that_is_set_continues_from_there() {
        let clock = Clock::start();
        clock.set(Timestamp(1_000_000), Duration::from_secs(7), Instant::now());
        let (now, lag) = (clock.now(), clock.lag());
        assert!(now >= Timestamp(1_000_000) && now < Timestamp(1_060_000), "{now:?}");
        assert_eq!(lag, Duration::from_secs(7));
        assert_eq!(clock.outside(Timestamp(2_000_000)), Timestamp(2_007_000));
    }
}
