//! The rooms of every player of a cluster, so that each node finds them.

use common::{Named, RoomId, SessionId};

use crate::error::WorkError;
use crate::sql::{Database, all, change, params};
use crate::{Store, StoreAnswer, StoreError, WaitingKey};

/// A player who takes a seat in a room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatRow {
    /// The player, in one game.
    pub player: WaitingKey,
    /// The session that the seat was taken with.
    pub session: Option<SessionId>,
}

/// A room in which a player has a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatedIn {
    /// The room.
    pub room: RoomId,
    /// The session that the seat was taken with.
    pub session: Option<SessionId>,
    /// When the game ended.
    pub ended_ms: Option<i64>,
}

impl Store {
    /// The newest rooms of a player, oldest of them first, the running one last.
    pub fn rooms_of_player(&self, player: WaitingKey, limit: u32) -> StoreAnswer<Vec<SeatedIn>> {
        self.read(move |db| {
            let WaitingKey { tenant, mode, game, player } = &player;
            let sql = "SELECT rooms.id, seats.session, results.ended_ms
                       FROM seats JOIN rooms ON rooms.number = seats.room JOIN heads ON heads.room = seats.room
                           LEFT JOIN results ON results.number = heads.result
                       WHERE seats.tenant = ?1 AND seats.mode = ?2 AND seats.game = ?3 AND player = ?4 AND broken IS NULL
                       ORDER BY is_running DESC, seats.room DESC LIMIT ?5";
            let values = params![tenant.as_str(), mode.name(), game, player.as_str(), limit];
            let mut rooms = all(db, sql, values, |row| {
                let session = row.get::<Option<String>>(1)?.map(SessionId);
                Ok(SeatedIn { room: RoomId(row.get(0)?), session, ended_ms: row.get(2)? })
            })?;
            rooms.reverse();
            Ok(rooms)
        })
    }

    /// Adds the seats of rooms that a single server opened.
    pub fn add_seats(&self, seats: Vec<(i64, SeatRow)>) -> StoreAnswer<()> {
        self.write(move |db| {
            for (room, seat) in &seats {
                // Who has a seat keeps it.
                insert(db, *room, seat)?;
            }
            Ok(())
        })
    }
}

/// Seats the players of a new room; a conflict if one of them plays already.
pub(crate) fn take(db: &Database, room: i64, seats: &[SeatRow]) -> Result<(), WorkError> {
    for seat in seats {
        if !insert(db, room, seat)? {
            return Err(StoreError::Conflict("seat").into());
        }
    }
    Ok(())
}

/// Frees the players of a room whose game is over; they still find it.
pub(crate) fn free(db: &Database, room: i64) -> Result<(), WorkError> {
    change(db, "UPDATE seats SET is_running = false WHERE room = ?1", [room]).map(drop)
}

fn insert(db: &Database, room: i64, seat: &SeatRow) -> Result<bool, WorkError> {
    let SeatRow { player: WaitingKey { tenant, mode, game, player }, session } = seat;
    let sql = "INSERT INTO seats (room, tenant, mode, game, player, session) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
               ON CONFLICT DO NOTHING";
    let session = session.as_ref().map(SessionId::as_str);
    let values = params![room, tenant.as_str(), mode.name(), game, player.as_str(), session];
    Ok(change(db, sql, values)? == 1)
}
