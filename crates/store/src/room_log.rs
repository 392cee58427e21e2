//! The log of a room: its events in the journal, linked from the newest to the first.

use crate::error::WorkError;
use crate::sql::{Database, Row, RowResult, all, change, each, one, params};

/// The newest event of a room.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Head {
    pub(crate) seq: u64,
    /// The number of the event; `None` if the log is only a snapshot.
    pub(crate) last: Option<i64>,
}

/// Events as JSON, each with its seq, in order.
pub(crate) type Events = Vec<(u64, String)>;

/// The events of a room after a seq, or the problem.
pub(crate) fn events_after(
    db: &Database,
    seq: u64,
    room: i64,
    head: Head,
) -> Result<Result<Events, String>, WorkError> {
    match db {
        Database::Sqlite(_) => linked_events(db, seq, room, head),
        Database::Postgres(_) => indexed_events(db, seq, room, head),
    }
}

/// The events from the newest one back, each found by the one after it.
fn linked_events(
    db: &Database,
    seq: u64,
    room: i64,
    head: Head,
) -> Result<Result<Events, String>, WorkError> {
    let sql = "SELECT seq, event, previous FROM journal WHERE number = ?1 AND room = ?2";
    let (mut events, mut next) = (Vec::new(), head.last);
    for expected in (seq + 1..=head.seq).rev() {
        let read = |row: &Row<'_>| Ok((row.get::<u64>(0)?, row.get(1)?, row.get(2)?));
        match each(db, sql, params![next, room], read)?.pop() {
            Some(Ok((found, event, previous))) if found == expected => {
                events.push((found, event));
                next = previous;
            }
            Some(Err(problem)) => return Ok(Err(problem.to_string())),
            _ => return Ok(Err(format!("event {expected} of its log is missing"))),
        }
    }
    events.reverse();
    Ok(Ok(events))
}

/// The events by the index that only PostgreSQL has.
fn indexed_events(
    db: &Database,
    seq: u64,
    room: i64,
    head: Head,
) -> Result<Result<Events, String>, WorkError> {
    let sql = "SELECT seq, event FROM journal WHERE room = ?1 AND seq > ?2 AND seq <= ?3 ORDER BY seq";
    let events = each(db, sql, params![room, seq, head.seq], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let events: Events = match events.into_iter().collect::<RowResult<_>>() {
        Ok(events) => events,
        Err(problem) => return Ok(Err(problem.to_string())),
    };
    let missing =
        (seq + 1..=head.seq).zip(events.iter().map(|(seq, _)| Some(*seq)).chain(std::iter::repeat(None)));
    match missing.into_iter().find(|(expected, found)| Some(*expected) != *found) {
        Some((expected, _)) => Ok(Err(format!("event {expected} of its log is missing"))),
        None => Ok(Ok(events)),
    }
}

/// The numbers of all events of a room in order, even if they are damaged.
pub(crate) fn numbers(db: &Database, room: i64) -> Result<Vec<i64>, WorkError> {
    if let Some(mut numbers) = linked_numbers(db, room)? {
        numbers.reverse();
        return Ok(numbers);
    }
    // Only a damaged log has events that are not linked.
    all(db, "SELECT number FROM journal WHERE room = ?1 ORDER BY number", [room], |row| row.get(0))
}

/// The numbers of the events linked to the head, newest first; `None` if a link is missing.
fn linked_numbers(db: &Database, room: i64) -> Result<Option<Vec<i64>>, WorkError> {
    let head = one(db, "SELECT last FROM heads WHERE room = ?1", [room], |row| row.get(0))?;
    let Some(mut next) = head else { return Ok(None) };
    let mut numbers = Vec::new();
    while let Some(number) = next {
        let sql = "SELECT previous FROM journal WHERE number = ?1 AND room = ?2";
        let previous: Option<Option<i64>> = one(db, sql, params![number, room], |row| row.get(0))?;
        let Some(previous) = previous.filter(|previous| previous.is_none_or(|previous| previous < number))
        else {
            return Ok(None);
        };
        numbers.push(number);
        next = previous;
    }
    Ok(Some(numbers))
}

/// Removes the events and the snapshot of a room.
pub(crate) fn remove(db: &Database, room: i64) -> Result<(), WorkError> {
    for number in numbers(db, room)? {
        change(db, "DELETE FROM journal WHERE number = ?1", [number])?;
    }
    change(db, "UPDATE heads SET seq = 0, last = NULL WHERE room = ?1", [room])?;
    change(db, "DELETE FROM snapshots WHERE room = ?1", [room])?;
    Ok(())
}
