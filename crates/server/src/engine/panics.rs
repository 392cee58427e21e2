//! Panics while rooms are decided, stored and told: what they cost, and how a room goes on.

use std::sync::Arc;

use protocol::{ErrorCode, WireRefusal};
use rooms::Input;
use store::Journal;
use tracing::error;

use super::recovery::read_room;
use super::registry::RoomHandle;
use super::{Request, RoomEngine};

impl RoomEngine {
    /// Panics of rooms are handled where they happen; any other one costs the requests of its batch. What was stored and not
    /// applied is read from the log when the next append finds it there.
    pub(super) fn go_on_after_panic(&self) -> Vec<Request> {
        metrics::counter!("parlour_engine_panics_total").increment(1);
        error!("the room engine panicked, the requests of one batch are lost");
        self.registry.all().iter().for_each(|room| room.end_decision());
        Vec::new()
    }

    /// After a panic a room goes on from what is stored; after the second one its game is void.
    pub(super) async fn recover(self: &Arc<Self>, room: &Arc<RoomHandle>, later: &mut Vec<Request>) {
        metrics::counter!("parlour_room_panics_total").increment(1);
        let panics = room.count_panic();
        error!(room = room.id.as_str(), panics, "a decision about a room panicked");
        self.reload(room).await;
        if panics > 1 {
            let asked = self.context.clock.now();
            later
                .insert(0, Request::Apply { room: Arc::clone(room), input: Input::Void, asked, reply: None });
        }
    }

    /// Reads a room again from its log, if it can be opened.
    pub(super) async fn reload(self: &Arc<Self>, room: &Arc<RoomHandle>) {
        let stored = match self.context.store.room(&room.id.clone()).await {
            Ok(stored) => stored,
            Err(error) => return error!(room = room.id.as_str(), %error, "the room could not be read again"),
        };
        let read = stored.map(|stored| read_room(&self.context.catalogue, &stored));
        let mut live = room.live();
        match read {
            Some(Ok(read)) => live.room = read,
            unreadable => {
                let problem =
                    unreadable.and_then(Result::err).unwrap_or_else(|| "it is not there".to_owned());
                error!(
                    room = room.id.as_str(),
                    problem, "the log of a room cannot be read, the room is closed"
                );
                return self.forget(room, &live);
            }
        }
        room.note(&live, room.decided());
        self.set_deadline(room, &live);
    }
}

/// The refusal of an input that panicked before anything of it was stored.
pub(super) fn mistake() -> WireRefusal {
    WireRefusal::new(ErrorCode::Internal, "something went wrong here, nothing was changed")
}

/// The refusal of an input that was stored, but panicked when it was applied or told.
pub(super) fn mistake_after_storing() -> WireRefusal {
    WireRefusal::new(ErrorCode::Internal, "something went wrong here after this was stored")
        .hint("send game:reconnect to see the game as it stands")
}

/// The answer to a request whose batch panicked: nobody knows how far it came.
pub(super) fn lost() -> WireRefusal {
    WireRefusal::new(
        ErrorCode::Unavailable,
        "something went wrong here, this may or may not have been carried out",
    )
    .hint("send game:reconnect to see the game as it stands")
}
