//! The cluster that this node belongs to: its name in it, the nodes that are alive, and the hints they send each other.
//! What is true is in the store alone; a hint that is lost delays something and changes nothing.

mod bus;
mod followed;
mod hint;
mod shared_limit;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use common::{RoomId, lock};
use rooms::{Connection, Secret};
use store::Beat;
use tokio::sync::{mpsc, watch};

use self::bus::Bus;
pub use self::bus::BusError;
pub(crate) use self::hint::{HeardEvents, Hint, HintedEvents, QueueName, RoomHint};
use crate::limits::RateAllowance;
use crate::random;

/// Separates the name of a node and the socket in the name of a connection.
const SEPARATOR: char = '.';

/// This node and the others.
pub(crate) struct Cluster {
    node: Arc<Mutex<String>>,
    secret: Mutex<String>,
    alive: watch::Sender<BTreeSet<String>>,
    /// Whether the others have declared this node dead.
    is_fenced: AtomicBool,
    bus: Bus,
}

impl Cluster {
    /// A node with a new name, not yet in the cluster, and what it hears of the others.
    pub(crate) fn new(redis: &str) -> Result<(Cluster, mpsc::Receiver<Hint>), BusError> {
        let node = Arc::new(Mutex::new(random::node_name()));
        let (bus, hints) = Bus::new(redis, Arc::clone(&node))?;
        let cluster = Cluster {
            node,
            secret: Mutex::default(),
            alive: watch::Sender::default(),
            is_fenced: AtomicBool::new(false),
            bus,
        };
        Ok((cluster, hints))
    }

    /// The name of this node.
    pub(crate) fn node(&self) -> String {
        lock(&self.node).clone()
    }

    /// Takes a new name, after the others have declared the old one dead.
    pub(crate) fn rename(&self) {
        let mut node = lock(&self.node);
        *node = random::node_name();
        drop(node);
        self.is_fenced.store(false, Ordering::Relaxed);
        self.bus.rename();
    }

    /// Connects to the others, whose hints arrive from now on.
    pub(crate) fn start(&self, beat: &Beat) {
        self.note(beat);
        self.bus.start(&random::digest(&beat.secret)[..16]);
    }

    /// Applies what the store says about the nodes.
    pub(crate) fn note(&self, beat: &Beat) {
        lock(&self.secret).clone_from(&beat.secret);
        let alive: BTreeSet<String> = beat.alive.iter().cloned().collect();
        metrics::gauge!("parlour_nodes").set(alive.len() as f64);
        self.alive.send_if_modified(|known| {
            let has_changed = *known != alive;
            self.bus.forget_nodes(known.difference(&alive));
            *known = alive;
            has_changed
        });
    }

    /// Records that the others have declared the node of this name dead, unless it has another one by now.
    pub(crate) fn fence(&self, name: &str) {
        let node = lock(&self.node);
        if *node == name {
            self.is_fenced.store(true, Ordering::Relaxed);
        }
    }

    pub(crate) fn is_fenced(&self) -> bool {
        self.is_fenced.load(Ordering::Relaxed)
    }

    /// The nodes that are alive, and every change.
    pub(crate) fn watch_nodes(&self) -> watch::Receiver<BTreeSet<String>> {
        self.alive.subscribe()
    }

    /// The name of a socket's connection, which tells the node it is at.
    pub(crate) fn connection(&self, socket: &str) -> Connection {
        Connection(format!("{}{SEPARATOR}{socket}", self.node()))
    }

    /// Whether a connection is at this node.
    pub(crate) fn is_here(&self, connection: &Connection) -> bool {
        node_of(connection) == Some(lock(&self.node).as_str())
    }

    /// Whether the node of this name is alive.
    pub(crate) fn has_node(&self, name: &str) -> bool {
        self.alive.borrow().contains(name)
    }

    /// Whether the node of a connection is alive.
    pub(crate) fn is_alive(&self, connection: &Connection) -> bool {
        node_of(connection).is_some_and(|node| self.has_node(node))
    }

    /// The secret of a guest in a rematch, which every node can make: the one that opens the room, and the one that tells the guest.
    pub(crate) fn seat_secret(&self, room: &RoomId, seat: usize) -> Secret {
        let key = self.key("parlour seats of rematches");
        let plain = blake3::keyed_hash(&key, format!("{room}{SEPARATOR}{seat}").as_bytes()).to_hex();
        Secret { plain: plain.to_string(), digest: random::digest(&plain) }
    }

    /// A key for one purpose that all nodes know.
    pub(crate) fn key(&self, purpose: &str) -> [u8; blake3::KEY_LEN] {
        blake3::derive_key(purpose, lock(&self.secret).as_bytes())
    }

    /// Whether hints reach the other nodes.
    pub(crate) fn has_bus(&self) -> bool {
        self.bus.is_up()
    }

    /// Takes one of `per_minute` over all nodes; `None` if they cannot be reached.
    pub(crate) async fn take_from_limit(&self, name: &str, per_minute: u32) -> Option<RateAllowance> {
        let (connection, key) = self.bus.for_limits(name)?;
        shared_limit::take(connection, &key, per_minute).await
    }

    /// Hears the hints about a room from now on; returns when that is certain, or the bus is down.
    pub(crate) async fn follow(&self, room: &RoomId) {
        self.bus.follow(room).await;
    }

    /// Follows a room without waiting for it.
    pub(crate) fn follow_soon(&self, room: &RoomId) {
        self.bus.follow_soon(room);
    }

    pub(crate) fn unfollow(&self, room: &RoomId) {
        self.bus.unfollow(room);
    }

    /// Tells the other nodes that follow a room.
    pub(crate) fn tell_followers(&self, room: &RoomId, hint: &RoomHint) {
        self.bus.publish_to_followers(room, || hint.write(&self.node(), room));
    }

    /// Tells once more that this node follows a room.
    pub(crate) fn announce(&self, room: &RoomId) {
        self.bus.announce(&self.node(), room);
    }

    /// Tells all nodes.
    pub(crate) fn tell_all(&self, hint: &Hint) {
        self.bus.publish_to_all(hint.write(&self.node()));
    }
}

fn node_of(connection: &Connection) -> Option<&str> {
    connection.as_str().split_once(SEPARATOR).map(|(node, _)| node)
}

/// The socket of a connection, whichever node it is at.
pub(crate) fn socket_of(connection: &Connection) -> &str {
    connection.as_str().split_once(SEPARATOR).map_or(connection.as_str(), |(_, socket)| socket)
}
