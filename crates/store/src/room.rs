//! Stored rooms: a snapshot, if there is one, and the events after it.

use common::{Mode, RoomId, TenantId};

use crate::StoreError;
use crate::error::WorkError;
use crate::recovery::BrokenRoom;
use crate::room_log::{self, Events, Head};
use crate::sql::{Database, Row, RowResult, change, each, one};
use crate::word::word;

/// A stored room: the snapshot and the events after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredRoom {
    /// The number of its row.
    pub row: i64,
    /// The id.
    pub room: RoomId,
    /// The tenant it belongs to.
    pub tenant: TenantId,
    /// The mode it belongs to.
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

/// The columns that [`read_columns`] expects; the time of the end follows.
pub(crate) const COLUMNS: &str = "rooms.number, rooms.id, rooms.tenant, rooms.mode, rooms.created_ms,
    snapshots.seq, snapshots.snapshot, heads.seq, heads.last";

/// Joins the tables of [`COLUMNS`] to `rooms`.
pub(crate) const JOINS: &str = "LEFT JOIN snapshots ON snapshots.room = rooms.number
    LEFT JOIN heads ON heads.room = rooms.number";

impl StoredRoom {
    /// The seq of the last event; 0 if there is none.
    pub fn seq(&self) -> u64 {
        let snapshot = self.snapshot.as_ref().map_or(0, |(seq, _)| *seq);
        self.events.last().map_or(snapshot, |(seq, _)| *seq)
    }
}

/// Finds a room with its events.
pub(crate) fn find(db: &Database, id: &RoomId) -> Result<Option<StoredRoom>, WorkError> {
    let sql = format!(
        "SELECT {COLUMNS}, results.ended_ms FROM rooms {JOINS} LEFT JOIN results ON results.number = heads.result
         WHERE rooms.id = ?1"
    );
    let Some(read) = each(db, &sql, [id.as_str()], read_columns)?.pop() else { return Ok(None) };
    let room = with_events(db, read)?;
    Ok(Some(room.map_err(|problem| StoreError::Invalid(format!("room {id} cannot be read: {problem}")))?))
}

/// The events of a room after a seq.
pub(crate) fn events_after(db: &Database, id: &RoomId, seq: u64) -> Result<Events, WorkError> {
    let sql = "SELECT number, heads.seq, last FROM rooms JOIN heads ON heads.room = number WHERE id = ?1";
    let found =
        one(db, sql, [id.as_str()], |row| Ok((row.get(0)?, Head { seq: row.get(1)?, last: row.get(2)? })))?;
    let Some((number, head)) = found.filter(|(_, head)| head.seq > seq) else { return Ok(Vec::new()) };
    let events = room_log::events_after(db, seq, number, head)?;
    Ok(events.map_err(|problem| StoreError::Invalid(format!("room {id} cannot be read: {problem}")))?)
}

/// Reads the room with this number, or says why it cannot be read.
pub(crate) fn read(db: &Database, number: i64) -> Result<Result<StoredRoom, BrokenRoom>, WorkError> {
    let sql = format!("SELECT {COLUMNS}, NULL FROM rooms {JOINS} WHERE rooms.number = ?1");
    let found = each(db, &sql, [number], |row| Ok((row.column(1)?.lossy_text(), read_columns(row))))?.pop();
    let (id, read) = match found {
        Some(Ok(found)) => found,
        Some(Err(problem)) => return Ok(Err(BrokenRoom::new(number, "", problem.to_string()))),
        None => return Ok(Err(BrokenRoom::new(number, "", "it is not there".to_owned()))),
    };
    Ok(with_events(db, read)?.map_err(|problem| BrokenRoom::new(number, &id, problem)))
}

/// Adds the events to a room as it was read, or returns the problem.
pub(crate) fn with_events(
    db: &Database,
    read: RowResult<(StoredRoom, Option<Head>)>,
) -> Result<Result<StoredRoom, String>, WorkError> {
    let (mut room, head) = match read {
        Ok(read) => read,
        Err(problem) => return Ok(Err(problem.to_string())),
    };
    let from = room.seq();
    match head {
        Some(head) if head.seq > 0 && head.seq >= from => {
            let events = room_log::events_after(db, from, room.row, head)?;
            Ok(events.map(|events| {
                room.events = events;
                room
            }))
        }
        _ if from > 0 => Ok(Err("its log ends before its snapshot".to_owned())),
        _ => Ok(Err("it has neither a snapshot nor events".to_owned())),
    }
}

pub(crate) fn read_columns(row: &Row<'_>) -> RowResult<(StoredRoom, Option<Head>)> {
    let snapshot = match row.get(5)? {
        Some(seq) => Some((seq, row.get(6)?)),
        None => None,
    };
    let head = match row.get(7)? {
        Some(seq) => Some(Head { seq, last: row.get(8)? }),
        None => None,
    };
    let room = StoredRoom {
        row: row.get(0)?,
        room: RoomId(row.get(1)?),
        tenant: TenantId(row.get(2)?),
        mode: word(row, 3)?,
        created_ms: row.get(4)?,
        ended_ms: row.get(9)?,
        snapshot,
        events: Vec::new(),
    };
    Ok((room, head))
}

/// Removes a room with its log and its result.
pub(crate) fn remove(db: &Database, number: i64) -> Result<(), WorkError> {
    room_log::remove(db, number)?;
    if let Database::Postgres(_) = db {
        change(db, "DELETE FROM seats WHERE room = ?1", [number])?;
    }
    for sql in [
        "DELETE FROM results WHERE number = (SELECT result FROM heads WHERE room = ?1)",
        "DELETE FROM heads WHERE room = ?1",
        "DELETE FROM running WHERE room = ?1",
        "DELETE FROM rooms WHERE number = ?1",
    ] {
        change(db, sql, [number])?;
    }
    Ok(())
}
