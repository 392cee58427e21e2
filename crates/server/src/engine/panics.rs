//! Panics while rooms are decided, stored and notified: their cost, and how a room recovers.

use std::sync::Arc;

use protocol::{ErrorCode, WireRefusal};
use rooms::Input;
use store::Journal;
use tracing::error;

use super::recovery::read_room;
use super::registry::RoomHandle;
use super::{Request, RoomEngine};

impl RoomEngine {
    /// Recovers from a panic outside of a room's own code, which loses the requests of its batch. Events that
    /// were stored but not applied are reloaded when the next append conflicts with them.
    pub(super) fn go_on_after_panic(&self) -> Vec<Request> {
        metrics::counter!("parlour_engine_panics_total").increment(1);
        error!("room engine panicked, the requests of one batch are lost");
        self.registry.all().iter().for_each(|room| room.end_decision());
        Vec::new()
    }

    /// Reloads a room after a panic; after the second one its game is void.
    pub(super) async fn recover(self: &Arc<Self>, room: &Arc<RoomHandle>, later: &mut Vec<Request>) {
        metrics::counter!("parlour_room_panics_total").increment(1);
        let panics = room.count_panic();
        error!(room = room.id.as_str(), panics, "room panicked");
        self.reload(room).await;
        if panics > 1 {
            let asked = self.context.clock.now();
            later.insert(
                0,
                Request::Apply {
                    room: Arc::clone(room),
                    input: Input::Void,
                    asked,
                    reply: None,
                    refused_at: None,
                },
            );
        }
    }

    /// Reloads a room from its log; closes it if the log is missing or unreadable.
    pub(super) async fn reload(self: &Arc<Self>, room: &Arc<RoomHandle>) {
        let stored = match self.context.store.room(&room.id.clone()).await {
            Ok(stored) => stored,
            Err(error) => return error!(room = room.id.as_str(), %error, "room not reloaded"),
        };
        let read = stored.map(|stored| read_room(&self.context.catalogue, &stored));
        let mut live = room.live();
        match read {
            Some(Ok(read)) => live.room = read,
            unreadable => {
                let problem =
                    unreadable.and_then(Result::err).unwrap_or_else(|| "it is not there".to_owned());
                error!(room = room.id.as_str(), problem, "room log not readable, room closed");
                return self.forget(room, &live);
            }
        }
        room.note(&live, room.decided());
        self.set_deadline(room, &live);
    }
}

/// The refusal of an input that panicked before it was stored.
pub(super) fn mistake() -> WireRefusal {
    WireRefusal::new(ErrorCode::Internal, "something went wrong here, nothing was changed")
}

/// The refusal of an input that was stored and panicked afterwards.
pub(super) fn mistake_after_storing() -> WireRefusal {
    WireRefusal::new(ErrorCode::Internal, "something went wrong here after this was stored")
        .hint("send game:reconnect to see the game as it stands")
}

/// The answer to a request whose batch panicked: it is unknown how far it got.
pub(super) fn lost() -> WireRefusal {
    WireRefusal::new(
        ErrorCode::Unavailable,
        "something went wrong here, this may or may not have been carried out",
    )
    .hint("send game:reconnect to see the game as it stands")
}
