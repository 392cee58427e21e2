//! The lobby: who waits for whom, and who sits where.

use std::collections::HashMap;
use std::sync::Mutex;

use game::Variant;
use protocol::GameName;
use rooms::{
    Connection, House, Pairing, PlayerId, Queue, Refusal, Room, RoomId, Seat, Secret, SessionId, Spectators,
    Ticket, Timestamp,
};

use crate::idle::IdleWish;
use crate::record;
use crate::seated::{SeatedPlayers, SeatedRoom};
use crate::sync::lock;

/// A player of a game, wherever they are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Player {
    pub(crate) house: House,
    pub(crate) game: &'static str,
    pub(crate) id: PlayerId,
}

impl Player {
    pub(crate) fn new(house: House, game: GameName, id: PlayerId) -> Player {
        Player { house, game: protocol::Named::name(game), id }
    }

    pub(crate) fn of(room: &Room, seat: &Seat) -> Player {
        Player::new(room.house().clone(), record::game_name(room), seat.player.clone())
    }
}

/// Those who can be paired with each other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum QueueKey {
    /// Anyone of the same house who wants the same rules.
    Public { house: House, game: &'static str, variant: &'static str },
    /// The two players of one session.
    Private(SessionId),
}

/// What is needed to seat a waiting player.
#[derive(Clone)]
pub(crate) struct Seating {
    pub(crate) player: Player,
    pub(crate) seat: Seat,
    pub(crate) secret: Option<Secret>,
    pub(crate) idle: IdleWish,
    pub(crate) variant: &'static dyn Variant,
    pub(crate) spectators: Spectators,
}

/// A player's new place in line.
pub(crate) struct Place {
    pub(crate) connection: Connection,
    pub(crate) player: PlayerId,
    pub(crate) position: usize,
}

/// What follows from a change of a queue.
#[derive(Default)]
pub(crate) struct Changes {
    pub(crate) pairs: Vec<(RoomId, Pairing<Seating>)>,
    pub(crate) places: Vec<Place>,
    pub(crate) deadline: Option<Timestamp>,
}

/// Why somebody cannot line up.
#[derive(Debug)]
pub(crate) enum NotJoined {
    /// Their game has begun, or begins in this moment.
    Seated(RoomId),
    /// The queue says why.
    Refused(Refusal),
}

/// Queues and seats.
pub(crate) struct Lobby {
    state: Mutex<State>,
    capacity: usize,
}

#[derive(Default)]
struct State {
    queues: HashMap<QueueKey, Queue<Seating>>,
    waiting: HashMap<Player, QueueKey>,
    told: HashMap<Connection, usize>,
    seated: SeatedPlayers,
}

impl Lobby {
    pub(crate) fn new(capacity: usize) -> Lobby {
        Lobby { state: Mutex::default(), capacity }
    }

    /// Lines up, and pairs whoever fits now. Whoever sits in a room that is not `over` cannot line up.
    pub(crate) fn join(
        &self,
        key: &QueueKey,
        ticket: Ticket<Seating>,
        now: Timestamp,
        over: impl Fn(&RoomId) -> bool,
        new_room: impl FnMut() -> RoomId,
    ) -> Result<Changes, NotJoined> {
        let mut state = lock(&self.state);
        let player = ticket.seating.player.clone();
        if let Some(seated) = state.seated.newest_first(&player).find(|seated| !over(&seated.room)) {
            return Err(NotJoined::Seated(seated.room.clone()));
        }
        let key = state.waiting.get(&player).unwrap_or(key).clone();
        let queue = state.queues.entry(key.clone()).or_insert_with(|| Queue::new(self.capacity));
        let joined = queue.join(ticket);
        if joined.is_ok() {
            state.waiting.insert(player, key.clone());
        }
        joined.map_err(NotJoined::Refused)?;
        Ok(state.settle(&key, now, new_room))
    }

    /// Leaves the queue; nothing when the player was not waiting behind this connection.
    pub(crate) fn leave(
        &self,
        player: &Player,
        connection: &Connection,
        now: Timestamp,
    ) -> Option<(QueueKey, Changes)> {
        let mut state = lock(&self.state);
        let key = state.waiting.get(player)?.clone();
        if !state.queues.get_mut(&key)?.leave(connection) {
            return None;
        }
        state.waiting.remove(player);
        state.told.remove(connection);
        let changes = state.settle(&key, now, || unreachable!("leaving pairs nobody"));
        Some((key, changes))
    }

    /// Pairs whoever fits by now.
    pub(crate) fn pair(&self, key: &QueueKey, now: Timestamp, new_room: impl FnMut() -> RoomId) -> Changes {
        lock(&self.state).settle(key, now, new_room)
    }

    /// Seats a player in a room, which is then the newest of their rooms.
    pub(crate) fn seat(&self, player: Player, newest: SeatedRoom) {
        lock(&self.state).seated.seat(player, newest);
    }

    pub(crate) fn unseat(&self, player: &Player, room: &RoomId) {
        lock(&self.state).seated.unseat(player, room);
    }

    /// The rooms a player sits in, or sat in until their game ended: the newest first.
    pub(crate) fn rooms_of(&self, player: &Player) -> Vec<SeatedRoom> {
        lock(&self.state).seated.newest_first(player).cloned().collect()
    }

    pub(crate) fn forget(&self, room: &Room) {
        for seat in room.seats() {
            self.unseat(&Player::of(room, seat), room.id());
        }
    }

    /// Whether a player waits for an opponent.
    pub(crate) fn waits(&self, player: &Player) -> bool {
        lock(&self.state).waiting.contains_key(player)
    }

    pub(crate) fn waiting(&self) -> usize {
        lock(&self.state).waiting.len()
    }
}

impl State {
    fn settle(&mut self, key: &QueueKey, now: Timestamp, mut new_room: impl FnMut() -> RoomId) -> Changes {
        let mut changes = Changes::default();
        let Some(queue) = self.queues.get_mut(key) else { return changes };
        for pair in queue.pair(now) {
            let room = new_room();
            for ticket in [&pair.first, &pair.second] {
                self.waiting.remove(&ticket.seating.player);
                self.told.remove(&ticket.connection);
                let Seating { player, seat, .. } = &ticket.seating;
                let newest = SeatedRoom { room: room.clone(), session: seat.session.clone() };
                self.seated.seat(player.clone(), newest);
            }
            changes.pairs.push((room, pair));
        }
        for (ticket, position) in queue.positions() {
            if self.told.insert(ticket.connection.clone(), position) != Some(position) {
                let (connection, player) = (ticket.connection.clone(), ticket.player.clone());
                changes.places.push(Place { connection, player, position });
            }
        }
        changes.deadline = queue.deadline();
        if queue.is_empty() {
            self.queues.remove(key);
        }
        changes
    }
}

#[cfg(test)]
mod tests {
    use protocol::{AfkSettings, GameName};
    use rooms::{Occupant, RoomId, Seat, Ticket, Timestamp};
    use tictactoe::TicTacToe;

    use super::{Lobby, NotJoined, Player, QueueKey, Seating};
    use crate::identity::guest_house;
    use crate::idle::IdleWish;
    use crate::settings::Times;

    fn ticket(name: &str) -> Ticket<Seating> {
        let wish = AfkSettings::default();
        let seat = Seat {
            player: name.into(),
            username: name.to_owned(),
            display_name: name.to_owned(),
            session: None,
            occupant: Occupant::Bot { level: game::Level::Easy },
        };
        let seating = Seating {
            player: Player::new(guest_house(), GameName::TicTacToe, name.into()),
            seat,
            secret: None,
            idle: IdleWish::resolve(&TicTacToe, &Times::default(), &wish, &wish).expect("the wish is sound"),
            variant: &TicTacToe,
            spectators: rooms::Spectators::Public,
        };
        let (player, connection) = (name.into(), name.into());
        Ticket { player, connection, rating: 1500, joined: Timestamp(0), seating }
    }

    #[test]
    fn whoever_sits_in_a_room_that_begins_or_goes_on_cannot_line_up_again() {
        let lobby = Lobby::new(10);
        let key = QueueKey::Public { house: guest_house(), game: "tictactoe", variant: "classic" };
        let join = |name, over: bool| {
            let new_room = || RoomId("room".to_owned());
            lobby.join(&key, ticket(name), Timestamp(0), |_| over, new_room)
        };
        assert!(join("ann", false).expect("she waits").pairs.is_empty());
        assert_eq!(join("ben", false).expect("they are paired").pairs.len(), 1);
        for name in ["ann", "ben"] {
            assert!(matches!(join(name, false), Err(NotJoined::Seated(room)) if room.as_str() == "room"));
        }
        assert_eq!(lobby.waiting(), 0);
        assert!(join("ann", true).is_ok(), "after the game one may play again");
    }
}
