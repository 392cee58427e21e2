//! How far the server is on its way to the end: it serves, it drains, it is closed.

use std::sync::atomic::{AtomicBool, Ordering};

/// Where the server is in its life; it only ever goes forward.
#[derive(Default)]
pub(crate) struct Lifecycle {
    draining: AtomicBool,
    closed: AtomicBool,
}

impl Lifecycle {
    /// No new games from now on.
    pub(crate) fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    /// Nothing that happens from now on is stored.
    pub(crate) fn close(&self) {
        self.drain();
        self.closed.store(true, Ordering::Relaxed);
    }

    /// Whether no new games are begun.
    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// Whether the server has ended its work.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::Lifecycle;

    #[test]
    fn a_server_drains_before_it_is_closed_and_never_goes_back() {
        let lifecycle = Lifecycle::default();
        assert!(!lifecycle.is_draining() && !lifecycle.is_closed());
        lifecycle.drain();
        assert!(lifecycle.is_draining() && !lifecycle.is_closed());
        lifecycle.close();
        assert!(lifecycle.is_draining() && lifecycle.is_closed());
    }
}
