//! The events of a batch on PostgreSQL that come with more than themselves, of all its rooms together.

use std::collections::HashMap;

use common::Named;

use super::Append;
use super::postgres::APPEND_EVENTS;
use crate::StoreError;
use crate::error::WorkError;
use crate::sql::{Array, Database, Expected};

/// Creates rooms with their first events, in a cluster with the node that owns them and the times to wake them.
const OPEN_ROOMS: &str = "
    WITH input AS (
        SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::bigint[])
            AS input (number, id, tenant, mode, created_ms, event, wake_ms)),
    opened AS (
        INSERT INTO rooms (number, id, tenant, mode, created_ms)
            SELECT number, id, tenant, mode, created_ms FROM input ORDER BY number
        ON CONFLICT (id) DO NOTHING RETURNING number),
    first AS (SELECT input.number, event, wake_ms FROM input JOIN opened ON opened.number = input.number),
    inserted AS (
        INSERT INTO journal (room, seq, event) SELECT number, 1, event FROM first ORDER BY number
        RETURNING number, room),
    head AS (INSERT INTO heads (room, seq, last) SELECT room, 1, number FROM inserted)
    INSERT INTO running (room, node, wake_ms) SELECT number, $8, wake_ms FROM first";

/// Events to append, at most one for each room in a round.
#[derive(Default)]
pub(super) struct NewLogs {
    opened: OpenedRooms,
    rounds: Vec<NextEvents>,
    /// In how many rounds a room has an event.
    rounds_of: HashMap<i64, usize>,
}

/// New rooms, column by column.
#[derive(Default)]
struct OpenedRooms {
    numbers: Vec<i64>,
    ids: Vec<String>,
    tenants: Vec<String>,
    modes: Vec<&'static str>,
    created: Vec<i64>,
    events: Vec<String>,
    wakes: Vec<Option<i64>>,
}

/// The next events of rooms, column by column.
#[derive(Default)]
struct NextEvents {
    rooms: Vec<i64>,
    afters: Vec<i64>,
    events: Vec<String>,
}

impl NewLogs {
    /// Adds a room with its first event.
    pub(super) fn open(&mut self, number: i64, append: &Append, event: &str) {
        let Append { room, tenant, mode, at_ms, wake_ms, .. } = append;
        let opened = &mut self.opened;
        opened.numbers.push(number);
        opened.ids.push(room.0.clone());
        opened.tenants.push(tenant.0.clone());
        opened.modes.push(mode.name());
        opened.created.push(*at_ms);
        opened.events.push(event.to_owned());
        opened.wakes.push(*wake_ms);
    }

    /// Adds an event after those of the room that were added before.
    pub(super) fn append(&mut self, number: i64, after: u64, event: &str) {
        let before = self.rounds_of.entry(number).or_default();
        if *before == self.rounds.len() {
            self.rounds.push(NextEvents::default());
        }
        let round = &mut self.rounds[*before];
        *before += 1;
        round.rooms.push(number);
        round.afters.push(i64::try_from(after).unwrap_or(i64::MAX));
        round.events.push(event.to_owned());
    }

    /// Writes all of them; a conflict if a room is there already, or one does not follow the newest event of its room.
    pub(super) fn write(self, db: &Database, node: Option<&str>) -> Result<(), WorkError> {
        let Database::Postgres(db) = db else { return Ok(()) };
        let all_of = |rooms: &[i64]| Expected::Exactly(rooms.len(), StoreError::Conflict("room"));
        let OpenedRooms { numbers, ids, tenants, modes, created, events, wakes } = self.opened;
        if !numbers.is_empty() {
            let expected = all_of(&numbers);
            let node = Box::new(node.map(str::to_owned));
            let values: Vec<Array> = vec![
                Box::new(numbers),
                Box::new(ids),
                Box::new(tenants),
                Box::new(modes),
                Box::new(created),
                Box::new(events),
                Box::new(wakes),
                node,
            ];
            db.change_arrays_later(OPEN_ROOMS, values, expected)?;
        }
        self.rounds.into_iter().try_for_each(|NextEvents { rooms, afters, events }| {
            let expected = all_of(&rooms);
            let values: Vec<Array> = vec![Box::new(rooms), Box::new(afters), Box::new(events)];
            db.change_arrays_later(APPEND_EVENTS, values, expected)
        })
    }
}
