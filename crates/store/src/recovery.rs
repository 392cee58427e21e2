//! Recovery: rooms read page by page, each with its snapshot and the events after it; rooms that cannot be read are named.

use rusqlite::{Connection, params};

use crate::error::WorkError;
use crate::result::first_number;
use crate::room::{self, COLUMNS, JOINS, StoredRoom};
use crate::room_log::LogReader;
use crate::sql::lossy_text;

/// Where a page of rooms ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoomCursor(i64);

/// A page of rooms.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RoomPage {
    /// The rooms that can be read.
    pub rooms: Vec<StoredRoom>,
    /// The rooms that cannot.
    pub broken: Vec<BrokenRoom>,
    /// Where the next page begins; none after the last.
    pub next: Option<RoomCursor>,
}

/// A room that cannot be recovered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenRoom {
    /// The number of its row, by which it is named.
    pub row: i64,
    /// Its id, as far as it is text.
    pub id: String,
    /// What is wrong with it.
    pub problem: String,
}

/// Which rooms a page lists and in which order, as parts of SQL.
struct Listing {
    from: &'static str,
    /// The column that the order and the cursor are of.
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
    db: &Connection,
    after: Option<RoomCursor>,
    limit: u32,
) -> Result<RoomPage, WorkError> {
    page(db, &RUNNING, after.unwrap_or(RoomCursor(i64::MIN)), limit)
}

pub(crate) fn rooms_ended_since(
    db: &Connection,
    since_ms: i64,
    after: Option<RoomCursor>,
    limit: u32,
) -> Result<RoomPage, WorkError> {
    let before_first = first_number(since_ms).saturating_sub(1);
    page(db, &ENDED, after.unwrap_or(RoomCursor(before_first)), limit)
}

fn page(db: &Connection, listing: &Listing, after: RoomCursor, limit: u32) -> Result<RoomPage, WorkError> {
    let Listing { from, key, ended_ms } = listing;
    let sql = format!(
        "SELECT {COLUMNS}, {ended_ms}, {key} FROM {from} {JOINS}
         WHERE {key} > ?1 AND rooms.broken IS NULL ORDER BY {key} LIMIT ?2"
    );
    let (mut page, mut log) = (RoomPage::default(), LogReader::new(db)?);
    let mut statement = db.prepare_cached(&sql)?;
    let mut rows = statement.query(params![after.0, limit])?;
    while let Some(row) = rows.next()? {
        match room::read(row, &mut log)? {
            Ok(room) => page.rooms.push(room),
            Err(problem) => {
                let (row, id) = (row.get(0)?, lossy_text(row.get_ref(1)?));
                page.broken.push(BrokenRoom { row, id, problem });
            }
        }
        page.next = Some(RoomCursor(row.get(10)?));
    }
    Ok(page)
}
