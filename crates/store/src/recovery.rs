//! Recovery: reads rooms in pages, each with its snapshot and the events after it; lists unreadable rooms.

use std::ops::ControlFlow;

use crate::error::WorkError;
use crate::result::first_number;
use crate::room::{self, COLUMNS, JOINS, StoredRoom};
use crate::sql::{Database, params};

/// The position of a page of rooms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoomCursor(i64);

/// A page of rooms.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RoomPage {
    /// The readable rooms.
    pub rooms: Vec<StoredRoom>,
    /// The unreadable rooms.
    pub broken: Vec<BrokenRoom>,
    /// The start of the next page; `None` after the last.
    pub next: Option<RoomCursor>,
}

/// A room that cannot be recovered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenRoom {
    /// The number of its row, which identifies it.
    pub row: i64,
    /// Its id, as far as it is text.
    pub id: String,
    /// The problem.
    pub problem: String,
}

impl BrokenRoom {
    pub(crate) fn new(row: i64, id: &str, problem: String) -> BrokenRoom {
        BrokenRoom { row, id: id.to_owned(), problem }
    }
}

/// Which rooms a page lists and in which order, as parts of SQL.
struct Listing {
    from: &'static str,
    /// The column of the order and the cursor.
    key: &'static str,
    ended_ms: &'static str,
}

const RUNNING: Listing = Listing {
    from: "running CROSS JOIN rooms ON rooms.number = running.room",
    key: "running.room",
    ended_ms: "NULL",
};

const ENDED: Listing = Listing {
    from: "results CROSS JOIN rooms ON rooms.number = results.room",
    key: "results.number",
    ended_ms: "results.ended_ms",
};

pub(crate) fn running_rooms(
    db: &Database,
    after: Option<RoomCursor>,
    limit: u32,
) -> Result<RoomPage, WorkError> {
    page(db, &RUNNING, after.unwrap_or(RoomCursor(i64::MIN)), limit)
}

pub(crate) fn rooms_ended_since(
    db: &Database,
    since_ms: i64,
    after: Option<RoomCursor>,
    limit: u32,
) -> Result<RoomPage, WorkError> {
    let before_first = first_number(since_ms).saturating_sub(1);
    page(db, &ENDED, after.unwrap_or(RoomCursor(before_first)), limit)
}

fn page(db: &Database, listing: &Listing, after: RoomCursor, limit: u32) -> Result<RoomPage, WorkError> {
    let Listing { from, key, ended_ms } = listing;
    let sql = format!(
        "SELECT {COLUMNS}, {ended_ms}, {key} FROM {from} {JOINS}
         WHERE {key} > ?1 AND rooms.broken IS NULL ORDER BY {key} LIMIT ?2"
    );
    let mut found = Vec::new();
    db.query(&sql, params![after.0, limit], |row| {
        let (number, id, key) = (row.get(0)?, row.column(1)?.lossy_text(), row.get(10)?);
        found.push((room::read_columns(row), number, id, RoomCursor(key)));
        Ok(ControlFlow::Continue(()))
    })?;
    let mut page = RoomPage { next: found.last().map(|(.., cursor)| *cursor), ..RoomPage::default() };
    for (read, row, id, _) in found {
        match room::with_events(db, read)? {
            Ok(room) => page.rooms.push(room),
            Err(problem) => page.broken.push(BrokenRoom { row, id, problem }),
        }
    }
    Ok(page)
}
