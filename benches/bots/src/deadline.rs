//! The moment at which a part of a quick run has to end.

use std::time::{Duration, Instant};

/// A moment, or none: then a part goes on until it is complete.
#[derive(Clone, Copy)]
pub(crate) struct Deadline(Option<Instant>);

impl Deadline {
    /// No limit.
    pub(crate) const NONE: Deadline = Deadline(None);

    /// So many seconds after another moment.
    pub(crate) fn after(begin: Instant, seconds: u64) -> Deadline {
        Deadline(Some(begin + Duration::from_secs(seconds)))
    }

    /// Whether it has passed.
    pub(crate) fn is_over(self) -> bool {
        self.0.is_some_and(|end| Instant::now() >= end)
    }
}
