//! Rooms after a restart: read page by page, with those that cannot be read named and set aside.

use rusqlite::{Connection, Row, params};

use crate::error::Trouble;
use crate::room::{StoredRoom, read_room};
use crate::sql::{change, is_of_the_row, lossy_text};
use crate::{Answer, Store};

/// Where a page of rooms ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoomCursor {
    ended_ms: i64,
    row: i64,
}

/// A page of rooms to open again.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RoomPage {
    /// The rooms that can be read.
    pub rooms: Vec<StoppedRoom>,
    /// The rooms that cannot.
    pub broken: Vec<BrokenRoom>,
    /// Where the next page begins; nothing after the last.
    pub next: Option<RoomCursor>,
}

/// A stored room, and since when the server was down for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoppedRoom {
    /// The number of its row.
    pub row: i64,
    /// The room.
    pub stored: StoredRoom,
    /// When the server stopped for the first time after the last change of the room; nothing before the first stop.
    pub stopped_ms: Option<i64>,
}

/// A room that cannot be opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenRoom {
    /// The number of its row, by which it is named.
    pub row: i64,
    /// Its id, as far as it is text.
    pub id: String,
    /// What is wrong with it.
    pub problem: String,
}

const COLUMNS: &str =
    "id, tenant, mode, version, snapshot, deadline_ms, ended_ms, created_ms, rowid, stopped_ms";

impl Store {
    /// Rooms whose game is not over, without those set aside.
    pub fn unfinished_rooms(&self, after: Option<RoomCursor>, limit: u32) -> Answer<RoomPage> {
        let after = after.map_or(i64::MIN, |after| after.row);
        self.read(move |db| {
            let sql = format!(
                "SELECT {COLUMNS} FROM rooms WHERE ended_ms IS NULL AND broken IS NULL AND rowid > ?1
                 ORDER BY rowid LIMIT ?2"
            );
            page(db, &sql, params![after, limit])
        })
    }

    /// Rooms whose game ended since a time, without those set aside.
    pub fn rooms_ended_since(
        &self,
        since_ms: i64,
        after: Option<RoomCursor>,
        limit: u32,
    ) -> Answer<RoomPage> {
        let after = after.unwrap_or(RoomCursor { ended_ms: since_ms, row: i64::MIN });
        self.read(move |db| {
            let sql = format!(
                "SELECT {COLUMNS} FROM rooms WHERE broken IS NULL AND (ended_ms, rowid) > (?1, ?2)
                     AND ended_ms IS NOT NULL
                 ORDER BY ended_ms, rowid LIMIT ?3"
            );
            page(db, &sql, params![after.ended_ms, after.row, limit])
        })
    }

    /// Sets a room aside, with the reason: it stays as it is, and is not opened again.
    pub fn set_aside(&self, row: i64, problem: &str) -> Answer<bool> {
        let problem = problem.to_owned();
        self.write(move |db| {
            Ok(change(db, "UPDATE rooms SET broken = ?2 WHERE rowid = ?1", params![row, problem])? == 1)
        })
    }

    /// Notes for every running room since when the server was down, unless that is known from a stop before.
    pub fn note_stop(&self, stopped_ms: i64) -> Answer<()> {
        self.write(move |db| {
            let sql = "UPDATE rooms SET stopped_ms = ?1
                       WHERE ended_ms IS NULL AND broken IS NULL AND stopped_ms IS NULL";
            change(db, sql, [stopped_ms])?;
            Ok(())
        })
    }
}

fn page(db: &Connection, sql: &str, params: impl rusqlite::Params) -> Result<RoomPage, Trouble> {
    let mut page = RoomPage::default();
    let mut statement = db.prepare_cached(sql)?;
    let mut rows = statement.query(params)?;
    while let Some(row) = rows.next()? {
        let number: i64 = row.get(8)?;
        match read_stopped_room(row, number) {
            Ok(room) => page.rooms.push(room),
            Err(error) if is_of_the_row(&error) => {
                let (id, problem) = (lossy_text(row.get_ref(0)?), error.to_string());
                page.broken.push(BrokenRoom { row: number, id, problem });
            }
            Err(error) => return Err(error.into()),
        }
        page.next = Some(RoomCursor { ended_ms: row.get(6).unwrap_or(i64::MAX), row: number });
    }
    Ok(page)
}

fn read_stopped_room(row: &Row<'_>, number: i64) -> rusqlite::Result<StoppedRoom> {
    Ok(StoppedRoom { row: number, stored: read_room(row)?, stopped_ms: row.get(9)? })
}
