//! Rooms that are behind their log, because another node or a commit of unknown outcome has added to it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use rooms::Event;
use store::{Journal, Snapshot, StoredRoom};
use tracing::{error, info};

use super::batch::Origin;
use super::registry::RoomHandle;
use super::{Request, RoomEngine};

impl RoomEngine {
    /// Applies the events that the room lacks, and sends the messages that follow. Returns whether there were any.
    pub(super) async fn catch_up(
        self: &Arc<Self>,
        room: &Arc<RoomHandle>,
        snapshots: &mut Vec<Snapshot>,
        later: &mut Vec<Request>,
    ) -> bool {
        let version = room.live().room.version();
        let stored = match self.context.store.room(&room.id.clone()).await {
            Ok(Some(stored)) if stored.seq() > version => stored,
            Ok(_) => return false,
            Err(error) => {
                error!(room = room.id.as_str(), %error, "log of the room not read");
                return false;
            }
        };
        info!(room = room.id.as_str(), version, stored = stored.seq(), "room is behind its log, catching up");
        let Some(events) = events_after(&stored, version) else {
            // The log has been cut off by a snapshot, or cannot be read.
            self.reload(room).await;
            return true;
        };
        let applied =
            AssertUnwindSafe(|| self.apply_stored(room, &events, room.decided(), Origin::Log, snapshots));
        if catch_unwind(applied).is_err() {
            self.recover(room, later).await;
        }
        true
    }
}

/// The events after a version, if the log has all of them.
fn events_after(stored: &StoredRoom, version: u64) -> Option<Vec<Event>> {
    let tail = stored.events.iter().filter(|(seq, _)| *seq > version);
    let (first, _) = tail.clone().next()?;
    let events = tail.map(|(_, json)| serde_json::from_str(json).ok()).collect();
    if *first == version + 1 { events } else { None }
}
