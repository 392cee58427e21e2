//! Unreadable data: rooms that were set aside for an administrator, and rows of other tables.

use rusqlite::{Connection, Params, Row};

use crate::error::WorkError;
use crate::recovery::BrokenRoom;
use crate::sql::{all, change, is_of_the_row, lossy_text, one};
use crate::waiting::read_waiting;
use crate::{Store, StoreAnswer, room, room_log, session};

/// The maximum number of unreadable rows listed per table.
const MOST_NAMED: usize = 1000;

/// An unreadable row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadableRow {
    /// Its table.
    pub table: &'static str,
    /// Its key, as far as it is text.
    pub name: String,
    /// The problem.
    pub problem: String,
}

impl Store {
    /// The rooms that were set aside, oldest first.
    pub fn broken_rooms(&self, limit: u32) -> StoreAnswer<Vec<BrokenRoom>> {
        self.read(move |db| {
            let sql =
                "SELECT number, id, broken FROM rooms WHERE broken IS NOT NULL ORDER BY created_ms LIMIT ?1";
            all(db, sql, [limit], |row| {
                Ok(BrokenRoom { row: row.get(0)?, id: lossy_text(row.get_ref(1)?), problem: row.get(2)? })
            })
        })
    }

    /// A room that was set aside, as text: its columns, its snapshot and its events.
    pub fn broken_room(&self, row: i64) -> StoreAnswer<Option<String>> {
        self.read(move |db| {
            let Some(mut text) = describe_room(db, row)? else { return Ok(None) };
            for number in room_log::numbers(db, row)? {
                let event = one(db, "SELECT seq, event FROM journal WHERE number = ?1", [number], |row| {
                    Ok(format!("event {}: {}\n", row.get::<_, i64>(0)?, lossy_text(row.get_ref(1)?)))
                })?;
                text.extend(event);
            }
            Ok(Some(text))
        })
    }

    /// Makes the next start of the server try a room again; returns false if it was not set aside.
    pub fn retry_broken_room(&self, row: i64) -> StoreAnswer<bool> {
        self.write(move |db| {
            let sql = "UPDATE rooms SET broken = NULL WHERE number = ?1 AND broken IS NOT NULL";
            Ok(change(db, sql, [row])? == 1)
        })
    }

    /// Removes a room that was set aside; its session expires. Returns false if it was not set aside.
    pub fn remove_broken_room(&self, row: i64) -> StoreAnswer<bool> {
        self.write(move |db| remove(db, row))
    }

    /// Removes unreadable rows from use and returns them: queue places are removed, pending sessions expire.
    pub fn give_up_unreadable(&self) -> StoreAnswer<Vec<UnreadableRow>> {
        self.write(|db| {
            let mut given_up = unreadable_tickets(db)?;
            for ticket in &given_up {
                let sql = "DELETE FROM waiting WHERE CAST(tenant AS BLOB) = ?1 AND CAST(mode AS BLOB) = ?2
                               AND CAST(game AS BLOB) = ?3 AND CAST(player AS BLOB) = ?4";
                change(db, sql, ticket.key.each_ref())?;
            }
            let sessions = unreadable_sessions(db)?;
            for session in &sessions {
                change(db, "UPDATE sessions SET status = 'expired' WHERE rowid = ?1", [session.number])?;
            }
            given_up.extend(sessions);
            Ok(given_up.into_iter().map(|row| row.told).collect())
        })
    }

    /// The rows that the next start of the server would remove from use.
    pub fn unreadable_rows(&self) -> StoreAnswer<Vec<UnreadableRow>> {
        self.read(|db| {
            let mut rows = unreadable_tickets(db)?;
            rows.extend(unreadable_sessions(db)?);
            Ok(rows.into_iter().map(|row| row.told).collect())
        })
    }
}

/// An unreadable row with its key and number.
struct FoundRow {
    told: UnreadableRow,
    key: [Vec<u8>; 4],
    number: i64,
}

fn unreadable_tickets(db: &Connection) -> Result<Vec<FoundRow>, WorkError> {
    let sql = "SELECT tenant, mode, game, player, session, variant, joined_ms, entry FROM waiting";
    unreadable(db, sql, [], "waiting", 3, |row| read_waiting(row).map(drop))
}

fn unreadable_sessions(db: &Connection) -> Result<Vec<FoundRow>, WorkError> {
    let sql = session::select("WHERE status = 'pending'").replacen(" FROM", ", rowid FROM", 1);
    unreadable(db, &sql, [], "sessions", 0, |row| session::read_session(row).map(drop))
}

fn unreadable(
    db: &Connection,
    sql: &str,
    params: impl Params,
    table: &'static str,
    name_column: usize,
    read: impl Fn(&Row<'_>) -> rusqlite::Result<()>,
) -> Result<Vec<FoundRow>, WorkError> {
    let mut found = Vec::new();
    let mut statement = db.prepare_cached(sql)?;
    let last = statement.column_count() - 1;
    let mut rows = statement.query(params)?;
    while let Some(row) = rows.next()?.filter(|_| found.len() < MOST_NAMED) {
        match read(row) {
            Ok(()) => {}
            Err(error) if is_of_the_row(&error) => {
                let name = lossy_text(row.get_ref(name_column)?);
                let bytes = |column| {
                    row.get_ref(column).ok().and_then(|value| value.as_bytes().ok()).map(<[u8]>::to_vec)
                };
                found.push(FoundRow {
                    told: UnreadableRow { table, name, problem: error.to_string() },
                    key: [0, 1, 2, 3].map(|column| bytes(column).unwrap_or_default()),
                    number: row.get(last).unwrap_or(-1),
                });
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(found)
}

fn describe_room(db: &Connection, row: i64) -> Result<Option<String>, WorkError> {
    let sql =
        "SELECT id, rooms.tenant, rooms.mode, created_ms, ended_ms, broken, snapshots.seq AS snapshot_seq, snapshot FROM rooms
               LEFT JOIN snapshots ON snapshots.room = rooms.number
               LEFT JOIN heads ON heads.room = rooms.number LEFT JOIN results ON results.number = heads.result
               WHERE rooms.number = ?1 AND broken IS NOT NULL";
    one(db, sql, [row], |row| {
        let names = row.as_ref().column_names().enumerate();
        names.map(|(column, name)| Ok(format!("{name}: {}\n", lossy_text(row.get_ref(column)?)))).collect()
    })
}

fn remove(db: &Connection, row: i64) -> Result<bool, WorkError> {
    let sql = "SELECT 1 FROM rooms WHERE number = ?1 AND broken IS NOT NULL";
    if one(db, sql, [row], |_| Ok(()))?.is_none() {
        return Ok(false);
    }
    let sql = "UPDATE sessions SET status = 'expired' WHERE status IN ('pending', 'active')
                   AND room = (SELECT id FROM rooms WHERE number = ?1)";
    change(db, sql, [row])?;
    room::remove(db, row)?;
    Ok(true)
}
