//! The lifecycle of the server: serving, draining, closed.

use std::sync::atomic::{AtomicBool, Ordering};

/// The state of the server; it only moves forward.
#[derive(Default)]
pub(crate) struct Lifecycle {
    draining: AtomicBool,
    closed: AtomicBool,
}

impl Lifecycle {
    /// Stops new games.
    pub(crate) fn drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    /// Stops storing; later inputs are dropped.
    pub(crate) fn close(&self) {
        self.drain();
        self.closed.store(true, Ordering::Relaxed);
    }

    /// Whether new games are refused.
    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// Whether the server has stopped storing.
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
