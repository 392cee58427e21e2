//! What changes with the rooms of a batch that begin or end, with one statement of each kind for all of them.

use crate::error::WorkError;
use crate::seats::{self, TakenSeats};
use crate::sql::{Database, Expected};
use crate::waiting;

/// The numbers of rooms that begin or end on PostgreSQL, and the players of those that begin.
#[derive(Default)]
pub(super) struct ChangedRooms {
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
