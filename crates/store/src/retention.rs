//! Retention: what is old enough is removed, a little at a time, so that the writer is never held up.

use rusqlite::{Connection, params};

use crate::error::Trouble;
use crate::sql::{all, change};
use crate::{Answer, RoomId, Store, TenantId};

/// Before which time each kind of row is old enough to go; none keeps it for ever.
#[derive(Debug, Clone, Default)]
pub struct Cutoffs {
    /// Rooms by the end of their game, with events and result.
    pub rooms_ms: Option<i64>,
    /// The same for the rooms of one tenant.
    pub guests_ms: Option<(TenantId, i64)>,
    /// Ended and expired sessions by their creation.
    pub sessions_ms: Option<i64>,
    /// Delivered and dead webhook events by the time they became so, with their attempts.
    pub outbox_ms: Option<i64>,
    /// Idempotency keys by their first use.
    pub idempotency_ms: Option<i64>,
    /// The audit log by time.
    pub audit_ms: Option<i64>,
}

/// Unused space below this is not worth the while.
const SPARSE_BYTES: u64 = 16 << 20;

/// How many rows of each kind were removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Removed {
    /// Rooms.
    pub rooms: usize,
    /// Sessions.
    pub sessions: usize,
    /// Webhook events.
    pub outbox: usize,
    /// Idempotency keys.
    pub idempotency: usize,
    /// Audit entries.
    pub audit: usize,
}

impl std::ops::AddAssign for Removed {
    fn add_assign(&mut self, more: Removed) {
        self.rooms += more.rooms;
        self.sessions += more.sessions;
        self.outbox += more.outbox;
        self.idempotency += more.idempotency;
        self.audit += more.audit;
    }
}

impl Store {
    /// Removes up to `limit` old rows of each kind; call it again until nothing is removed.
    pub fn remove_old(&self, cutoffs: Cutoffs, limit: u32) -> Answer<Removed> {
        self.write(move |db| {
            Ok(Removed {
                rooms: remove_rooms(db, cutoffs.rooms_ms, limit)?
                    + remove_rooms_of(db, cutoffs.guests_ms.as_ref(), limit)?,
                sessions: remove(
                    db,
                    "DELETE FROM sessions WHERE id IN (SELECT id FROM sessions
                         WHERE created_ms < ?1 AND status IN ('ended', 'expired') LIMIT ?2)",
                    cutoffs.sessions_ms,
                    limit,
                )?,
                outbox: remove_events(db, cutoffs.outbox_ms, limit)?,
                idempotency: remove(
                    db,
                    "DELETE FROM idempotency WHERE (tenant, mode, key) IN (SELECT tenant, mode, key
                         FROM idempotency WHERE claimed_ms < ?1 LIMIT ?2)",
                    cutoffs.idempotency_ms,
                    limit,
                )?,
                audit: remove(
                    db,
                    "DELETE FROM audit WHERE number IN (SELECT number FROM audit WHERE at_ms < ?1 LIMIT ?2)",
                    cutoffs.audit_ms,
                    limit,
                )?,
            })
        })
    }

    /// Gives unused space back to the file system if it is more than half of the file; tells whether it was. Holds up
    /// every write while it runs, so call it before there are any.
    pub fn vacuum_if_sparse(&self) -> Answer<bool> {
        self.write_alone(|db| {
            let number = |pragma: &str| db.pragma_query_value(None, pragma, |row| row.get::<_, u64>(0));
            let (pages, unused, size) =
                (number("page_count")?, number("freelist_count")?, number("page_size")?);
            let sparse = unused * 2 > pages && unused * size >= SPARSE_BYTES;
            if sparse {
                db.execute_batch("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")?;
            }
            Ok(sparse)
        })
    }
}

fn remove(db: &Connection, sql: &str, before_ms: Option<i64>, limit: u32) -> Result<usize, Trouble> {
    before_ms.map_or(Ok(0), |before_ms| change(db, sql, params![before_ms, limit]))
}

fn remove_rooms(db: &Connection, before_ms: Option<i64>, limit: u32) -> Result<usize, Trouble> {
    let Some(before_ms) = before_ms else { return Ok(0) };
    let sql =
        "DELETE FROM rooms WHERE id IN (SELECT id FROM rooms WHERE ended_ms < ?1 LIMIT ?2) RETURNING id";
    let rooms = all(db, sql, params![before_ms, limit], |row| row.get(0))?;
    // What was set aside may have no end, and an id that is no text.
    let sql = "DELETE FROM rooms WHERE rowid IN
                   (SELECT rowid FROM rooms WHERE broken IS NOT NULL AND created_ms < ?1 LIMIT ?2)";
    Ok(remove_what_belongs_to(db, &rooms)? + change(db, sql, params![before_ms, limit])?)
}

fn remove_rooms_of(db: &Connection, cutoff: Option<&(TenantId, i64)>, limit: u32) -> Result<usize, Trouble> {
    let Some((tenant, before_ms)) = cutoff else { return Ok(0) };
    let sql = "DELETE FROM rooms WHERE id IN
                   (SELECT id FROM rooms WHERE tenant = ?1 AND ended_ms < ?2 LIMIT ?3) RETURNING id";
    let rooms = all(db, sql, params![tenant, before_ms, limit], |row| row.get(0))?;
    let sql = "DELETE FROM rooms WHERE rowid IN (SELECT rowid FROM rooms
                   WHERE broken IS NOT NULL AND tenant = ?1 AND created_ms < ?2 LIMIT ?3)";
    Ok(remove_what_belongs_to(db, &rooms)? + change(db, sql, params![tenant, before_ms, limit])?)
}

fn remove_what_belongs_to(db: &Connection, rooms: &[RoomId]) -> Result<usize, Trouble> {
    for room in rooms {
        change(db, "DELETE FROM events WHERE room = ?1", [room])?;
        change(db, "DELETE FROM results WHERE room = ?1", [room])?;
    }
    Ok(rooms.len())
}

fn remove_events(db: &Connection, before_ms: Option<i64>, limit: u32) -> Result<usize, Trouble> {
    let Some(before_ms) = before_ms else { return Ok(0) };
    let sql = "DELETE FROM outbox WHERE number IN (SELECT number FROM outbox WHERE settled_ms < ?1 LIMIT ?2)
               RETURNING number";
    let numbers = all(db, sql, params![before_ms, limit], |row| row.get::<_, i64>(0))?;
    for number in &numbers {
        change(db, "DELETE FROM deliveries WHERE outbox = ?1", [number])?;
    }
    Ok(numbers.len())
}
