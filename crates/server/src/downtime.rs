//! Time excluded from game clocks: while the process was suspended, and while nothing could be stored.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// A gap longer than this between two calls means that the process was suspended.
const LONGEST_SILENCE: Duration = Duration::from_secs(5);
/// A write longer than this means that nothing can be stored. Shorter writes do not stop clocks: inputs are
/// dated when they were received, and otherwise the clocks of a busy server would hardly advance.
const LONGEST_WRITE: Duration = Duration::from_secs(1);

/// A write under way: when it began, and a number to make it unique.
pub(crate) type WriteId = (Instant, u64);

/// The total downtime so far.
pub(crate) struct Downtime {
    /// The time of the last call.
    heard: Instant,
    /// Time up to here has been counted, or does not count.
    counted: Instant,
    total: Duration,
    writes: BTreeSet<WriteId>,
    next_number: u64,
    failing_since: Option<Instant>,
}

impl Downtime {
    pub(crate) fn new(now: Instant) -> Downtime {
        Downtime {
            heard: now,
            counted: now,
            total: Duration::ZERO,
            writes: BTreeSet::new(),
            next_number: 0,
            failing_since: None,
        }
    }

    /// The total downtime until now.
    pub(crate) fn until(&mut self, now: Instant) -> Duration {
        if now.saturating_duration_since(self.heard) > LONGEST_SILENCE {
            let since = self.pausing_since(now).map_or(self.heard, |since| since.min(self.heard));
            self.count(since, now);
        }
        self.heard = self.heard.max(now);
        let open =
            self.pausing_since(now).map(|since| now.saturating_duration_since(since.max(self.counted)));
        self.total + open.unwrap_or_default()
    }

    pub(crate) fn begin_write(&mut self, now: Instant) -> WriteId {
        self.next_number += 1;
        self.writes.insert((now, self.next_number));
        (now, self.next_number)
    }

    pub(crate) fn succeed(&mut self, write: WriteId, now: Instant) {
        if let Some(since) = self.pausing_since(now) {
            self.count(since, now);
        }
        self.failing_since = None;
        self.writes.remove(&write);
    }

    pub(crate) fn fail(&mut self, write: WriteId) {
        self.failing_since = Some(self.failing_since.map_or(write.0, |since| since.min(write.0)));
        self.writes.remove(&write);
    }

    /// Drops a write that is no longer awaited.
    pub(crate) fn abandon(&mut self, write: WriteId, now: Instant) {
        if !self.writes.contains(&write) {
            return;
        }
        if let Some(since) = self.pausing_since(now) {
            self.count(since, now);
        }
        self.writes.remove(&write);
    }

    /// Since when nothing can be stored; `None` if writes work.
    fn pausing_since(&self, now: Instant) -> Option<Instant> {
        let oldest = self.writes.first().map(|(since, _)| *since);
        let waiting = oldest.filter(|since| now.saturating_duration_since(*since) > LONGEST_WRITE);
        [self.failing_since, waiting].into_iter().flatten().min()
    }

    fn count(&mut self, since: Instant, now: Instant) {
        self.total += now.saturating_duration_since(since.max(self.counted));
        self.counted = self.counted.max(now);
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::Downtime;

    /// A timeline in seconds; the result is how much of it is downtime.
    struct Story {
        start: Instant,
        downtime: Downtime,
    }

    impl Story {
        fn new() -> Story {
            let start = Instant::now();
            Story { start, downtime: Downtime::new(start) }
        }

        fn at(&self, seconds: f64) -> Instant {
            self.start + Duration::from_secs_f64(seconds)
        }

        /// Calls every second on the way, as the timers do.
        fn paused(&mut self, seconds: f64) -> f64 {
            let first = self.downtime.heard.duration_since(self.start).as_secs_f64().ceil() as u32;
            for second in first..=seconds as u32 {
                let _ = self.downtime.until(self.at(second.into()));
            }
            self.downtime.until(self.at(seconds)).as_secs_f64()
        }

        fn begin(&mut self, seconds: f64) -> super::WriteId {
            let at = self.at(seconds);
            self.downtime.begin_write(at)
        }

        fn succeed(&mut self, write: super::WriteId, seconds: f64) {
            self.paused(seconds);
            let at = self.at(seconds);
            self.downtime.succeed(write, at);
        }

        fn fail(&mut self, write: super::WriteId, seconds: f64) {
            self.paused(seconds);
            self.downtime.fail(write);
        }
    }

    #[test]
    fn quick_writes_pause_nothing() {
        let mut story = Story::new();
        for second in 0..20 {
            let write = story.begin(f64::from(second));
            story.succeed(write, f64::from(second) + 0.5);
        }
        assert_eq!(story.paused(20.0), 0.0);
    }

    #[test]
    fn a_silence_of_the_whole_process_is_a_pause() {
        let mut story = Story::new();
        story.paused(3.0);
        let after = story.at(12.0);
        assert_eq!(story.downtime.until(after).as_secs_f64(), 9.0);
        assert_eq!(story.paused(20.0), 9.0);
    }

    #[test]
    fn a_write_that_waits_long_is_a_pause_from_its_beginning() {
        let mut story = Story::new();
        let write = story.begin(2.0);
        assert_eq!(story.paused(2.5), 0.0);
        assert_eq!(story.paused(6.0), 4.0);
        story.succeed(write, 7.0);
        assert_eq!(story.paused(9.0), 5.0);
    }

    #[test]
    fn from_a_write_that_fails_until_one_that_succeeds_is_a_pause() {
        let mut story = Story::new();
        let first = story.begin(1.0);
        story.fail(first, 1.1);
        let second = story.begin(3.0);
        story.fail(second, 3.1);
        assert_eq!(story.paused(6.0), 5.0);
        let third = story.begin(8.0);
        story.succeed(third, 8.5);
        assert_eq!(story.paused(20.0), 7.5);
    }

    #[test]
    fn pauses_that_overlap_count_once() {
        let mut story = Story::new();
        let (first, second) = (story.begin(1.0), story.begin(2.0));
        story.succeed(second, 6.0);
        assert_eq!(story.paused(6.0), 5.0);
        story.succeed(first, 7.0);
        assert_eq!(story.paused(7.0), 6.0);
        let (third, fourth) = (story.begin(10.0), story.begin(10.0));
        story.fail(third, 12.0);
        let asleep = story.at(20.0);
        assert_eq!(story.downtime.until(asleep).as_secs_f64(), 16.0);
        story.succeed(fourth, 21.0);
        assert_eq!(story.paused(30.0), 17.0);
    }

    #[test]
    fn a_write_nobody_waits_for_any_more_holds_up_nothing() {
        let mut story = Story::new();
        let write = story.begin(1.0);
        let at = story.at(4.0);
        story.downtime.abandon(write, at);
        assert_eq!(story.paused(10.0), 3.0);
    }
}
