//! Returning: which of a player's rooms `game:reconnect` selects.

use std::time::Duration;

use common::{RoomId, SessionId};
use protocol::{ErrorCode, WireRefusal};
use rooms::{Input, Proof};
use tracing::warn;

use super::SocketHandler;
use crate::clients::Client;
use crate::lobby::SeatedRoom;
use crate::player::PlayerKey;
use crate::refusals;

/// How often a seat is tried in a cluster before it belongs to somebody else, and the pause in between.
const TRIES: usize = 5;
const NEXT_TRY: Duration = Duration::from_millis(100);
/// How many rooms are tried with a guest's secret.
const MOST_TRIED: usize = 8;

impl SocketHandler {
    /// The rooms that a returning player may mean, in the order they are tried: running games before finished
    /// ones, then newest first. A token selects the games of its session; a guest's secret may belong to an
    /// older game, without one only the newest room is tried.
    pub(super) fn rooms_to_return_to(&self, player: &PlayerKey, proof: &Proof) -> Vec<RoomId> {
        let mut rooms = self.lobby.rooms_of(player);
        rooms.retain(|seated| self.engine.registry.find(&seated.room).is_some());
        rooms.sort_by_key(|seated| self.engine.registry.is_over(&seated.room));
        let most = match proof {
            Proof::Session(shown) => {
                let own = |seated: &SeatedRoom| seated.session.as_ref() == Some(shown);
                if rooms.iter().any(own) {
                    rooms.retain(own);
                } else {
                    // A running game reports whose seat it is; finished games of other sessions cannot be
                    // returned to.
                    rooms.retain(|seated| !self.engine.registry.is_over(&seated.room));
                }
                1
            }
            Proof::Guest { digest: Some(_), .. } => MOST_TRIED,
            Proof::Guest { digest: None, .. } => 1,
        };
        rooms.into_iter().take(most).map(|seated| seated.room).collect()
    }

    /// Whether a player may still return with an expired token: to a running game, to a finished one of the
    /// same session that is kept, or to a place in the queue.
    pub(super) fn has_room_or_place(&self, player: &PlayerKey, session: &SessionId) -> bool {
        let finished_here = |seated: &SeatedRoom| {
            seated.session.as_ref() == Some(session) && self.engine.registry.find(&seated.room).is_some()
        };
        self.engine.running_room_of(player).is_some()
            || self.matchmaking.keeps_place_of(player)
            || self.lobby.rooms_of(player).iter().any(finished_here)
    }

    /// Takes a seat. In a cluster the end of the old connection may become known a moment later than the new one.
    async fn take_seat(&self, room: &RoomId, input: &Input) -> Result<u64, WireRefusal> {
        // Only a guest without a secret depends on that.
        let depends = matches!(input, Input::Return { proof: Proof::Guest { digest: None, .. }, .. });
        let mut tries = if depends && self.context.cluster.is_some() { TRIES } else { 1 };
        if let Some(room) = self.engine.registry.find(room) {
            // Nothing older than what the client knows may be shown.
            self.engine.refresh(&room).await.map_err(|error| refusals::unavailable(&error))?;
        }
        loop {
            tries -= 1;
            self.engine.notice_the_lost(room).await;
            match self.engine.apply(room, input.clone()).await {
                Err(refusal) if refusal.code == ErrorCode::NotYourSeat && tries > 0 => {
                    tokio::time::sleep(NEXT_TRY).await;
                }
                taken => return taken,
            }
        }
    }

    /// Takes the seat in the first of these rooms that the proof opens; `None` if there is no room.
    pub(super) async fn take_seat_in_one_of(
        &self,
        rooms: Vec<RoomId>,
        client: &Client,
        input: &Input,
    ) -> Result<Option<(RoomId, u64)>, WireRefusal> {
        let mut denied = None;
        for room in rooms {
            // The client enters the room before it takes the seat, so that a disconnect always finds the
            // room.
            client.enter(room.clone());
            match self.take_seat(&room, input).await {
                Ok(seq) => return Ok(Some((room, seq))),
                // The room was dropped meanwhile.
                Err(refusal) if refusal.code == ErrorCode::UnknownRoom => {}
                Err(refusal) if refusal.code == ErrorCode::NotYourSeat => {
                    denied.get_or_insert((room, refusal));
                }
                Err(refusal) => return Err(refusal),
            }
        }
        let Some((room, refusal)) = denied else { return Ok(None) };
        warn!(room = room.as_str(), "seat claim without valid proof refused");
        metrics::counter!("parlour_seat_claims_refused_total").increment(1);
        Err(refusal)
    }
}
