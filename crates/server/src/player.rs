//! A player of a game, wherever they are.

use common::PlayerId;
use protocol::GameName;
use rooms::{Room, Scope, Seat};
use store::WaitingKey;

use crate::conversions;

/// Who plays which game, and whose game it is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PlayerKey {
    pub(crate) scope: Scope,
    pub(crate) game: &'static str,
    pub(crate) id: PlayerId,
}

impl PlayerKey {
    pub(crate) fn new(scope: Scope, game: GameName, id: PlayerId) -> PlayerKey {
        PlayerKey { scope, game: protocol::Named::name(game), id }
    }

    pub(crate) fn of(room: &Room, seat: &Seat) -> PlayerKey {
        PlayerKey::new(room.scope().clone(), conversions::game_name(room), seat.player.clone())
    }

    /// The place of the player in the stored queue.
    pub(crate) fn waiting_key(&self) -> WaitingKey {
        WaitingKey {
            tenant: self.scope.tenant.clone(),
            mode: self.scope.mode,
            game: self.game.to_owned(),
            player: self.id.clone(),
        }
    }
}
