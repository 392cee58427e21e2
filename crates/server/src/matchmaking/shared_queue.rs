//! The queue of a cluster: it is in the store, and every node with a player in it knows it. The node of the player who came first
//! opens the game of a pair; the store lets a player leave the queue once.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::{RoomId, lock};
use protocol::{ErrorCode, Joined, WireRefusal};
use rooms::{Connection, Pairing, Ticket};
use store::{StoreError, WaitingRow};
use tracing::{debug, warn};

use super::{Matchmaking, queue_recovery};
use crate::clients::Client;
use crate::cluster::{Cluster, Hint, QueueName};
use crate::engine::RoomHandle;
use crate::lobby::{QueueKey, Seating};
use crate::player::PlayerKey;
use crate::{random, refusals};

/// The pause before a place that could not be removed is removed again.
const RETRY: Duration = Duration::from_millis(500);

/// The tickets of players at this node: what the store does not have is their secrets.
#[derive(Default)]
pub(super) struct OwnTickets(Mutex<HashMap<PlayerKey, OwnTicket>>);

struct OwnTicket {
    key: QueueKey,
    ticket: Ticket<Seating>,
    /// Whether it is in the store.
    is_stored: bool,
}

impl OwnTickets {
    /// Adds a ticket; returns false if the player has one already.
    fn add(&self, key: QueueKey, ticket: Ticket<Seating>) -> bool {
        match lock(&self.0).entry(ticket.seating.player.clone()) {
            Entry::Occupied(_) => false,
            Entry::Vacant(place) => {
                place.insert(OwnTicket { key, ticket, is_stored: false });
                true
            }
        }
    }

    fn note_stored(&self, player: &PlayerKey) {
        if let Some(own) = lock(&self.0).get_mut(player) {
            own.is_stored = true;
        }
    }

    /// Whether a player of this node waits.
    pub(super) fn has_player(&self, player: &PlayerKey) -> bool {
        lock(&self.0).contains_key(player)
    }

    /// Removes a ticket; returns its queue.
    pub(super) fn remove(&self, player: &PlayerKey) -> Option<QueueKey> {
        lock(&self.0).remove(player).map(|own| own.key)
    }

    /// Removes the ticket of a connection; returns it with its queue.
    pub(super) fn remove_of(
        &self,
        player: &PlayerKey,
        connection: &Connection,
    ) -> Option<(QueueKey, Ticket<Seating>)> {
        let mut own = lock(&self.0);
        own.get(player).filter(|own| own.ticket.connection == *connection)?;
        own.remove(player).map(|own| (own.key, own.ticket))
    }

    /// A ticket of the store, with the secret if it is a player of this node. The store knows who came first.
    pub(super) fn completed(&self, ticket: Ticket<Seating>) -> Ticket<Seating> {
        let own = lock(&self.0);
        let own = own.get(&ticket.seating.player).filter(|own| own.ticket.connection == ticket.connection);
        own.map_or_else(|| ticket.clone(), |own| Ticket { joined: ticket.joined, ..own.ticket.clone() })
    }

    /// The stored tickets of a queue that are not among these.
    fn missing(&self, key: &QueueKey, found: &[Ticket<Seating>]) -> Vec<Ticket<Seating>> {
        let is_found =
            |own: &OwnTicket| found.iter().any(|ticket| ticket.connection == own.ticket.connection);
        let own = lock(&self.0);
        let missing = own.values().filter(|own| own.is_stored && own.key == *key && !is_found(own));
        missing.map(|own| own.ticket.clone()).collect()
    }

    /// The number of players of this node who wait.
    fn len(&self) -> usize {
        lock(&self.0).len()
    }

    fn has(&self, key: &QueueKey) -> bool {
        lock(&self.0).values().any(|own| own.key == *key)
    }

    fn queues(&self) -> Vec<QueueKey> {
        let mut keys: Vec<QueueKey> = lock(&self.0).values().map(|own| own.key.clone()).collect();
        keys.sort();
        keys.dedup();
        keys
    }

    pub(super) fn clear(&self) {
        lock(&self.0).clear();
    }
}

impl Matchmaking {
    /// Queues a player of this node in the store, and pairs those who fit.
    pub(super) async fn enqueue_shared(
        self: &Arc<Self>,
        client: &Arc<Client>,
        cluster: &Cluster,
        key: QueueKey,
        ticket: Ticket<Seating>,
        row_before: Option<WaitingRow>,
    ) -> Result<Joined, WireRefusal> {
        if self.is_full(&key).await.map_err(|error| refusals::unavailable(&error))? {
            return Err(WireRefusal::new(ErrorCode::RateLimited, "the waiting room is full")
                .hint("try again in a minute"));
        }
        let (player, row) = (ticket.seating.player.clone(), queue_recovery::row(&key, &ticket));
        let secret = ticket.seating.secret.clone();
        if !self.own_tickets.add(key.clone(), ticket.clone()) {
            return Err(already_waiting());
        }
        self.lobby.promise(&player, secret);
        match self.store_place(cluster, &client.connection, &row, row_before).await {
            Ok(true) => self.own_tickets.note_stored(&player),
            Ok(false) => {
                self.own_tickets.remove(&player);
                return Err(already_waiting());
            }
            Err(error) => {
                // It may be stored nevertheless.
                self.give_up_place(key, ticket);
                return Err(refusals::unavailable(&error));
            }
        }
        if !self.clients.is_connected(&client.connection) {
            // When they left, the place may not have been there yet.
            self.give_up_place(key, ticket);
            return Err(refusals::unavailable(&StoreError::Overloaded));
        }
        let begun = self.game_of_earlier_place(client).await;
        if begun != Ok(None)
            && let Some(left) = self.stop_waiting(client)
        {
            tokio::spawn(left);
        }
        if let Some(room) = begun? {
            return Ok(self.already_started(client, player.id, room));
        }
        self.sync_queue(cluster, &key).await.map_err(|error| refusals::unavailable(&error))?;
        let is_left_to_others =
            self.lobby.waits(&player) && self.lobby.position(&client.connection).is_none();
        if is_left_to_others && self.context.heartbeat().await.is_ok() {
            // The node that was to open their game may be gone: what was known of the nodes may have been half a second old.
            self.sync_queue(cluster, &key).await.map_err(|error| refusals::unavailable(&error))?;
        }
        cluster.tell_all(&Hint::Queue(name_of(&key)));
        let position = self.lobby.position(&client.connection);
        let position = position.and_then(|position| u32::try_from(position).ok());
        Ok(Joined { player_id: player.id.0, position, room_id: None })
    }

    /// Removes a place of this node from the queue, and goes on trying if that fails.
    fn give_up_place(self: &Arc<Self>, key: QueueKey, ticket: Ticket<Seating>) {
        self.own_tickets.remove_of(&ticket.seating.player, &ticket.connection);
        let row = queue_recovery::row(&key, &ticket);
        let removed = self.context.store.remove_from_queue(row.key, row.entry);
        let matchmaking = Arc::clone(self);
        tokio::spawn(async move { matchmaking.after_leaving(key, ticket, removed.await).await });
    }

    /// The game for which another node has taken an earlier place of a player from the queue: their seat in it belongs to a connection
    /// that is gone, or about to be. Whoever joins looks for games before; but this one may have been stored since then, and while its earlier
    /// place was there, the new one could not be stored.
    async fn game_of_earlier_place(&self, client: &Client) -> Result<Option<RoomId>, WireRefusal> {
        let player = client.player();
        self.engine.hold_rooms_of(&player, 1).await?;
        let room = self.engine.running_room_of(&player);
        // A pair that is about to be seated here has no room yet.
        let room = room.and_then(|room| self.engine.registry.find(&room));
        let is_seated = |room: &Arc<RoomHandle>| {
            let live = room.live();
            live.room.seats().iter().any(|seat| seat.connection() == Some(&client.connection))
        };
        Ok(room.filter(|room| !is_seated(room)).map(|room| room.id.clone()))
    }

    /// Stores a place in the queue, at the place of `before` if the player had one; returns false if they wait already, or no longer.
    async fn store_place(
        &self,
        cluster: &Cluster,
        connection: &Connection,
        row: &WaitingRow,
        before: Option<WaitingRow>,
    ) -> Result<bool, StoreError> {
        let store = &self.context.store;
        if let Some(before) = before {
            let replaced = store.replace_in_queue(row.clone(), before.entry);
            let is_replaced = self.context.await_write(replaced).await?;
            // The holder of a session, whose place is resumed without asking, may have left it since; a guest has asked.
            if is_replaced || row.session.is_some() {
                return Ok(is_replaced);
            }
        }
        match self.context.await_write(store.join_queue(row.clone())).await? {
            true => Ok(true),
            false => self.replace_old_place(cluster, connection, row.clone()).await,
        }
    }

    /// Takes the place that an earlier request of this connection has stored although it was refused, or that the same session has at a
    /// node that is gone; returns whether there was one.
    async fn replace_old_place(
        &self,
        cluster: &Cluster,
        connection: &Connection,
        row: WaitingRow,
    ) -> Result<bool, StoreError> {
        let Some(place) = self.context.store.place_in_queue(row.key.clone()).await? else {
            return self.context.store.join_queue(row).await;
        };
        let ticket = queue_recovery::read(&place, &self.context.catalogue).map(|(_, ticket)| ticket);
        let Some(ticket) = ticket else { return Ok(false) };
        if ticket.connection != *connection {
            let is_same_session = place.session.is_some() && place.session == row.session;
            if !is_same_session || !self.context.has_lost_node(cluster, &ticket.connection).await? {
                return Ok(false);
            }
        }
        self.context.store.replace_in_queue(row, place.entry).await
    }

    /// Reads a queue from the store and pairs those who fit.
    pub(super) async fn sync_queue(
        self: &Arc<Self>,
        cluster: &Cluster,
        key: &QueueKey,
    ) -> Result<(), StoreError> {
        let wanted = self.syncs_wanted.fetch_add(1, Ordering::Relaxed) + 1;
        // One at a time, so that an older answer of the store does not replace a newer one.
        let mut synced = self.synced.lock().await;
        if synced.get(key).is_some_and(|synced| *synced >= wanted) {
            // Somebody has read it since.
            return Ok(());
        }
        // What is read now serves all who have asked by now.
        synced.retain(|key, _| self.own_tickets.has(key));
        synced.insert(key.clone(), self.syncs_wanted.load(Ordering::Relaxed));
        let rows = match self.rows_of(key).await {
            Ok(rows) => rows,
            Err(error) => {
                synced.remove(key);
                return Err(error);
            }
        };
        let read = rows.iter().filter_map(|row| queue_recovery::read(row, &self.context.catalogue));
        let tickets: Vec<Ticket<Seating>> = read
            .filter(|(of, ticket)| of == key && cluster.is_alive(&ticket.connection))
            .map(|(_, ticket)| self.own_tickets.completed(ticket))
            .collect();
        for ticket in self.own_tickets.missing(key, &tickets) {
            let matchmaking = Arc::clone(self);
            tokio::spawn(async move { matchmaking.find_game_of(ticket).await });
        }
        // Players of a node that drains are about to return at another one.
        let is_draining = self.context.lifecycle.is_draining();
        let opens = |pair: &Pairing<Seating>| !is_draining && cluster.is_here(&pair.first.connection);
        let now = self.context.clock.now();
        let changes = self.lobby.replace(key, tickets, now, opens, random::room_id);
        self.carry_out(changes);
        Ok(())
    }

    /// Whether no more players may wait in a queue.
    async fn is_full(&self, key: &QueueKey) -> Result<bool, StoreError> {
        let QueueKey::Public { scope, game, variant, .. } = key else { return Ok(false) };
        let waiting = self.context.store.queue_length(&scope.tenant, scope.mode, game, variant).await?;
        Ok(waiting >= self.context.settings.limits.waiting_players as u64)
    }

    /// The players of a queue, as stored.
    async fn rows_of(&self, key: &QueueKey) -> Result<Vec<WaitingRow>, StoreError> {
        match key {
            QueueKey::Public { scope, game, variant, .. } => {
                self.context.store.queue_of_variant(&scope.tenant, scope.mode, game, variant).await
            }
            QueueKey::Private(session) => self.context.store.queue_of_session(session).await,
        }
    }

    /// Pairs the players of a queue who fit by now, with players at this node.
    pub(super) async fn sync_soon(self: &Arc<Self>, key: &QueueKey) {
        let Some(cluster) = &self.context.cluster else { return };
        if let Err(error) = self.sync_queue(cluster, key).await {
            warn!(%error, "queue not read");
        }
    }

    /// Takes the hint that a queue has changed.
    pub(crate) async fn hear_of_queue(self: &Arc<Self>, name: &QueueName) {
        for key in self.own_tickets.queues().iter().filter(|key| name_of(key) == *name) {
            self.sync_soon(key).await;
        }
    }

    /// Reads all queues with players at this node.
    pub(crate) async fn sync_queues(self: &Arc<Self>) {
        for key in self.own_tickets.queues() {
            self.sync_soon(&key).await;
        }
    }

    /// Forgets every player, after the other nodes have declared this one dead.
    pub(crate) fn forget_all(&self) {
        self.own_tickets.clear();
        self.kept_places.clear();
    }

    /// Tells the others that a player has left the queue. If another node has paired them meanwhile, their game begins, or they have left
    /// it if they are gone.
    pub(super) async fn after_leaving(
        self: Arc<Self>,
        key: QueueKey,
        ticket: Ticket<Seating>,
        mut was_there: Result<bool, StoreError>,
    ) {
        let player = ticket.seating.player.clone();
        let row = queue_recovery::row(&key, &ticket);
        while was_there.is_err() && !self.context.lifecycle.is_closed() {
            // A place without a player would be paired again and again.
            tokio::time::sleep(RETRY).await;
            was_there = self.context.store.remove_from_queue(row.key.clone(), row.entry.clone()).await;
        }
        self.tell_queue(&key);
        if was_there != Ok(false) {
            // Unless they have joined again.
            if !self.own_tickets.has_player(&player) {
                self.lobby.promise(&player, None);
            }
            return;
        }
        if self.clients.is_connected(&ticket.connection) {
            self.find_game_of(ticket).await;
        } else if self.engine.hold_rooms_of(&player, 1).await.is_ok()
            && let Some(room) = self.engine.running_room_of(&player)
        {
            self.engine.notice_the_lost(&room).await;
        }
    }

    /// The number of players who have a place in the queue, at this node; one that is being removed counts until it is.
    pub(crate) fn waiting(&self) -> usize {
        let leaving = Arc::strong_count(&self.leaving) - 1;
        let waiting =
            if self.context.cluster.is_some() { self.own_tickets.len() } else { self.lobby.waiting() };
        waiting + leaving
    }

    /// Tells the other nodes that a queue has changed, and forgets it if nobody waits in it here.
    pub(super) fn tell_queue(&self, key: &QueueKey) {
        if !self.own_tickets.has(key) {
            self.lobby.drop_queue(key);
        }
        if let Some(cluster) = &self.context.cluster {
            cluster.tell_all(&Hint::Queue(name_of(key)));
        }
    }

    /// Ends the waiting of a pair, or lets it go on if another node was faster or nothing could be stored.
    pub(super) async fn after_shared_pair(
        self: &Arc<Self>,
        room: &RoomId,
        players: &[PlayerKey; 2],
        refusal: Option<WireRefusal>,
    ) {
        let Some(refusal) = refusal else {
            let queues: Vec<QueueKey> =
                players.iter().filter_map(|player| self.own_tickets.remove(player)).collect();
            players.iter().for_each(|player| self.lobby.promise(player, None));
            return queues.iter().take(1).for_each(|key| self.tell_queue(key));
        };
        debug!(error = refusal.error, "pair not seated");
        for player in players {
            self.lobby.unseat(player, room);
        }
        // The next look at the queue, within a second or two, finds them again or finds their game.
    }

    /// Begins the game that another node has opened for a player who is no longer in the queue.
    async fn find_game_of(self: Arc<Self>, ticket: Ticket<Seating>) {
        let player = &ticket.seating.player;
        let joined = ticket.joined + self.context.clock.lag();
        match self.engine.begin_opened_elsewhere(player, joined).await {
            Ok(true) => {
                let left = self.own_tickets.remove(player).filter(|key| !self.own_tickets.has(key));
                left.iter().for_each(|key| self.lobby.drop_queue(key));
            }
            // They may have left, or the queue was read before they joined.
            Ok(false) => {}
            Err(error) => warn!(%error, "game that another node has opened not read"),
        }
    }
}

pub(super) fn already_waiting() -> WireRefusal {
    WireRefusal::new(ErrorCode::AlreadyWaiting, "you are waiting for an opponent already")
        .hint("send matchmaking:leave first to join again with other wishes")
}

fn name_of(key: &QueueKey) -> QueueName {
    match key {
        QueueKey::Public { scope, game, variant, .. } => QueueName::Public {
            tenant: scope.tenant.clone(),
            mode: scope.mode,
            game: (*game).to_owned(),
            variant: (*variant).to_owned(),
        },
        QueueKey::Private(session) => QueueName::Private(session.clone()),
    }
}
