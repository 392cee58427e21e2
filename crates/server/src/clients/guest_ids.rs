//! Which connection belongs to which guest player.

use std::collections::HashMap;
use std::sync::Mutex;

use common::lock;
use rooms::Connection;

use crate::player::PlayerKey;

/// The connection of each guest player; bounded by the number of connections.
#[derive(Default)]
pub(super) struct GuestIds {
    held: Mutex<HashMap<PlayerKey, Connection>>,
}

impl GuestIds {
    /// Assigns a player to a connection, replacing any other.
    pub(super) fn take(&self, player: PlayerKey, connection: &Connection) {
        lock(&self.held).insert(player, connection.clone());
    }

    /// Assigns a player to a connection, unless another connection has them; returns whether it did.
    pub(super) fn take_free(&self, player: &PlayerKey, connection: &Connection) -> bool {
        let mut held = lock(&self.held);
        let free = held.get(player).is_none_or(|holder| holder == connection);
        if free {
            held.insert(player.clone(), connection.clone());
        }
        free
    }

    /// Releases a player if this connection has them.
    pub(super) fn release(&self, player: &PlayerKey, connection: &Connection) {
        let mut held = lock(&self.held);
        if held.get(player) == Some(connection) {
            held.remove(player);
        }
    }
}

#[cfg(test)]
mod tests {
    use protocol::GameName;

    use super::GuestIds;
    use crate::identity::guest_scope;
    use crate::player::PlayerKey;

    #[test]
    fn nobody_gets_an_id_that_another_connection_speaks_for() {
        let ids = GuestIds::default();
        let ann = PlayerKey::new(guest_scope(), GameName::TicTacToe, "ann".into());
        assert!(ids.take_free(&ann, &"one".into()));
        assert!(ids.take_free(&ann, &"one".into()));
        assert!(!ids.take_free(&ann, &"two".into()));
        ids.release(&ann, &"two".into());
        assert!(!ids.take_free(&ann, &"two".into()), "only the holder gives it up");
        ids.release(&ann, &"one".into());
        assert!(ids.take_free(&ann, &"two".into()));
    }
}
