//! What PostgreSQL does for a whole batch at once: it finds the rooms, locks them, and appends moves.

use std::collections::{HashMap, HashSet};

use common::{Mode, Named, RoomId, TenantId};

use super::Append;
use crate::StoreError;
use crate::error::WorkError;
use crate::room_numbers::NumberedRoom;
use crate::sql::{Expected, PostgresConnection};

/// Finds rooms by their ids, and whether their games are not over.
const FIND_ROOMS: &str = "
    SELECT id, number, tenant, mode, EXISTS (SELECT 1 FROM running WHERE running.room = number)
    FROM rooms WHERE id = ANY($1::text[])";

/// Takes so many numbers for new rooms, in their order.
const NEW_NUMBERS: &str = "
    SELECT nextval(pg_get_serial_sequence('rooms', 'number')) FROM generate_series(1, $1::bigint)";

/// Locks rooms in their order, so that nodes do not wait for each other in a circle.
const LOCK_ROOMS: &str = "SELECT room FROM heads WHERE room = ANY($1::bigint[]) ORDER BY room FOR UPDATE";

/// Inserts the next events of many rooms, each after the newest one if that has the given seq, and makes them the newest ones.
/// The rooms are locked in their order. Returns them.
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

/// Creates a room with its first event, in a cluster with the node that owns it and the time to wake it.
pub(super) const OPEN_ROOM: &str = "
    WITH opened AS (
        INSERT INTO rooms (number, id, tenant, mode, created_ms) VALUES (?1, ?2, ?3, ?4, ?5)
        ON CONFLICT (id) DO NOTHING RETURNING number),
    inserted AS (
        INSERT INTO journal (room, seq, event) SELECT number, 1, ?6 FROM opened RETURNING number, room),
    head AS (INSERT INTO heads (room, seq, last) SELECT room, 1, number FROM inserted)
    INSERT INTO running (room, node, wake_ms) SELECT number, ?7, ?8 FROM opened";

/// The next event of one room, with numbered values as in statements for both engines.
pub(super) const APPEND_EVENT: &str = "
    WITH inserted AS (
        INSERT INTO journal (room, seq, previous, event)
            SELECT room, seq + 1, last, ?3 FROM heads WHERE room = ?1 AND seq = ?2
        RETURNING number, room)
    UPDATE heads SET seq = seq + 1, last = inserted.number FROM inserted WHERE heads.room = inserted.room";

/// Rooms by id.
type RoomsById = HashMap<RoomId, NumberedRoom>;

/// Finds the rooms of a batch that are not cached. Running ones are added to `found`.
pub(super) fn find_rooms(
    db: &PostgresConnection,
    groups: &[Vec<Append>],
    cached: &RoomsById,
    found: &mut Vec<(RoomId, NumberedRoom)>,
) -> Result<RoomsById, WorkError> {
    let is_unknown = |append: &&Append| append.after > 0 && !cached.contains_key(&append.room);
    let ids: Vec<&str> =
        groups.iter().flatten().filter(is_unknown).map(|append| append.room.as_str()).collect();
    let mut rooms = RoomsById::new();
    if ids.is_empty() {
        return Ok(rooms);
    }
    for row in db.query_arrays(FIND_ROOMS, &[&ids])? {
        // A room with an unknown mode belongs to nobody.
        let Some(mode) = Mode::from_name(row.get(3)) else { continue };
        let (id, room) =
            (RoomId(row.get(0)), NumberedRoom { number: row.get(1), tenant: TenantId(row.get(2)), mode });
        if row.get(4) {
            found.push((id.clone(), room.clone()));
        }
        rooms.insert(id, room);
    }
    Ok(rooms)
}

/// The numbers of the rooms that a batch opens.
pub(super) fn new_numbers(db: &PostgresConnection, groups: &[Vec<Append>]) -> Result<Vec<i64>, WorkError> {
    match groups.iter().flatten().filter(|append| append.after == 0).count() {
        0 => Ok(Vec::new()),
        count => Ok(db.query_arrays(NEW_NUMBERS, &[&(count as i64)])?.iter().map(|row| row.get(0)).collect()),
    }
}

/// Appends the groups that are one event each with one statement. Returns the outcome of each, and `None` for the groups that
/// are left to be written one by one; their rooms are locked.
/// A single event of a room that does not exist is a conflict.
pub(super) fn append_moves<'a>(
    db: &PostgresConnection,
    groups: &[Vec<Append>],
    room_of: impl Fn(&Append) -> Option<&'a NumberedRoom>,
) -> Result<Vec<Option<Result<(), StoreError>>>, WorkError> {
    let number_of = |append: &Append| room_of(append).map(|room| room.number);
    let is_move = |group: &&Vec<Append>| matches!(group.as_slice(), [append] if append.is_one_event());
    let others = groups.iter().filter(|group| !is_move(group)).flatten();
    if others.filter(|append| append.after > 0).count() > 0 {
        let all: Vec<i64> = groups.iter().flatten().filter_map(number_of).collect();
        db.change_arrays_later(LOCK_ROOMS, vec![Box::new(all)], Expected::Any)?;
    }
    let mut taken = HashSet::new();
    let numbers: Vec<Option<i64>> = groups
        .iter()
        .map(|group| Some(group).filter(is_move).and_then(|group| number_of(&group[0])))
        // A room can be appended to once by a statement.
        .map(|number| number.filter(|number| taken.insert(*number)))
        .collect();
    let is_unknown = |group: &Vec<Append>| is_move(&group) && number_of(&group[0]).is_none();
    let (mut rooms, mut afters, mut events) = (Vec::new(), Vec::new(), Vec::new());
    for (number, append) in numbers.iter().zip(groups.iter().map(|group| &group[0])) {
        if let Some(number) = number {
            rooms.push(*number);
            afters.push(i64::try_from(append.after).unwrap_or(i64::MAX));
            events.push(append.events[0].as_str());
        }
    }
    let appended = match rooms.is_empty() {
        true => Vec::new(),
        false => db.query_arrays(APPEND_MOVES, &[&rooms, &afters, &events])?,
    };
    let appended: HashSet<i64> = appended.iter().map(|row| row.get(0)).collect();
    let outcome = |(number, group): (&Option<i64>, &Vec<Append>)| match number {
        Some(number) if appended.contains(number) => Some(Ok(())),
        None if !is_unknown(group) => None,
        _ => Some(Err(StoreError::Conflict("room"))),
    };
    Ok(numbers.iter().zip(groups).map(outcome).collect())
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;
    use std::thread;

    use crate::database_server::{DatabaseAddress, DatabaseServer};
    use crate::sql::DatabaseUse;
    use crate::{Append, Journal, Options, ResultRow, Store, StoreError};

    /// Two nodes on one database, if the tests run against PostgreSQL.
    fn nodes() -> Option<[Store; 2]> {
        let url = std::env::var("PARLOUR_TEST_STORE").ok()?;
        let server = DatabaseServer::parse(&DatabaseAddress { url, ca: None }).expect("the address is valid");
        let server = server.in_new_schema().expect("it takes new schemas");
        server.migrate().expect("an empty schema can be migrated");
        let node = || Store::connect(&server, &Options::default(), DatabaseUse::Other);
        Some([node().expect("it connects"), node().expect("it connects")])
    }

    fn event(room: String, after: u64) -> Append {
        Append { room: room.as_str().into(), after, events: vec!["{}".to_owned()], ..Append::default() }
    }

    fn end(room: String, after: u64) -> Append {
        Append { result: Some(ResultRow::default()), ..event(room, after) }
    }

    /// Appends one group per room.
    fn append(store: &Store, appends: Vec<Append>) -> Vec<Result<(), StoreError>> {
        let groups = appends.into_iter().map(|append| vec![append]).collect();
        store.append(groups).wait().expect("the batch is stored")
    }

    /// Both nodes append at the same time; returns what became of the appends of each.
    fn race(nodes: &[Store; 2], appends: [Vec<Append>; 2]) -> [Vec<Result<(), StoreError>>; 2] {
        let start = Barrier::new(2);
        let [one, other] = appends;
        thread::scope(|scope| {
            let racing = [(&nodes[0], one), (&nodes[1], other)].map(|(node, appends)| {
                scope.spawn(|| {
                    start.wait();
                    append(node, appends)
                })
            });
            racing.map(|thread| thread.join().expect("it appends"))
        })
    }

    #[test]
    fn of_two_nodes_that_append_after_the_same_event_one_has_a_conflict_and_its_other_rooms_none() {
        let Some(nodes) = nodes() else { return };
        for round in 0..50 {
            let name = |room: &str| format!("{room} {round}");
            append(&nodes[0], ["over", "x", "y"].map(|room| event(name(room), 0)).to_vec());
            append(&nodes[0], vec![end(name("over"), 1)]);
            let results =
                race(&nodes, ["x", "y"].map(|own| vec![event(name("over"), 2), event(name(own), 1)]));
            let mut shared = results.each_ref().map(|results| results[0].clone());
            shared.sort_by_key(Result::is_err);
            assert_eq!(shared, [Ok(()), Err(StoreError::Conflict("room"))]);
            assert!(results.iter().all(|results| results[1] == Ok(())), "{results:?}");
        }
    }

    #[test]
    fn two_nodes_that_need_the_same_rooms_in_another_order_do_not_wait_for_each_other_for_ever() {
        let Some(nodes) = nodes() else { return };
        for round in 0..50 {
            let name = |room: &str| format!("{room} {round}");
            append(&nodes[0], ["a", "b"].map(|room| event(name(room), 0)).to_vec());
            let results = race(
                &nodes,
                [
                    // Without a lock of both first, the move in the second room would come before the end of the first.
                    vec![end(name("a"), 1), event(name("b"), 1)],
                    vec![event(name("a"), 1), event(name("b"), 1)],
                ],
            );
            for room in [0, 1] {
                let stored = results.iter().filter(|results| results[room] == Ok(())).count();
                assert_eq!(stored, 1, "{results:?}");
            }
        }
    }
}
