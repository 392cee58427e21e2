//! The rooms that a node of a cluster holds: its own, and those of other nodes as long as its clients use them.

use std::sync::Arc;
use std::time::Duration;

use common::{RoomId, Timestamp, lock};
use protocol::WireRefusal;
use rooms::{Audience, Change, Event, LiveRoom, Room, TimeLimit};
use store::{Journal, StoreError};
use tracing::warn;

use super::recovery::read_room;
use super::registry::RoomHandle;
use super::{Request, RoomEngine};
use crate::cluster::RoomHint;
use crate::lobby::SeatedRoom;
use crate::player::PlayerKey;
use crate::refusals;

/// How long a room of another node is held after somebody here has used it.
const HELD: Duration = Duration::from_secs(10);
/// How late a room must be before another node than its own wakes it.
const LATE: Duration = Duration::from_millis(500);
/// How many late rooms are woken at a time.
const MOST_LATE: u32 = 200;

impl RoomEngine {
    /// The room with this id; in a cluster it is read from the store if another node has it.
    pub(crate) async fn hold(self: &Arc<Self>, id: &RoomId) -> Result<Option<Arc<RoomHandle>>, StoreError> {
        if let Some(room) = self.registry.find(id) {
            room.touch();
            return Ok(Some(room));
        }
        let Some(cluster) = &self.context.cluster else { return Ok(None) };
        cluster.follow(id).await;
        let stored = match self.context.store.room(id).await {
            Err(StoreError::Invalid(_)) => None,
            stored => stored?,
        };
        let read = stored.map(|stored| read_room(&self.context.catalogue, &stored));
        let now = self.context.clock.now();
        match read {
            Some(Ok(room)) if !room.is_forgotten(now) => Ok(Some(self.follow(room, now))),
            unusable => {
                cluster.unfollow(id);
                if let Some(Err(problem)) = unusable {
                    warn!(room = id.as_str(), problem, "room of another node not readable");
                }
                Ok(None)
            }
        }
    }

    /// Puts a room of another node into memory.
    pub(super) fn follow(self: &Arc<Self>, room: Room, now: Timestamp) -> Arc<RoomHandle> {
        let (room, is_new) = self.registry.insert(&Arc::new(RoomHandle::followed(LiveRoom::new(room), now)));
        if is_new {
            self.set_deadline(&room, &room.live());
            // Events may have been stored between reading and following.
            self.send(Request::CatchUp { room: Arc::clone(&room), done: None });
        }
        room
    }

    /// Holds the rooms of a player, at most `limit`, so that they are found as those of a single server are.
    pub(crate) async fn hold_rooms_of(
        self: &Arc<Self>,
        player: &PlayerKey,
        limit: u32,
    ) -> Result<(), WireRefusal> {
        if self.context.cluster.is_none() {
            return Ok(());
        }
        let kept_since = self.context.clock.wall() - self.context.settings.times.keep_finished;
        let held = async {
            let rooms = self.context.store.rooms_of_player(player.waiting_key(), limit).await?;
            for seated in rooms.into_iter().filter(|room| room.ended_ms.is_none_or(|at| at >= kept_since.0)) {
                if self.hold(&seated.room).await?.is_some() {
                    let seated = SeatedRoom { room: seated.room, session: seated.session };
                    self.lobby.seat(player.clone(), seated);
                }
            }
            Ok(())
        };
        held.await.map_err(|error: StoreError| refusals::unavailable(&error))
    }

    /// Drops rooms of other nodes that nobody here uses, and tells how many spectators the others have here.
    pub(crate) fn drop_unused(&self) {
        let Some(cluster) = &self.context.cluster else { return };
        for room in self.registry.all() {
            let live = room.live();
            let watching = live.listeners.watching_here();
            if watching > 0 {
                cluster
                    .tell_followers(&room.id, &RoomHint::Watching { node: cluster.node(), count: watching });
            }
            let is_used =
                live.hearers(&Audience::Everyone).iter().any(|hearer| self.clients.is_connected(hearer));
            if !room.is_owned() && !is_used && room.is_unused_for(HELD) {
                self.forget(&room, &live);
            }
        }
    }

    /// Drops every room, after the other nodes have taken them.
    pub(crate) fn drop_all(&self) {
        for room in self.registry.all() {
            self.forget(&room, &room.live());
        }
        self.lobby.clear();
    }

    /// When a room must be woken after these events, if that may be earlier than before.
    pub(super) fn wake_after(&self, room: &Room, events: &[Event]) -> Option<i64> {
        self.context.cluster.as_ref()?;
        if room.ending().is_some() || events.iter().any(|event| matches!(event.change, Change::Ended { .. }))
        {
            // Each node that has a finished room drops it.
            return None;
        }
        let only_moves = events.iter().all(|event| matches!(event.change, Change::Moved { .. }));
        // Unless players have clocks of their own, a move gives its opponent the full time.
        if only_moves && !matches!(room.time_limit(), TimeLimit::Clock { .. }) {
            return None;
        }
        let before = room.deadline();
        let mut room = room.clone();
        events.iter().for_each(|event| room.evolve(event));
        let is_earlier = |at: &Timestamp| before.is_none_or(|before| *at < before);
        room.deadline().filter(|at| !only_moves || is_earlier(at)).map(|at| at.0)
    }

    /// Has the time stored at which a room must be woken.
    pub(super) fn note_wake(&self, live: &LiveRoom) {
        if self.context.cluster.is_some() && live.room.ending().is_none() {
            let wake = (live.room.id().clone(), live.room.deadline().map(|at| at.0));
            lock(&self.wakes).push(wake);
        }
    }

    /// Wakes rooms that should have been woken by a node that is gone.
    pub(crate) async fn wake_late_rooms(self: &Arc<Self>) -> Result<(), StoreError> {
        let late = (self.context.clock.now() - LATE).0;
        for id in self.context.store.rooms_due(late, MOST_LATE).await? {
            if let Some(room) = self.hold(&id).await? {
                let is_settled = room.live().room.deadline().is_none();
                if is_settled {
                    lock(&self.wakes).push((id, None));
                } else {
                    self.apply_until_stored(id, rooms::Input::Tick);
                }
            }
        }
        Ok(())
    }
}
