//! Rooms: an opaque snapshot with a version, its log of events, and everything that is true together with it.

use rusqlite::{Connection, Row, params};

use crate::error::Trouble;
use crate::outbox::{self, OutboxRow};
use crate::rating::{self, RatingUpdate};
use crate::result::{self, ResultRow};
use crate::session::{self, SessionUpdate};
use crate::sql::{all, change, one};
use crate::waiting::{self, WaitingKey};
use crate::{Answer, Mode, RoomId, Store, StoreError, TenantId};

/// One accepted decision about a room, stored whole or not at all.
#[derive(Debug, Clone, Default)]
pub struct Commit {
    /// The room.
    pub room: RoomId,
    /// The tenant it belongs to.
    pub tenant: TenantId,
    /// The world it belongs to.
    pub mode: Mode,
    /// When the decision was made.
    pub at_ms: i64,
    /// The version the decision was made on; 0 creates the room.
    pub expected_version: u64,
    /// The version it leads to.
    pub version: u64,
    /// What happened, for the log.
    pub events: Vec<EventRow>,
    /// The whole room as JSON.
    pub snapshot: String,
    /// When the room has to be looked at again.
    pub deadline_ms: Option<i64>,
    /// Whether the game is over.
    pub ended: bool,
    /// Webhook events that follow from it, in order.
    pub outbox: Vec<OutboxRow>,
    /// The result, at the end of the game.
    pub result: Option<ResultRow>,
    /// Sessions that move on with it.
    pub sessions: Vec<SessionUpdate>,
    /// Ratings that change with it.
    pub ratings: Vec<RatingUpdate>,
    /// Players who leave the queue for it.
    pub seated: Vec<WaitingKey>,
}

/// One event of a room's log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventRow {
    /// Its number in the room.
    pub seq: u64,
    /// When it happened.
    pub at_ms: i64,
    /// The event as JSON.
    pub json: String,
}

/// A room as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredRoom {
    /// The room.
    pub room: RoomId,
    /// The tenant it belongs to.
    pub tenant: TenantId,
    /// The world it belongs to.
    pub mode: Mode,
    /// The version of the snapshot.
    pub version: u64,
    /// The whole room as JSON.
    pub snapshot: String,
    /// When the room has to be looked at again.
    pub deadline_ms: Option<i64>,
    /// When the game ended.
    pub ended_ms: Option<i64>,
    /// When the room was created.
    pub created_ms: i64,
}

impl Store {
    /// Stores a decision if the room still has the expected version.
    pub fn commit(&self, commit: Commit) -> Answer<()> {
        self.commit_all(vec![commit])
    }

    /// Stores decisions that follow from each other, all of them or none.
    pub fn commit_all(&self, commits: Vec<Commit>) -> Answer<()> {
        self.write(move |db| commits.iter().try_for_each(|commit| apply(db, commit)))
    }

    /// The room, whoever it belongs to and whether or not its game is over.
    pub fn load(&self, room: &RoomId) -> Answer<Option<StoredRoom>> {
        let room = room.clone();
        self.read(move |db| one(db, &select("WHERE id = ?1"), [&room], read_room))
    }

    /// The room, if it belongs to this tenant and mode.
    pub fn load_of(&self, tenant: &TenantId, mode: Mode, room: &RoomId) -> Answer<Option<StoredRoom>> {
        let (tenant, room) = (tenant.clone(), room.clone());
        self.read(move |db| {
            let sql = select("WHERE id = ?1 AND tenant = ?2 AND mode = ?3");
            one(db, &sql, params![room, tenant, mode], read_room)
        })
    }

    /// Unfinished rooms whose deadline has come, the most overdue first.
    pub fn due(&self, now_ms: i64, limit: u32) -> Answer<Vec<StoredRoom>> {
        self.read(move |db| {
            let sql = select("WHERE ended_ms IS NULL AND broken IS NULL AND deadline_ms <= ?1 ORDER BY deadline_ms LIMIT ?2");
            all(db, &sql, params![now_ms, limit], read_room)
        })
    }

    /// The events of a room with a number above `seq`, in order.
    pub fn events_since(&self, room: &RoomId, seq: u64, limit: u32) -> Answer<Vec<EventRow>> {
        let room = room.clone();
        self.read(move |db| {
            let sql =
                "SELECT seq, at_ms, json FROM events WHERE room = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3";
            all(db, sql, params![room, seq, limit], |row| {
                Ok(EventRow { seq: row.get(0)?, at_ms: row.get(1)?, json: row.get(2)? })
            })
        })
    }
}

fn apply(db: &Connection, commit: &Commit) -> Result<(), Trouble> {
    if commit.version <= commit.expected_version {
        return Err(StoreError::Invalid("a commit must lead to a higher version".to_owned()).into());
    }
    if !store_room(db, commit)? {
        return Err(StoreError::Conflict("room").into());
    }
    for event in &commit.events {
        let sql = "INSERT INTO events (room, seq, at_ms, json) VALUES (?1, ?2, ?3, ?4)";
        change(db, sql, params![commit.room, event.seq, event.at_ms, event.json])?;
    }
    for key in &commit.seated {
        waiting::remove(db, key)?;
    }
    for update in &commit.sessions {
        session::update(db, update)?;
    }
    for update in &commit.ratings {
        rating::update(db, update, commit.at_ms)?;
    }
    if let Some(row) = &commit.result {
        result::insert(db, commit, row)?;
    }
    outbox::insert_all(db, &commit.outbox)
}

/// Whether the room had the expected version.
fn store_room(db: &Connection, commit: &Commit) -> Result<bool, Trouble> {
    let Commit { room, tenant, mode, version, deadline_ms, snapshot, at_ms, .. } = commit;
    let ended_ms = commit.ended.then_some(*at_ms);
    let changed = if commit.expected_version == 0 {
        let sql = "INSERT INTO rooms (id, tenant, mode, version, deadline_ms, ended_ms, created_ms, snapshot)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (id) DO NOTHING";
        change(db, sql, params![room, tenant, mode, version, deadline_ms, ended_ms, at_ms, snapshot])?
    } else {
        // The time of the end is the first one stored, whatever is added to a finished room later.
        let sql = "UPDATE rooms SET version = ?4, deadline_ms = ?5, snapshot = ?7, stopped_ms = NULL,
                       ended_ms = CASE WHEN ?6 IS NULL THEN NULL ELSE coalesce(ended_ms, ?6) END
                   WHERE id = ?1 AND tenant = ?2 AND mode = ?3 AND version = ?8";
        let expected = commit.expected_version;
        change(db, sql, params![room, tenant, mode, version, deadline_ms, ended_ms, snapshot, expected])?
    };
    Ok(changed == 1)
}

fn select(condition: &str) -> String {
    format!(
        "SELECT id, tenant, mode, version, snapshot, deadline_ms, ended_ms, created_ms FROM rooms {condition}"
    )
}

pub(crate) fn read_room(row: &Row<'_>) -> rusqlite::Result<StoredRoom> {
    Ok(StoredRoom {
        room: row.get(0)?,
        tenant: row.get(1)?,
        mode: row.get(2)?,
        version: row.get(3)?,
        snapshot: row.get(4)?,
        deadline_ms: row.get(5)?,
        ended_ms: row.get(6)?,
        created_ms: row.get(7)?,
    })
}
