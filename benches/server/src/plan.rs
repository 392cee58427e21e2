//! How much is measured: everything, or a quick run.

use std::time::Duration;

/// The sizes of all measurements.
pub struct Plan {
    /// On a machine that is too slow for this, later rounds are skipped.
    pub time_limit: Duration,
    pub rounds: usize,
    pub warm_up: Duration,
    pub window: Duration,
    /// How long moves intended in the window may take.
    pub grace: Duration,
    pub saturation_pairs: Vec<usize>,
    pub fixed_rate_rounds: usize,
    pub fixed_rate_pairs: usize,
    pub rates: Vec<u32>,
    pub idle_sockets: Vec<usize>,
    pub idle_rounds: usize,
    pub settle: Duration,
    pub checkers_rooms: usize,
    pub checkers_rounds: usize,
    pub restart_games: usize,
}

impl Plan {
    /// About twelve minutes.
    pub fn full() -> Plan {
        Plan {
            time_limit: Duration::from_secs(15 * 60),
            rounds: 3,
            warm_up: Duration::from_millis(2000),
            window: Duration::from_secs(4),
            grace: Duration::from_millis(1500),
            saturation_pairs: vec![200, 1000],
            fixed_rate_rounds: 2,
            fixed_rate_pairs: 1000,
            rates: vec![2000, 4000],
            idle_sockets: vec![1000, 5000, 9000],
            idle_rounds: 1,
            settle: Duration::from_millis(1000),
            checkers_rooms: 60,
            checkers_rounds: 3,
            restart_games: 20_000,
        }
    }

    /// Less than three minutes, with fewer rounds and shorter windows: enough to detect breakage.
    pub fn quick() -> Plan {
        Plan {
            time_limit: Duration::from_secs(3 * 60),
            rounds: 1,
            warm_up: Duration::from_millis(500),
            window: Duration::from_millis(1200),
            grace: Duration::from_millis(500),
            fixed_rate_rounds: 1,
            idle_sockets: vec![1000, 5000],
            settle: Duration::from_millis(300),
            checkers_rounds: 1,
            restart_games: 2_000,
            ..Plan::full()
        }
    }

    /// The maximum number of open sockets.
    pub fn most_sockets(&self) -> usize {
        let idle = self.idle_sockets.iter().copied();
        let playing = self.saturation_pairs.iter().map(|pairs| 2 * pairs);
        idle.chain(playing).max().unwrap_or_default()
    }
}
