//! The bus between nodes: Redis, by publishing and subscribing. It may be down; then nodes read from the store what they
//! would have heard.
//!
//! Each node has a channel, and so has each series of rooms. Who follows a series is told on the channel of the series, and what happens in
//! its rooms on the channels of the nodes that follow it: one message has all that a node is told at a time, nobody hears what they told
//! themselves, and rooms that no other node follows cost nothing.

mod listener;
mod publisher;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::{RoomId, lock};
use redis::aio::ConnectionManager;
use redis::{Client, RedisError};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;
use tracing::{info, warn};

use self::listener::HintListener;
use self::publisher::HintPublisher;
use super::followed::FollowedRooms;
use super::hint::{Hint, SeriesHint};
use crate::random;

/// How many hints may wait; more are dropped, and the nodes find out by themselves.
const QUEUE: usize = 65_536;
/// How many hints are sent together.
const TOGETHER: usize = 512;
/// How long Redis may take to answer.
const PATIENCE: Duration = Duration::from_millis(500);
/// The pause before the next attempt to connect.
const RETRY: Duration = Duration::from_millis(250);

/// Why the address of Redis cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("the address of Redis cannot be used: {0}")]
pub struct BusError(#[from] RedisError);

/// The two connections to Redis, which are made again whenever they are lost.
pub(crate) struct Bus {
    published: mpsc::Sender<Publication>,
    following: mpsc::Sender<Following>,
    state: Arc<BusState>,
    ends: Mutex<Option<BusEnds>>,
}

/// What the tasks of the bus start with.
struct BusEnds {
    client: Client,
    node: Arc<Mutex<String>>,
    published: mpsc::Receiver<Publication>,
    following: mpsc::Receiver<Following>,
    hints: mpsc::Sender<Hint>,
}

#[derive(Default)]
struct BusState {
    publishes: AtomicBool,
    subscribes: AtomicBool,
    followed: Mutex<FollowedRooms>,
    /// The connection that publishes and counts, while it works, and the prefix of all names.
    connection: Mutex<Option<(ConnectionManager, String)>>,
}

/// A hint that is to be published.
struct Publication {
    channel: Channel,
    text: String,
    /// Told when Redis has it.
    sent: Vec<oneshot::Sender<()>>,
}

/// Whom a hint is for.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Channel {
    All,
    Node(Arc<str>),
    /// The nodes that follow a series.
    Series(String),
}

/// A change of what is heard.
enum Following {
    Follow(RoomId, Option<oneshot::Sender<()>>),
    Unfollow(RoomId),
    /// This node has another name.
    Renamed,
}

impl Bus {
    /// A bus of the node with this name that is not connected yet, and the hints that will arrive.
    pub(crate) fn new(
        redis: &str,
        node: Arc<Mutex<String>>,
    ) -> Result<(Bus, mpsc::Receiver<Hint>), BusError> {
        let client = Client::open(redis)?;
        let (published, to_publish) = mpsc::channel(QUEUE);
        let (following, to_follow) = mpsc::channel(QUEUE);
        let (hints, heard) = mpsc::channel(QUEUE);
        let ends = BusEnds { client, node, published: to_publish, following: to_follow, hints };
        let (state, ends) = (Arc::default(), Mutex::new(Some(ends)));
        Ok((Bus { published, following, state, ends }, heard))
    }

    /// Connects. Nodes of other clusters may use the same Redis under other prefixes.
    pub(crate) fn start(&self, prefix: &str) {
        let Some(BusEnds { client, node, published, following, hints }) = lock(&self.ends).take() else {
            return;
        };
        let names = ChannelNames { prefix: format!("parlour:{prefix}:") };
        let publisher =
            HintPublisher { names: names.clone(), node: Arc::clone(&node), state: Arc::clone(&self.state) };
        tokio::spawn(publisher.publish(client.clone(), published));
        let (state, published) = (Arc::clone(&self.state), self.published.clone());
        let listener = HintListener { names, node, hints, published, state };
        tokio::spawn(listener.listen(client, following));
    }

    pub(crate) fn is_up(&self) -> bool {
        self.state.publishes.load(Ordering::Relaxed) && self.state.subscribes.load(Ordering::Relaxed)
    }

    pub(crate) async fn follow(&self, room: &RoomId) {
        if !self.state.subscribes.load(Ordering::Relaxed) {
            return self.follow_soon(room);
        }
        let (done, followed) = oneshot::channel();
        if self.following.try_send(Following::Follow(room.clone(), Some(done))).is_ok() {
            // Without an answer the room is followed later; until then its log is looked at.
            timeout(PATIENCE, followed).await.ok();
        }
    }

    pub(crate) fn follow_soon(&self, room: &RoomId) {
        self.following.try_send(Following::Follow(room.clone(), None)).ok();
    }

    pub(crate) fn unfollow(&self, room: &RoomId) {
        self.following.try_send(Following::Unfollow(room.clone())).ok();
    }

    /// Tells the other nodes that follow a room; the text is written only if there are any.
    pub(crate) fn publish_to_followers(&self, room: &RoomId, text: impl FnOnce() -> String) {
        let followers = lock(&self.state.followed).followers(room).to_vec();
        if followers.is_empty() {
            return;
        }
        let text = text();
        for node in followers {
            publish(&self.published, Publication::new(Channel::Node(node), text.clone()));
        }
    }

    pub(crate) fn publish_to_all(&self, text: String) {
        publish(&self.published, Publication::new(Channel::All, text));
    }

    /// Tells once more that this node follows a room: the others seem not to know.
    pub(crate) fn announce(&self, node: &str, room: &RoomId) {
        publish(&self.published, Publication::follows(node, random::series(room)));
    }

    /// Hears what is told to the new name of this node.
    pub(crate) fn rename(&self) {
        self.following.try_send(Following::Renamed).ok(); // until it is heard, the logs are looked at
    }

    /// Forgets nodes that are gone.
    pub(crate) fn forget_nodes<'a>(&self, nodes: impl Iterator<Item = &'a String>) {
        let mut followed = lock(&self.state.followed);
        nodes.for_each(|node| followed.forget_node(node));
    }

    /// The connection that counts limits, and the key of a limit; `None` while Redis is out of reach.
    pub(crate) fn for_limits(&self, name: &str) -> Option<(ConnectionManager, String)> {
        let connection = lock(&self.state.connection);
        let (connection, prefix) = connection.as_ref()?;
        Some((connection.clone(), format!("{prefix}limit:{name}")))
    }
}

impl Publication {
    fn new(channel: Channel, text: String) -> Publication {
        Publication { channel, text, sent: Vec::new() }
    }

    /// Tells all who follow a series that this node does, too, and asks who they are.
    fn follows(node: &str, series: &str) -> Publication {
        Publication::new(Channel::Series(series.to_owned()), SeriesHint::Follows.write(node, series))
    }
}

fn publish(published: &mpsc::Sender<Publication>, publication: Publication) {
    if published.try_send(publication).is_err() {
        metrics::counter!("parlour_hints_dropped_total").increment(1);
    }
}

/// The names of channels in Redis.
#[derive(Clone)]
struct ChannelNames {
    prefix: String,
}

impl ChannelNames {
    fn all(&self) -> String {
        format!("{}all", self.prefix)
    }

    fn of(&self, channel: &Channel) -> String {
        match channel {
            Channel::All => self.all(),
            Channel::Node(node) => self.node(node),
            Channel::Series(series) => self.series(series),
        }
    }

    fn node(&self, node: &str) -> String {
        format!("{}nodes:{node}", self.prefix)
    }

    fn series(&self, series: &str) -> String {
        format!("{}rooms:{series}", self.prefix)
    }
}

/// What tells the others which series this node follows.
fn announcements(node: &str, followed: &mut FollowedRooms) -> Vec<Publication> {
    followed.series().map(|series| Publication::follows(node, series)).collect()
}

/// Records whether a connection works.
fn note(state: &BusState, which: &AtomicBool, is_up: bool) {
    let was_up = which.swap(is_up, Ordering::Relaxed);
    let both = state.publishes.load(Ordering::Relaxed) && state.subscribes.load(Ordering::Relaxed);
    metrics::gauge!("parlour_redis_up").set(f64::from(u8::from(both)));
    if was_up && !is_up {
        warn!("Redis is out of reach: moves are stored as before and reach other nodes more slowly");
    } else if !was_up && both {
        info!("connected to Redis");
    }
}
