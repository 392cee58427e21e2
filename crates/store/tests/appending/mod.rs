//! Appending to one room, for tests that are not about batches.

use store::{Append, Journal, Store, StoreError};

/// Appends to one room and waits for the outcome.
pub(crate) fn append(store: &Store, append: Append) -> Result<(), StoreError> {
    store.append(vec![vec![append]]).wait()?.pop().expect("one group has one outcome")
}
