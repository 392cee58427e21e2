//! The rooms in memory.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use common::{RoomId, Timestamp, lock};
use protocol::GameName;
use rooms::{Connection, LiveRoom, Room, Scope, Spectators};

use super::running_games::{RunningGame, RunningGames};
use super::spectator_count::AnnouncedCount;
use crate::cluster::Cluster;
use crate::conversions;

/// All rooms in memory, by id. In a cluster they are the rooms of this node and those that its clients use.
pub(crate) struct RoomRegistry {
    cluster: Option<Arc<Cluster>>,
    rooms: Mutex<HashMap<RoomId, Arc<RoomHandle>>>,
    pub(crate) running: Arc<RunningGames>,
}

/// A room in memory, with properties that can be read without locking it. It holds only stored state: the
/// engine applies events after they are durable.
pub(crate) struct RoomHandle {
    pub(crate) id: RoomId,
    pub(crate) scope: Scope,
    pub(crate) game: GameName,
    pub(crate) variant: &'static str,
    /// The id and name of each player.
    pub(crate) players: [(String, String); 2],
    pub(crate) between_humans: bool,
    pub(crate) spectators: Spectators,
    pub(crate) started_at: Timestamp,
    live: Mutex<LiveRoom>,
    moves: AtomicUsize,
    seq: AtomicU64,
    over: AtomicBool,
    /// The time of the last decision; later decisions are not dated before it.
    decided: AtomicI64,
    panics: AtomicU32,
    /// The connections of its seats when the players here were last looked for.
    connections: Mutex<[Option<Connection>; 2]>,
    /// Whether the room has been removed from memory.
    closed: AtomicBool,
    /// Whether a decision about the room is being stored.
    busy: AtomicBool,
    /// The number of log events in the newest snapshot.
    snapshot: AtomicU64,
    /// When the room is woken next; not later than its deadline.
    wake_at: AtomicI64,
    /// Whether this node wakes the room and thinks for its bots; a single server always does.
    owned: AtomicBool,
    /// When the room was last looked for; one that another node owns is dropped if nobody here uses it.
    used: Mutex<Instant>,
    /// Held while the game runs, by the node that owns it.
    running: Mutex<Option<RunningGame>>,
    pub(crate) spectator_count: Mutex<AnnouncedCount>,
    /// The number of spectators at other nodes.
    watching: Mutex<HashMap<String, usize>>,
    /// The number of spectators here that the other nodes know.
    told_watching: AtomicUsize,
}

impl RoomRegistry {
    pub(crate) fn new(cluster: Option<Arc<Cluster>>) -> RoomRegistry {
        RoomRegistry { cluster, rooms: Mutex::default(), running: Arc::default() }
    }

    pub(crate) fn find(&self, id: &RoomId) -> Option<Arc<RoomHandle>> {
        lock(&self.rooms).get(id).cloned()
    }

    pub(crate) fn all(&self) -> Vec<Arc<RoomHandle>> {
        lock(&self.rooms).values().cloned().collect()
    }

    /// The number of rooms in memory, including finished ones.
    pub(crate) fn count(&self) -> usize {
        lock(&self.rooms).len()
    }

    /// Whether the game of this room has ended; `false` for a room that is about to begin.
    pub(crate) fn is_over(&self, id: &RoomId) -> bool {
        lock(&self.rooms).get(id).is_some_and(|room| room.is_over())
    }

    /// Inserts a room, unless it is there already; returns the one that is there now, and whether it is new.
    pub(crate) fn insert(&self, room: &Arc<RoomHandle>) -> (Arc<RoomHandle>, bool) {
        let mut rooms = lock(&self.rooms);
        if let Some(known) = rooms.get(&room.id) {
            return (Arc::clone(known), false);
        }
        if let Some(cluster) = &self.cluster {
            cluster.follow_soon(&room.id);
        }
        rooms.insert(room.id.clone(), Arc::clone(room));
        (Arc::clone(room), true)
    }

    pub(crate) fn remove(&self, id: &RoomId) {
        let Some(room) = lock(&self.rooms).remove(id) else { return };
        room.closed.store(true, Ordering::Relaxed);
        if let Some(cluster) = &self.cluster {
            cluster.unfollow(id);
        }
    }
}

impl RoomHandle {
    pub(crate) fn new(live: LiveRoom, now: Timestamp, running: Option<RunningGame>) -> RoomHandle {
        let room = &live.room;
        RoomHandle {
            id: room.id().clone(),
            scope: room.scope().clone(),
            game: conversions::game_name(room),
            variant: room.variant().description().variant,
            players: room.seats().each_ref().map(|seat| (seat.player.0.clone(), seat.username.clone())),
            between_humans: room.is_between_humans(),
            spectators: room.spectators(),
            started_at: room.started_at(),
            moves: AtomicUsize::new(room.history().len()),
            seq: AtomicU64::new(room.seq()),
            over: AtomicBool::new(room.ending().is_some()),
            decided: AtomicI64::new(now.0),
            panics: AtomicU32::new(0),
            connections: Mutex::default(),
            closed: AtomicBool::new(false),
            busy: AtomicBool::new(false),
            snapshot: AtomicU64::new(0),
            wake_at: AtomicI64::new(i64::MAX),
            owned: AtomicBool::new(true),
            used: Mutex::new(Instant::now()),
            running: Mutex::new(running),
            spectator_count: Mutex::default(),
            watching: Mutex::default(),
            told_watching: AtomicUsize::new(0),
            live: Mutex::new(live),
        }
    }

    /// A room that another node owns, for clients at this one.
    pub(crate) fn followed(live: LiveRoom, now: Timestamp) -> RoomHandle {
        RoomHandle { owned: AtomicBool::new(false), ..RoomHandle::new(live, now, None) }
    }

    /// A running room of another node as lists show it.
    pub(crate) fn listed(live: LiveRoom, moves: usize) -> RoomHandle {
        let started_at = live.room.started_at();
        RoomHandle { moves: AtomicUsize::new(moves), ..RoomHandle::followed(live, started_at) }
    }

    /// Makes this node the one that wakes the room.
    pub(crate) fn own(&self, running: Option<RunningGame>) {
        *lock(&self.running) = running.filter(|_| !self.is_over());
        self.owned.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_owned(&self) -> bool {
        self.owned.load(Ordering::Relaxed)
    }

    /// Notes that the room is used.
    pub(crate) fn touch(&self) {
        *lock(&self.used) = Instant::now();
    }

    /// Whether nobody has looked for the room for so long.
    pub(crate) fn is_unused_for(&self, time: Duration) -> bool {
        lock(&self.used).elapsed() >= time
    }

    /// Locks the room, to read it or to add listeners. Never hold the lock across an await.
    pub(crate) fn live(&self) -> MutexGuard<'_, LiveRoom> {
        lock(&self.live)
    }

    /// The number of its events.
    pub(crate) fn version(&self) -> u64 {
        self.live().room.version()
    }

    /// Whether the connections of its seats have changed since this was last asked.
    pub(crate) fn has_new_connections(&self, room: &Room) -> bool {
        let mut known = lock(&self.connections);
        let connections = room.seats().each_ref().map(|seat| seat.connection());
        if known.each_ref().map(Option::as_ref) == connections {
            return false;
        }
        *known = connections.map(Option::<&Connection>::cloned);
        true
    }

    pub(crate) fn seq(&self) -> u64 {
        self.seq.load(Ordering::Relaxed)
    }

    pub(crate) fn moves(&self) -> usize {
        self.moves.load(Ordering::Relaxed)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    pub(crate) fn decided(&self) -> Timestamp {
        Timestamp(self.decided.load(Ordering::Relaxed))
    }

    /// Updates the properties that can be read without the lock.
    pub(crate) fn note(&self, live: &LiveRoom, now: Timestamp) {
        let room = &live.room;
        self.moves.store(room.history().len(), Ordering::Relaxed);
        self.seq.store(room.seq(), Ordering::Relaxed);
        self.decided.store(now.0, Ordering::Relaxed);
        if room.ending().is_some() && !self.over.swap(true, Ordering::Relaxed) {
            *lock(&self.running) = None;
        }
    }

    /// Notes how many spectators the room has at another node; returns how many it has at all others.
    pub(crate) fn note_watching(&self, node: String, count: usize) -> usize {
        let mut watching = lock(&self.watching);
        watching.insert(node, count);
        watching.values().sum()
    }

    /// Notes the number of spectators here; returns whether the other nodes do not know it.
    pub(crate) fn note_told_watching(&self, count: usize) -> bool {
        self.told_watching.swap(count, Ordering::Relaxed) != count
    }

    /// Forgets the spectators at nodes that are gone; returns how many it has at the others if that has changed.
    pub(crate) fn forget_watching(&self, is_alive: impl Fn(&str) -> bool) -> Option<usize> {
        let mut watching = lock(&self.watching);
        let before = watching.len();
        watching.retain(|node, _| is_alive(node));
        (watching.len() < before).then(|| watching.values().sum())
    }

    /// Whether the room has been removed from memory; it accepts no more inputs.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// Marks that a decision is being stored; returns `false` if one already is.
    pub(crate) fn begin_decision(&self) -> bool {
        !self.busy.swap(true, Ordering::Relaxed)
    }

    pub(crate) fn end_decision(&self) {
        self.busy.store(false, Ordering::Relaxed);
    }

    /// Counts a panic; returns the number of panics, including this one.
    pub(crate) fn count_panic(&self) -> u32 {
        self.panics.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Whether the room must be woken earlier than scheduled; records the new time.
    pub(crate) fn needs_waking(&self, at: Timestamp) -> bool {
        self.wake_at.fetch_min(at.0, Ordering::Relaxed) > at.0
    }

    /// Records that the room was woken.
    pub(crate) fn woken(&self) {
        self.wake_at.store(i64::MAX, Ordering::Relaxed);
    }

    /// Whether a snapshot is due, at least `events` after the last one; if so, records `version` as its
    /// position.
    pub(crate) fn needs_snapshot(&self, version: u64, events: u64) -> bool {
        let is_due = version.saturating_sub(self.snapshot.load(Ordering::Relaxed)) >= events;
        if is_due {
            self.snapshot.store(version, Ordering::Relaxed);
        }
        is_due
    }

    /// The sort key in lists, newest game first.
    pub(crate) fn place_in_lists(&self) -> (Reverse<Timestamp>, &str) {
        (Reverse(self.started_at), self.id.as_str())
    }
}
