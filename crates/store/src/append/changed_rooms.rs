//! What changes with the rooms of a batch on PostgreSQL, with one statement of each kind for all of them.

use super::new_logs::NewLogs;
use crate::error::WorkError;
use crate::seats::{self, TakenSeats};
use crate::sql::{Database, Expected};
use crate::waiting;

/// The events of rooms, the numbers of those that begin or end, and the players of those that begin.
#[derive(Default)]
pub(super) struct ChangedRooms {
    pub(super) logs: NewLogs,
    /// When rooms must be woken, in a cluster.
    pub(super) wakes: Vec<(i64, i64)>,
    pub(super) ended: Vec<i64>,
    pub(super) taken: TakenSeats,
    /// Rooms whose players may still wait for a game.
    pub(super) opened: Vec<i64>,
}

impl ChangedRooms {
    /// Writes the changes. Players are freed first: the next game of one may begin in the same batch, and no game ends in the batch
    /// that begins it.
    pub(super) fn write(self, db: &Database, has_seats: bool) -> Result<(), WorkError> {
        let Database::Postgres(db) = db else { return Ok(()) };
        if !self.wakes.is_empty() {
            let sql = "UPDATE running SET wake_ms = wakes.wake_ms
                       FROM unnest($1::bigint[], $2::bigint[]) AS wakes (room, wake_ms)
                       WHERE running.room = wakes.room";
            let (rooms, wakes): (Vec<i64>, Vec<i64>) = self.wakes.into_iter().unzip();
            db.change_arrays_later(sql, vec![Box::new(rooms), Box::new(wakes)], Expected::Any)?;
        }
        if !self.ended.is_empty() {
            let sql = "DELETE FROM running WHERE room = ANY($1::bigint[])";
            db.change_arrays_later(sql, vec![Box::new(self.ended.clone())], Expected::Any)?;
            if has_seats {
                seats::free(db, self.ended)?;
            }
        }
        self.taken.take(db)?;
        if self.opened.is_empty() { Ok(()) } else { waiting::remove_seated(db, self.opened) }
    }
}
