//! Matchmaking: a player who asks for a game gets an opponent, or a place in the queue that survives a
//! restart.

mod guest_claims;
mod invitations;
mod join;
mod join_request;
mod queue_recovery;
mod seeks;
mod shared_queue;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use common::RoomId;
use game::Side;
use protocol::WireRefusal;
use rooms::{Connection, Pairing, RoomSetup};
use store::StoreError;
use tracing::warn;

use self::queue_recovery::KeptPlaces;
use self::seeks::SeekIds;
pub(crate) use self::seeks::no_lobby;
use self::shared_queue::OwnTickets;
use crate::clients::{Client, Clients};
use crate::context::Context;
use crate::engine::RoomEngine;
use crate::lobby::{Changes, Lobby, QueueKey, Seating};
use crate::player::PlayerKey;
use crate::{random, time_control};

/// The queues and the players in them.
pub(crate) struct Matchmaking {
    context: Context,
    clients: Arc<Clients>,
    engine: Arc<RoomEngine>,
    lobby: Arc<Lobby>,
    kept_places: KeptPlaces,
    own_tickets: OwnTickets,
    seek_ids: SeekIds,
    /// Players who have left the queue hold a copy until that is stored.
    leaving: Arc<()>,
    /// How often a queue was to be read from the store of a cluster, and up to which of these times each one was.
    syncs_wanted: AtomicU64,
    synced: tokio::sync::Mutex<HashMap<QueueKey, u64>>,
}

impl Matchmaking {
    pub(crate) fn new(
        context: Context,
        clients: Arc<Clients>,
        engine: Arc<RoomEngine>,
        lobby: Arc<Lobby>,
    ) -> Arc<Matchmaking> {
        Arc::new(Matchmaking {
            context,
            clients,
            engine,
            lobby,
            kept_places: KeptPlaces::default(),
            own_tickets: OwnTickets::default(),
            seek_ids: SeekIds::default(),
            leaving: Arc::default(),
            syncs_wanted: AtomicU64::default(),
            synced: tokio::sync::Mutex::default(),
        })
    }

    /// Pairs players who have waited long enough for a larger rating difference; runs until shutdown.
    pub(crate) async fn run_timers(self: Arc<Self>) {
        loop {
            for key in self.lobby.due(&self.context.clock).await {
                if self.context.cluster.is_some() {
                    self.sync_soon(&key).await;
                } else if !self.context.lifecycle.is_closed() {
                    self.carry_out(self.lobby.pair(&key, self.context.clock.now(), random::room_id));
                }
            }
        }
    }

    /// Removes a connection from its queue; `None` if it was in none. What it returns ends when that is stored.
    pub(crate) fn stop_waiting(
        self: &Arc<Self>,
        client: &Client,
    ) -> Option<impl Future<Output = Result<(), StoreError>> + use<>> {
        let player = client.player();
        let leaving = Arc::clone(&self.leaving);
        let shared = self.own_tickets.remove_of(&player, &client.connection);
        let left = self.lobby.leave(&player, &client.connection, self.context.clock.now());
        if left.is_none() && shared.is_none() {
            return None;
        }
        let stored = match &shared {
            // The player may have another place by now, at another node.
            Some((key, ticket)) => {
                let row = queue_recovery::row(key, ticket);
                self.context.store.remove_from_queue(row.key, row.entry)
            }
            None => self.context.store.leave_queue(player.waiting_key()),
        };
        left.into_iter().flatten().for_each(|place| place.tell(&self.clients));
        let matchmaking = Arc::clone(self);
        Some(async move {
            let stored = stored.await;
            drop(leaving);
            if let Some((key, ticket)) = shared {
                tokio::spawn(matchmaking.after_leaving(key, ticket, stored.clone()));
            }
            stored.map(drop)
        })
    }

    /// The same, without waiting for the store: if this fails, the next start removes the place. A host may come back to their
    /// invitation.
    pub(crate) fn stop_waiting_soon(self: &Arc<Self>, client: &Client) {
        if self.lobby.waits(&client.player()) {
            // Stored before the place is given up, so that the session does not expire in between.
            self.prolong_invitation(&client.identity);
        }
        if let Some(left) = self.stop_waiting(client) {
            tokio::spawn(left);
        }
    }

    /// Notifies waiting players of their positions, and opens rooms for pairs.
    fn carry_out(self: &Arc<Self>, changes: Changes) {
        changes.places.into_iter().for_each(|place| place.tell(&self.clients));
        for (room, pair) in changes.pairs {
            let matchmaking = Arc::clone(self);
            tokio::spawn(async move { matchmaking.open_pair(room, pair).await });
        }
    }

    async fn open_pair(self: Arc<Self>, room: RoomId, pair: Pairing<Seating>) {
        let connections = [&pair.first, &pair.second].map(|ticket| ticket.connection.clone());
        let players = [&pair.first, &pair.second].map(|ticket| ticket.seating.player.clone());
        let waited = [&pair.first, &pair.second].map(queue_recovery::paired_place).to_vec();
        let opened = self.engine.open_room(self.setup_of(&room, pair), waited).await;
        if self.context.cluster.is_some() {
            return self.after_shared_pair(&room, &players, opened.err()).await;
        }
        if let Err(refusal) = opened {
            for (player, connection) in players.iter().zip(&connections) {
                self.give_up_seat(&room, player, connection, &refusal);
            }
        }
    }

    /// The room of a pair.
    fn setup_of(&self, room: &RoomId, pair: Pairing<Seating>) -> RoomSetup {
        let (mut first, mut second) = (pair.first.seating, pair.second.seating);
        if first.side == Some(Side::Second) || second.side == Some(Side::First) {
            std::mem::swap(&mut first, &mut second);
        }
        RoomSetup {
            id: room.clone(),
            scope: first.player.scope,
            variant: first.variant,
            seats: [first.seat, second.seat],
            secrets: [first.secret, second.secret],
            time_limit: time_control::limit(first.time_control, first.idle.shared(second.idle)),
            timing: self.context.settings.timing(first.variant),
            seed: random::seed(),
            is_rematch: false,
            spectators: first.spectators.min(second.spectators),
        }
    }

    /// Removes a waiting player from a room that was not stored, and from the queue, and reports why.
    fn give_up_seat(&self, room: &RoomId, player: &PlayerKey, connection: &Connection, why: &WireRefusal) {
        warn!(error = why.error, "pair not seated");
        self.lobby.unseat(player, room);
        drop(self.context.store.leave_queue(player.waiting_key()));
        if let Some(client) = self.clients.find(connection) {
            client.refuse("matchmaking:join", why.clone());
        }
    }
}
