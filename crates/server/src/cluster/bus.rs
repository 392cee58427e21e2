//! The bus between nodes: Redis, by publishing and subscribing. It may be down; then nodes read from the store what they
//! would have heard.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::{RoomId, lock};
use futures_util::StreamExt;
use redis::aio::{ConnectionManager, ConnectionManagerConfig, PubSubSink, PubSubStream};
use redis::{Client, Msg, RedisError};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep, timeout};
use tracing::{info, warn};

use super::hint::{Hint, RoomHint};
use crate::random;

/// How many hints may wait; more are dropped, and the nodes find out by themselves.
const QUEUE: usize = 65_536;
/// How many hints are sent together.
const TOGETHER: usize = 512;
/// How long Redis may take to answer.
const PATIENCE: Duration = Duration::from_millis(500);
/// The pause before the next attempt to connect.
const RETRY: Duration = Duration::from_millis(250);
/// How often a node that has nothing to tell publishes that it is alive.
const CHECK: Duration = Duration::from_secs(1);
/// How long nothing may be heard, not even what this node publishes itself, before the connection counts as lost.
const SILENCE: Duration = Duration::from_secs(4);

/// Why the address of Redis cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("the address of Redis cannot be used: {0}")]
pub struct BusError(#[from] RedisError);

/// The two connections to Redis, which are made again whenever they are lost.
pub(crate) struct Bus {
    published: mpsc::Sender<(Channel, String)>,
    following: mpsc::Sender<Following>,
    state: Arc<BusState>,
    ends: Mutex<Option<BusEnds>>,
}

/// What the tasks of the bus start with.
struct BusEnds {
    client: Client,
    node: Arc<Mutex<String>>,
    published: mpsc::Receiver<(Channel, String)>,
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

/// The rooms whose hints are heard, by their series: a game and its rematches have one channel.
#[derive(Default)]
struct FollowedRooms(HashMap<String, HashSet<RoomId>>);

impl FollowedRooms {
    fn add(&mut self, room: RoomId) {
        self.0.entry(random::series(&room).to_owned()).or_default().insert(room);
    }

    fn remove(&mut self, room: &RoomId) {
        let series = random::series(room);
        if let Some(rooms) = self.0.get_mut(series) {
            rooms.remove(room);
            if rooms.is_empty() {
                self.0.remove(series);
            }
        }
    }

    fn has(&self, series: &str) -> bool {
        self.0.contains_key(series)
    }

    fn series(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

/// Whom a hint is for.
enum Channel {
    All,
    Room(RoomId),
}

/// A change of what is heard.
enum Following {
    Follow(RoomId, Option<oneshot::Sender<()>>),
    Unfollow(RoomId),
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
        let listener = HintListener { names, node, hints, state: Arc::clone(&self.state) };
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

    pub(crate) fn publish_to_room(&self, room: &RoomId, text: String) {
        self.publish(Channel::Room(room.clone()), text);
    }

    pub(crate) fn publish_to_all(&self, text: String) {
        self.publish(Channel::All, text);
    }

    /// The connection that counts limits, and the key of a limit; `None` while Redis is out of reach.
    pub(crate) fn for_limits(&self, name: &str) -> Option<(ConnectionManager, String)> {
        let connection = lock(&self.state.connection);
        let (connection, prefix) = connection.as_ref()?;
        Some((connection.clone(), format!("{prefix}limit:{name}")))
    }

    fn publish(&self, channel: Channel, text: String) {
        if self.published.try_send((channel, text)).is_err() {
            metrics::counter!("parlour_hints_dropped_total").increment(1);
        }
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
            Channel::Room(room) => self.series(random::series(room)),
        }
    }

    fn series(&self, series: &str) -> String {
        format!("{}rooms:{series}", self.prefix)
    }
}

/// Tells the others.
struct HintPublisher {
    names: ChannelNames,
    node: Arc<Mutex<String>>,
    state: Arc<BusState>,
}

impl HintPublisher {
    /// Sends hints until the bus is dropped.
    async fn publish(self, client: Client, mut hints: mpsc::Receiver<(Channel, String)>) {
        let HintPublisher { names, node, state } = self;
        let config = ConnectionManagerConfig::new()
            .set_response_timeout(Some(PATIENCE))
            .set_connection_timeout(Some(PATIENCE))
            .set_number_of_retries(0);
        let mut connection: Option<ConnectionManager> = None;
        let mut waiting = Vec::new();
        loop {
            if connection.is_none() {
                connection = ConnectionManager::new_with_config(client.clone(), config.clone()).await.ok();
            }
            let mut pipeline = redis::pipe();
            for (channel, text) in waiting.drain(..) {
                pipeline.publish(names.of(&channel), text).ignore();
            }
            if pipeline.is_empty() {
                // Nobody reads it, but everybody hears it.
                pipeline.publish(names.all(), format!("{} alive", lock(&node))).ignore();
            }
            let sent = match &mut connection {
                Some(connection) => pipeline.query_async::<()>(connection).await,
                None => Err(RedisError::from(std::io::Error::from(std::io::ErrorKind::NotConnected))),
            };
            note(&state, &state.publishes, sent.is_ok());
            *lock(&state.connection) = connection
                .clone()
                .filter(|_| sent.is_ok())
                .map(|connection| (connection, names.prefix.clone()));
            if sent.is_err() {
                connection = None;
                sleep(RETRY).await;
            }
            let received = timeout(CHECK, hints.recv_many(&mut waiting, TOGETHER)).await;
            if received == Ok(0) {
                return;
            }
        }
    }
}

/// Hears the hints of others.
struct HintListener {
    names: ChannelNames,
    node: Arc<Mutex<String>>,
    hints: mpsc::Sender<Hint>,
    state: Arc<BusState>,
}

impl HintListener {
    /// Receives hints until the bus is dropped.
    async fn listen(self, client: Client, mut following: mpsc::Receiver<Following>) {
        loop {
            if let Ok(Ok(connected)) = timeout(PATIENCE, client.get_async_pubsub()).await {
                let (sink, stream) = connected.split();
                if self.receive(sink, stream, &mut following).await.is_none() {
                    return;
                }
            }
            note(&self.state, &self.state.subscribes, false);
            sleep(RETRY).await;
            // Who waits to follow a room need not wait for Redis.
            while let Ok(change) = following.try_recv() {
                remember(&self.state, change);
            }
        }
    }

    /// Receives hints until the connection is lost; `None` if nobody listens any more.
    async fn receive(
        &self,
        mut sink: PubSubSink,
        mut stream: PubSubStream,
        following: &mut mpsc::Receiver<Following>,
    ) -> Option<()> {
        let mut channels = vec![self.names.all()];
        channels.extend(lock(&self.state.followed).series().map(|series| self.names.series(series)));
        for some in channels.chunks(TOGETHER) {
            if sink.subscribe(some).await.is_err() {
                return Some(());
            }
        }
        note(&self.state, &self.state.subscribes, true);
        self.hints.send(Hint::Gap).await.ok()?;
        let mut changes = Vec::new();
        let (mut heard_at, silence) = (Instant::now(), sleep(SILENCE));
        tokio::pin!(silence);
        loop {
            tokio::select! {
                heard = stream.next() => match heard {
                    Some(message) => {
                        heard_at = Instant::now();
                        self.hear(&message).await?;
                    }
                    None => return Some(()),
                },
                () = &mut silence => {
                    if heard_at.elapsed() >= SILENCE {
                        return Some(());
                    }
                    silence.as_mut().reset(heard_at + SILENCE);
                }
                received = following.recv_many(&mut changes, TOGETHER) => {
                    if received == 0 {
                        return None;
                    }
                    let changed = self.change(&mut sink, std::mem::take(&mut changes)).await;
                    if changed.is_err() {
                        return Some(());
                    }
                }
            }
        }
    }

    async fn change(&self, sink: &mut PubSubSink, changes: Vec<Following>) -> Result<(), RedisError> {
        let (mut were_followed, mut told) = (BTreeMap::new(), Vec::new());
        for change in changes {
            let (Following::Follow(room, _) | Following::Unfollow(room)) = &change;
            let series = random::series(room).to_owned();
            let was_followed = lock(&self.state.followed).has(&series);
            were_followed.entry(series).or_insert(was_followed);
            told.extend(remember(&self.state, change));
        }
        let (mut followed, mut unfollowed) = (Vec::new(), Vec::new());
        for (series, was_followed) in were_followed {
            match (was_followed, lock(&self.state.followed).has(&series)) {
                (false, true) => followed.push(self.names.series(&series)),
                (true, false) => unfollowed.push(self.names.series(&series)),
                _ => {}
            }
        }
        if !unfollowed.is_empty() {
            sink.unsubscribe(unfollowed).await?;
        }
        if !followed.is_empty() {
            sink.subscribe(followed).await?;
        }
        told.into_iter().for_each(|told| told.send(()).unwrap_or_default()); // they may have stopped waiting
        Ok(())
    }

    /// Passes a hint on; `None` if nobody listens any more.
    async fn hear(&self, message: &Msg) -> Option<()> {
        let Ok(text) = std::str::from_utf8(message.get_payload_bytes()) else { return Some(()) };
        if text.split(' ').next() == Some(lock(&self.node).as_str()) {
            return Some(());
        }
        let heard = match message.get_channel_name().strip_prefix(&self.names.prefix) {
            Some("all") => Hint::read(text),
            _ => RoomHint::read(text).map(|(room, hint)| Hint::Room { room, hint }),
        };
        match heard {
            Some(hint) => self.hints.send(hint).await.ok(),
            None => Some(()),
        }
    }
}

/// Applies a change to what is followed; returns whom to tell.
fn remember(state: &BusState, change: Following) -> Option<oneshot::Sender<()>> {
    let mut followed = lock(&state.followed);
    match change {
        Following::Follow(room, told) => {
            followed.add(room);
            told
        }
        Following::Unfollow(room) => {
            followed.remove(&room);
            None
        }
    }
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

#[cfg(test)]
mod tests {
    use super::{FollowedRooms, random};

    #[test]
    fn a_channel_is_followed_as_long_as_one_room_of_its_series_is() {
        let (first, other) = (random::room_id(), random::room_id());
        let rematch = random::rematch_id(&first);
        let mut followed = FollowedRooms::default();
        for room in [&first, &rematch, &first, &other] {
            followed.add(room.clone());
        }
        assert_eq!(followed.series().count(), 2);
        followed.remove(&first);
        assert!(followed.has(random::series(&first)));
        followed.remove(&rematch);
        followed.remove(&rematch);
        assert!(!followed.has(random::series(&first)));
        assert_eq!(followed.series().collect::<Vec<_>>(), [random::series(&other)]);
    }
}
