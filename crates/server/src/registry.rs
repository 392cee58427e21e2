//! The hall: every room in memory, and what follows from what happens in it.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use game::Wish;
use protocol::{Checkers, ErrorCode, GameName, Refusal, ServerEvent, TicTacToe, WireGame};
use rooms::{
    Audience, Connection, Effect, Event, House, Input, Notice, Room, RoomId, Spectators, Thinking, Timestamp,
};
use sockets::EncodedEvent;
use store::{PlayerId, StoreError, TenantId};
use tracing::{error, info};

use crate::app::{App, Wake};
use crate::lobby::Player;
use crate::running::{RunningGame, RunningGames};
use crate::seated::SeatedRoom;
use crate::spectator_news::SpectatorNews;
use crate::sync::lock;
use crate::wire::Translator;
use crate::{record, wire};

/// All rooms in memory.
#[derive(Default)]
pub(crate) struct Hall {
    places: Mutex<HashMap<RoomId, Arc<Place>>>,
    pub(crate) running: Arc<RunningGames>,
}

/// A room and what can be known of it without waiting.
pub(crate) struct Place {
    room: tokio::sync::Mutex<Room>,
    glance: Mutex<Arc<Glance>>,
    /// The time of the last decision; no later one is dated before it.
    decided: Mutex<Timestamp>,
    panics: AtomicU32,
    /// Held while the game runs.
    running: Mutex<Option<RunningGame>>,
    pub(crate) spectator_news: Mutex<SpectatorNews>,
}

/// A room at a glance.
pub(crate) struct Glance {
    pub(crate) id: RoomId,
    pub(crate) game: GameName,
    pub(crate) variant: &'static str,
    pub(crate) players: [(String, String); 2],
    pub(crate) moves: usize,
    pub(crate) between_humans: bool,
    pub(crate) over: bool,
    pub(crate) house: House,
    pub(crate) seq: u64,
    pub(crate) spectators: Spectators,
    pub(crate) started_at: Timestamp,
}

/// A room that is back after a restart, and who has a seat in it.
pub(crate) struct Reopened {
    running: bool,
    started_at: Timestamp,
    seats: Vec<(Player, SeatedRoom)>,
}

impl Glance {
    /// Lists begin with the newest game.
    pub(crate) fn place_in_lists(&self) -> (Reverse<Timestamp>, &str) {
        (Reverse(self.started_at), self.id.as_str())
    }
}

impl Hall {
    pub(crate) fn find(&self, id: &RoomId) -> Option<Arc<Place>> {
        lock(&self.places).get(id).cloned()
    }

    /// Every room at a glance; nobody waits for the list, since it shares what it shows.
    pub(crate) fn glances(&self) -> Vec<Arc<Glance>> {
        let places: Vec<Arc<Place>> = lock(&self.places).values().cloned().collect();
        places.iter().map(|place| Arc::clone(&lock(&place.glance))).collect()
    }

    /// How many rooms are in memory, finished ones too.
    pub(crate) fn count(&self) -> usize {
        lock(&self.places).len()
    }

    /// Whether the game of this room has ended; one that is not here yet is about to begin.
    pub(crate) fn is_over(&self, id: &RoomId) -> bool {
        self.find(id).is_some_and(|place| lock(&place.glance).over)
    }

    pub(crate) fn insert(&self, place: &Arc<Place>) {
        let id = lock(&place.glance).id.clone();
        lock(&self.places).insert(id, Arc::clone(place));
    }

    fn remove(&self, id: &RoomId) {
        lock(&self.places).remove(id);
    }
}

impl Place {
    pub(crate) fn new(room: Room, now: Timestamp, running: Option<RunningGame>) -> Place {
        Place {
            glance: Mutex::new(Arc::new(glance(&room))),
            room: tokio::sync::Mutex::new(room),
            decided: Mutex::new(now),
            panics: AtomicU32::new(0),
            running: Mutex::new(running),
            spectator_news: Mutex::default(),
        }
    }

    pub(crate) fn seq(&self) -> u64 {
        lock(&self.glance).seq
    }

    pub(crate) fn moves(&self) -> usize {
        lock(&self.glance).moves
    }

    pub(crate) fn game(&self) -> GameName {
        lock(&self.glance).game
    }

    pub(crate) fn decided(&self) -> Timestamp {
        *lock(&self.decided)
    }

    /// Takes note of a decision about the room.
    pub(crate) fn note(&self, room: &Room, now: Timestamp) {
        *lock(&self.glance) = Arc::new(glance(room));
        if room.ending().is_some() {
            *lock(&self.running) = None;
        }
        *lock(&self.decided) = now;
    }

    /// Counts a panic; gives how many there were, this one included.
    pub(crate) fn count_panic(&self) -> u32 {
        self.panics.fetch_add(1, Ordering::Relaxed) + 1
    }

    pub(crate) async fn room(&self) -> tokio::sync::MutexGuard<'_, Room> {
        self.room.lock().await
    }

    /// The room, if nobody else is at it.
    pub(crate) fn try_room(&self) -> Option<tokio::sync::MutexGuard<'_, Room>> {
        self.room.try_lock().ok()
    }
}

impl App {
    /// Brings a stored room back after a restart; its players are seated when all rooms are back.
    pub(crate) async fn reopen_room(self: &Arc<Self>, mut room: Room, down_since: Timestamp) -> Reopened {
        let now = self.clock.now();
        let mut effects = Vec::new();
        room.handle(Input::Restarted { down_since }, now, &mut effects).expect("a restart is never refused");
        // Games that went on before the restart go on, whatever the limit has become.
        let running = room.ending().is_none().then(|| self.hall.running.admit(room.house(), usize::MAX));
        let place = Arc::new(Place::new(room, now, running.flatten()));
        self.hall.insert(&place);
        let room = place.room.lock().await;
        self.carry_out(&room, effects);
        Reopened { running: room.ending().is_none(), started_at: room.started_at(), seats: seats(&room) }
    }

    /// Seats the players of reopened rooms so that the newest room of each counts: a running game before every
    /// finished one, then the one that began last.
    pub(crate) fn seat_reopened(&self, mut rooms: Vec<Reopened>) {
        rooms.sort_by_key(|room| (room.running, room.started_at));
        for (player, seated) in rooms.into_iter().flat_map(|room| room.seats) {
            self.lobby.seat(player, seated);
        }
    }

    /// Forgets the finished rooms of a player, so that none of them is ever stored again.
    pub(crate) fn forget_finished(&self, tenant: &TenantId, player: &PlayerId) {
        let sat = |glance: &Arc<Glance>| {
            let plays = glance.players.iter().any(|(id, _)| *id == player.0);
            glance.over && plays && glance.house.tenant.0 == tenant.0
        };
        for glance in self.hall.glances().into_iter().filter(sat) {
            let Glance { id, house, game, players, .. } = &*glance;
            self.hall.remove(id);
            for (player, _) in players {
                let player = Player::new(house.clone(), *game, rooms::PlayerId(player.clone()));
                self.lobby.unseat(&player, id);
            }
            self.alarm.set(&Wake::Room(id.clone()), None);
        }
    }

    /// Everyone here knows their seat, so that a disconnect finds the room.
    pub(crate) fn settle_players(&self, room: &Room) {
        for (player, seated) in seats(room) {
            self.lobby.seat(player, seated);
        }
        for seat in room.seats() {
            if let Some(visitor) = seat.connection().and_then(|connection| self.visitors.find(connection)) {
                visitor.enter(room.id().clone());
            }
        }
    }

    /// Tells a room which of its players have gone, if it has not heard of it yet: a player may go between pairing
    /// and the start, or come back before the end of the old connection was handled.
    pub(crate) async fn notice_the_lost(self: &Arc<Self>, id: &RoomId) {
        let Some(place) = self.hall.find(id) else { return };
        let seated: Vec<_> =
            place.room.lock().await.seats().iter().filter_map(|seat| seat.connection().cloned()).collect();
        drop(place);
        for connection in seated.into_iter().filter(|connection| self.visitors.find(connection).is_none()) {
            let input = Input::Disconnected { connection };
            if self.give(id, input.clone()).await.is_err() {
                self.insist(id.clone(), input);
            }
        }
    }

    /// Does what follows from a decision that is safe.
    pub(crate) fn carry_out(self: &Arc<Self>, room: &Room, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Tell { to, seq, event } => match record::game_name(room) {
                    GameName::TicTacToe => self.tell::<TicTacToe>(room, &to, seq, &event),
                    GameName::Checkers => self.tell::<Checkers>(room, &to, seq, &event),
                },
                Effect::Think(thinking) => self.think(room, thinking),
                Effect::Notify(notice) => count(room, &notice),
                // The next game was stored with this decision, and begins after it.
                Effect::Rematch => {}
                Effect::Forget => {
                    for connection in room.listeners(&Audience::Everyone) {
                        if let Some(visitor) = self.visitors.find(&connection) {
                            visitor.leave(room.id());
                        }
                    }
                    self.hall.remove(room.id());
                    self.lobby.forget(room);
                    self.alarm.set(&Wake::Room(room.id().clone()), None);
                    return;
                }
            }
        }
        self.alarm.set(&Wake::Room(room.id().clone()), room.deadline());
    }

    fn tell<G: WireGame>(&self, room: &Room, to: &Audience, seq: u64, event: &Event) {
        let message = Translator { room, clock: &self.clock }.message::<G>(seq, event);
        self.send(&message, &room.listeners(to));
    }

    /// Emits a message to these connections, written once.
    pub(crate) fn send<G: WireGame>(&self, message: &ServerEvent<G>, listeners: &[Connection]) {
        let encoded = EncodedEvent::new(&G::NAME.namespace(), message.name(), message);
        let Ok(encoded) = encoded else {
            error!(event = message.name(), "a message could not be written");
            return;
        };
        for visitor in listeners.iter().filter_map(|connection| self.visitors.find(connection)) {
            // A client that does not read is closed by the transport, and its disconnect is handled.
            visitor.socket.emit_encoded(&encoded).ok();
        }
    }

    fn think(self: &Arc<Self>, room: &Room, thinking: Thinking) {
        let (app, id, game) = (Arc::clone(self), room.id().clone(), room.game().boxed());
        tokio::spawn(async move {
            let Thinking { ply, level, seed, answer_at } = thinking;
            let Some(play) = app.thinkers.answer(game, level, seed).await else { return };
            tokio::time::sleep(app.clock.until(answer_at)).await;
            app.insist(id, Input::BotMoved { ply, wish: Wish::from(&play) });
        });
    }
}

pub(crate) fn unknown_room() -> Refusal {
    wire::refusal(rooms::Refusal::unknown_room())
}

/// The refusal of a new game to a tenant that has as many as it may.
pub(crate) fn no_room_for_a_game() -> Refusal {
    Refusal::new(ErrorCode::Unavailable, "as many games run here as this server allows")
        .hint("join again when a game has ended; limits.rooms_per_tenant says how many may run at once")
}

pub(crate) fn unavailable(error: &StoreError) -> Refusal {
    let sentence = match error {
        StoreError::DiskFull => "the server's disk is full, nothing was changed",
        StoreError::Overloaded => "the server is overloaded, nothing was changed",
        _ => "the server cannot store anything right now, nothing was changed",
    };
    Refusal::new(ErrorCode::Unavailable, sentence).hint("send the same again in a moment")
}

/// The people of a room with their seats.
fn seats(room: &Room) -> Vec<(Player, SeatedRoom)> {
    let people = room.seats().iter().filter(|seat| !seat.is_bot());
    people
        .map(|seat| {
            let seated = SeatedRoom { room: room.id().clone(), session: seat.session.clone() };
            (Player::of(room, seat), seated)
        })
        .collect()
}

fn glance(room: &Room) -> Glance {
    let description = room.variant().description();
    Glance {
        id: room.id().clone(),
        game: record::game_name(room),
        variant: description.variant,
        players: room.seats().each_ref().map(|seat| (seat.player.0.clone(), seat.username.clone())),
        moves: room.history().len(),
        between_humans: room.is_between_humans(),
        over: room.ending().is_some(),
        house: room.house().clone(),
        seq: room.seq(),
        spectators: room.spectators(),
        started_at: room.started_at(),
    }
}

fn count(room: &Room, notice: &Notice) {
    let game = room.variant().description().game;
    match notice {
        Notice::Moved { .. } => metrics::counter!("parlour_moves_total", "game" => game).increment(1),
        Notice::Ended(ending) => {
            let reason = protocol::Named::name(wire::reason(ending.reason));
            metrics::counter!("parlour_games_ended_total", "game" => game, "reason" => reason).increment(1);
            info!(room = room.id().as_str(), reason, "a game is over");
        }
        Notice::IdleWarning { .. } => {
            metrics::counter!("parlour_idle_warnings_total", "game" => game).increment(1);
        }
        Notice::Started | Notice::Remarkable { .. } | Notice::IdleTimeout { .. } => {}
    }
}
