//! The pace of batches: a commit costs more than a move, so that under load one commit serves all that comes in a short time.

use std::time::{Duration, Instant};

/// How far apart batches begin at least. Longer than this, a move waits more than the larger batch saves.
const APART: Duration = Duration::from_micros(300);

/// When the next batch may begin.
pub(super) struct Pace {
    begun: Option<Instant>,
}

impl Pace {
    /// Before the first batch.
    pub(super) fn new() -> Pace {
        Pace { begun: None }
    }

    /// Waits until the next batch may begin; after a pause that is at once. The timers of the runtime count whole
    /// milliseconds, so a thread sleeps instead.
    pub(super) async fn wait(&mut self) {
        let rest = self.rest(Instant::now());
        if !rest.is_zero() {
            // Without the thread, as at the end of the runtime, the batch begins early.
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
        let pace = Pace { begun: Some(begun) };
        assert_eq!(Pace::new().rest(begun), Duration::ZERO);
        assert_eq!(pace.rest(begun), APART);
        assert_eq!(pace.rest(begun + APART / 3), APART - APART / 3);
        assert_eq!(pace.rest(begun + APART * 2), Duration::ZERO);
    }
}
