//! Rooms that are behind their log, because another node or a commit of unknown outcome has added to it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use rooms::Event;
use store::{Journal, Snapshot, StoreError};
use tracing::{debug, warn};

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
    ) -> Result<bool, StoreError> {
        let version = room.live().room.version();
        let newer = match self.context.store.events_after(&room.id, version).await {
            Ok(newer) if newer.is_empty() => return Ok(false),
            Ok(newer) => newer,
            // The log begins later.
            Err(StoreError::Invalid(_)) => {
                self.reload(room).await;
                return Ok(room.live().room.version() > version);
            }
            Err(error) => {
                if !self.context.lifecycle.is_closed() {
                    warn!(room = room.id.as_str(), %error, "log of the room not read");
                }
                return Err(error);
            }
        };
        debug!(room = room.id.as_str(), version, newer = newer.len(), "room is behind its log, catching up");
        let events: Result<Vec<Event>, _> =
            newer.iter().map(|(_, json)| serde_json::from_str(json)).collect();
        let Ok(events) = events else {
            self.reload(room).await;
            return Ok(true);
        };
        let applied =
            AssertUnwindSafe(|| self.apply_stored(room, &events, room.decided(), Origin::Log, snapshots));
        if catch_unwind(applied).is_err() {
            self.recover(room, later).await;
        }
        Ok(true)
    }
}
