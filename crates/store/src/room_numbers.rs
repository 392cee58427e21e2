//! The numbers of running rooms by id, so that an append need not look its room up.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};

use common::{Mode, RoomId, TenantId, lock};

/// The number of a room and its constant properties.
#[derive(Debug, Clone)]
pub(crate) struct NumberedRoom {
    pub(crate) number: i64,
    pub(crate) tenant: TenantId,
    pub(crate) mode: Mode,
}

/// A cache of stored running rooms; only the writer uses it.
#[derive(Default)]
pub(crate) struct RoomNumbers(Mutex<HashMap<RoomId, NumberedRoom>>);

impl RoomNumbers {
    pub(crate) fn lock(&self) -> MutexGuard<'_, HashMap<RoomId, NumberedRoom>> {
        lock(&self.0)
    }

    /// Removes a room by its number, so that the number can be reused.
    pub(crate) fn forget(&self, number: i64) {
        self.lock().retain(|_, room| room.number != number);
    }
}
