//! Matchmaking: who asks for a game gets an opponent, or a place in the queue that outlives a restart.

mod guest_claims;
mod join;
mod join_request;
mod queue_recovery;

use std::sync::Arc;

use common::RoomId;
use rooms::{Pairing, RoomSetup};
use tracing::warn;

use self::queue_recovery::KeptPlaces;
use crate::clients::{Client, Clients};
use crate::context::Context;
use crate::engine::RoomEngine;
use crate::lobby::{Changes, Lobby, Seating};
use crate::player::PlayerKey;
use crate::random;

/// The queues and those who wait in them.
pub(crate) struct Matchmaking {
    context: Context,
    clients: Arc<Clients>,
    engine: Arc<RoomEngine>,
    lobby: Arc<Lobby>,
    kept_places: KeptPlaces,
}

impl Matchmaking {
    pub(crate) fn new(
        context: Context,
        clients: Arc<Clients>,
        engine: Arc<RoomEngine>,
        lobby: Arc<Lobby>,
    ) -> Arc<Matchmaking> {
        Arc::new(Matchmaking { context, clients, engine, lobby, kept_places: KeptPlaces::default() })
    }

    /// Pairs those who have waited long enough for a less equal opponent; runs as long as the server.
    pub(crate) async fn run_timers(self: Arc<Self>) {
        loop {
            for key in self.lobby.due(&self.context.clock).await {
                if !self.context.lifecycle.is_closed() {
                    self.carry_out(self.lobby.pair(&key, self.context.clock.now(), random::room_id));
                }
            }
        }
    }

    /// Takes a connection out of its queue; returns whether it was in one.
    pub(crate) fn stop_waiting(&self, client: &Client) -> bool {
        let player = client.player();
        let left = self.lobby.leave(&player, &client.connection, self.context.clock.now());
        let Some(places) = left else { return false };
        drop(self.context.store.leave_queue(player.waiting_key())); // if it fails, the next start gives it up
        places.into_iter().for_each(|place| place.tell(&self.clients));
        true
    }

    /// Tells those who wait their places, and opens rooms for those who are paired.
    fn carry_out(self: &Arc<Self>, changes: Changes) {
        changes.places.into_iter().for_each(|place| place.tell(&self.clients));
        for (room, pair) in changes.pairs {
            let matchmaking = Arc::clone(self);
            tokio::spawn(async move { matchmaking.open_pair(room, pair).await });
        }
    }

    async fn open_pair(self: Arc<Self>, room: RoomId, pair: Pairing<Seating>) {
        let (first, second) = (pair.first.seating, pair.second.seating);
        let players = [first.player.clone(), second.player.clone()];
        let setup = RoomSetup {
            id: room.clone(),
            scope: first.player.scope,
            variant: first.variant,
            seats: [first.seat, second.seat],
            secrets: [first.secret, second.secret],
            idle: first.idle.shared(second.idle),
            timing: self.context.settings.timing(first.variant),
            seed: random::seed(),
            is_rematch: false,
            spectators: first.spectators.min(second.spectators),
        };
        let waited = players.iter().map(PlayerKey::waiting_key).collect();
        if let Err(refusal) = self.engine.open_room(setup, waited).await {
            warn!(error = refusal.error, "a pair could not be seated");
            for (player, connection) in players.iter().zip([&pair.first.connection, &pair.second.connection])
            {
                self.lobby.unseat(player, &room);
                drop(self.context.store.leave_queue(player.waiting_key()));
                if let Some(client) = self.clients.find(connection) {
                    client.refuse("matchmaking:join", refusal.clone());
                }
            }
        }
    }
}
