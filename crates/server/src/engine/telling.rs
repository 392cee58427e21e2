//! What follows from stored events: messages, requests to bots, deadlines, seats.

use std::sync::Arc;

use common::{PlayerId, RoomId, TenantId};
use game::{Side, Wish};
use protocol::{GameName, GameVisitor, KnownGame, PlainEvent};
use rooms::{Audience, Change, Connection, Event, Input, LiveRoom, Room, Thinking, Told};
use serde::Serialize;
use sockets::EncodedEvent;
use store::SeatRow;
use tracing::error;

use super::RoomEngine;
use super::forms::{self, Forms};
use super::registry::RoomHandle;
use crate::identity::Identity;
use crate::lobby::SeatedRoom;
use crate::player::PlayerKey;
use crate::random;
use crate::wire::Translator;

impl RoomEngine {
    /// Sends a message to its audience, encoded once for each form in use.
    pub(crate) fn tell(&self, room: &RoomHandle, live: &LiveRoom, told: &Told) {
        room.game.visit(Telling { engine: self, live, told });
    }

    /// Sends a message that is the same in every game to these connections, encoded once.
    pub(super) fn emit(&self, game: GameName, message: &PlainEvent, listeners: &[Connection]) {
        let Some(encoded) = encode(game, message.name(), message) else { return };
        for client in listeners.iter().filter_map(|connection| self.clients.find(connection)) {
            // The transport closes a client that does not read, and its disconnect is handled.
            client.socket.emit_encoded(&encoded).ok();
        }
    }

    /// Asks the bot for a move if its turn begins with this event.
    pub(crate) fn ask_bot(self: &Arc<Self>, live: &LiveRoom, event: &Event) {
        let begins_turn =
            matches!(event.change, Change::Opened(_) | Change::Moved { .. } | Change::Restarted { .. });
        if begins_turn {
            self.think(live);
        }
    }

    /// Asks the bot for a move if it is its turn.
    pub(super) fn think(self: &Arc<Self>, live: &LiveRoom) {
        let Some(thinking) = live.room.thinking().cloned() else { return };
        let (engine, id, game) = (Arc::clone(self), live.room.id().clone(), live.room.game().boxed());
        let at_most = live.room.longest_answer();
        tokio::spawn(async move {
            let Thinking { ply, level, seed, answer_at } = thinking;
            let Some(play) = engine.bots.answer(&id, game, level, seed, at_most).await else { return };
            tokio::time::sleep(engine.context.clock.until(answer_at)).await;
            engine.apply_until_stored(id, Input::BotMoved { ply, wish: Wish::from(&play) });
        });
    }

    /// Schedules the wake-up of a room. A deadline that moves later, as with every move, changes nothing: a
    /// room that is woken too early is scheduled again.
    /// In a cluster one node wakes a running room, and each drops a finished one.
    pub(crate) fn set_deadline(&self, room: &RoomHandle, live: &LiveRoom) {
        if !room.is_owned() && live.room.ending().is_none() {
            return;
        }
        if let Some(at) = live.room.deadline().filter(|at| room.needs_waking(*at)) {
            self.timers.set(&room.id, Some(at));
        }
    }

    /// Removes a finished room from memory.
    pub(crate) fn forget(&self, room: &RoomHandle, live: &LiveRoom) {
        for connection in live.hearers(&Audience::Everyone) {
            if let Some(client) = self.clients.find(&connection) {
                client.leave(&room.id);
            }
        }
        self.registry.remove(&room.id);
        self.lobby.forget(&live.room);
        self.timers.set(&room.id, None);
    }

    /// Removes the finished rooms of a player from memory, so that they are not stored again.
    pub(crate) fn forget_finished(&self, tenant: &TenantId, player: &PlayerId) {
        let sat = |room: &Arc<RoomHandle>| {
            let plays = room.players.iter().any(|(id, _)| *id == player.0);
            room.is_over() && plays && room.scope.tenant.0 == tenant.0
        };
        for room in self.registry.all().into_iter().filter(sat) {
            self.registry.remove(&room.id);
            for (player, _) in &room.players {
                let player = PlayerKey::new(room.scope.clone(), room.game, PlayerId(player.clone()));
                self.lobby.unseat(&player, &room.id);
            }
            self.timers.set(&room.id, None);
        }
    }

    /// Registers the seats of a room, so that a disconnect finds the room.
    pub(crate) fn register_seats(&self, room: &Room) {
        for (player, seated) in seats(room) {
            self.lobby.seat(player, seated);
        }
        for seat in room.seats() {
            if let Some(client) = seat.connection().and_then(|connection| self.clients.find(connection)) {
                client.enter(room.id().clone());
            }
        }
    }

    /// Gives a seat that was left to the newest connection that had it before and is still here: a connection that was about to
    /// close may have taken it last.
    pub(super) fn give_back(self: &Arc<Self>, live: &LiveRoom, side: Side) {
        let mut replaced = live.listeners.replaced_at(side);
        let Some(client) = replaced.find_map(|connection| self.clients.find(connection)) else { return };
        let secret = matches!(client.identity, Identity::Guest(_)).then(random::secret);
        let input = Input::Resume { side, connection: client.connection.clone(), secret };
        let (engine, id) = (Arc::clone(self), live.room.id().clone());
        tokio::spawn(async move {
            engine.apply(&id, input).await.ok(); // otherwise the player has the reconnect window
            engine.notice_the_lost(&id).await;
        });
    }

    /// Disconnects players from a room whose connections are gone: a player may leave between pairing and the
    /// start, or return before the end of the old connection was handled.
    pub(crate) async fn notice_the_lost(self: &Arc<Self>, id: &RoomId) {
        let Some(room) = self.registry.find(id) else { return };
        let seated: Vec<Connection> =
            room.live().room.seats().iter().filter_map(|seat| seat.connection().cloned()).collect();
        drop(room);
        let (mut lost, mut gone) = (Vec::new(), Vec::new());
        for connection in seated.into_iter().filter(|connection| self.is_lost(connection)) {
            match self.context.is_at_dead_node(&connection).await {
                None => {}
                Some(true) => lost.push(connection),
                Some(false) if self.is_lost(&connection) => gone.push(Input::Disconnected { connection }),
                Some(false) => {}
            }
        }
        // Those who are lost together have the same window.
        let lost = (!lost.is_empty()).then_some(Input::Lost { connections: lost });
        for input in lost.into_iter().chain(gone) {
            if self.apply(id, input.clone()).await.is_err() {
                self.apply_until_stored(id.clone(), input);
            }
        }
    }
}

impl RoomEngine {
    /// Whether a connection is gone, here or with its node.
    pub(super) fn is_lost(&self, connection: &Connection) -> bool {
        self.clients.find(connection).is_none() && self.context.is_lost_elsewhere(connection)
    }
}

/// A message of a room, to be encoded for its game.
struct Telling<'a> {
    engine: &'a RoomEngine,
    live: &'a LiveRoom,
    told: &'a Told,
}

impl GameVisitor for Telling<'_> {
    type Output = ();

    fn visit<G: KnownGame>(self) {
        let Telling { engine, live, told } = self;
        let mut forms = Forms::none();
        for client in live.hearers(&told.to).iter().filter_map(|hearer| engine.clients.find(hearer)) {
            let options = forms::relevant(&told.message, client.options);
            let encoded = forms.of(options, || {
                let translator = Translator { live, clock: &engine.context.clock, options };
                let message = translator.message::<G>(told.seq, &told.message);
                encode(G::GAME, message.name(), &message)
            });
            if let Some(encoded) = encoded {
                // The transport closes a client that does not read, and its disconnect is handled.
                client.socket.emit_encoded(encoded).ok();
            }
        }
    }
}

/// Encodes a message for the sockets of a game.
fn encode(game: GameName, name: &'static str, message: &impl Serialize) -> Option<EncodedEvent> {
    let encoded = EncodedEvent::new(&game.namespace(), name, message);
    if encoded.is_err() {
        error!(event = name, "message not encoded");
    }
    encoded.ok()
}

/// The humans of a room, for the store of a cluster.
pub(super) fn seat_rows(room: &Room) -> Vec<SeatRow> {
    let row = |(player, seated): (PlayerKey, SeatedRoom)| SeatRow {
        player: player.waiting_key(),
        session: seated.session,
    };
    seats(room).into_iter().map(row).collect()
}

/// The humans of a room with their seats.
pub(crate) fn seats(room: &Room) -> Vec<(PlayerKey, SeatedRoom)> {
    let people = room.seats().iter().filter(|seat| !seat.is_bot());
    people
        .map(|seat| {
            let seated = SeatedRoom { room: room.id().clone(), session: seat.session.clone() };
            (PlayerKey::of(room, seat), seated)
        })
        .collect()
}
