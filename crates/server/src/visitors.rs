//! The sockets that are connected, and where each of them takes part.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex};

use protocol::{GameName, HandshakeOptions};
use rooms::{Connection, RoomId};
use sockets::Socket;

use crate::identity::Identity;
use crate::limits::EventLimiter;
use crate::sync::lock;

/// One connected socket.
pub(crate) struct Visitor {
    pub(crate) socket: Socket,
    pub(crate) connection: Connection,
    pub(crate) game: GameName,
    pub(crate) identity: Identity,
    pub(crate) options: HandshakeOptions,
    pub(crate) limiter: EventLimiter,
    rooms: Mutex<BTreeSet<RoomId>>,
}

impl Visitor {
    pub(crate) fn new(
        socket: Socket,
        game: GameName,
        identity: Identity,
        options: HandshakeOptions,
        limiter: EventLimiter,
    ) -> Visitor {
        let connection = connection(&socket);
        Visitor { socket, connection, game, identity, options, limiter, rooms: Mutex::default() }
    }

    pub(crate) fn enter(&self, room: RoomId) {
        lock(&self.rooms).insert(room);
    }

    pub(crate) fn leave(&self, room: &RoomId) {
        lock(&self.rooms).remove(room);
    }

    pub(crate) fn rooms(&self) -> Vec<RoomId> {
        lock(&self.rooms).iter().cloned().collect()
    }
}

/// All connected sockets by their public id.
#[derive(Default)]
pub(crate) struct Visitors {
    here: Mutex<HashMap<Connection, Arc<Visitor>>>,
}

impl Visitors {
    pub(crate) fn arrive(&self, visitor: Arc<Visitor>) {
        lock(&self.here).insert(visitor.connection.clone(), visitor);
    }

    pub(crate) fn depart(&self, connection: &Connection) -> Option<Arc<Visitor>> {
        lock(&self.here).remove(connection)
    }

    pub(crate) fn find(&self, connection: &Connection) -> Option<Arc<Visitor>> {
        lock(&self.here).get(connection).cloned()
    }

    pub(crate) fn count(&self) -> usize {
        lock(&self.here).len()
    }

    pub(crate) fn all(&self) -> Vec<Arc<Visitor>> {
        lock(&self.here).values().cloned().collect()
    }
}

pub(crate) fn connection(socket: &Socket) -> Connection {
    Connection(socket.id().to_string())
}
