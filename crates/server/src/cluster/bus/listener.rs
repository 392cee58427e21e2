//! The side of the bus that hears: it subscribes to what this node follows, and knows which nodes follow the same.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::{RoomId, lock};
use futures_util::StreamExt;
use redis::aio::{PubSubSink, PubSubStream};
use redis::{Client, Msg, RedisError};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep, timeout};

use super::{
    BusState, Channel, ChannelNames, Following, PATIENCE, Publication, RETRY, TOGETHER, announcements, note,
    publish,
};
use crate::cluster::hint::{Hint, RoomHint, SeriesHint};
use crate::random;

/// How long nothing may be heard, not even what this node publishes itself, before the connection counts as lost.
const SILENCE: Duration = Duration::from_secs(4);

/// What becomes of a series.
struct SeriesChange {
    was_followed: bool,
    /// Whom to tell that it is followed.
    told: Vec<oneshot::Sender<()>>,
}

/// Hears the hints of others.
pub(super) struct HintListener {
    pub(super) names: ChannelNames,
    pub(super) node: Arc<Mutex<String>>,
    pub(super) hints: mpsc::Sender<Hint>,
    pub(super) published: mpsc::Sender<Publication>,
    pub(super) state: Arc<BusState>,
}

impl HintListener {
    /// Receives hints until the bus is dropped.
    pub(super) async fn listen(self, client: Client, mut following: mpsc::Receiver<Following>) {
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
        let mut own_channel = self.own_channel();
        let mut channels = vec![self.names.all(), own_channel.clone()];
        channels.extend(lock(&self.state.followed).series().map(|series| self.names.series(series)));
        for some in channels.chunks(TOGETHER) {
            if sink.subscribe(some).await.is_err() {
                return Some(());
            }
        }
        note(&self.state, &self.state.subscribes, true);
        // Who has begun to follow meanwhile was not heard.
        for announcement in announcements(&self.node(), &mut lock(&self.state.followed)) {
            publish(&self.published, announcement);
        }
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
                    if changed.is_err() || self.rename(&mut sink, &mut own_channel).await.is_err() {
                        return Some(());
                    }
                }
            }
        }
    }

    async fn change(&self, sink: &mut PubSubSink, changes: Vec<Following>) -> Result<(), RedisError> {
        let mut changed = BTreeMap::<String, SeriesChange>::new();
        for change in changes {
            if let Following::Follow(room, _) | Following::Unfollow(room) = &change {
                let series = random::series(room).to_owned();
                let was_followed = lock(&self.state.followed).has(&series);
                let told = remember(&self.state, change);
                let known = SeriesChange { was_followed, told: Vec::new() };
                changed.entry(series).or_insert(known).told.extend(told);
            }
        }
        let is_followed = |series: &str| lock(&self.state.followed).has(series);
        let names = |of: fn(bool, bool) -> bool| {
            let of =
                |(series, change): &(&String, &SeriesChange)| of(change.was_followed, is_followed(series));
            changed.iter().filter(of).map(|(series, _)| self.names.series(series)).collect::<Vec<_>>()
        };
        let (unfollowed, followed) = (names(|was, is| was && !is), names(|was, is| is && !was));
        if !unfollowed.is_empty() {
            sink.unsubscribe(unfollowed).await?;
        }
        if !followed.is_empty() {
            sink.subscribe(followed).await?;
        }
        let node = self.node();
        for (series, SeriesChange { was_followed, told }) in changed {
            match (was_followed, is_followed(&series)) {
                (false, true) => {
                    // Whoever waits knows that the others are told.
                    let announcement = Publication { sent: told, ..Publication::follows(&node, &series) };
                    publish(&self.published, announcement);
                }
                (_, true) => told.into_iter().for_each(|told| told.send(()).unwrap_or_default()), // they may have stopped waiting
                (was_followed, false) => {
                    lock(&self.state.followed).drop_if_empty(&series);
                    if was_followed {
                        let text = SeriesHint::Unfollows.write(&node, &series);
                        publish(&self.published, Publication::new(Channel::Series(series), text));
                    }
                }
            }
        }
        Ok(())
    }

    /// Subscribes to the channel of this node if that has another name than before.
    async fn rename(&self, sink: &mut PubSubSink, own_channel: &mut String) -> Result<(), RedisError> {
        let channel = self.own_channel();
        if channel != *own_channel {
            sink.subscribe(&channel).await?;
            sink.unsubscribe(std::mem::replace(own_channel, channel)).await?;
        }
        Ok(())
    }

    fn node(&self) -> String {
        lock(&self.node).clone()
    }

    fn own_channel(&self) -> String {
        self.names.node(&lock(&self.node))
    }

    /// Passes the hints of a message on; `None` if nobody listens any more.
    async fn hear(&self, message: &Msg) -> Option<()> {
        let Ok(text) = std::str::from_utf8(message.get_payload_bytes()) else { return Some(()) };
        let is_to_all = message.get_channel_name().strip_prefix(&self.names.prefix) == Some("all");
        for line in text.lines() {
            let from = line.split(' ').next().unwrap_or_default();
            if from == lock(&self.node).as_str() {
                continue;
            }
            let heard = match SeriesHint::read(line) {
                Some((hint, series)) => self.hear_of_series(from, hint, series),
                None if is_to_all => Hint::read(line),
                None => RoomHint::read(line).and_then(|(room, hint)| self.hear_of_room(from, room, hint)),
            };
            if let Some(hint) = heard {
                self.hints.send(hint).await.ok()?;
            }
        }
        Some(())
    }

    /// Notes who follows a series; returns what is to be passed on.
    fn hear_of_series(&self, from: &str, hint: SeriesHint, series: &str) -> Option<Hint> {
        let mut followed = lock(&self.state.followed);
        if hint == SeriesHint::Unfollows {
            followed.remove_follower(series, from);
            return None;
        }
        if !followed.has(series) {
            return None;
        }
        followed.add_follower(series, from);
        if hint == SeriesHint::FollowsToo {
            return None;
        }
        let answer = SeriesHint::FollowsToo.write(&self.node(), series);
        publish(&self.published, Publication::new(Channel::Node(from.into()), answer));
        Some(Hint::Follower { rooms: followed.rooms(series) })
    }

    /// What is to be passed on about a room; whoever does not know that this node has stopped following it is told.
    fn hear_of_room(&self, from: &str, room: RoomId, hint: RoomHint) -> Option<Hint> {
        let series = random::series(&room);
        if lock(&self.state.followed).has(series) {
            return Some(Hint::Room { room, hint });
        }
        let text = SeriesHint::Unfollows.write(&self.node(), series);
        publish(&self.published, Publication::new(Channel::Node(from.into()), text));
        None
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
        Following::Renamed => None,
    }
}
