//! Recovery: rooms read page by page, snapshots and events with two queries per page; rooms that cannot be read are named.

use rusqlite::{Connection, Row, params};

use crate::error::WorkError;
use crate::result::first_number;
use crate::room::{self, COLUMNS, StoredRoom};
use crate::sql::{is_of_the_row, lossy_text};

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

/// A room of a page while its events are read.
struct Entry {
    row: i64,
    id: String,
    room: Result<StoredRoom, String>,
}

fn page(db: &Connection, listing: &Listing, after: RoomCursor, limit: u32) -> Result<RoomPage, WorkError> {
    let (mut entries, next) = read_rooms(db, listing, after, limit)?;
    if let Some(end) = next {
        read_events(db, listing, after, end, &mut entries)?;
    }
    let mut page = RoomPage { next, ..RoomPage::default() };
    for Entry { row, id, room } in entries {
        match room.and_then(|room| room.problem().map_or(Ok(room), Err)) {
            Ok(room) => page.rooms.push(room),
            Err(problem) => page.broken.push(BrokenRoom { row, id, problem }),
        }
    }
    Ok(page)
}

/// The rooms of a page without their events, and where the page ends.
fn read_rooms(
    db: &Connection,
    listing: &Listing,
    after: RoomCursor,
    limit: u32,
) -> Result<(Vec<Entry>, Option<RoomCursor>), WorkError> {
    let Listing { from, key, ended_ms } = listing;
    let sql = format!(
        "SELECT {COLUMNS}, {ended_ms}, {key} FROM {from} LEFT JOIN snapshots ON snapshots.room = rooms.number
         WHERE {key} > ?1 AND rooms.broken IS NULL ORDER BY {key} LIMIT ?2"
    );
    let (mut entries, mut end) = (Vec::new(), None);
    let mut statement = db.prepare_cached(&sql)?;
    let mut rows = statement.query(params![after.0, limit])?;
    while let Some(row) = rows.next()? {
        let room = readable(room::read(row))?;
        entries.push(Entry { row: row.get(0)?, id: lossy_text(row.get_ref(1)?), room });
        end = Some(RoomCursor(row.get(8)?));
    }
    Ok((entries, end))
}

/// Adds the events after the snapshots to the rooms of a page; both come in the same order.
fn read_events(
    db: &Connection,
    listing: &Listing,
    after: RoomCursor,
    end: RoomCursor,
    entries: &mut [Entry],
) -> Result<(), WorkError> {
    let Listing { from, key, .. } = listing;
    let sql = format!(
        "SELECT journal.room, journal.seq, journal.event FROM {from}
         LEFT JOIN snapshots ON snapshots.room = rooms.number
         CROSS JOIN journal ON journal.room = rooms.number AND journal.seq > coalesce(snapshots.seq, 0)
         WHERE {key} > ?1 AND {key} <= ?2 AND rooms.broken IS NULL ORDER BY {key}, journal.seq"
    );
    let mut statement = db.prepare_cached(&sql)?;
    let mut rows = statement.query(params![after.0, end.0])?;
    let mut entries = entries.iter_mut();
    let mut current = entries.next();
    while let Some(row) = rows.next()? {
        let number: i64 = row.get(0)?;
        while current.as_ref().is_some_and(|entry| entry.row != number) {
            current = entries.next();
        }
        if let Some(entry) = &mut current {
            entry.add(row)?;
        }
    }
    Ok(())
}

impl Entry {
    fn add(&mut self, row: &Row<'_>) -> Result<(), WorkError> {
        let Ok(room) = &mut self.room else { return Ok(()) };
        let event = readable((|| Ok((row.get(1)?, row.get(2)?)))())?;
        if let Err(problem) = event.and_then(|(seq, event)| room.push(seq, event)) {
            self.room = Err(problem);
        }
        Ok(())
    }
}

/// Tells a problem of one row, in words, from an error of the database.
fn readable<T>(read: rusqlite::Result<T>) -> Result<Result<T, String>, WorkError> {
    match read {
        Err(error) if is_of_the_row(&error) => Ok(Err(error.to_string())),
        other => Ok(Ok(other?)),
    }
}
