//! Rooms as they are stored: a snapshot, if there is one, and the events after it.

use rusqlite::{Connection, Row, params};

use crate::error::WorkError;
use crate::sql::{change, one};
use crate::{Mode, RoomId, StoreError, TenantId};

/// A room as it is stored: the snapshot and the events after it are the room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredRoom {
    /// The number of its row.
    pub row: i64,
    /// The room.
    pub room: RoomId,
    /// The tenant it belongs to.
    pub tenant: TenantId,
    /// The world it belongs to.
    pub mode: Mode,
    /// When the room was created.
    pub created_ms: i64,
    /// When the game ended.
    pub ended_ms: Option<i64>,
    /// The newest snapshot as JSON, with the seq of the last event in it.
    pub snapshot: Option<(u64, String)>,
    /// The events after the snapshot as JSON, each with its seq, in order.
    pub events: Vec<(u64, String)>,
}

/// The columns that [`read`] takes, of `rooms` and `snapshots`; the time of the end follows.
pub(crate) const COLUMNS: &str =
    "rooms.number, rooms.id, rooms.tenant, rooms.mode, rooms.created_ms, snapshots.seq, snapshots.snapshot";

impl StoredRoom {
    /// The seq of the last event; 0 if there is none.
    pub fn seq(&self) -> u64 {
        let snapshot = self.snapshot.as_ref().map_or(0, |(seq, _)| *seq);
        self.events.last().map_or(snapshot, |(seq, _)| *seq)
    }

    /// Adds the next event of the log; an event that does not follow the last one is a problem.
    pub(crate) fn push(&mut self, seq: u64, event: String) -> Result<(), String> {
        let next = self.seq() + 1;
        if seq != next {
            return Err(format!("its log goes on with event {seq} instead of {next}"));
        }
        self.events.push((seq, event));
        Ok(())
    }

    /// What is wrong with the room as a whole.
    pub(crate) fn problem(&self) -> Option<String> {
        (self.seq() == 0).then(|| "it has neither a snapshot nor events".to_owned())
    }
}

/// Finds a room with its events.
pub(crate) fn find(db: &Connection, id: &RoomId) -> Result<Option<StoredRoom>, WorkError> {
    let sql = format!(
        "SELECT {COLUMNS}, results.ended_ms FROM rooms
         LEFT JOIN snapshots ON snapshots.room = rooms.number LEFT JOIN results ON results.room = rooms.number
         WHERE rooms.id = ?1"
    );
    let Some(mut room) = one(db, &sql, [id], read)? else { return Ok(None) };
    let sql = "SELECT seq, event FROM journal WHERE room = ?1 AND seq > ?2 ORDER BY seq";
    let mut statement = db.prepare_cached(sql)?;
    let mut rows = statement.query(params![room.row, room.seq()])?;
    let refused = |problem| StoreError::Invalid(format!("room {id} cannot be read: {problem}"));
    while let Some(row) = rows.next()? {
        room.push(row.get(0)?, row.get(1)?).map_err(refused)?;
    }
    match room.problem() {
        Some(problem) => Err(refused(problem).into()),
        None => Ok(Some(room)),
    }
}

/// Reads a room without its events.
pub(crate) fn read(row: &Row<'_>) -> rusqlite::Result<StoredRoom> {
    let seq: Option<u64> = row.get(5)?;
    let snapshot = seq.map(|seq| Ok::<_, rusqlite::Error>((seq, row.get(6)?))).transpose()?;
    Ok(StoredRoom {
        row: row.get(0)?,
        room: row.get(1)?,
        tenant: row.get(2)?,
        mode: row.get(3)?,
        created_ms: row.get(4)?,
        ended_ms: row.get(7)?,
        snapshot,
        events: Vec::new(),
    })
}

/// Removes a room with its log and its result.
pub(crate) fn remove(db: &Connection, number: i64) -> Result<(), WorkError> {
    remove_log(db, number)?;
    change(db, "DELETE FROM results WHERE room = ?1", [number])?;
    change(db, "DELETE FROM running WHERE room = ?1", [number])?;
    change(db, "DELETE FROM rooms WHERE number = ?1", [number])?;
    Ok(())
}

/// Removes the events and the snapshot of a room.
pub(crate) fn remove_log(db: &Connection, number: i64) -> Result<(), WorkError> {
    change(db, "DELETE FROM journal WHERE room = ?1", [number])?;
    change(db, "DELETE FROM snapshots WHERE room = ?1", [number])?;
    Ok(())
}
