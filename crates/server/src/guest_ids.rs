//! The ids of guests: the server gives one, or takes the one a client brings if nobody else has it.

use std::collections::HashMap;
use std::sync::Mutex;

use protocol::{ErrorCode, MatchmakingJoin, Refusal};
use rooms::{Connection, Occupant, PlayerId, Proof};

use crate::app::App;
use crate::identity::{Guest, Identity, guest_house};
use crate::lobby::Player;
use crate::sync::lock;
use crate::visitors::Visitor;

/// Which connection speaks for which player of the guests' house; as many as there are connections at most.
#[derive(Default)]
pub(crate) struct GuestIds {
    held: Mutex<HashMap<Player, Connection>>,
}

impl GuestIds {
    /// A connection speaks for a player from now on, whoever did before.
    pub(crate) fn take(&self, player: Player, connection: &Connection) {
        lock(&self.held).insert(player, connection.clone());
    }

    /// Takes a player for a connection, unless another connection speaks for them.
    fn take_free(&self, player: &Player, connection: &Connection) -> bool {
        let mut held = lock(&self.held);
        let free = held.get(player).is_none_or(|holder| holder == connection);
        if free {
            held.insert(player.clone(), connection.clone());
        }
        free
    }

    /// A connection no longer speaks for a player; another one that does stays.
    pub(crate) fn release(&self, player: &Player, connection: &Connection) {
        let mut held = lock(&self.held);
        if held.get(player) == Some(connection) {
            held.remove(player);
        }
    }
}

impl App {
    /// A socket is here: nobody else gets its id.
    pub(crate) fn hold_guest_id(&self, visitor: &Visitor) {
        if visitor.identity.house() == guest_house() {
            self.guest_ids.take(player_of(visitor), &visitor.connection);
        }
    }

    pub(crate) fn release_guest_id(&self, visitor: &Visitor) {
        self.guest_ids.release(&player_of(visitor), &visitor.connection);
    }

    /// A guest has shown that they are this player.
    pub(crate) fn become_player(&self, visitor: &Visitor, guest: &Guest, player: PlayerId) {
        self.release_guest_id(visitor);
        guest.become_player(player);
        self.hold_guest_id(visitor);
    }

    /// Reads who a join is for. A guest may bring an id of its own, if it is a UUID that nobody else plays under.
    pub(crate) async fn check_claim(&self, visitor: &Visitor, join: &MatchmakingJoin) -> Result<(), Refusal> {
        let claim = join.player_id.as_deref();
        match &visitor.identity {
            Identity::Holder { claims, .. } => {
                let same_player = claim.is_none_or(|claim| claim == visitor.identity.player().as_str());
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
                Err(Refusal::new(ErrorCode::TokenInvalid, sentence).param("sessionId").hint(
                    "connect with io(url, { auth: { token } }), or leave out sessionId to play as a guest",
                ))
            }
            Identity::Guest(guest) => match claim {
                Some(claim) if claim != visitor.identity.player().as_str() => {
                    self.bring_id(visitor, guest, claim).await
                }
                _ => Ok(()),
            },
        }
    }

    async fn bring_id(&self, visitor: &Visitor, guest: &Guest, claim: &str) -> Result<(), Refusal> {
        let refused = |sentence: &str| Refusal::new(ErrorCode::NotYourSeat, sentence).param("playerId");
        if !is_uuid(claim) {
            let hint = "leave out playerId: matchmaking:waiting and game:started give you one; \
                        or connect with a session token to play under an id of your own";
            return Err(refused("the playerId of a guest is a UUID").hint(hint));
        }
        let own = player_of(visitor);
        if self.lobby.waits(&own) || self.seat_of(&own).is_some() {
            return Err(
                not_you().hint("send the playerId you were given in matchmaking:waiting or game:started")
            );
        }
        let player = Player::new(guest_house(), visitor.game, PlayerId(claim.to_owned()));
        let waits = self.lobby.waits(&player) || self.tickets.is_kept_for_others(&player, guest);
        if waits || !self.opens_rooms_of(&player, guest) || !self.bring_free(visitor, guest, player) {
            let hint =
                "leave out playerId to get a new one, or send game:reconnect to come back to your game";
            return Err(refused("somebody else plays under this playerId").hint(hint));
        }
        Ok(())
    }

    /// Whether all rooms that a player has a seat in would let this guest back in without a secret.
    fn opens_rooms_of(&self, player: &Player, guest: &Guest) -> bool {
        let proof = Proof::Guest { source: guest.source.clone(), digest: None };
        for seated in self.lobby.rooms_of(player) {
            // A room that is not here yet is about to begin.
            let Some(room) = self.rooms.find(&seated.room) else { return false };
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

    fn bring_free(&self, visitor: &Visitor, guest: &Guest, player: Player) -> bool {
        let free = self.guest_ids.take_free(&player, &visitor.connection);
        if free {
            self.become_player(visitor, guest, player.id);
        }
        free
    }
}

pub(crate) fn not_you() -> Refusal {
    Refusal::new(ErrorCode::NotYourSeat, "you can only play for yourself")
}

fn player_of(visitor: &Visitor) -> Player {
    Player::new(visitor.identity.house(), visitor.game, visitor.identity.player())
}

/// Whether a text is a UUID as it is usually written; a guest's id cannot be guessed by others then.
fn is_uuid(text: &str) -> bool {
    let usual = |uuid: uuid::Uuid| !uuid.is_nil() && !uuid.is_max() && uuid.hyphenated().to_string() == text;
    uuid::Uuid::try_parse(text).is_ok_and(usual)
}

#[cfg(test)]
mod tests {
    use protocol::GameName;

    use super::{GuestIds, guest_house, is_uuid};
    use crate::lobby::Player;

    #[test]
    fn nobody_gets_an_id_that_another_connection_speaks_for() {
        let ids = GuestIds::default();
        let ann = Player::new(guest_house(), GameName::TicTacToe, "ann".into());
        assert!(ids.take_free(&ann, &"one".into()));
        assert!(ids.take_free(&ann, &"one".into()));
        assert!(!ids.take_free(&ann, &"two".into()));
        ids.release(&ann, &"two".into());
        assert!(!ids.take_free(&ann, &"two".into()), "only the holder gives it up");
        ids.release(&ann, &"one".into());
        assert!(ids.take_free(&ann, &"two".into()));
    }

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
