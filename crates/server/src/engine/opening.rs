//! Opening rooms: a new game is durable before its players are notified. A rematch is stored in the same
//! commit as the agreement on it.

use std::sync::Arc;

use common::RoomId;
use protocol::{ErrorCode, WireRefusal};
use rooms::{Connection, Event, Guard, Input, LiveRoom, Moment, Occupant, Room, RoomSetup, Secrets};
use store::{Append, PairedPlace};
use tracing::info;

use super::registry::RoomHandle;
use super::running_games::RunningGame;
use super::{RoomEngine, append, telling};
use crate::clients::Client;
use crate::player::PlayerKey;
use crate::{random, refusals};

/// A game that begins once it is stored.
pub(crate) struct Opening {
    live: LiveRoom,
    event: Event,
    secrets: Secrets,
    waited: Vec<PairedPlace>,
    running: RunningGame,
}

impl RoomEngine {
    /// Opens a room, which is durable before its players are notified, and removes them from the stored
    /// queue.
    pub(crate) async fn open_room(
        self: &Arc<Self>,
        setup: RoomSetup,
        waited: Vec<PairedPlace>,
    ) -> Result<RoomId, WireRefusal> {
        let id = setup.id.clone();
        let at = Moment { now: self.context.clock.now(), lag: self.context.clock.lag() };
        self.open(self.prepare(setup, at, waited)?).await?;
        // A player may have left between pairing and the start.
        self.notice_the_lost(&id).await;
        Ok(id)
    }

    /// Prepares the rematch of a room. Its players are seated in it at once, until it is stored or dropped.
    pub(crate) fn prepare_rematch(&self, room: &Room, at: Moment) -> Result<Opening, WireRefusal> {
        let people = room.seats().iter().filter(|seat| !seat.is_bot());
        let players: Vec<PlayerKey> = people.map(|seat| PlayerKey::of(room, seat)).collect();
        if players.iter().any(|player| self.running_room_of(player).is_some()) {
            let sentence = "one of you plays another game now";
            return Err(
                WireRefusal::new(ErrorCode::IllegalMove, sentence).hint("play that game to its end first")
            );
        }
        let id = random::rematch_id(room.id());
        let secrets = [1, 0].map(|seat| {
            let guest =
                matches!(&room.seats()[seat].occupant, Occupant::Human { guard: Guard::Guest { .. }, .. });
            // The seats change sides.
            guest.then(|| match &self.context.cluster {
                None => random::secret(),
                Some(cluster) => cluster.seat_secret(&id, 1 - seat),
            })
        });
        let setup = room.rematch(id, random::seed(), secrets);
        let opening = self.prepare(setup, at, Vec::new())?;
        for (player, seated) in telling::seats(&opening.live.room) {
            self.lobby.seat(player, seated);
        }
        Ok(opening)
    }

    /// Removes the seats of a rematch that was not stored.
    pub(crate) fn give_up_opening(&self, opening: &Opening) {
        for (player, seated) in telling::seats(&opening.live.room) {
            self.lobby.unseat(&player, &seated.room);
        }
    }

    fn prepare(
        &self,
        setup: RoomSetup,
        at: Moment,
        waited: Vec<PairedPlace>,
    ) -> Result<Opening, WireRefusal> {
        let running =
            self.registry.running.admit(&setup.scope, self.context.settings.limits.rooms_per_tenant);
        let running = running.ok_or_else(refusals::too_many_games)?;
        let (live, event) = LiveRoom::open(&setup, at);
        Ok(Opening { live, event, secrets: setup.secrets, waited, running })
    }

    /// The append of an opening.
    pub(crate) fn append_of_opening(&self, opening: &Opening) -> Append {
        let Opening { live, event, waited, .. } = opening;
        let append = Append { seated: waited.clone(), ..append::opened(&self.webhooks, &live.room, event) };
        if self.context.cluster.is_none() {
            return append;
        }
        let wake_ms = live.room.deadline().map(|at| at.0);
        Append { seats: telling::seat_rows(&live.room), wake_ms, ..append }
    }

    /// Begins a stored game.
    pub(crate) fn begin(self: &Arc<Self>, opening: Opening) -> RoomId {
        let Opening { live, event, secrets, running, .. } = opening;
        let description = live.room.variant().description();
        metrics::counter!("parlour_games_started_total", "game" => description.game).increment(1);
        let room = Arc::new(RoomHandle::new(live, event.at.now, Some(running)));
        info!(room = room.id.as_str(), variant = room.variant, "game started");
        let live = room.live();
        self.registry.insert(&room);
        self.register_seats(&live.room);
        for told in live.welcome(secrets) {
            self.tell(&room, &live, &told);
        }
        self.ask_bot(&live, &event);
        self.set_deadline(&room, &live);
        room.id.clone()
    }

    /// Begins a stored rematch. Its players leave the old room, and the queue if they were in one.
    pub(crate) fn begin_rematch(self: &Arc<Self>, old_room: &RoomId, opening: Opening) {
        let seats = opening.live.room.seats().iter().filter_map(|seat| seat.connection().cloned());
        let connections: Vec<Connection> = seats.collect();
        let id = self.begin(opening);
        for connection in connections {
            match self.clients.find(&connection) {
                Some(client) => {
                    client.leave(old_room);
                    self.leave_queue(&client);
                }
                None if self.is_lost(&connection) => {
                    self.apply_until_stored(id.clone(), Input::Disconnected { connection });
                }
                // Another node tells its own player.
                None => {}
            }
        }
    }

    /// Removes a player who has a game from the queue. If the server stops before this is stored, the next
    /// start does it.
    pub(super) fn leave_queue(&self, client: &Client) {
        let player = client.player();
        let left = self.lobby.leave(&player, &client.connection, self.context.clock.now());
        let Some(places) = left else { return };
        drop(self.context.store.leave_queue(player.waiting_key()));
        places.into_iter().for_each(|place| place.tell(&self.clients));
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use protocol::GameName;
    use store::Store;

    use crate::Settings;
    use crate::engine::tests::{engine, setup};
    use crate::faulty_game::Fault;
    use crate::identity::guest_scope;
    use crate::lobby::SeatedRoom;
    use crate::player::PlayerKey;

    #[tokio::test]
    async fn a_game_that_is_about_to_begin_is_told_of_when_it_is_stored_and_never_if_it_is_not() {
        let engine = engine(Fault::PanicOfTheBot, Settings::default(), Store::in_memory()).await;
        let ann = PlayerKey::new(guest_scope(), GameName::TicTacToe, "ann".into());
        assert_eq!(engine.begun_room_of(&ann).await, Ok(None));
        engine.lobby.seat(ann.clone(), SeatedRoom { room: "failed".into(), session: None });
        let mut asked = Box::pin(engine.begun_room_of(&ann));
        assert_eq!((&mut asked).now_or_never(), None, "nothing is stored yet");
        engine.lobby.unseat(&ann, &"failed".into());
        assert_eq!(asked.await, Ok(None));

        engine.lobby.seat(ann.clone(), SeatedRoom { room: "room".into(), session: None });
        let mut asked = Box::pin(engine.begun_room_of(&ann));
        assert_eq!((&mut asked).now_or_never(), None, "nothing is stored yet");
        let opened = engine.open_room(setup(&engine, Fault::PanicOfTheBot, "room", None), Vec::new()).await;
        assert_eq!(asked.await.map(|room| room.is_some()), Ok(true));
        assert!(opened.is_ok());
    }
}
