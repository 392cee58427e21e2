//! Decisions: an input is decided on a copy of its room, committed, and only then told. A panic costs one game at most.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use protocol::{ErrorCode, Refusal};
use rooms::{Input, Moment, Room, RoomId, Timestamp};
use tracing::error;

use crate::app::App;
use crate::hall::{self, Place};
use crate::keeping::Decision;
use crate::opening::Opening;
use crate::reopening::read_room;
use crate::wire;

/// How long to wait before something that must happen is tried again.
const RETRY: Duration = Duration::from_millis(500);
/// How often something that must happen may fail by a mistake of ours: the second time ends the game.
const MOST_PANICS: u32 = 3;

impl App {
    /// Lets a room handle an input. What the refusal refused has changed nothing.
    pub(crate) async fn give(self: &Arc<Self>, id: &RoomId, input: Input) -> Result<u64, Refusal> {
        let place = self.hall.find(id).ok_or_else(hall::unknown_room)?;
        let asked = self.clock.now();
        let mut room = place.room().await;
        let decided = AssertUnwindSafe(self.decide(&place, &mut room, asked, input)).catch_unwind().await;
        match decided {
            Ok(result) => result,
            Err(_) => {
                self.recover(&place, &mut room).await;
                Err(Refusal::new(ErrorCode::Internal, "something went wrong here, nothing was changed"))
            }
        }
    }

    /// Lets a room handle something that has happened, as soon as it can be stored.
    pub(crate) fn insist(self: &Arc<Self>, id: RoomId, input: Input) {
        if self.is_closed() {
            // After a restart everybody has a window to return, and clocks go on where they stood.
            return;
        }
        let app = Arc::clone(self);
        tokio::spawn(async move {
            let mut panics = 0;
            while let Err(refusal) = app.give(&id, input.clone()).await {
                match refusal.code {
                    ErrorCode::Unavailable => {}
                    ErrorCode::Internal if panics < MOST_PANICS => panics += 1,
                    _ => return,
                }
                if app.is_closed() {
                    return;
                }
                tokio::time::sleep(RETRY).await;
            }
        });
    }

    async fn decide(
        self: &Arc<Self>,
        place: &Place,
        room: &mut Room,
        asked: Timestamp,
        input: Input,
    ) -> Result<u64, Refusal> {
        let at = Moment { now: self.time_of(place, room, asked).await?, lag: self.clock.lag() };
        let mut next = room.clone();
        let mut effects = Vec::new();
        let mut result = next.handle(input.clone(), at, &mut effects);
        let rematch = match self.rematch_agreed(&next, &effects, at) {
            Ok(rematch) => rematch,
            // Whoever comes back comes back, also if no new game can begin.
            Err(_) if matches!(input, Input::Return { .. }) => {
                next = room.clone();
                next.withdraw_rematch();
                effects.clear();
                result = next.handle(input, at, &mut effects);
                None
            }
            Err(refusal) => return Err(refusal),
        };
        if next.seq() != room.seq() {
            let decision = Decision { before: room.seq(), room: &next, effects: &effects, at, waited: &[] };
            let opened = rematch.as_ref().map(Opening::decision);
            self.commit(&[decision].into_iter().chain(opened).collect::<Vec<_>>()).await?;
        }
        *room = next;
        place.note(room, at.now);
        self.carry_out(room, effects);
        self.tell_spectators(place, room);
        if let Some(opening) = rematch {
            self.begin_rematch(opening);
        }
        result.map(|()| room.seq()).map_err(wire::refusal)
    }

    /// The time that an input is judged by: when it was asked, however long the room had to be waited for. A deadline
    /// has passed only if the store takes writes, and otherwise moves with the time that this costs.
    async fn time_of(&self, place: &Place, room: &Room, asked: Timestamp) -> Result<Timestamp, Refusal> {
        let time = || asked.min(self.clock.now()).max(place.decided());
        if room.deadline().is_some_and(|at| at <= time()) {
            self.beat().await.map_err(|error| hall::unavailable(&error))?;
        }
        Ok(time())
    }

    /// After a panic a room goes on from what is stored; after the second one its game is void.
    async fn recover(self: &Arc<Self>, place: &Place, room: &mut Room) {
        metrics::counter!("parlour_room_panics_total").increment(1);
        let id = room.id().clone();
        let panics = place.count_panic();
        error!(room = id.as_str(), panics, "a decision about a room panicked");
        if let Some(stored) = self.stored_room(&id).await {
            *room = stored.with_listeners_of(room);
            place.note(room, place.decided());
        }
        if panics > 1 {
            let now = self.clock.now();
            let void = AssertUnwindSafe(self.decide(place, room, now, Input::Void)).catch_unwind().await;
            if !matches!(void, Ok(Ok(_))) {
                error!(room = id.as_str(), "a room that panicked twice could not be closed");
            }
        }
        self.carry_out(room, Vec::new());
    }

    /// The room as it is stored, if it can be opened.
    async fn stored_room(&self, id: &RoomId) -> Option<Room> {
        let stored = self.store.load(&store::RoomId(id.0.clone())).await.ok()??;
        read_room(&self.catalogue, &stored).ok()
    }
}

#[cfg(test)]
mod tests;
