//! Taking a lock whose data stays valid even when a holder panicked.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks `mutex`; no section in this crate panics half-way through a change, so poison means nothing.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
