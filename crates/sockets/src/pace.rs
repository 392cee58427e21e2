//! A rate limiter that delays: a burst, then a number per second.

use std::sync::Mutex;
use std::time::Duration;

use common::lock;
use tokio::time::{Instant, sleep_until};

/// A rate limiter that delays its caller instead of rejecting, so that a fast sender slows down only itself.
pub(crate) struct Pace {
    interval: Duration,
    burst: Duration,
    /// When the next item would be due at an even rate.
    due: Mutex<Instant>,
}

impl Pace {
    pub(crate) fn new(per_second: u32, burst: u32) -> Self {
        let interval = Duration::from_secs(1) / per_second.max(1);
        Self { interval, burst: interval * burst, due: Mutex::new(Instant::now()) }
    }

    /// Waits until one more item is within the rate.
    pub(crate) async fn wait(&self) {
        let now = Instant::now();
        let turn = {
            let mut due = lock(&self.due);
            *due = (*due).max(now) + self.interval;
            *due - self.burst.min(due.duration_since(now))
        };
        if turn > now {
            sleep_until(turn).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_burst_passes_at_once_and_the_rest_is_spaced_out() {
        let pace = Pace::new(10, 20);
        let start = Instant::now();
        for _ in 0..20 {
            pace.wait().await;
        }
        assert_eq!(start.elapsed(), Duration::ZERO);
        for _ in 0..30 {
            pace.wait().await;
        }
        assert_eq!(start.elapsed().as_millis() / 100, 30);
        tokio::time::sleep(Duration::from_secs(60)).await;
        let start = Instant::now();
        for _ in 0..20 {
            pace.wait().await;
        }
        assert_eq!(start.elapsed(), Duration::ZERO, "a pause restores the burst");
    }
}
