//! The connected sockets, the player of each, and the rooms each takes part in.

mod guest_ids;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use common::{PlayerId, RoomId, lock};
use protocol::{GameError, GameName, HandshakeOptions, PlainEvent, WireRefusal};
use rooms::{Connection, Scope};
use sockets::Socket;

use self::guest_ids::GuestIds;
use crate::cluster::socket_of;
use crate::identity::{Guest, Identity, guest_scope};
use crate::limits::EventLimiter;
use crate::player::PlayerKey;

/// One connected socket.
pub(crate) struct Client {
    pub(crate) socket: Socket,
    pub(crate) connection: Connection,
    pub(crate) game: GameName,
    pub(crate) identity: Identity,
    pub(crate) options: HandshakeOptions,
    pub(crate) limiter: EventLimiter,
    /// Nearly always one room.
    rooms: Mutex<Vec<RoomId>>,
}

impl Client {
    pub(crate) fn new(
        socket: Socket,
        connection: Connection,
        game: GameName,
        identity: Identity,
        options: HandshakeOptions,
        limiter: EventLimiter,
    ) -> Client {
        Client { socket, connection, game, identity, options, limiter, rooms: Mutex::default() }
    }

    /// The player of this socket.
    pub(crate) fn player(&self) -> PlayerKey {
        PlayerKey::new(self.identity.scope(), self.game, self.identity.player())
    }

    /// Notes that the client takes part in a room; returns whether it did not before.
    pub(crate) fn enter(&self, room: RoomId) -> bool {
        let mut rooms = lock(&self.rooms);
        let is_new = !rooms.contains(&room);
        if is_new {
            rooms.push(room);
        }
        is_new
    }

    pub(crate) fn leave(&self, room: &RoomId) {
        lock(&self.rooms).retain(|entered| entered != room);
    }

    pub(crate) fn rooms(&self) -> Vec<RoomId> {
        lock(&self.rooms).clone()
    }

    /// Emits a message that is the same in every game.
    pub(crate) fn emit(&self, event: &PlainEvent) {
        // The transport closes a client that is gone or does not read.
        self.socket.emit(event.name(), event).ok();
    }

    /// Reports a refusal of a request that has no acknowledgement.
    pub(crate) fn refuse(&self, event: &str, refusal: WireRefusal) {
        self.emit(&PlainEvent::GameError(GameError { event: event.to_owned(), refusal }));
    }
}

/// All connected sockets by their public id.
#[derive(Default)]
pub(crate) struct Clients {
    connected: Mutex<HashMap<String, Arc<Client>>>,
    /// How many of them each tenant and mode has.
    by_scope: Mutex<HashMap<Scope, usize>>,
    guest_ids: GuestIds,
}

impl Clients {
    pub(crate) fn add(&self, client: Arc<Client>) {
        self.hold_guest_id(&client);
        *lock(&self.by_scope).entry(client.identity.scope()).or_default() += 1;
        lock(&self.connected).insert(client.socket.id().to_string(), client);
    }

    pub(crate) fn remove(&self, socket: &Socket) -> Option<Arc<Client>> {
        let removed = lock(&self.connected).remove(socket.id().as_str());
        removed.inspect(|client| {
            self.release_guest_id(client);
            self.count_one_less(&client.identity.scope());
        })
    }

    fn count_one_less(&self, scope: &Scope) {
        let mut by_scope = lock(&self.by_scope);
        let Some(count) = by_scope.get_mut(scope) else { return };
        *count -= 1;
        if *count == 0 {
            by_scope.remove(scope);
        }
    }

    /// The client behind a socket.
    pub(crate) fn behind(&self, socket: &Socket) -> Option<Arc<Client>> {
        lock(&self.connected).get(socket.id().as_str()).cloned()
    }

    /// The client of a connection; `None` if it is gone or at another node.
    pub(crate) fn find(&self, connection: &Connection) -> Option<Arc<Client>> {
        let connected = lock(&self.connected);
        connected.get(socket_of(connection)).filter(|client| client.connection == *connection).cloned()
    }

    pub(crate) fn is_connected(&self, connection: &Connection) -> bool {
        self.find(connection).is_some()
    }

    pub(crate) fn count(&self) -> usize {
        lock(&self.connected).len()
    }

    /// How many clients each tenant and mode has that has any.
    pub(crate) fn by_scope(&self) -> HashMap<Scope, usize> {
        lock(&self.by_scope).clone()
    }

    pub(crate) fn all(&self) -> Vec<Arc<Client>> {
        lock(&self.connected).values().cloned().collect()
    }

    /// Makes a guest this player after they proved it.
    pub(crate) fn become_player(&self, client: &Client, guest: &Guest, player: PlayerId) {
        self.release_guest_id(client);
        guest.become_player(player);
        self.hold_guest_id(client);
    }

    /// Makes a guest this player, unless another connection is; returns whether it did.
    pub(crate) fn become_free_player(&self, client: &Client, guest: &Guest, player: PlayerKey) -> bool {
        let free = self.guest_ids.take_free(&player, &client.connection);
        if free {
            self.become_player(client, guest, player.id);
        }
        free
    }

    fn hold_guest_id(&self, client: &Client) {
        if client.identity.scope() == guest_scope() {
            self.guest_ids.take(client.player(), &client.connection);
        }
    }

    fn release_guest_id(&self, client: &Client) {
        self.guest_ids.release(&client.player(), &client.connection);
    }
}
