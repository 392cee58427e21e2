//! The journal: the log of every room, without anything of the database behind it.

use common::RoomId;

use crate::append::{self, Append};
use crate::recovery::{self, RoomCursor, RoomPage};
use crate::room::{self, StoredRoom};
use crate::sql::{change, params};
use crate::{Store, StoreAnswer, StoreError};

/// A room after one of its events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// The room.
    pub room: RoomId,
    /// The seq of the last event in it.
    pub seq: u64,
    /// The room as JSON.
    pub snapshot: String,
}

/// The logs of rooms: events are appended, and read again to recover the rooms.
pub trait Journal: Send + Sync + 'static {
    /// Appends groups of events. Each group is stored whole or not at all, independent of the others; all that is
    /// stored is durable before the answer. A group that does not follow the last stored event is a conflict.
    fn append(&self, groups: Vec<Vec<Append>>) -> StoreAnswer<Vec<Result<(), StoreError>>>;

    /// The room of any tenant, whether or not its game is over.
    fn room(&self, room: &RoomId) -> StoreAnswer<Option<StoredRoom>>;

    /// The events of a room after a seq as JSON, each with its seq, in order; none if it is unknown or has no newer ones.
    fn events_after(&self, room: &RoomId, seq: u64) -> StoreAnswer<Vec<(u64, String)>>;

    /// Rooms whose game is not over, in the order of creation, without those set aside.
    fn running_rooms(&self, after: Option<RoomCursor>, limit: u32) -> StoreAnswer<RoomPage>;

    /// Rooms whose game ended since a time, in the order of their ends, without those set aside.
    fn rooms_ended_since(
        &self,
        since_ms: i64,
        after: Option<RoomCursor>,
        limit: u32,
    ) -> StoreAnswer<RoomPage>;

    /// Stores snapshots. One that is older than the stored one, or of an event that is not stored, is ignored.
    fn save_snapshots(&self, snapshots: Vec<Snapshot>) -> StoreAnswer<()>;

    /// Sets a room aside with the reason: it stays as it is and is not recovered. False if there is no such room.
    fn set_aside(&self, row: i64, problem: &str) -> StoreAnswer<bool>;
}

impl Journal for Store {
    fn append(&self, groups: Vec<Vec<Append>>) -> StoreAnswer<Vec<Result<(), StoreError>>> {
        let (job, answer) = append::batch(groups, self.room_numbers(), self.node_name().get());
        self.write_job_at_once(job);
        answer
    }

    fn room(&self, room: &RoomId) -> StoreAnswer<Option<StoredRoom>> {
        let room = room.clone();
        self.read(move |db| room::find(db, &room))
    }

    fn events_after(&self, room: &RoomId, seq: u64) -> StoreAnswer<Vec<(u64, String)>> {
        let room = room.clone();
        self.read(move |db| room::events_after(db, &room, seq))
    }

    fn running_rooms(&self, after: Option<RoomCursor>, limit: u32) -> StoreAnswer<RoomPage> {
        self.read(move |db| recovery::running_rooms(db, after, limit))
    }

    fn rooms_ended_since(
        &self,
        since_ms: i64,
        after: Option<RoomCursor>,
        limit: u32,
    ) -> StoreAnswer<RoomPage> {
        self.read(move |db| recovery::rooms_ended_since(db, since_ms, after, limit))
    }

    fn save_snapshots(&self, snapshots: Vec<Snapshot>) -> StoreAnswer<()> {
        self.write(move |db| {
            for Snapshot { room, seq, snapshot } in &snapshots {
                let sql = "INSERT INTO snapshots (room, seq, snapshot)
                           SELECT heads.room, ?2, ?3 FROM rooms JOIN heads ON heads.room = rooms.number
                           WHERE id = ?1 AND heads.seq >= ?2
                           ON CONFLICT (room) DO UPDATE SET seq = excluded.seq, snapshot = excluded.snapshot
                               WHERE excluded.seq > snapshots.seq";
                change(db, sql, params![room.as_str(), seq, snapshot])?;
            }
            Ok(())
        })
    }

    fn set_aside(&self, row: i64, problem: &str) -> StoreAnswer<bool> {
        let (problem, numbers) = (problem.to_owned(), self.room_numbers());
        self.write(move |db| {
            numbers.forget(row);
            Ok(change(db, "UPDATE rooms SET broken = ?2 WHERE number = ?1", params![row, problem])? == 1)
        })
    }
}
