//! Appending: events of rooms with everything that is true together with them, many rooms in one transaction.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use common::{Mode, Named, RoomId, TenantId};
use tokio::sync::oneshot;

use crate::error::WorkError;
use crate::job::Job;
use crate::outbox::{self, OutboxRow};
use crate::rating::{self, RatedGame};
use crate::result::{self, Ended, ResultRow};
use crate::room_numbers::{NumberedRoom, RoomNumbers};
use crate::savepoint::in_savepoint;
use crate::seats::{self, SeatRow};
use crate::session::{self, SessionUpdate};
use crate::sql::{Database, PostgresConnection, Statement, change, one, params};
use crate::waiting::{self, WaitingKey};
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
    /// Players who leave the queue for the room. In a cluster it is a conflict if one is no longer in it.
    pub seated: Vec<WaitingKey>,
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
    fn needs_order(&self) -> bool {
        !self.groups.iter().flatten().all(Append::is_one_event)
    }

    fn run(&mut self, db: &Database) -> Result<(), WorkError> {
        let cached = self.numbers.lock();
        let moves = match db {
            Database::Sqlite(_) => vec![None; self.groups.len()],
            Database::Postgres(db) => append_moves(db, &self.groups, &cached)?,
        };
        let mut writer = GroupWriter {
            db,
            insert_event: db.statement(INSERT_EVENT)?,
            move_head: db.statement(MOVE_HEAD)?,
            cached: &cached,
            node: self.node.as_deref(),
            found: &mut self.found,
            ended: &mut self.ended,
        };
        let outcomes = self.groups.iter().zip(moves).map(|(group, done)| match done {
            Some(outcome) => Ok(outcome),
            None => writer.write(group),
        });
        self.outcomes = outcomes.collect::<Result<_, WorkError>>()?;
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

/// Inserts the next events of many rooms, each after the newest one if that has the given seq, and makes them the newest ones.
/// The rows of `heads` are locked in their order, so that nodes do not wait for each other in a circle. Returns the rooms.
const APPEND_MOVES: &str = "
    WITH input AS (SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS input (room, after, event)),
    newest AS (
        SELECT heads.room, seq, last, event FROM heads JOIN input ON input.room = heads.room AND after = seq
        ORDER BY heads.room FOR UPDATE OF heads),
    inserted AS (
        INSERT INTO journal (room, seq, previous, event) SELECT room, seq + 1, last, event FROM newest
        RETURNING number, room)
    UPDATE heads SET seq = seq + 1, last = inserted.number FROM inserted WHERE heads.room = inserted.room
    RETURNING heads.room";

/// Appends the groups that are one event each with one statement. Returns the outcome of each, and `None` for the groups that
/// are left to be written one by one.
fn append_moves(
    db: &PostgresConnection,
    groups: &[Vec<Append>],
    cached: &HashMap<RoomId, NumberedRoom>,
) -> Result<Vec<Option<Result<(), StoreError>>>, WorkError> {
    let mut taken = HashSet::new();
    let number_of = |group: &[Append]| match group {
        [append] if append.is_one_event() => {
            let room = cached.get(&append.room);
            room.filter(|room| room.tenant == append.tenant && room.mode == append.mode)
                .map(|room| room.number)
        }
        _ => None,
    };
    let numbers: Vec<Option<i64>> =
        groups.iter().map(|group| number_of(group).filter(|number| taken.insert(*number))).collect();
    if taken.is_empty() {
        return Ok(vec![None; groups.len()]);
    }
    let (mut rooms, mut afters, mut events) = (Vec::new(), Vec::new(), Vec::new());
    for (number, append) in numbers.iter().zip(groups.iter().map(|group| &group[0])) {
        if let Some(number) = number {
            rooms.push(*number);
            afters.push(i64::try_from(append.after).unwrap_or(i64::MAX));
            events.push(append.events[0].as_str());
        }
    }
    let appended = db.query_arrays(APPEND_MOVES, &[&rooms, &afters, &events])?;
    let appended: HashSet<i64> = appended.iter().map(|row| row.get(0)).collect();
    let outcome = |number: &i64| appended.contains(number).then_some(()).ok_or(StoreError::Conflict("room"));
    Ok(numbers.iter().map(|number| number.as_ref().map(outcome)).collect())
}

struct GroupWriter<'a> {
    db: &'a Database,
    insert_event: Statement<'a>,
    move_head: Statement<'a>,
    cached: &'a HashMap<RoomId, NumberedRoom>,
    node: Option<&'a str>,
    found: &'a mut Vec<(RoomId, NumberedRoom)>,
    ended: &'a mut Vec<RoomId>,
}

impl GroupWriter<'_> {
    /// Writes a group whole or not at all; `Err` means the whole transaction is lost.
    fn write(&mut self, group: &[Append]) -> Result<Result<(), StoreError>, WorkError> {
        if let [append] = group
            && append.is_one_event()
        {
            return match self.append(append) {
                Ok(()) => Ok(Ok(())),
                Err(error) => error.into_refusal().map(Err),
            };
        }
        let found_before = self.found.len();
        let outcome = in_savepoint(self.db, || group.iter().try_for_each(|append| self.append(append)))?;
        if outcome.is_err() {
            self.found.truncate(found_before);
        }
        Ok(outcome)
    }

    fn append(&mut self, append: &Append) -> Result<(), WorkError> {
        if append.events.is_empty() {
            return Err(StoreError::Invalid("an append needs at least one event".to_owned()).into());
        }
        let number = if append.after == 0 { self.open(append)? } else { self.number(append)? };
        for (after, event) in (append.after..).zip(&append.events) {
            self.insert_event(number, after, event)?;
        }
        if let Some(snapshot) = &append.snapshot {
            let seq = append.after + append.events.len() as u64;
            let sql = "INSERT INTO snapshots (room, seq, snapshot) VALUES (?1, ?2, ?3)
                       ON CONFLICT (room) DO UPDATE SET seq = ?2, snapshot = ?3";
            change(self.db, sql, params![number, seq, snapshot])?;
        }
        if let Some(row) = &append.result {
            let Append { tenant, mode, at_ms, .. } = append;
            result::insert(self.db, &Ended { number, tenant, mode: *mode, at_ms: *at_ms }, row)?;
            change(self.db, "DELETE FROM running WHERE room = ?1", [number])?;
            if self.node.is_some() {
                seats::free(self.db, number)?;
            }
            self.ended.push(append.room.clone());
        } else if append.wake_ms.is_some() && append.after > 0 {
            let sql = "UPDATE running SET wake_ms = ?2 WHERE room = ?1";
            change(self.db, sql, params![number, append.wake_ms])?;
        }
        self.insert_consequences(append)
    }

    fn insert_event(&mut self, number: i64, after: u64, event: &str) -> Result<(), WorkError> {
        let inserted = self.insert_event.insert(params![number, after, event])?;
        let last = inserted.ok_or(StoreError::Conflict("room"))?;
        self.move_head.change(params![number, after, last])?;
        Ok(())
    }

    /// Creates the room and returns its number.
    fn open(&mut self, append: &Append) -> Result<i64, WorkError> {
        let Append { room, tenant, mode, at_ms, .. } = append;
        let sql = "INSERT INTO rooms (id, tenant, mode, created_ms) VALUES (?1, ?2, ?3, ?4)
                   ON CONFLICT (id) DO NOTHING";
        let values = params![room.as_str(), tenant.as_str(), mode.name(), at_ms];
        let number = self.db.statement(sql)?.insert(values)?.ok_or(StoreError::Conflict("room"))?;
        change(self.db, "INSERT INTO heads (room, seq) VALUES (?1, 0)", [number])?;
        match self.node {
            None => change(self.db, "INSERT INTO running (room) VALUES (?1)", [number])?,
            Some(node) => {
                seats::take(self.db, number, &append.seats)?;
                let sql = "INSERT INTO running (room, node, wake_ms) VALUES (?1, ?2, ?3)";
                change(self.db, sql, params![number, node, append.wake_ms])?
            }
        };
        self.found.push((room.clone(), NumberedRoom { number, tenant: tenant.clone(), mode: *mode }));
        Ok(number)
    }

    /// The number of a stored room of the same tenant and mode.
    fn number(&mut self, append: &Append) -> Result<i64, WorkError> {
        let is_own = |room: &NumberedRoom| room.tenant == append.tenant && room.mode == append.mode;
        if let Some(room) = self.cached.get(&append.room) {
            return is_own(room).then_some(room.number).ok_or(StoreError::Conflict("room").into());
        }
        let found = find_room(self.db, &append.room)?.filter(|(room, _)| is_own(room));
        let (room, is_running) = found.ok_or(StoreError::Conflict("room"))?;
        let number = room.number;
        if is_running {
            self.found.push((append.room.clone(), room));
        }
        Ok(number)
    }

    fn insert_consequences(&self, append: &Append) -> Result<(), WorkError> {
        for key in &append.seated {
            let waited = waiting::remove(self.db, key)?;
            if !waited && self.node.is_some() {
                // Another node has paired them, or they have left.
                return Err(StoreError::Conflict("place in the queue").into());
            }
        }
        // Who has a game waits for none.
        for seat in append.seats.iter().filter(|seat| !append.seated.contains(&seat.player)) {
            waiting::remove(self.db, &seat.player)?;
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
