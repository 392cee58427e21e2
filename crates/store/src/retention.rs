//! Retention: what is old enough is removed, a little at a time, so that the writer is never held up.

use rusqlite::{Connection, ToSql, params};

use crate::error::WorkError;
use crate::result::first_number;
use crate::sql::{all, change};
use crate::{Answer, Store, TenantId, room};

/// Before which time each kind of row is old enough to go; none keeps it for ever.
#[derive(Debug, Clone, Default)]
pub struct Cutoffs {
    /// Rooms by the end of their game, with log and result; those set aside by their creation.
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

fn remove(db: &Connection, sql: &str, before_ms: Option<i64>, limit: u32) -> Result<usize, WorkError> {
    before_ms.map_or(Ok(0), |before_ms| change(db, sql, params![before_ms, limit]))
}

fn remove_rooms(db: &Connection, before_ms: Option<i64>, limit: u32) -> Result<usize, WorkError> {
    let Some(before_ms) = before_ms else { return Ok(0) };
    let ended = "SELECT room FROM results WHERE number < ?1 LIMIT ?2";
    let broken = "SELECT number FROM rooms WHERE broken IS NOT NULL AND created_ms < ?1 LIMIT ?2";
    let removed = remove_selected(db, ended, params![first_number(before_ms), limit])?;
    Ok(removed + remove_selected(db, broken, params![before_ms, limit])?)
}

fn remove_rooms_of(
    db: &Connection,
    cutoff: Option<&(TenantId, i64)>,
    limit: u32,
) -> Result<usize, WorkError> {
    let Some((tenant, before_ms)) = cutoff else { return Ok(0) };
    // With every mode named, the index of a tenant's results is used.
    let ended = "SELECT room FROM results WHERE tenant = ?1 AND mode IN ('live', 'test', 'training')
                     AND number < ?2 LIMIT ?3";
    let broken = "SELECT number FROM rooms
                  WHERE broken IS NOT NULL AND tenant = ?1 AND created_ms < ?2 LIMIT ?3";
    let removed = remove_selected(db, ended, params![tenant, first_number(*before_ms), limit])?;
    Ok(removed + remove_selected(db, broken, params![tenant, before_ms, limit])?)
}

/// Removes the rooms whose numbers a query selects.
fn remove_selected(db: &Connection, sql: &str, values: &[&dyn ToSql]) -> Result<usize, WorkError> {
    let numbers: Vec<i64> = all(db, sql, values, |row| row.get(0))?;
    numbers.iter().try_for_each(|number| room::remove(db, *number))?;
    Ok(numbers.len())
}

fn remove_events(db: &Connection, before_ms: Option<i64>, limit: u32) -> Result<usize, WorkError> {
    let Some(before_ms) = before_ms else { return Ok(0) };
    let sql = "DELETE FROM outbox WHERE number IN (SELECT number FROM outbox WHERE settled_ms < ?1 LIMIT ?2)
               RETURNING number";
    let numbers = all(db, sql, params![before_ms, limit], |row| row.get::<_, i64>(0))?;
    for number in &numbers {
        change(db, "DELETE FROM deliveries WHERE outbox = ?1", [number])?;
    }
    Ok(numbers.len())
}
