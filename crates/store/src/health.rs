//! The health of the store.

use tokio::sync::watch;

use crate::StoreError;
use crate::error::{ErrorScope, WorkError};

/// The state of the store for the rest of the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreHealth {
    /// Writes are accepted.
    Well,
    /// The last write found the disk full; the next successful write ends this state.
    DiskFull,
    /// The database server cannot be reached; the next successful write ends this state.
    Unreachable,
    /// A write failed in a way that must not be retried: stop serving.
    Failed(String),
}

/// Holds the health.
pub(crate) struct Monitor(watch::Sender<StoreHealth>);

impl Monitor {
    pub(crate) fn new() -> Self {
        Monitor(watch::Sender::new(StoreHealth::Well))
    }

    pub(crate) fn watch(&self) -> watch::Receiver<StoreHealth> {
        self.0.subscribe()
    }

    pub(crate) fn now(&self) -> StoreHealth {
        self.0.borrow().clone()
    }

    pub(crate) fn is_failed(&self) -> bool {
        matches!(*self.0.borrow(), StoreHealth::Failed(_))
    }

    pub(crate) fn is_well(&self) -> bool {
        *self.0.borrow() == StoreHealth::Well
    }

    /// The refusal of a request to a closed store.
    pub(crate) fn refusal(&self) -> StoreError {
        match &*self.0.borrow() {
            StoreHealth::Failed(reason) => StoreError::Unavailable(reason.clone()),
            StoreHealth::Well | StoreHealth::DiskFull | StoreHealth::Unreachable => {
                StoreError::Unavailable("the store is closed".to_owned())
            }
        }
    }

    pub(crate) fn fail(&self, reason: String) {
        tracing::error!(reason, "the store has failed and accepts no more writes");
        self.0.send_if_modified(|health| {
            let first = !matches!(health, StoreHealth::Failed(_));
            if first {
                *health = StoreHealth::Failed(reason);
            }
            first
        });
    }

    /// Applies an error to the health of the store and returns the error for the callers.
    pub(crate) fn note(&self, error: &WorkError) -> StoreError {
        match error.scope() {
            ErrorScope::Item(refusal) => refusal,
            ErrorScope::Batch(refusal) => {
                match refusal {
                    StoreError::DiskFull => self.change(StoreHealth::Well, StoreHealth::DiskFull),
                    StoreError::Unreachable(_) => self.change(StoreHealth::Well, StoreHealth::Unreachable),
                    _ => {}
                }
                refusal
            }
            ErrorScope::Store(reason) => {
                self.fail(reason);
                self.refusal()
            }
        }
    }

    /// A write has succeeded.
    pub(crate) fn recovered(&self) {
        self.change(StoreHealth::DiskFull, StoreHealth::Well);
        self.change(StoreHealth::Unreachable, StoreHealth::Well);
    }

    fn change(&self, from: StoreHealth, to: StoreHealth) {
        let changed = self.0.send_if_modified(|health| {
            let applies = *health == from;
            if applies {
                *health = to.clone();
            }
            applies
        });
        if changed {
            tracing::warn!(?to, "store health changed");
        }
    }
}
