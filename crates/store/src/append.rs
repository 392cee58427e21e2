//! Appending: events of rooms with everything that is true together with them, many rooms in one transaction.

mod changed_rooms;
mod new_logs;
mod postgres;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use common::{Mode, Named, RoomId, TenantId};
use tokio::sync::oneshot;

use self::changed_rooms::ChangedRooms;
use self::postgres::{AppendedMoves, LookedUp};
use crate::error::WorkError;
use crate::job::Job;
use crate::outbox::{self, OutboxRow};
use crate::rating::{self, RatedGame};
use crate::result::{self, Ended, ResultRow};
use crate::room_numbers::{NumberedRoom, RoomNumbers};
use crate::savepoint::in_savepoint;
use crate::seats::SeatRow;
use crate::session::{self, SessionUpdate};
use crate::sql::{Database, Expected, Isolation, Statement, Values, change_later, one, params};
use crate::waiting::{self, PairedPlace};
use crate::word::word;
use crate::{StoreAnswer, StoreError};

/// Events that are appended to the log of a room, with everything that is true together with them.
#[derive(Debug, Clone, Default)]
pub struct Append {
    /// The room.
    pub room: RoomId,
    /// The tenant it belongs to.
    pub tenant: TenantId,
    /// The world it belongs to.
    pub mode: Mode,
    /// When it was decided, by the world's clock.
    pub at_ms: i64,
    /// The seq of the last event before these; 0 opens the room.
    pub after: u64,
    /// The events as JSON, numbered from `after + 1`; never empty.
    pub events: Vec<String>,
    /// The room after these events as JSON, if it is time for a snapshot.
    pub snapshot: Option<String>,
    /// The result, at the end of the game; the room runs no longer.
    pub result: Option<ResultRow>,
    /// Webhook events that follow, in order.
    pub outbox: Vec<OutboxRow>,
    /// Sessions that change with the room.
    pub sessions: Vec<SessionUpdate>,
    /// The game, if it ends and changes ratings.
    pub rated: Option<RatedGame>,
    /// Players who leave the queue for the room. In a cluster it is a conflict if one is no longer in it, or has come back to it with
    /// another connection than the one that has a seat.
    pub seated: Vec<PairedPlace>,
    /// The players of a new room, in a cluster.
    pub seats: Vec<SeatRow>,
    /// When the room must be woken, in a cluster, if that may be earlier than before.
    pub wake_ms: Option<i64>,
}

impl Append {
    /// Whether it is refused, if at all, by its first statement, so that there is nothing to undo.
    fn is_one_event(&self) -> bool {
        let Append { after, events, snapshot, result, outbox, sessions, rated, seated, wake_ms, .. } = self;
        *after > 0
            && events.len() == 1
            && (snapshot.is_none() && result.is_none() && rated.is_none())
            && (outbox.is_empty() && sessions.is_empty() && seated.is_empty() && wake_ms.is_none())
    }

    /// Whether a stored room with this id is the one that is meant.
    fn is_of(&self, room: &NumberedRoom) -> bool {
        room.tenant == self.tenant && room.mode == self.mode
    }
}

/// One outcome per group.
type Outcomes = Vec<Result<(), StoreError>>;

/// A job that appends groups, and the answer with one outcome per group.
pub(crate) fn batch(
    groups: Vec<Vec<Append>>,
    numbers: Arc<RoomNumbers>,
    node: Option<String>,
) -> (Box<dyn Job>, StoreAnswer<Outcomes>) {
    let (reply, answer) = StoreAnswer::pending();
    let batch =
        Batch { groups, numbers, node, outcomes: Vec::new(), found: Vec::new(), ended: Vec::new(), reply };
    (Box::new(batch), answer)
}

struct Batch {
    groups: Vec<Vec<Append>>,
    numbers: Arc<RoomNumbers>,
    /// The node that appends, in a cluster.
    node: Option<String>,
    outcomes: Outcomes,
    /// Running rooms to cache when the transaction is committed.
    found: Vec<(RoomId, NumberedRoom)>,
    /// Rooms to remove from the cache.
    ended: Vec<RoomId>,
    reply: oneshot::Sender<Result<Outcomes, StoreError>>,
}

impl Job for Batch {
    fn isolation(&self) -> Isolation {
        let mut rooms = HashSet::new();
        match self.groups.iter().all(|group| matches!(group.as_slice(), [append] if append.is_one_event())) {
            // All are appended by one statement, which takes a room once.
            true if self.groups.iter().flatten().all(|append| rooms.insert(&append.room)) => {
                Isolation::Statement
            }
            true => Isolation::Write,
            false => Isolation::InOrder,
        }
    }

    fn run(&mut self, db: &Database) -> Result<(), WorkError> {
        let Batch { groups, numbers, node, found, ended, .. } = self;
        let cached = numbers.lock();
        let LookedUp { rooms: looked_up, new_numbers } = match db {
            Database::Sqlite(_) => LookedUp::default(),
            Database::Postgres(db) => LookedUp::read(db, groups, &cached, found)?,
        };
        let rooms = KnownRooms { cached: &cached, looked_up: &looked_up };
        let mut writer = GroupWriter {
            db,
            new_numbers: &new_numbers,
            insert_event: db.statement(INSERT_EVENT)?,
            move_head: db.statement(MOVE_HEAD)?,
            rooms,
            node: node.as_deref(),
            changed: ChangedRooms::default(),
            found,
            ended,
        };
        self.outcomes = match db {
            Database::Sqlite(_) => writer.write_all(&groups.iter().map(Vec::as_slice).collect::<Vec<_>>())?,
            Database::Postgres(db) => {
                let moves = AppendedMoves::append(db, groups, |append| rooms.of(append))?;
                let others = writer.write_all(&moves.left_of(groups))?;
                moves.outcomes(db, others)?
            }
        };
        Ok(())
    }

    fn answer(self: Box<Self>, fate: Result<(), StoreError>) {
        let Batch { numbers, outcomes, found, ended, reply, .. } = *self;
        if fate.is_ok() {
            let mut numbers = numbers.lock();
            numbers.extend(found);
            ended.iter().for_each(|room| drop(numbers.remove(room)));
        }
        // The caller may have stopped waiting; what was stored stays stored.
        let _ = reply.send(fate.map(|()| outcomes));
    }
}

/// Inserts an event after the newest one of the room if that has the given seq. This is the version check.
const INSERT_EVENT: &str = "INSERT INTO journal (room, seq, previous, event)
    SELECT room, seq + 1, last, ?3 FROM heads WHERE room = ?1 AND seq = ?2";

/// Makes an event that was inserted the newest one of its room.
const MOVE_HEAD: &str = "UPDATE heads SET seq = seq + 1, last = ?3 WHERE room = ?1 AND seq = ?2";

/// The rooms of a batch that are known before it is written.
#[derive(Clone, Copy)]
struct KnownRooms<'a> {
    cached: &'a HashMap<RoomId, NumberedRoom>,
    looked_up: &'a HashMap<RoomId, NumberedRoom>,
}

impl<'a> KnownRooms<'a> {
    fn find(&self, id: &RoomId) -> Option<&'a NumberedRoom> {
        self.cached.get(id).or_else(|| self.looked_up.get(id))
    }

    /// The room of an append, if it is of the same tenant and mode.
    fn of(&self, append: &Append) -> Option<&'a NumberedRoom> {
        self.find(&append.room).filter(|room| append.is_of(room))
    }
}

struct GroupWriter<'a> {
    db: &'a Database,
    insert_event: Statement<'a>,
    move_head: Statement<'a>,
    rooms: KnownRooms<'a>,
    /// The numbers of the rooms to open, in their order, if they are known before.
    new_numbers: &'a [i64],
    node: Option<&'a str>,
    changed: ChangedRooms,
    found: &'a mut Vec<(RoomId, NumberedRoom)>,
    ended: &'a mut Vec<RoomId>,
}

impl GroupWriter<'_> {
    /// Writes groups, each whole or not at all; `Err` means the whole transaction is lost.
    fn write_all(&mut self, groups: &[&[Append]]) -> Result<Outcomes, WorkError> {
        if let (Database::Postgres(_), [_, _, ..]) = (self.db, groups) {
            // Refusals are rare: all are sent before the first answer, and one by one if one of them is refused.
            let (found_before, new_numbers) = (self.found.len(), self.new_numbers);
            if in_savepoint(self.db, || self.append_all(groups.iter().copied().flatten()))?.is_ok() {
                return Ok(vec![Ok(()); groups.len()]);
            }
            self.found.truncate(found_before);
            self.new_numbers = new_numbers;
        }
        groups.iter().map(|group| self.write(group)).collect()
    }

    /// Writes a group whole or not at all; `Err` means the whole transaction is lost.
    fn write(&mut self, group: &[Append]) -> Result<Result<(), StoreError>, WorkError> {
        if let ([append], Database::Sqlite(_)) = (group, self.db)
            && append.is_one_event()
        {
            return match self.append_events(append) {
                Ok(_) => Ok(Ok(())),
                Err(error) => error.into_refusal().map(Err),
            };
        }
        let found_before = self.found.len();
        let outcome = in_savepoint(self.db, || self.append_all(group.iter()))?;
        if outcome.is_err() {
            self.found.truncate(found_before);
        }
        Ok(outcome)
    }

    fn append_all<'b>(&mut self, appends: impl Iterator<Item = &'b Append>) -> Result<(), WorkError> {
        self.changed = ChangedRooms::default();
        let numbered = appends.map(|append| Ok((self.append_events(append)?, append)));
        let numbered: Vec<(i64, &Append)> = numbered.collect::<Result<_, WorkError>>()?;
        std::mem::take(&mut self.changed.logs).write(self.db, self.node)?;
        numbered.iter().try_for_each(|(number, append)| self.insert_consequences(*number, append))?;
        std::mem::take(&mut self.changed).write(self.db, self.node.is_some())
    }

    /// Appends the events of a room, on PostgreSQL with those of the other rooms. Returns the number of the room.
    fn append_events(&mut self, append: &Append) -> Result<i64, WorkError> {
        let Some(first) = append.events.first() else {
            return Err(StoreError::Invalid("an append needs at least one event".to_owned()).into());
        };
        let (number, stored) =
            if append.after == 0 { (self.open(append, first)?, 1) } else { (self.number(append)?, 0) };
        for (after, event) in (append.after..).zip(&append.events).skip(stored) {
            match self.db {
                Database::Sqlite(_) => self.insert_event(number, after, event)?,
                Database::Postgres(_) => self.changed.logs.append(number, after, event),
            }
        }
        Ok(number)
    }

    fn insert_event(&mut self, number: i64, after: u64, event: &str) -> Result<(), WorkError> {
        let inserted = self.insert_event.insert(params![number, after, event])?;
        let last = inserted.ok_or(StoreError::Conflict("room"))?;
        self.move_head.change(params![number, after, last])?;
        Ok(())
    }

    /// Creates the room with its first event and returns its number.
    fn open(&mut self, append: &Append, event: &str) -> Result<i64, WorkError> {
        let Append { room, tenant, mode, at_ms, .. } = append;
        let number = if let Some((number, rest)) = self.new_numbers.split_first() {
            self.new_numbers = rest;
            self.changed.logs.open(*number, append, event);
            *number
        } else {
            let sql = "INSERT INTO rooms (id, tenant, mode, created_ms) VALUES (?1, ?2, ?3, ?4)
                       ON CONFLICT (id) DO NOTHING";
            let values = params![room.as_str(), tenant.as_str(), mode.name(), at_ms];
            let number = self.db.statement(sql)?.insert(values)?.ok_or(StoreError::Conflict("room"))?;
            let insert = |sql, values: Values<'_>| change_later(self.db, sql, values, Expected::Any);
            insert("INSERT INTO heads (room, seq) VALUES (?1, 0)", params![number])?;
            insert("INSERT INTO running (room) VALUES (?1)", params![number])?;
            self.insert_event(number, 0, event)?;
            number
        };
        if self.node.is_some() {
            append.seats.iter().for_each(|seat| self.changed.taken.add(number, seat));
        }
        self.found.push((room.clone(), NumberedRoom { number, tenant: tenant.clone(), mode: *mode }));
        Ok(number)
    }

    /// The number of a stored room of the same tenant and mode.
    fn number(&mut self, append: &Append) -> Result<i64, WorkError> {
        if let Some(room) = self.rooms.find(&append.room) {
            return append.is_of(room).then_some(room.number).ok_or(StoreError::Conflict("room").into());
        }
        let found = find_room(self.db, &append.room)?.filter(|(room, _)| append.is_of(room));
        let (room, is_running) = found.ok_or(StoreError::Conflict("room"))?;
        let number = room.number;
        if is_running {
            self.found.push((append.room.clone(), room));
        }
        Ok(number)
    }

    /// Writes what is true together with the events of a room.
    fn insert_consequences(&mut self, number: i64, append: &Append) -> Result<(), WorkError> {
        if let Some(snapshot) = &append.snapshot {
            let seq = append.after + append.events.len() as u64;
            let sql = "INSERT INTO snapshots (room, seq, snapshot) VALUES (?1, ?2, ?3)
                       ON CONFLICT (room) DO UPDATE SET seq = ?2, snapshot = ?3";
            change_later(self.db, sql, params![number, seq, snapshot], Expected::Any)?;
        }
        if let Some(row) = &append.result {
            let Append { tenant, mode, at_ms, .. } = append;
            result::insert(self.db, &Ended { number, tenant, mode: *mode, at_ms: *at_ms }, row)?;
            match self.db {
                Database::Sqlite(_) => {
                    change_later(self.db, "DELETE FROM running WHERE room = ?1", [number], Expected::Any)?;
                }
                Database::Postgres(_) => self.changed.ended.push(number),
            }
            self.ended.push(append.room.clone());
        } else if let (Some(wake_ms), 1..) = (append.wake_ms, append.after) {
            self.changed.wakes.push((number, wake_ms));
        }
        for place in &append.seated {
            if self.node.is_none() {
                waiting::remove(self.db, &place.key)?;
            } else if !waiting::remove_paired(self.db, place)? {
                // Another node has paired them, they have left, or they have come back to another node.
                return Err(StoreError::Conflict("place in the queue").into());
            }
        }
        let has_waited = |seat: &SeatRow| append.seated.iter().any(|place| place.key == seat.player);
        if !append.seats.iter().all(has_waited) {
            // Who has a game waits for none.
            self.changed.opened.push(number);
        }
        for update in &append.sessions {
            session::update(self.db, update)?;
        }
        if let Some(game) = &append.rated {
            rating::update(self.db, game, append.at_ms)?;
        }
        outbox::insert_all(self.db, &append.outbox)
    }
}

/// The room of an id, and whether its game is not over.
fn find_room(db: &Database, room: &RoomId) -> Result<Option<(NumberedRoom, bool)>, WorkError> {
    let sql = "SELECT number, tenant, mode, EXISTS (SELECT 1 FROM running WHERE running.room = number)
               FROM rooms WHERE id = ?1";
    one(db, sql, [room.as_str()], |row| {
        let room = NumberedRoom { number: row.get(0)?, tenant: TenantId(row.get(1)?), mode: word(row, 2)? };
        Ok((room, row.get(3)?))
    })
}

#[cfg(test)]
mod tests {
    use crate::{Append, Journal, OutboxRow, ResultRow, Store};

    fn event(room: &str, after: u64) -> Append {
        Append { room: room.into(), after, events: vec!["{}".to_owned()], ..Append::default() }
    }

    /// Appends one group per room and compares which rooms are cached afterwards.
    fn check(store: &Store, appends: Vec<Append>, cached: &str) {
        // Refusals are part of the matter.
        let _ = store.append(appends.into_iter().map(|append| vec![append]).collect()).wait();
        let numbers = store.room_numbers();
        let mut rooms: Vec<String> = numbers.lock().keys().map(|room| room.0.clone()).collect();
        rooms.sort();
        assert_eq!(rooms.join(" "), cached);
    }

    #[test]
    fn only_running_rooms_that_are_stored_are_cached() {
        let store = Store::in_memory();
        let end = |room, after| Append { result: Some(ResultRow::default()), ..event(room, after) };
        check(&store, vec![event("a", 0), event("b", 0), event("c", 0), event("unknown", 4)], "a b c");
        check(&store, vec![end("a", 1), event("a", 2), end("d", 0)], "b c");
        check(&store, vec![event("a", 3)], "b c");
        let twice = OutboxRow { id: "same".into(), ..OutboxRow::default() };
        let refused = Append { outbox: vec![twice.clone(), twice], ..event("refused", 0) };
        check(&store, vec![refused, event("b", 1)], "b c");
        let row = store.room(&"c".into()).wait().unwrap().unwrap().row;
        assert_eq!(store.set_aside(row, "for a test").wait(), Ok(true));
        check(&store, vec![], "b");
    }
}
