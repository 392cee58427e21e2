//! Aliases: what lists show instead of a guest's id.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use common::RoomId;

/// Makes aliases that do not reveal ids; those of one game stay the same while the server runs.
pub(crate) struct Aliases {
    key: [u8; blake3::KEY_LEN],
}

impl Default for Aliases {
    fn default() -> Aliases {
        Aliases { key: rand::random() }
    }
}

impl Aliases {
    /// The aliases of all nodes that know this key.
    pub(crate) fn with_key(key: [u8; blake3::KEY_LEN]) -> Aliases {
        Aliases { key }
    }

    /// The alias of a guest in a room.
    pub(crate) fn of(&self, room: &RoomId, player: &str) -> String {
        let mut hasher = blake3::Hasher::new_keyed(&self.key);
        hasher.update(room.as_str().as_bytes()).update(&[0]).update(player.as_bytes());
        format!("guest_{}", URL_SAFE_NO_PAD.encode(&hasher.finalize().as_bytes()[..16]))
    }
}

#[cfg(test)]
mod tests {
    use super::Aliases;

    #[test]
    fn an_alias_belongs_to_one_guest_in_one_room_of_one_server() {
        let aliases = Aliases::default();
        let alias = aliases.of(&"room_1".into(), "ann");
        assert_eq!(alias, aliases.of(&"room_1".into(), "ann"));
        let others = [("room_1", "ben"), ("room_2", "ann"), ("room_1\0a", "nn"), ("room_", "1ann")];
        for (room, player) in others {
            assert_ne!(alias, aliases.of(&room.into(), player));
        }
        assert_ne!(alias, Aliases::default().of(&"room_1".into(), "ann"));
        assert!(!alias.contains("ann"));
    }
}
