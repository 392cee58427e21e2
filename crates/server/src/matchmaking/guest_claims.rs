//! The ids of guests: assigned by the server, or sent by the client if no one else has it.

use std::sync::Arc;

use common::PlayerId;
use protocol::{ErrorCode, MatchmakingJoin, WireRefusal};
use rooms::{Connection, Occupant, Proof};
use store::StoreError;

use super::{Matchmaking, queue_recovery};
use crate::clients::Client;
use crate::cluster::Cluster;
use crate::identity::{Guest, Identity, guest_scope};
use crate::lobby::QueueKey;
use crate::player::PlayerKey;
use crate::refusals;

/// How many rooms of a guest who brings an id are looked at in a cluster.
const MOST_CLAIMED: u32 = 4;

impl Matchmaking {
    /// Checks the player id of a join. A guest may send an id: a UUID that no one else plays under.
    pub(super) fn check_claim(&self, client: &Client, join: &MatchmakingJoin) -> Result<(), WireRefusal> {
        let claim = join.player_id.as_deref();
        match &client.identity {
            Identity::Holder { claims, .. } => {
                let same_player = claim.is_none_or(|claim| claim == client.identity.player().as_str());
                let same_session = join.session_id.as_ref().is_none_or(|claim| *claim == claims.sid);
                if same_player && same_session {
                    return Ok(());
                }
                let hint = "leave out playerId and sessionId, or send those your session token was made for";
                Err(not_you().hint(hint))
            }
            Identity::Guest(_) if join.session_id.is_some() => {
                let sentence =
                    "a session is joined with its session token, its sessionId alone is not enough";
                Err(WireRefusal::new(ErrorCode::TokenInvalid, sentence).param("sessionId").hint(
                    "connect with io(url, { auth: { token } }), or leave out sessionId to play as a guest",
                ))
            }
            Identity::Guest(guest) => match claim {
                Some(claim) if claim != client.identity.player().as_str() => {
                    self.bring_id(client, guest, claim)
                }
                _ => Ok(()),
            },
        }
    }

    /// Makes what other nodes know of the id known here that a guest brings; refuses it if somebody waits under it there.
    pub(super) async fn look_for_claim(
        self: &Arc<Self>,
        client: &Client,
        join: &MatchmakingJoin,
    ) -> Result<(), WireRefusal> {
        let (Some(cluster), Identity::Guest(guest), Some(claim)) =
            (&self.context.cluster, &client.identity, &join.player_id)
        else {
            return Ok(());
        };
        let claimed = PlayerKey::new(guest_scope(), client.game, PlayerId(claim.clone()));
        self.engine.hold_rooms_of(&claimed, MOST_CLAIMED).await?;
        let place = self.context.store.place_in_queue(claimed.waiting_key()).await;
        let place = place.map_err(|error| refusals::unavailable(&error))?;
        let Some((key, ticket)) = place.and_then(|row| queue_recovery::read(&row, &self.context.catalogue))
        else {
            return Ok(());
        };
        if ticket.connection == client.connection {
            return Ok(());
        }
        let source = queue_recovery::source(&ticket.seating.seat);
        if source.is_none() || source != guest.source.as_ref() {
            return Err(somebody_else());
        }
        let known = self.know_lost_place(cluster, &claimed, &key, &ticket.connection).await;
        if known.map_err(|error| refusals::unavailable(&error))? { Ok(()) } else { Err(somebody_else()) }
    }

    /// Keeps the place of a player whose node is gone, if that is not done yet; returns false if the node is alive.
    async fn know_lost_place(
        self: &Arc<Self>,
        cluster: &Cluster,
        player: &PlayerKey,
        key: &QueueKey,
        connection: &Connection,
    ) -> Result<bool, StoreError> {
        if !self.context.has_lost_node(cluster, connection).await? {
            return Ok(false);
        }
        if !self.kept_places.has(player) {
            self.keep_places_of_the_lost(cluster).await?;
        }
        if self.lobby.waits(player) {
            self.sync_queue(cluster, key).await?;
        }
        Ok(true)
    }

    fn bring_id(&self, client: &Client, guest: &Guest, claim: &str) -> Result<(), WireRefusal> {
        let refused = |sentence: &str| WireRefusal::new(ErrorCode::NotYourSeat, sentence).param("playerId");
        if !is_uuid(claim) {
            let hint = "leave out playerId: matchmaking:waiting and game:started give you one; \
                        or connect with a session token to play under an id of your own";
            return Err(refused("the playerId of a guest is a UUID").hint(hint));
        }
        let own = client.player();
        if self.lobby.waits(&own) || self.engine.running_room_of(&own).is_some() {
            return Err(
                not_you().hint("send the playerId you were given in matchmaking:waiting or game:started")
            );
        }
        let player = PlayerKey::new(guest_scope(), client.game, PlayerId(claim.to_owned()));
        let waits = self.lobby.waits(&player) || self.kept_places.is_kept_for_others(&player, guest);
        if waits
            || !self.opens_rooms_of(&player, guest)
            || !self.clients.become_free_player(client, guest, player)
        {
            return Err(somebody_else());
        }
        Ok(())
    }

    /// Whether every room in which the player has a seat would accept this guest without a secret.
    fn opens_rooms_of(&self, player: &PlayerKey, guest: &Guest) -> bool {
        let proof = Proof::Guest { source: guest.source.clone(), digest: None };
        for seated in self.lobby.rooms_of(player) {
            // A room that is not in memory is about to begin.
            let Some(room) = self.engine.registry.find(&seated.room) else { return false };
            let opens = room.live().room.seats().iter().any(|seat| {
                seat.player == player.id
                    && matches!(&seat.occupant, Occupant::Human { guard, presence } if guard.accepts(&proof, presence))
            });
            if !opens {
                return false;
            }
        }
        true
    }
}

fn somebody_else() -> WireRefusal {
    WireRefusal::new(ErrorCode::NotYourSeat, "somebody else plays under this playerId")
        .param("playerId")
        .hint("leave out playerId to get a new one, or send game:reconnect to come back to your game")
}

pub(super) fn not_you() -> WireRefusal {
    WireRefusal::new(ErrorCode::NotYourSeat, "you can only play for yourself")
}

/// Whether a text is a UUID in its usual form, so that others cannot guess a guest's id.
fn is_uuid(text: &str) -> bool {
    let usual = |uuid: uuid::Uuid| !uuid.is_nil() && !uuid.is_max() && uuid.hyphenated().to_string() == text;
    uuid::Uuid::try_parse(text).is_ok_and(usual)
}

#[cfg(test)]
mod tests {
    use super::is_uuid;

    #[test]
    fn only_what_cannot_be_guessed_is_an_id_of_a_guest() {
        assert!(is_uuid("f47ac10b-58cc-4372-a567-0e02b2c3d479"));
        for text in [
            "",
            "ann",
            "F47AC10B-58CC-4372-A567-0E02B2C3D479",
            "f47ac10b58cc4372a5670e02b2c3d479",
            "{f47ac10b-58cc-4372-a567-0e02b2c3d479}",
            "00000000-0000-0000-0000-000000000000",
            "ffffffff-ffff-ffff-ffff-ffffffffffff",
            "guest_f47ac10b58cc4372a5670e",
        ] {
            assert!(!is_uuid(text), "{text}");
        }
    }
}
