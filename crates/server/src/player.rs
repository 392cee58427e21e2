//! A player of a game.

use common::PlayerId;
use protocol::GameName;
use rooms::{Room, Scope, Seat};
use store::WaitingKey;

use crate::conversions;

/// A player, the game they play, and its scope.
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

    /// The player's key in the stored queue.
    pub(crate) fn waiting_key(&self) -> WaitingKey {
        WaitingKey {
            tenant: self.scope.tenant.clone(),
            mode: self.scope.mode,
            game: self.game.to_owned(),
            player: self.id.clone(),
        }
    }
}
