//! The logic of every Rust relay: pairs sockets and passes moves on, with messages as large as our server's.
//!
//! It has no rules but the end of a game, no store, no clock and no reconnects.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

const LINES: [[u8; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// The namespace of the relays.
pub const NAMESPACE: &str = "/tictactoe";

/// `matchmaking:join`
#[derive(Debug, Deserialize)]
pub struct Join {
    username: Arc<str>,
}

/// `game:move`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MoveRequest {
    room_id: String,
    player_id: Arc<str>,
    position: u8,
}

/// `game:rematch`
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rematch {
    room_id: String,
    player_id: Arc<str>,
}

/// The acknowledgement of an event.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Acknowledgement {
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    room_id: Option<Arc<str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seq: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'static str>,
}

/// A message to one or both sockets of a room.
pub struct Delivery<S> {
    pub to: Vec<S>,
    pub name: &'static str,
    pub payload: Payload,
}

/// The payload of an event.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Payload {
    Waiting(Waiting),
    Started(Box<Started>),
    MoveMade(Box<MoveMade>),
    Over(Over),
    RematchOffered(RematchOffered),
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Waiting {
    player_id: Arc<str>,
    position: u32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Started {
    room_id: Arc<str>,
    seq: u32,
    player_id: Arc<str>,
    mark: Mark,
    players: [Seat; 2],
    board: Board,
    current_turn: usize,
    afk_timeout_enabled: bool,
    afk_timeout_seconds: u32,
    afk_warn_seconds: u32,
    variant: &'static str,
    reconnect_token: String,
}

#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
struct Seat {
    id: Arc<str>,
    username: Arc<str>,
    display_name: Arc<str>,
    is_bot: bool,
    connected: bool,
    mark: Mark,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MoveMade {
    room_id: Arc<str>,
    seq: u32,
    position: u8,
    mark: Mark,
    board: Board,
    current_turn: usize,
    move_history: Vec<PastMove>,
}

#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
struct PastMove {
    position: u8,
    mark: Mark,
    player_id: Arc<str>,
    timestamp: u64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Over {
    room_id: Arc<str>,
    seq: u32,
    winner: Option<Arc<str>>,
    reason: &'static str,
    winning_line: Option<[u8; 3]>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RematchOffered {
    room_id: Arc<str>,
    seq: u32,
    player_id: Arc<str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Mark {
    X,
    O,
}

/// Nine cells.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[serde(transparent)]
pub struct Board([Option<Mark>; 9]);

/// All rooms; `S` is a socket of the transport, cheap to clone.
pub struct Relay<S> {
    waiting: Option<Player<S>>,
    rooms: HashMap<Arc<str>, Room<S>>,
    ids: u64,
}

#[derive(Clone)]
struct Player<S> {
    socket: S,
    id: Arc<str>,
    username: Arc<str>,
}

struct Room<S> {
    id: Arc<str>,
    players: [Player<S>; 2],
    board: Board,
    moves: Vec<PastMove>,
    seq: u32,
    rematches: [bool; 2],
}

impl<S> Default for Relay<S> {
    fn default() -> Relay<S> {
        Relay { waiting: None, rooms: HashMap::new(), ids: 0 }
    }
}

impl<S: Clone> Relay<S> {
    /// Pairs a socket with the waiting one, or makes it wait.
    pub fn join(&mut self, socket: S, join: Join) -> (Acknowledgement, Vec<Delivery<S>>) {
        self.ids += 1;
        let id = format!("{0:08x}-0000-4000-8000-{0:012x}", self.ids).into();
        let player = Player { socket, id, username: join.username };
        let deliveries = match self.waiting.take() {
            Some(first) => self.open([first, player]),
            None => {
                let payload = Payload::Waiting(Waiting { player_id: Arc::clone(&player.id), position: 1 });
                let to = vec![player.socket.clone()];
                self.waiting = Some(player);
                vec![Delivery { to, name: "matchmaking:waiting", payload }]
            }
        };
        (Acknowledgement::plain(), deliveries)
    }

    /// Passes a move to both players, and the end of the game after its last move.
    pub fn play(&mut self, request: MoveRequest) -> (Acknowledgement, Vec<Delivery<S>>) {
        match self.rooms.get_mut(request.room_id.as_str()) {
            Some(room) => room.play(request.player_id, request.position),
            None => (Acknowledgement::unknown_room(), Vec::new()),
        }
    }

    /// Opens another room if both players want a rematch.
    pub fn rematch(&mut self, rematch: Rematch) -> (Acknowledgement, Vec<Delivery<S>>) {
        let Some(room) = self.rooms.get_mut(rematch.room_id.as_str()) else {
            return (Acknowledgement::unknown_room(), Vec::new());
        };
        room.seq += 1;
        let offered = RematchOffered {
            room_id: Arc::clone(&room.id),
            seq: room.seq,
            player_id: Arc::clone(&rematch.player_id),
        };
        let mut deliveries = vec![room.tell_both("game:rematch:offered", Payload::RematchOffered(offered))];
        let acknowledgement = room.acknowledge(None);
        let seat = usize::from(room.players[0].id != rematch.player_id);
        room.rematches[seat] = true;
        if room.rematches == [true, true] {
            let room = self.rooms.remove(rematch.room_id.as_str()).expect("it was just there");
            let [first, second] = room.players;
            deliveries.extend(self.open([second, first])); // a rematch swaps seats
        }
        (acknowledgement, deliveries)
    }

    fn open(&mut self, players: [Player<S>; 2]) -> Vec<Delivery<S>> {
        self.ids += 1;
        let id: Arc<str> = format!("room_{:022}", self.ids).into();
        let seats = [Mark::X, Mark::O].map(|mark| {
            let player = &players[mark as usize];
            let [id, username] = [&player.id, &player.username].map(Arc::clone);
            let display_name = Arc::clone(&username);
            Seat { id, username, display_name, is_bot: false, connected: true, mark }
        });
        let started = [Mark::X, Mark::O].map(|mark| Delivery {
            to: vec![players[mark as usize].socket.clone()],
            name: "game:started",
            payload: Payload::Started(Box::new(Started {
                room_id: Arc::clone(&id),
                seq: 1,
                player_id: Arc::clone(&players[mark as usize].id),
                mark,
                players: seats.clone(),
                board: Board::default(),
                current_turn: 0,
                afk_timeout_enabled: true,
                afk_timeout_seconds: 60,
                afk_warn_seconds: 20,
                variant: "classic",
                reconnect_token: format!("{:044}", self.ids),
            })),
        });
        let room = Room {
            id: Arc::clone(&id),
            players,
            board: Board::default(),
            moves: Vec::new(),
            seq: 1,
            rematches: [false; 2],
        };
        self.rooms.insert(id, room);
        started.into()
    }
}

impl<S: Clone> Room<S> {
    fn play(&mut self, player_id: Arc<str>, position: u8) -> (Acknowledgement, Vec<Delivery<S>>) {
        let mark = self.board.place(position);
        let timestamp = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_millis() as u64);
        self.moves.push(PastMove { position, mark, player_id: Arc::clone(&player_id), timestamp });
        self.seq += 1;
        let made = MoveMade {
            room_id: Arc::clone(&self.id),
            seq: self.seq,
            position,
            mark,
            board: self.board,
            current_turn: self.moves.len() % 2,
            move_history: self.moves.clone(),
        };
        let mut deliveries = vec![self.tell_both("game:move:made", Payload::MoveMade(Box::new(made)))];
        if self.board.is_over() {
            self.seq += 1;
            let winning_line = self.board.winning_line();
            let over = Over {
                room_id: Arc::clone(&self.id),
                seq: self.seq,
                winner: winning_line.map(|_| player_id),
                reason: if winning_line.is_some() { "victory" } else { "draw" },
                winning_line,
            };
            deliveries.push(self.tell_both("game:over", Payload::Over(over)));
        }
        (self.acknowledge(Some(self.moves.len())), deliveries)
    }

    fn tell_both(&self, name: &'static str, payload: Payload) -> Delivery<S> {
        let to = self.players.iter().map(|player| player.socket.clone()).collect();
        Delivery { to, name, payload }
    }

    fn acknowledge(&self, ply: Option<usize>) -> Acknowledgement {
        Acknowledgement {
            room_id: Some(Arc::clone(&self.id)),
            seq: Some(self.seq),
            ply,
            ..Acknowledgement::plain()
        }
    }
}

impl Acknowledgement {
    fn plain() -> Acknowledgement {
        Acknowledgement { ok: true, room_id: None, seq: None, ply: None, error: None }
    }

    fn unknown_room() -> Acknowledgement {
        Acknowledgement { ok: false, error: Some("there is no such room"), ..Acknowledgement::plain() }
    }
}

impl Board {
    /// Whether a cell is empty.
    pub fn is_free(&self, position: u8) -> bool {
        self.0[usize::from(position)].is_none()
    }

    /// Places the mark of the side to move.
    pub fn place(&mut self, position: u8) -> Mark {
        let taken = self.0.iter().flatten().count();
        let mark = if taken.is_multiple_of(2) { Mark::X } else { Mark::O };
        if let Some(cell) = self.0.get_mut(usize::from(position)) {
            *cell = Some(mark);
        }
        mark
    }

    /// Three equal marks in a line, if there are.
    pub fn winning_line(&self) -> Option<[u8; 3]> {
        LINES.into_iter().find(|line| {
            let [one, two, three] = line.map(|cell| self.0[usize::from(cell)]);
            one.is_some() && one == two && two == three
        })
    }

    /// Whether a line or the whole board is full.
    pub fn is_over(&self) -> bool {
        self.winning_line().is_some() || self.0.iter().all(Option::is_some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json<T: Serialize>(value: &T) -> serde_json::Value {
        serde_json::to_value(value).unwrap()
    }

    fn seated() -> (Relay<u8>, String, [Arc<str>; 2]) {
        let mut relay = Relay::default();
        relay.join(0, Join { username: "player-00000".into() });
        let (_, started) = relay.join(1, Join { username: "player-00001".into() });
        let ids = [0, 1].map(|seat| json(&started[seat].payload)["playerId"].as_str().unwrap().into());
        let room = json(&started[0].payload)["roomId"].as_str().unwrap().to_owned();
        (relay, room, ids)
    }

    #[test]
    fn a_move_goes_to_both_and_the_last_one_is_followed_by_the_end() {
        let (mut relay, room, ids) = seated();
        for (ply, position) in [0, 3, 1, 4, 2].into_iter().enumerate() {
            let request =
                MoveRequest { room_id: room.clone(), player_id: Arc::clone(&ids[ply % 2]), position };
            let (acknowledgement, deliveries) = relay.play(request);
            assert_eq!(json(&acknowledgement)["ply"], ply + 1);
            let names: Vec<&str> = deliveries.iter().map(|delivery| delivery.name).collect();
            assert_eq!(names.contains(&"game:over"), ply == 4);
            assert_eq!(deliveries[0].to, [0, 1]);
        }
    }

    #[test]
    fn a_rematch_starts_when_both_want_it_and_swaps_seats() {
        let (mut relay, room, ids) = seated();
        let rematch = |seat: usize| Rematch { room_id: room.clone(), player_id: Arc::clone(&ids[seat]) };
        assert_eq!(relay.rematch(rematch(0)).1.len(), 1);
        let (_, deliveries) = relay.rematch(rematch(1));
        assert_eq!(deliveries[1].to, [1]);
        assert_eq!(json(&deliveries[1].payload)["mark"], "X");
        assert_eq!(relay.rooms.len(), 1);
    }

    /// A message of our server, with ids of the same length.
    const MOVE_MADE: &str = r#"{"roomId":"room_ykeCJ_S9jZAqfzG-nqF4hA","seq":2,"position":0,"mark":"X","board":["X",null,null,null,null,null,null,null,null],"currentTurn":1,"moveHistory":[{"position":0,"mark":"X","playerId":"e0a7a07d-71e3-4e1b-acb9-128e1f210d21","timestamp":1794819541936}]}"#;

    #[test]
    fn messages_are_as_large_as_those_of_our_server() {
        let (mut relay, room, ids) = seated();
        let request = MoveRequest { room_id: room, player_id: Arc::clone(&ids[0]), position: 0 };
        let (_, deliveries) = relay.play(request);
        assert_eq!(serde_json::to_string(&deliveries[0].payload).unwrap().len(), MOVE_MADE.len());
    }
}
