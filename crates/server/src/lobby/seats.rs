//! The rooms of each player, including finished ones that are kept.

use std::collections::HashMap;

use common::{RoomId, SessionId};

use crate::player::PlayerKey;

/// A room that a player has a seat in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeatedRoom {
    pub(crate) room: RoomId,
    /// The session the seat was taken with; `None` for guests.
    pub(crate) session: Option<SessionId>,
}

/// How many rooms are kept per player: the newest ones; only the last can be running.
const MOST_ROOMS: usize = 16;

/// The rooms of every player, newest last. A room is removed when it is dropped, or when there are too many
/// newer ones.
#[derive(Default)]
pub(crate) struct SeatedPlayers {
    rooms: HashMap<PlayerKey, Vec<SeatedRoom>>,
}

impl SeatedPlayers {
    /// Adds a room as the player's newest.
    pub(crate) fn seat(&mut self, player: PlayerKey, newest: SeatedRoom) {
        let rooms = self.rooms.entry(player).or_default();
        if rooms.last() == Some(&newest) {
            return;
        }
        rooms.retain(|seated| seated.room != newest.room);
        if rooms.len() == MOST_ROOMS {
            rooms.remove(0);
        }
        rooms.push(newest);
    }

    /// Removes one room of a player; the others stay.
    pub(crate) fn unseat(&mut self, player: &PlayerKey, room: &RoomId) {
        let Some(rooms) = self.rooms.get_mut(player) else { return };
        rooms.retain(|seated| seated.room != *room);
        if rooms.is_empty() {
            self.rooms.remove(player);
        }
    }

    /// The rooms of a player, newest first.
    pub(crate) fn newest_first(&self, player: &PlayerKey) -> impl Iterator<Item = &SeatedRoom> {
        self.rooms.get(player).into_iter().flat_map(|rooms| rooms.iter().rev())
    }
}

#[cfg(test)]
mod tests {
    use protocol::GameName;

    use super::{SeatedPlayers, SeatedRoom};
    use crate::identity::guest_scope;
    use crate::player::PlayerKey;

    fn ann() -> PlayerKey {
        PlayerKey::new(guest_scope(), GameName::TicTacToe, "ann".into())
    }

    fn rooms(seated: &SeatedPlayers) -> Vec<String> {
        seated.newest_first(&ann()).map(|seated| seated.room.0.clone()).collect()
    }

    #[test]
    fn the_room_that_was_taken_last_is_the_newest_whatever_its_name() {
        let mut seated = SeatedPlayers::default();
        for room in ["m", "z", "a"] {
            seated.seat(ann(), SeatedRoom { room: room.into(), session: None });
        }
        assert_eq!(rooms(&seated), ["a", "z", "m"]);
        seated.seat(ann(), SeatedRoom { room: "z".into(), session: None });
        assert_eq!(rooms(&seated), ["z", "a", "m"], "no room is listed twice");
    }

    #[test]
    fn of_somebody_who_plays_all_day_only_the_newest_rooms_are_kept() {
        let mut seated = SeatedPlayers::default();
        for number in 0..100 {
            seated.seat(ann(), SeatedRoom { room: format!("room {number}").as_str().into(), session: None });
        }
        let rooms = rooms(&seated);
        assert_eq!((rooms.len(), rooms[0].as_str(), rooms[15].as_str()), (16, "room 99", "room 84"));
    }

    #[test]
    fn a_forgotten_room_takes_no_other_with_it() {
        let mut seated = SeatedPlayers::default();
        for room in ["old", "new"] {
            seated.seat(ann(), SeatedRoom { room: room.into(), session: None });
        }
        seated.unseat(&ann(), &"new".into());
        assert_eq!(rooms(&seated), ["old"]);
        seated.unseat(&ann(), &"old".into());
        assert!(seated.rooms.is_empty(), "nothing is kept of somebody without rooms");
    }
}
