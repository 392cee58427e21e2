//! Opening rooms: a new game is durable before anybody hears of it. A rematch is stored together with the agreement on it, so that
//! neither is ever without the other.

use std::sync::Arc;

use protocol::{ErrorCode, Refusal};
use rooms::{Connection, Effect, Guard, Input, Moment, Occupant, Room, RoomId, Setup};
use store::WaitingKey;
use tracing::info;

use crate::app::App;
use crate::hall::{self, Place};
use crate::keeping::Decision;
use crate::lobby::Player;
use crate::running::RunningGame;
use crate::{random, tickets};

/// A game that can begin as soon as it is stored.
pub(crate) struct Opening {
    room: Room,
    effects: Vec<Effect>,
    at: Moment,
    waited: Vec<WaitingKey>,
    running: RunningGame,
}

impl Opening {
    /// What is to be stored.
    pub(crate) fn decision(&self) -> Decision<'_> {
        let Opening { room, effects, at, waited, .. } = self;
        Decision { before: 0, room, effects, at: *at, waited }
    }
}

impl App {
    /// Opens a room: it is durable before its players hear of it. Those who waited for it wait no longer.
    pub(crate) async fn open_room(
        self: &Arc<Self>,
        setup: Setup,
        waited: Vec<WaitingKey>,
    ) -> Result<RoomId, Refusal> {
        let at = Moment { now: self.clock.now(), lag: self.clock.lag() };
        let opening = self.prepare(setup, at, waited)?;
        self.commit(&[opening.decision()]).await?;
        let id = self.begin(opening);
        // A player may have gone between pairing and the start.
        self.notice_the_lost(&id).await;
        Ok(id)
    }

    /// The next game of the players of a room, if they have just agreed on one.
    pub(crate) fn rematch_agreed(
        &self,
        room: &Room,
        effects: &[Effect],
        at: Moment,
    ) -> Result<Option<Opening>, Refusal> {
        if !effects.contains(&Effect::Rematch) {
            return Ok(None);
        }
        let people = room.seats().iter().filter(|seat| !seat.is_bot());
        let players: Vec<Player> = people.map(|seat| Player::of(room, seat)).collect();
        if players.iter().any(|player| self.seat_of(player).is_some()) {
            let sentence = "one of you plays another game now";
            return Err(
                Refusal::new(ErrorCode::IllegalMove, sentence).hint("play that game to its end first")
            );
        }
        let secrets = [1, 0].map(|seat| {
            let guest =
                matches!(&room.seats()[seat].occupant, Occupant::Human { guard: Guard::Guest { .. }, .. });
            guest.then(random::secret)
        });
        let setup = room.rematch(random::room_id(), random::seed(), secrets);
        self.prepare(setup, at, players.iter().map(tickets::waiting_key).collect()).map(Some)
    }

    fn prepare(&self, setup: Setup, at: Moment, waited: Vec<WaitingKey>) -> Result<Opening, Refusal> {
        let running = self.hall.running.admit(&setup.house, self.settings.limits.rooms_per_tenant);
        let running = running.ok_or_else(hall::no_room_for_a_game)?;
        let mut effects = Vec::new();
        let room = Room::open(setup, at, &mut effects);
        Ok(Opening { room, effects, at, waited, running })
    }

    /// Begins a game that is stored.
    fn begin(self: &Arc<Self>, opening: Opening) -> RoomId {
        let Opening { room, effects, at, running, .. } = opening;
        let id = room.id().clone();
        let description = room.variant().description();
        metrics::counter!("parlour_games_started_total", "game" => description.game).increment(1);
        info!(room = id.as_str(), variant = description.variant, "a game begins");
        let place = Arc::new(Place::new(room, at.now, Some(running)));
        let room = place.try_room().expect("nobody else knows the room yet");
        self.hall.insert(&place);
        self.settle_players(&room);
        self.carry_out(&room, effects);
        id
    }

    /// Begins a rematch that is stored. Whoever waited for somebody else meanwhile has a game now.
    pub(crate) fn begin_rematch(self: &Arc<Self>, opening: Opening) {
        let seats = opening.room.seats().iter().filter_map(|seat| seat.connection().cloned());
        let connections: Vec<Connection> = seats.collect();
        let id = self.begin(opening);
        for connection in connections {
            match self.visitors.find(&connection) {
                Some(visitor) => drop(self.stop_waiting(&visitor)),
                None => self.insist(id.clone(), Input::Disconnected { connection }),
            }
        }
    }
}
