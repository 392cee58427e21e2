//! How long a bot may think: long while few games need bots, short while many do.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// The time for a move while few games run.
const LONGEST: Duration = Duration::from_secs(1);
/// The least time for a move, however many games run.
const SHORTEST: Duration = Duration::from_millis(5);
/// The span over which requests are counted.
const SPAN: Duration = Duration::from_secs(10);
/// The share of a thread's time that bots may take when moves come evenly.
const SHARE: f64 = 0.5;
/// The most requests that are counted; with more the time is at its least anyway.
const MOST_COUNTED: usize = 4096;

/// The pace at which moves are asked for.
pub(super) struct MovePace {
    threads: usize,
    asked: VecDeque<Instant>,
}

impl MovePace {
    pub(super) fn of_threads(threads: usize) -> MovePace {
        MovePace { threads, asked: VecDeque::new() }
    }

    /// The time for a move that is computed now, with this many others waiting.
    pub(super) fn time_for_move(&mut self, now: Instant, others: u64) -> Duration {
        while self.asked.front().is_some_and(|asked| now.duration_since(*asked) > SPAN)
            || self.asked.len() >= MOST_COUNTED
        {
            self.asked.pop_front();
        }
        self.asked.push_back(now);
        let shared = SPAN.mul_f64(SHARE * self.threads as f64 / self.asked.len() as f64);
        let fair = shared.min(LONGEST) / u32::try_from(1 + others).unwrap_or(u32::MAX);
        fair.max(SHORTEST)
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::MovePace;

    /// The time of the last of so many moves that are asked for one after the other, with a pause between them.
    fn time(moves: u32, pause: Duration, others: u64) -> Duration {
        let (mut pace, begin) = (MovePace::of_threads(1), Instant::now());
        let times = (0..moves).map(|number| pace.time_for_move(begin + pause * number, others));
        times.last().expect("there are moves")
    }

    #[test]
    fn a_bot_thinks_for_a_second_while_few_games_run() {
        assert_eq!(time(1, Duration::ZERO, 0), Duration::from_secs(1));
        assert_eq!(time(100, Duration::from_secs(5), 0), Duration::from_secs(1));
    }

    #[test]
    fn a_bot_thinks_for_a_tenth_of_a_second_at_most_while_many_games_run() {
        assert!(time(200, Duration::from_millis(150), 0) <= Duration::from_millis(100));
    }

    #[test]
    fn those_who_wait_share_the_time() {
        assert_eq!(time(1, Duration::ZERO, 3), Duration::from_millis(250));
    }
}
