//! The pace of batches: a commit costs more than a move, so under load one commit serves all requests of a
//! short interval.

use std::time::Duration;

use store::CommitWait;
use tokio::time::Instant;

/// The minimum interval between batches, in effect up to a millisecond more: the resolution of the runtime's
/// timers. A wait in a thread of its own would be more exact, but costs two changes of threads.
const APART: Duration = Duration::from_millis(1);

/// The same if a database server commits them, whose work for a batch costs other nodes as much as this one.
const APART_ON_SERVER: Duration = Duration::from_millis(3);

/// Decides when the next batch may begin.
pub(super) struct BatchPace {
    apart: Duration,
    begun: Option<Instant>,
}

impl BatchPace {
    /// The pace before the first batch. Commits that wait for nothing need none.
    pub(super) fn new(commit_wait: CommitWait) -> BatchPace {
        let apart = match commit_wait {
            CommitWait::Nothing => Duration::ZERO,
            CommitWait::Disk => APART,
            CommitWait::Server => APART_ON_SERVER,
        };
        BatchPace { apart, begun: None }
    }

    /// Waits until the next batch may begin; returns at once after a pause.
    pub(super) async fn wait(&mut self) {
        if let Some(next) = self.next(Instant::now()) {
            tokio::time::sleep_until(next).await;
        }
        self.begun = Some(Instant::now());
    }

    /// When the next batch may begin; `None` if it may begin now.
    fn next(&self, now: Instant) -> Option<Instant> {
        self.begun.map(|begun| begun + self.apart).filter(|next| *next > now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_batch_right_after_another_waits() {
        let begun = Instant::now();
        let pace = BatchPace { begun: Some(begun), ..BatchPace::new(CommitWait::Disk) };
        assert_eq!(BatchPace::new(CommitWait::Disk).next(begun), None);
        assert_eq!(pace.next(begun), Some(begun + APART));
        assert_eq!(pace.next(begun + APART / 3), Some(begun + APART));
        assert_eq!(pace.next(begun + APART), None);
    }

    #[test]
    fn no_batch_waits_if_its_commit_does_not() {
        let begun = Instant::now();
        let pace = BatchPace { begun: Some(begun), ..BatchPace::new(CommitWait::Nothing) };
        assert_eq!(pace.next(begun), None);
    }
}
