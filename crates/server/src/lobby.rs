//! The lobby: waiting players, and the seats of each player.

mod seats;
mod seeks;

use std::collections::HashMap;
use std::sync::Mutex;

use common::{PlayerId, RoomId, SessionId, Timestamp, lock};
use game::{Side, Variant};
use protocol::{MatchmakingWaiting, PlainEvent, TimeControl};
use rooms::{Connection, Pairing, Queue, Room, RoomRefusal, Scope, Seat, Secret, Spectators, Ticket};
use tokio::sync::Notify;
use tokio::sync::futures::Notified;

use self::seats::SeatedPlayers;
pub(crate) use self::seats::SeatedRoom;
pub(crate) use self::seeks::{NotAccepted, OpenSeek};
use crate::clients::Clients;
use crate::clock::Clock;
use crate::idle::IdleSettings;
use crate::player::PlayerKey;
use crate::timers::Timers;

/// The players who can be paired with each other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum QueueKey {
    /// Players of the same scope who want the same rules and the same time.
    Public { scope: Scope, game: &'static str, variant: &'static str, time_control: TimeControl },
    /// The two players of one session.
    Private(SessionId),
}

/// The data needed to seat a waiting player.
#[derive(Clone)]
pub(crate) struct Seating {
    pub(crate) player: PlayerKey,
    pub(crate) seat: Seat,
    pub(crate) secret: Option<Secret>,
    pub(crate) idle: IdleSettings,
    pub(crate) time_control: TimeControl,
    pub(crate) variant: &'static dyn Variant,
    pub(crate) spectators: Spectators,
    /// The side that the player has in a private game; `None` means by arrival.
    pub(crate) side: Option<Side>,
    /// Every place in the queue has another one.
    pub(crate) place_id: String,
}

/// A player's new position in the queue.
pub(crate) struct QueuePlace {
    pub(crate) connection: Connection,
    player: PlayerId,
    pub(crate) position: usize,
}

impl QueuePlace {
    /// Notifies the player, if they are still connected.
    pub(crate) fn tell(self, clients: &Clients) {
        let Some(client) = clients.find(&self.connection) else { return };
        let position = u32::try_from(self.position).unwrap_or(u32::MAX);
        let waiting = MatchmakingWaiting { player_id: self.player.0, position };
        client.emit(&PlainEvent::MatchmakingWaiting(waiting));
    }
}

/// The result of a change to a queue.
#[derive(Default)]
pub(crate) struct Changes {
    pub(crate) pairs: Vec<(RoomId, Pairing<Seating>)>,
    pub(crate) places: Vec<QueuePlace>,
}

/// Why a player cannot be queued.
#[derive(Debug)]
pub(crate) enum NotJoined {
    /// Their game has begun or is about to begin.
    Seated,
    /// The queue refused them.
    Refused(RoomRefusal),
}

/// Queues and seats.
pub(crate) struct Lobby {
    state: Mutex<LobbyState>,
    /// When a queue may pair players whose ratings were too far apart before.
    timers: Timers<QueueKey>,
    /// Told when a seat is taken or given up.
    seats_changed: Notify,
    capacity: usize,
}

#[derive(Default)]
struct LobbyState {
    queues: HashMap<QueueKey, Queue<Seating>>,
    waiting: HashMap<PlayerKey, QueueKey>,
    told: HashMap<Connection, usize>,
    seated: SeatedPlayers,
    /// The secrets of waiting guests at this node of a cluster: the store has only their digests.
    promised: HashMap<PlayerKey, Secret>,
}

impl LobbyState {
    /// Removes a queue; returns the positions that its players know.
    fn take_queue(&mut self, key: &QueueKey) -> HashMap<Connection, usize> {
        self.waiting.retain(|_, queue| queue != key);
        let Some(queue) = self.queues.remove(key) else { return HashMap::new() };
        let connections = queue.positions().map(|(ticket, _)| &ticket.connection);
        connections.filter_map(|connection| self.told.remove_entry(connection)).collect()
    }

    /// Seats a pair in their room; they wait no longer.
    fn seat_pair(&mut self, room: &RoomId, pair: &Pairing<Seating>) {
        for ticket in [&pair.first, &pair.second] {
            let Seating { player, seat, .. } = &ticket.seating;
            self.waiting.remove(player);
            self.told.remove(&ticket.connection);
            let newest = SeatedRoom { room: room.clone(), session: seat.session.clone() };
            self.seated.seat(player.clone(), newest);
        }
    }
}

impl Lobby {
    pub(crate) fn new(capacity: usize) -> Lobby {
        Lobby { state: Mutex::default(), timers: Timers::new(), seats_changed: Notify::new(), capacity }
    }

    /// Queues a player and pairs those who fit now. A player in a room that is not `over` cannot be queued.
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
        if state.seated.newest_first(&player).any(|seated| !over(&seated.room)) {
            return Err(NotJoined::Seated);
        }
        let key = state.waiting.get(&player).unwrap_or(key).clone();
        let queue = state.queues.entry(key.clone()).or_insert_with(|| Queue::new(self.capacity));
        let joined = queue.join(ticket);
        if joined.is_ok() {
            state.waiting.insert(player, key.clone());
        }
        joined.map_err(NotJoined::Refused)?;
        Ok(self.settle(&mut state, &key, now, new_room))
    }

    /// Removes a player from the queue; returns the new positions of those behind, or `None` if the player
    /// was not queued with this connection.
    pub(crate) fn leave(
        &self,
        player: &PlayerKey,
        connection: &Connection,
        now: Timestamp,
    ) -> Option<Vec<QueuePlace>> {
        let mut state = lock(&self.state);
        let key = state.waiting.get(player)?.clone();
        if !state.queues.get_mut(&key)?.leave(connection) {
            return None;
        }
        state.waiting.remove(player);
        state.told.remove(connection);
        let changes = self.settle(&mut state, &key, now, || unreachable!("leaving pairs nobody"));
        Some(changes.places)
    }

    /// Pairs the players who fit by now.
    pub(crate) fn pair(&self, key: &QueueKey, now: Timestamp, new_room: impl FnMut() -> RoomId) -> Changes {
        self.settle(&mut lock(&self.state), key, now, new_room)
    }

    /// Replaces the players of a queue by those in the store, in a cluster, and pairs those who fit; `opens` tells whether the game of
    /// a pair is opened here.
    pub(crate) fn replace(
        &self,
        key: &QueueKey,
        tickets: Vec<Ticket<Seating>>,
        now: Timestamp,
        opens: impl Fn(&Pairing<Seating>) -> bool,
        new_room: impl FnMut() -> RoomId,
    ) -> Changes {
        let mut state = lock(&self.state);
        let told = state.take_queue(key);
        let mut queue = Queue::new(usize::MAX);
        for ticket in tickets {
            if let Some(position) = told.get(&ticket.connection) {
                state.told.insert(ticket.connection.clone(), *position);
            }
            let player = ticket.seating.player.clone();
            // The store has a player once.
            if queue.join(ticket).is_ok() {
                state.waiting.insert(player, key.clone());
            }
        }
        state.queues.insert(key.clone(), queue);
        self.settle_some(&mut state, key, now, opens, new_room)
    }

    /// Notes the secret that a waiting guest gets when a game begins.
    pub(crate) fn promise(&self, player: &PlayerKey, secret: Option<Secret>) {
        let mut state = lock(&self.state);
        match secret {
            Some(secret) => drop(state.promised.insert(player.clone(), secret)),
            None => drop(state.promised.remove(player)),
        }
    }

    /// The secret that a guest was promised.
    pub(crate) fn promised(&self, player: &PlayerKey) -> Option<Secret> {
        lock(&self.state).promised.get(player).cloned()
    }

    /// Forgets a queue in which no player of this node is.
    pub(crate) fn drop_queue(&self, key: &QueueKey) {
        lock(&self.state).take_queue(key);
        self.timers.set(key, None);
    }

    /// Waits until queues are due, and returns them.
    pub(crate) async fn due(&self, clock: &Clock) -> Vec<QueueKey> {
        self.timers.due(clock).await
    }

    /// Seats a player in a room, which becomes the newest of their rooms.
    pub(crate) fn seat(&self, player: PlayerKey, newest: SeatedRoom) {
        lock(&self.state).seated.seat(player, newest);
        self.seats_changed.notify_waiters();
    }

    pub(crate) fn unseat(&self, player: &PlayerKey, room: &RoomId) {
        lock(&self.state).seated.unseat(player, room);
        self.seats_changed.notify_waiters();
    }

    /// Ends with the next seat that is taken or given up after this call.
    pub(crate) fn seats_changed(&self) -> Notified<'_> {
        self.seats_changed.notified()
    }

    /// The rooms of a player, including finished ones that are kept; newest first.
    pub(crate) fn rooms_of(&self, player: &PlayerKey) -> Vec<SeatedRoom> {
        lock(&self.state).seated.newest_first(player).cloned().collect()
    }

    /// The newest room of a player that satisfies `fits`.
    pub(crate) fn find_room(&self, player: &PlayerKey, fits: impl Fn(&RoomId) -> bool) -> Option<RoomId> {
        let state = lock(&self.state);
        let mut rooms = state.seated.newest_first(player).map(|seated| &seated.room);
        rooms.find(|room| fits(room)).cloned()
    }

    pub(crate) fn forget(&self, room: &Room) {
        for seat in room.seats() {
            self.unseat(&PlayerKey::of(room, seat), room.id());
        }
    }

    /// Forgets everything, after the other nodes have taken it.
    pub(crate) fn clear(&self) {
        let queues: Vec<QueueKey> = lock(&self.state).queues.keys().cloned().collect();
        queues.iter().for_each(|key| self.timers.set(key, None));
        *lock(&self.state) = LobbyState::default();
        self.seats_changed.notify_waiters();
    }

    /// Whether a player is queued.
    pub(crate) fn waits(&self, player: &PlayerKey) -> bool {
        lock(&self.state).waiting.contains_key(player)
    }

    /// The position that a waiting player was told last.
    pub(crate) fn position(&self, connection: &Connection) -> Option<usize> {
        lock(&self.state).told.get(connection).copied()
    }

    pub(crate) fn waiting(&self) -> usize {
        lock(&self.state).waiting.len()
    }

    /// Pairs the players of a queue who fit, and collects the changed positions.
    fn settle(
        &self,
        state: &mut LobbyState,
        key: &QueueKey,
        now: Timestamp,
        new_room: impl FnMut() -> RoomId,
    ) -> Changes {
        self.settle_some(state, key, now, |_| true, new_room)
    }

    /// The same; pairs that another node is to open stay in the queue, but have no position any more.
    fn settle_some(
        &self,
        state: &mut LobbyState,
        key: &QueueKey,
        now: Timestamp,
        opens: impl Fn(&Pairing<Seating>) -> bool,
        mut new_room: impl FnMut() -> RoomId,
    ) -> Changes {
        let mut changes = Changes::default();
        let Some(queue) = state.queues.get_mut(key) else { return changes };
        let (pairs, left) = queue.pair(now).into_iter().partition::<Vec<_>, _>(opens);
        for pair in pairs {
            let room = new_room();
            state.seat_pair(&room, &pair);
            changes.pairs.push((room, pair));
        }
        let Some(queue) = state.queues.get_mut(key) else { return changes };
        for (ticket, position) in queue.positions() {
            if state.told.insert(ticket.connection.clone(), position) != Some(position) {
                let (connection, player) = (ticket.connection.clone(), ticket.player.clone());
                changes.places.push(QueuePlace { connection, player, position });
            }
        }
        self.timers.set(key, queue.deadline());
        for ticket in left.into_iter().flat_map(|pair| [pair.first, pair.second]) {
            // There was room for it before.
            queue.join(ticket).ok();
        }
        if queue.is_empty() {
            state.queues.remove(key);
        }
        changes
    }
}

#[cfg(test)]
mod tests {
    use common::{RoomId, Timestamp};
    use protocol::{AfkSettings, GameName, TimeControl};
    use rooms::{Occupant, Seat, Ticket};
    use tictactoe::TicTacToe;

    use super::{Lobby, NotJoined, QueueKey, Seating};
    use crate::identity::guest_scope;
    use crate::idle::IdleSettings;
    use crate::player::PlayerKey;
    use crate::settings::Times;

    pub(in crate::lobby) fn ticket(name: &str, rating: i32) -> Ticket<Seating> {
        let wish = AfkSettings::default();
        let seat = Seat {
            player: name.into(),
            username: name.to_owned(),
            display_name: name.to_owned(),
            session: None,
            occupant: Occupant::Bot { level: game::Level::Easy },
        };
        let seating = Seating {
            player: PlayerKey::new(guest_scope(), GameName::TicTacToe, name.into()),
            seat,
            secret: None,
            idle: IdleSettings::resolve(&TicTacToe, &Times::default(), &wish, &wish)
                .expect("the wish is sound"),
            time_control: TimeControl::PerMove,
            variant: &TicTacToe,
            spectators: rooms::Spectators::Public,
            side: None,
            place_id: String::new(),
        };
        let (player, connection) = (name.into(), name.into());
        Ticket { player, connection, rating, joined: Timestamp(0), seating }
    }

    pub(in crate::lobby) fn queue(time_control: TimeControl) -> QueueKey {
        QueueKey::Public { scope: guest_scope(), game: "tictactoe", variant: "classic", time_control }
    }

    #[test]
    fn players_meet_only_those_who_chose_the_same_time() {
        let lobby = Lobby::new(10);
        let blitz = TimeControl::Clock { base_seconds: 180, increment_seconds: 2 };
        let rapid = TimeControl::Clock { base_seconds: 600, increment_seconds: 0 };
        let join = |name, time_control| {
            let new_room = || RoomId("room".to_owned());
            let key = queue(time_control);
            let joined = lobby.join(&key, ticket(name, 1500), Timestamp(0), |_| false, new_room);
            joined.expect("there is room").pairs.len()
        };
        let waiting =
            [("ann", blitz), ("ben", rapid), ("cleo", TimeControl::PerMove), ("dan", TimeControl::None)];
        for (name, time_control) in waiting {
            assert_eq!(join(name, time_control), 0);
        }
        assert_eq!(join("eve", rapid), 1);
        assert_eq!(lobby.waiting(), 3);
    }

    #[test]
    fn whoever_sits_in_a_room_that_begins_or_goes_on_cannot_line_up_again() {
        let lobby = Lobby::new(10);
        let key = queue(TimeControl::PerMove);
        let join = |name, over: bool| {
            let new_room = || RoomId("room".to_owned());
            lobby.join(&key, ticket(name, 1500), Timestamp(0), |_| over, new_room)
        };
        assert!(join("ann", false).expect("she waits").pairs.is_empty());
        assert_eq!(join("ben", false).expect("they are paired").pairs.len(), 1);
        for name in ["ann", "ben"] {
            assert!(matches!(join(name, false), Err(NotJoined::Seated)));
        }
        assert_eq!(lobby.waiting(), 0);
        assert!(join("ann", true).is_ok(), "after the game one may play again");
    }

    #[test]
    fn a_pair_that_another_node_opens_stays_in_the_queue_and_is_told_no_position() {
        let lobby = Lobby::new(10);
        let key = queue(TimeControl::PerMove);
        let replace = |names: &[&str], opens: bool| {
            let tickets = names.iter().map(|name| ticket(name, 1500)).collect();
            lobby.replace(&key, tickets, Timestamp(0), |_| opens, || RoomId("room".to_owned()))
        };
        let told = |changes: &super::Changes| {
            let places = changes.places.iter();
            places.map(|place| (place.connection.0.clone(), place.position)).collect::<Vec<_>>()
        };
        let changes = replace(&["ann", "ben", "cleo"], false);
        assert_eq!((changes.pairs.len(), told(&changes)), (0, vec![("cleo".to_owned(), 1)]));
        assert_eq!(lobby.waiting(), 3);
        assert_eq!(told(&replace(&["cleo"], false)), [], "what is known is not told again");
        let changes = replace(&["cleo", "dan"], true);
        assert_eq!((changes.pairs.len(), lobby.waiting()), (1, 0));
        replace(&["eve"], true);
        lobby.drop_queue(&key);
        assert_eq!(lobby.waiting(), 0);
    }

    #[test]
    fn when_somebody_leaves_those_behind_move_up_and_nobody_else_is_told() {
        let lobby = Lobby::new(10);
        let key = queue(TimeControl::PerMove);
        // Ratings too far apart to be paired at once.
        for (name, rating) in [("ann", 500), ("ben", 1500), ("cleo", 2500)] {
            let joined =
                lobby.join(&key, ticket(name, rating), Timestamp(0), |_| true, || RoomId("room".to_owned()));
            assert!(joined.expect("there is room").pairs.is_empty());
        }
        let player = |name: &str| PlayerKey::new(guest_scope(), GameName::TicTacToe, name.into());
        let left = lobby.leave(&player("ben"), &"ben".into(), Timestamp(0)).expect("he waited");
        let told: Vec<_> = left.iter().map(|place| (place.connection.as_str(), place.position)).collect();
        assert_eq!(told, [("cleo", 2)]);
        assert!(lobby.leave(&player("ben"), &"ben".into(), Timestamp(0)).is_none(), "he waits no longer");
        assert!(
            lobby.leave(&player("ann"), &"another".into(), Timestamp(0)).is_none(),
            "not that connection"
        );
        assert_eq!(lobby.waiting(), 2);
    }
}
