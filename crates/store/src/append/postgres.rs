//! What PostgreSQL does for a whole batch at once: it finds the rooms, locks them, and appends moves.

use std::collections::{HashMap, HashSet};

use common::{Mode, Named, RoomId, TenantId};

use super::{Append, Outcomes};
use crate::StoreError;
use crate::error::WorkError;
use crate::room_numbers::NumberedRoom;
use crate::sql::{Array, Expected, LaterRows, PostgresConnection};

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
pub(super) const APPEND_EVENTS: &str = "
    WITH input AS (SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS input (room, after, event)),
    newest AS (
        SELECT heads.room, seq, last, event FROM heads JOIN input ON input.room = heads.room AND after = seq
        ORDER BY heads.room FOR UPDATE OF heads),
    inserted AS (
        INSERT INTO journal (room, seq, previous, event) SELECT room, seq + 1, last, event FROM newest
        RETURNING number, room)
    UPDATE heads SET seq = seq + 1, last = inserted.number FROM inserted WHERE heads.room = inserted.room
    RETURNING heads.room";

/// Rooms by id.
type RoomsById = HashMap<RoomId, NumberedRoom>;

/// What a batch must know before it is written.
#[derive(Default)]
pub(super) struct LookedUp {
    /// Its rooms that are not cached.
    pub(super) rooms: RoomsById,
    /// The numbers of the rooms that it opens, in their order.
    pub(super) new_numbers: Vec<i64>,
}

impl LookedUp {
    /// Asks for all of it at once. Running rooms are added to `found`.
    pub(super) fn read(
        db: &PostgresConnection,
        groups: &[Vec<Append>],
        cached: &RoomsById,
        found: &mut Vec<(RoomId, NumberedRoom)>,
    ) -> Result<LookedUp, WorkError> {
        let is_unknown = |append: &&Append| append.after > 0 && !cached.contains_key(&append.room);
        let ids: Vec<String> =
            groups.iter().flatten().filter(is_unknown).map(|append| append.room.0.clone()).collect();
        let rooms = match ids.is_empty() {
            true => None,
            false => Some(db.query_arrays_later(FIND_ROOMS, vec![Box::new(ids)])?),
        };
        let new_numbers = match groups.iter().flatten().filter(|append| append.after == 0).count() {
            0 => None,
            count => Some(db.query_arrays_later(NEW_NUMBERS, vec![Box::new(count as i64)])?),
        };
        let rows = |rows: Option<LaterRows>| rows.map_or(Ok(Vec::new()), |rows| rows.read(db));
        let mut looked_up = LookedUp::default();
        for row in rows(rooms)? {
            // A room with an unknown mode belongs to nobody.
            let Some(mode) = Mode::from_name(row.get(3)) else { continue };
            let (id, room) =
                (RoomId(row.get(0)), NumberedRoom { number: row.get(1), tenant: TenantId(row.get(2)), mode });
            if row.get(4) {
                found.push((id.clone(), room.clone()));
            }
            looked_up.rooms.insert(id, room);
        }
        looked_up.new_numbers = rows(new_numbers)?.iter().map(|row| row.get(0)).collect();
        Ok(looked_up)
    }
}

/// The groups of a batch, of which those that are one event each are appended with one statement.
pub(super) struct AppendedMoves {
    groups: Vec<Way>,
    /// The rooms that the statement has appended to; `None` without one.
    appended: Option<LaterRows>,
}

/// How a group is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// By the statement for all, in the room with this number.
    Together(i64),
    /// Not at all: a single event of a room that does not exist.
    Refused,
    /// After the others, in rooms that are locked before.
    Alone,
}

impl AppendedMoves {
    /// Appends with the next statement.
    pub(super) fn append<'a>(
        db: &PostgresConnection,
        groups: &[Vec<Append>],
        room_of: impl Fn(&Append) -> Option<&'a NumberedRoom>,
    ) -> Result<AppendedMoves, WorkError> {
        let number_of = |append: &Append| room_of(append).map(|room| room.number);
        let (mut rooms, mut afters, mut events) = (Vec::new(), Vec::new(), Vec::new());
        let (mut ways, mut taken) = (Vec::with_capacity(groups.len()), HashSet::new());
        let is_move = |group: &[Append]| matches!(group, [append] if append.is_one_event());
        for group in groups {
            ways.push(match number_of(&group[0]).filter(|_| is_move(group)) {
                // A room can be appended to once by a statement.
                Some(number) if taken.insert(number) => {
                    rooms.push(number);
                    afters.push(i64::try_from(group[0].after).unwrap_or(i64::MAX));
                    events.push(group[0].events[0].clone());
                    Way::Together(number)
                }
                None if is_move(group) => Way::Refused,
                _ => Way::Alone,
            });
        }
        if groups.iter().filter(|group| !is_move(group)).flatten().any(|append| append.after > 0) {
            let all: Vec<i64> = groups.iter().flatten().filter_map(number_of).collect();
            db.change_arrays_later(LOCK_ROOMS, vec![Box::new(all)], Expected::Any)?;
        }
        let appended = match rooms.is_empty() {
            true => None,
            false => {
                let values: Vec<Array> = vec![Box::new(rooms), Box::new(afters), Box::new(events)];
                Some(db.query_arrays_later(APPEND_EVENTS, values)?)
            }
        };
        Ok(AppendedMoves { groups: ways, appended })
    }

    /// The groups that are left to be written alone.
    pub(super) fn left_of<'b>(&self, groups: &'b [Vec<Append>]) -> Vec<&'b [Append]> {
        let left = self.groups.iter().zip(groups).filter(|(way, _)| **way == Way::Alone);
        left.map(|(_, group)| group.as_slice()).collect()
    }

    /// The outcome of each group, with those of the groups that were left.
    pub(super) fn outcomes(self, db: &PostgresConnection, others: Outcomes) -> Result<Outcomes, WorkError> {
        let appended = self.appended.map_or(Ok(Vec::new()), |rows| rows.read(db))?;
        let appended: HashSet<i64> = appended.iter().map(|row| row.get(0)).collect();
        let mut others = others.into_iter();
        let outcome = |way| match way {
            Way::Together(number) if appended.contains(&number) => Some(Ok(())),
            Way::Together(_) | Way::Refused => Some(Err(StoreError::Conflict("room"))),
            Way::Alone => others.next(),
        };
        Ok(self.groups.into_iter().filter_map(outcome).collect())
    }
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
