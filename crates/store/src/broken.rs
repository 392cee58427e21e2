//! Unreadable data: rooms that were set aside for an administrator, and rows of other tables.

use std::ops::ControlFlow;

use crate::error::WorkError;
use crate::recovery::BrokenRoom;
use crate::sql::{Database, Row, RowResult, all, change, one};
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
                Ok(BrokenRoom { row: row.get(0)?, id: row.column(1)?.lossy_text(), problem: row.get(2)? })
            })
        })
    }

    /// A room that was set aside, as text: its columns, its snapshot and its events.
    pub fn broken_room(&self, row: i64) -> StoreAnswer<Option<String>> {
        self.read(move |db| {
            let Some(mut text) = describe_room(db, row)? else { return Ok(None) };
            for number in room_log::numbers(db, row)? {
                let event = one(db, "SELECT seq, event FROM journal WHERE number = ?1", [number], |row| {
                    Ok(format!("event {}: {}\n", row.get::<i64>(0)?, row.column(1)?.lossy_text()))
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
            let [tenant, mode, game, player] = ["tenant", "mode", "game", "player"].map(|name| bytes_of(db, name));
            for ticket in &given_up {
                let sql = format!(
                    "DELETE FROM waiting WHERE {tenant} = ?1 AND {mode} = ?2 AND {game} = ?3 AND {player} = ?4"
                );
                change(db, &sql, ticket.key.each_ref())?;
            }
            let sessions = unreadable_sessions(db)?;
            for session in &sessions {
                let sql = format!("UPDATE sessions SET status = 'expired' WHERE {} = ?1", bytes_of(db, "id"));
                change(db, &sql, [&session.key[0]])?;
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

/// An unreadable row, and the bytes of its first columns, by which it is found again.
struct FoundRow {
    told: UnreadableRow,
    key: [Vec<u8>; 4],
}

fn unreadable_tickets(db: &Database) -> Result<Vec<FoundRow>, WorkError> {
    let sql = "SELECT tenant, mode, game, player, session, variant, joined_ms, entry FROM waiting";
    unreadable(db, sql, "waiting", 3, |row| read_waiting(row).map(drop))
}

fn unreadable_sessions(db: &Database) -> Result<Vec<FoundRow>, WorkError> {
    let sql = session::select("WHERE status = 'pending'");
    unreadable(db, &sql, "sessions", 0, |row| session::read_session(row).map(drop))
}

fn unreadable(
    db: &Database,
    sql: &str,
    table: &'static str,
    name_column: usize,
    read: impl Fn(&Row<'_>) -> RowResult<()>,
) -> Result<Vec<FoundRow>, WorkError> {
    let mut found = Vec::new();
    db.query(sql, &[], |row| {
        if let Err(error) = read(row) {
            let bytes =
                |column| row.column(column).map_or_else(|_| Vec::new(), |value| value.bytes().to_vec());
            let name = row.column(name_column)?.lossy_text();
            let told = UnreadableRow { table, name, problem: error.to_string() };
            found.push(FoundRow { told, key: [0, 1, 2, 3].map(bytes) });
        }
        Ok(if found.len() < MOST_NAMED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    Ok(found)
}

/// The bytes of a text column in SQL: damaged text equals no value but its bytes.
fn bytes_of(db: &Database, column: &str) -> String {
    match db {
        Database::Sqlite(_) => format!("CAST({column} AS BLOB)"),
        Database::Postgres(_) => format!("convert_to({column}, 'UTF8')"),
    }
}

fn describe_room(db: &Database, row: i64) -> Result<Option<String>, WorkError> {
    let sql =
        "SELECT id, rooms.tenant, rooms.mode, created_ms, ended_ms, broken, snapshots.seq AS snapshot_seq, snapshot FROM rooms
               LEFT JOIN snapshots ON snapshots.room = rooms.number
               LEFT JOIN heads ON heads.room = rooms.number LEFT JOIN results ON results.number = heads.result
               WHERE rooms.number = ?1 AND broken IS NOT NULL";
    one(db, sql, [row], |row| {
        let names = row.names().into_iter().enumerate();
        names.map(|(column, name)| Ok(format!("{name}: {}\n", row.column(column)?.lossy_text()))).collect()
    })
}

fn remove(db: &Database, row: i64) -> Result<bool, WorkError> {
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
