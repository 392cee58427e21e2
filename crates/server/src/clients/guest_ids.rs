//! Which connection speaks for which guest.

use std::collections::HashMap;
use std::sync::Mutex;

use common::lock;
use rooms::Connection;

use crate::player::PlayerKey;

/// Which connection speaks for which player of the guests' scope; as many as there are connections at most.
#[derive(Default)]
pub(super) struct GuestIds {
    held: Mutex<HashMap<PlayerKey, Connection>>,
}

impl GuestIds {
    /// A connection speaks for a player from now on, whoever did before.
    pub(super) fn take(&self, player: PlayerKey, connection: &Connection) {
        lock(&self.held).insert(player, connection.clone());
    }

    /// Takes a player for a connection, unless another connection speaks for them.
    pub(super) fn take_free(&self, player: &PlayerKey, connection: &Connection) -> bool {
        let mut held = lock(&self.held);
        let free = held.get(player).is_none_or(|holder| holder == connection);
        if free {
            held.insert(player.clone(), connection.clone());
        }
        free
    }

    /// A connection no longer speaks for a player; another one that does stays.
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
