//! The nodes of a cluster: who is alive, the time they share, and which of them wakes a room.

use std::sync::Mutex;
use std::time::Instant;

use common::{Mode, Named, RoomId, TenantId, lock};

use crate::error::WorkError;
use crate::recovery::BrokenRoom;
use crate::room::{self, StoredRoom};
use crate::secret::random_text;
use crate::sql::{Database, all, change, one, params};
use crate::{Store, StoreAnswer, StoreError};

/// A node that was silent for longer is dead.
const DEAD_AFTER_MS: i64 = 4_000;

/// If no node was alive for longer, room time stood still, and nobody is declared dead for that silence.
const SILENCE_MS: i64 = 3_000;

/// The time by the clock of the database, which is the same for all nodes.
const NOW: &str = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/// What a node learns by telling that it is alive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beat {
    /// The time by the clock of the database.
    pub now_ms: i64,
    /// When it was read.
    pub read_at: Instant,
    /// How far room time lags behind it.
    pub lag_ms: i64,
    /// The nodes that are alive, this one among them.
    pub alive: Vec<String>,
    /// The same for all nodes of the cluster and known to them only.
    pub secret: String,
}

/// A running room that has lost its node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Orphan {
    /// The room.
    pub room: StoredRoom,
    /// Whether a single server had it; it stopped with that server.
    pub was_single: bool,
}

/// The name under which a store writes; `None` outside of a cluster.
#[derive(Default)]
pub(crate) struct NodeName(Mutex<Option<String>>);

impl NodeName {
    pub(crate) fn get(&self) -> Option<String> {
        lock(&self.0).clone()
    }
}

impl Store {
    /// Enters the cluster under a new name, which everything is stored with from now on. If this is the first time of a process, the node
    /// that was at the same place is dead.
    pub fn enter_cluster(&self, node: &str, place: &str, is_first: bool) -> StoreAnswer<Beat> {
        *lock(&self.node_name().0) = Some(node.to_owned());
        let (node, place) = (node.to_owned(), place.to_owned());
        self.write(move |db| {
            let time = move_clock(db)?;
            if is_first {
                change(db, "DELETE FROM nodes WHERE place = ?1", [&place])?;
            }
            let sql = "INSERT INTO nodes (id, place, at_ms) VALUES (?1, ?2, ?3)";
            change(db, sql, params![node, place, time.now_ms])?;
            beat(db, time)
        })
    }

    /// Records that a node is alive; `None` if the others have declared it dead.
    pub fn beat(&self, node: &str) -> StoreAnswer<Option<Beat>> {
        let node = node.to_owned();
        self.write(move |db| {
            let time = move_clock(db)?;
            let sql = "UPDATE nodes SET at_ms = ?2 WHERE id = ?1";
            if change(db, sql, params![node, time.now_ms])? == 0 {
                return Ok(None);
            }
            beat(db, time).map(Some)
        })
    }

    /// Leaves the cluster; the other nodes take its rooms.
    pub fn leave_cluster(&self) -> StoreAnswer<()> {
        let node = self.node_name().get();
        self.write(move |db| change(db, "DELETE FROM nodes WHERE id = ?1", params![node]).map(drop))
    }

    /// Makes running rooms without a living node those of this one, at most `limit`; those that cannot be read come apart.
    pub fn adopt_rooms(&self, limit: u32) -> StoreAnswer<(Vec<Orphan>, Vec<BrokenRoom>)> {
        let node = self.node_name().get();
        self.write(move |db| adopt(db, node.as_deref(), limit))
    }

    /// The running rooms that must have been woken by this room time, earliest first.
    pub fn rooms_due(&self, until_ms: i64, limit: u32) -> StoreAnswer<Vec<RoomId>> {
        self.read(move |db| {
            let sql = "SELECT rooms.id FROM running JOIN rooms ON rooms.number = running.room
                       WHERE wake_ms <= ?1 AND broken IS NULL ORDER BY wake_ms LIMIT ?2";
            all(db, sql, params![until_ms, limit], |row| row.get(0).map(RoomId))
        })
    }

    /// Stores when running rooms must be woken.
    pub fn set_wakes(&self, wakes: Vec<(RoomId, Option<i64>)>) -> StoreAnswer<()> {
        self.write(move |db| {
            let sql =
                "UPDATE running SET wake_ms = ?2 FROM rooms WHERE rooms.number = running.room AND id = ?1";
            for (room, wake_ms) in &wakes {
                change(db, sql, params![room.as_str(), wake_ms])?;
            }
            Ok(())
        })
    }

    /// The newest running rooms: each with its first event as JSON and the number of its moves.
    pub fn newest_running_rooms(&self, limit: u32) -> StoreAnswer<Vec<(RoomId, String, u64)>> {
        self.read(move |db| {
            let sql = "SELECT rooms.id, first.event,
                           (SELECT count(*) FROM journal WHERE journal.room = running.room AND event LIKE '%{\"moved\"%')
                       FROM running JOIN rooms ON rooms.number = running.room
                           JOIN journal AS first ON first.room = running.room AND first.seq = 1
                       WHERE broken IS NULL ORDER BY running.room DESC LIMIT ?1";
            all(db, sql, [limit], |row| Ok((RoomId(row.get(0)?), row.get(1)?, row.get(2)?)))
        })
    }

    /// The number of running games of a tenant in one mode, counted up to a limit.
    pub fn running_games_of(&self, tenant: &TenantId, mode: Mode, limit: u32) -> StoreAnswer<u64> {
        let tenant = tenant.clone();
        self.read(move |db| {
            let sql = "SELECT count(*) FROM (SELECT 1 FROM running JOIN rooms ON rooms.number = running.room
                       WHERE tenant = ?1 AND mode = ?2 LIMIT ?3) AS games";
            let count = one(db, sql, params![tenant.as_str(), mode.name(), limit], |row| row.get(0))?;
            Ok(count.unwrap_or_default())
        })
    }

    /// The seq of the newest event of each of these rooms.
    pub fn newest_events(&self, rooms: Vec<RoomId>) -> StoreAnswer<Vec<(RoomId, u64)>> {
        self.read(move |db| {
            let Database::Postgres(db) = db else { return Ok(Vec::new()) };
            let rooms: Vec<String> = rooms.into_iter().map(|room| room.0).collect();
            let sql = "SELECT id, seq FROM rooms JOIN heads ON heads.room = rooms.number WHERE id = ANY ($1)";
            let rows = db.query_arrays(sql, &[&rooms])?;
            let seq = |row: &tokio_postgres::Row| u64::try_from(row.get::<_, i64>(1)).unwrap_or_default();
            Ok(rows.iter().map(|row| (RoomId(row.get(0)), seq(row))).collect())
        })
    }

    /// Makes webhook events due again that a dead node had under way; returns their number.
    pub(crate) fn release_leases_of_the_dead(&self, now_ms: i64) -> StoreAnswer<usize> {
        self.write(move |db| {
            let sql = "UPDATE outbox SET next_ms = ?1, leased = 0 WHERE next_ms IS NOT NULL AND leased = 1
                       AND (holder IS NULL OR NOT EXISTS (SELECT 1 FROM nodes WHERE id = holder))";
            change(db, sql, [now_ms])
        })
    }
}

/// The time that the nodes share.
struct SharedTime {
    now_ms: i64,
    read_at: Instant,
    lag_ms: i64,
    secret: String,
}

/// Moves the clock of the cluster. After a silence room time continues from the last heartbeat, of a node or of a single server, and
/// everybody has a new chance to be heard.
fn move_clock(db: &Database) -> Result<SharedTime, WorkError> {
    let read: Option<i64> = one(db, NOW, (), |row| row.get(0))?;
    let read_at = Instant::now();
    let read = read.ok_or_else(|| StoreError::Invalid("the database has no clock".to_owned()))?;
    let sql = "SELECT secret, at_ms, lag_ms FROM cluster";
    let before = one(db, sql, (), |row| Ok((row.get(0)?, row.get::<i64>(1)?, row.get::<i64>(2)?)))?;
    let (secret, at_ms, lag_ms) = before.unwrap_or_else(|| (random_text(43), 0, 0));
    // The clock of a replica that was promoted may be behind.
    let now_ms = read.max(at_ms);
    let mut time = SharedTime { now_ms, read_at, lag_ms, secret };
    if now_ms - at_ms > SILENCE_MS {
        let sql = "SELECT at_ms FROM heartbeats WHERE node = 'main'";
        let heard_ms: i64 = one(db, sql, (), |row| row.get(0))?.unwrap_or(now_ms);
        time.lag_ms = (now_ms - heard_ms).max(0);
        if at_ms > 0 {
            tracing::warn!(
                silence_ms = now_ms - at_ms,
                "no node could write, the clocks of games stood still"
            );
        }
        change(db, "UPDATE nodes SET at_ms = ?1", [now_ms])?;
    }
    let sql = "INSERT INTO cluster (is_one, secret, at_ms, lag_ms) VALUES (true, ?1, ?2, ?3)
               ON CONFLICT (is_one) DO UPDATE SET at_ms = ?2, lag_ms = ?3";
    change(db, sql, params![time.secret, time.now_ms, time.lag_ms])?;
    let sql = "INSERT INTO heartbeats (node, at_ms) VALUES ('main', ?1) ON CONFLICT (node) DO UPDATE SET at_ms = ?1";
    change(db, sql, [time.now_ms - time.lag_ms])?;
    Ok(time)
}

/// Removes the dead and lists the living.
fn beat(db: &Database, time: SharedTime) -> Result<Beat, WorkError> {
    let SharedTime { now_ms, read_at, lag_ms, secret } = time;
    change(db, "DELETE FROM nodes WHERE at_ms < ?1", [now_ms - DEAD_AFTER_MS])?;
    let alive = all(db, "SELECT id FROM nodes ORDER BY id", (), |row| row.get(0))?;
    Ok(Beat { now_ms, read_at, lag_ms, alive, secret })
}

fn adopt(db: &Database, node: Option<&str>, limit: u32) -> Result<(Vec<Orphan>, Vec<BrokenRoom>), WorkError> {
    let sql = "SELECT running.room, node IS NULL FROM running JOIN rooms ON rooms.number = running.room
               WHERE broken IS NULL AND (node IS NULL OR NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.id = node))
               ORDER BY running.room LIMIT ?1";
    let found = all(db, sql, [limit], |row| Ok((row.get::<i64>(0)?, row.get::<bool>(1)?)))?;
    let (mut orphans, mut broken) = (Vec::new(), Vec::new());
    for (number, was_single) in found {
        change(db, "UPDATE running SET node = ?2 WHERE room = ?1", params![number, node])?;
        match room::read(db, number)? {
            Ok(room) => orphans.push(Orphan { room, was_single }),
            Err(room) => broken.push(room),
        }
    }
    Ok((orphans, broken))
}
