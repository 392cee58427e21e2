//! The pace of batches: a commit costs more than a move, so under load one commit serves all requests of a
//! short interval.

use std::time::{Duration, Instant};

/// The minimum interval between batches. A longer one would delay a move more than the larger batch saves.
const APART: Duration = Duration::from_micros(300);

/// Decides when the next batch may begin.
pub(super) struct BatchPace {
    begun: Option<Instant>,
}

impl BatchPace {
    /// The pace before the first batch.
    pub(super) fn new() -> BatchPace {
        BatchPace { begun: None }
    }

    /// Waits until the next batch may begin; returns at once after a pause. Runtime timers have a resolution
    /// of a millisecond, so a blocking thread sleeps instead.
    pub(super) async fn wait(&mut self) {
        let rest = self.rest(Instant::now());
        if !rest.is_zero() {
            // If the runtime is shutting down, the batch begins early.
            tokio::task::spawn_blocking(move || std::thread::sleep(rest)).await.ok();
        }
        self.begun = Some(Instant::now());
    }

    fn rest(&self, now: Instant) -> Duration {
        self.begun.map_or(Duration::ZERO, |begun| APART.saturating_sub(now.duration_since(begun)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_batch_right_after_another_waits() {
        let begun = Instant::now();
        let pace = BatchPace { begun: Some(begun) };
        assert_eq!(BatchPace::new().rest(begun), Duration::ZERO);
        assert_eq!(pace.rest(begun), APART);
        assert_eq!(pace.rest(begun + APART / 3), APART - APART / 3);
        assert_eq!(pace.rest(begun + APART * 2), Duration::ZERO);
    }
}
