//! What follows from events that are stored: messages, questions to bots, deadlines, seats.

use std::sync::Arc;

use game::Wish;
use protocol::{GameName, GameVisitor, KnownGame, PlainEvent};
use rooms::{Audience, Change, Connection, Event, Input, LiveRoom, Room, RoomId, Thinking, Told};
use serde::Serialize;
use sockets::EncodedEvent;
use store::{PlayerId, TenantId};
use tracing::error;

use super::RoomEngine;
use super::forms::{self, Forms};
use super::registry::RoomHandle;
use crate::lobby::SeatedRoom;
use crate::player::Player;
use crate::wire::Translator;

impl RoomEngine {
    /// Says something to those who are to hear it, encoded once for each form that one of them gets.
    pub(crate) fn tell(&self, room: &RoomHandle, live: &LiveRoom, told: &Told) {
        room.game.visit(Telling { engine: self, live, told });
    }

    /// Emits a message that is the same in every game to these connections, encoded once.
    pub(super) fn emit(&self, game: GameName, message: &PlainEvent, listeners: &[Connection]) {
        let Some(encoded) = encode(game, message.name(), message) else { return };
        for client in listeners.iter().filter_map(|connection| self.clients.find(connection)) {
            // A client that does not read is closed by the transport, and its disconnect is handled.
            client.socket.emit_encoded(&encoded).ok();
        }
    }

    /// Lets a bot think if its turn begins with this event.
    pub(crate) fn ask_bot(self: &Arc<Self>, live: &LiveRoom, event: &Event) {
        let begins_turn =
            matches!(event.change, Change::Opened(_) | Change::Moved { .. } | Change::Restarted { .. });
        let Some(thinking) = live.room.thinking().filter(|_| begins_turn).cloned() else { return };
        let (engine, id, game) = (Arc::clone(self), live.room.id().clone(), live.room.game().boxed());
        tokio::spawn(async move {
            let Thinking { ply, level, seed, answer_at } = thinking;
            let Some(play) = engine.bots.answer(game, level, seed).await else { return };
            tokio::time::sleep(engine.context.clock.until(answer_at)).await;
            engine.apply_until_stored(id, Input::BotMoved { ply, wish: Wish::from(&play) });
        });
    }

    /// Wakes the room when it is due next. A deadline that moves into the future, as with every move, changes nothing: a
    /// room that is woken too early asks to be woken again.
    pub(crate) fn set_deadline(&self, room: &RoomHandle, live: &LiveRoom) {
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

    /// Removes the finished rooms of a player from memory, so that nothing of them is stored again.
    pub(crate) fn forget_finished(&self, tenant: &TenantId, player: &PlayerId) {
        let sat = |room: &Arc<RoomHandle>| {
            let plays = room.players.iter().any(|(id, _)| *id == player.0);
            room.is_over() && plays && room.scope.tenant.0 == tenant.0
        };
        for room in self.registry.all().into_iter().filter(sat) {
            self.registry.remove(&room.id);
            for (player, _) in &room.players {
                let player = Player::new(room.scope.clone(), room.game, rooms::PlayerId(player.clone()));
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

    /// Tells a room which of its players have gone, if it has not heard of it yet: a player may go between pairing
    /// and the start, or come back before the end of the old connection was handled.
    pub(crate) async fn notice_the_lost(self: &Arc<Self>, id: &RoomId) {
        let Some(room) = self.registry.find(id) else { return };
        let seated: Vec<Connection> =
            room.live().room.seats().iter().filter_map(|seat| seat.connection().cloned()).collect();
        drop(room);
        for connection in seated.into_iter().filter(|connection| self.clients.find(connection).is_none()) {
            let input = Input::Disconnected { connection };
            if self.apply(id, input.clone()).await.is_err() {
                self.apply_until_stored(id.clone(), input);
            }
        }
    }
}

/// Something that is said in a room, in the words of its game.
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
                // A client that does not read is closed by the transport, and its disconnect is handled.
                client.socket.emit_encoded(encoded).ok();
            }
        }
    }
}

/// A message as every socket of its game can be sent it.
fn encode(game: GameName, name: &'static str, message: &impl Serialize) -> Option<EncodedEvent> {
    let encoded = EncodedEvent::new(&game.namespace(), name, message);
    if encoded.is_err() {
        error!(event = name, "a message could not be encoded");
    }
    encoded.ok()
}

/// The people of a room with their seats.
pub(crate) fn seats(room: &Room) -> Vec<(Player, SeatedRoom)> {
    let people = room.seats().iter().filter(|seat| !seat.is_bot());
    people
        .map(|seat| {
            let seated = SeatedRoom { room: room.id().clone(), session: seat.session.clone() };
            (Player::of(room, seat), seated)
        })
        .collect()
}
