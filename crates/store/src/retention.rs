//! Retention: removes old rows in small steps, so that the writer is not blocked.

use std::sync::Mutex;

use common::{TenantId, lock};

use crate::error::WorkError;
use crate::result::first_number;
use crate::sql::{Database, Values, all, change, params};
use crate::{Store, StoreAnswer, room};

/// The time before which rows of each kind are removed; `None` keeps them forever.
#[derive(Debug, Clone, Default)]
pub struct Cutoffs {
    /// Rooms by the end of their game, with log and result; those set aside by their creation.
    pub rooms_ms: Option<i64>,
    /// The same for the rooms of one tenant.
    pub guests_ms: Option<(TenantId, i64)>,
    /// Ended and expired sessions by their creation.
    pub sessions_ms: Option<i64>,
    /// Delivered and dead webhook events by the time they were settled, with their attempts.
    pub outbox_ms: Option<i64>,
    /// Idempotency keys by their first use.
    pub idempotency_ms: Option<i64>,
    /// The audit log by time.
    pub audit_ms: Option<i64>,
    /// The log of requests by time.
    pub requests_ms: Option<i64>,
}

/// How many results one call reads in search of one tenant's, so that the writer is not blocked for long.
const LOOKED_AT: u32 = 5000;

/// Less unused space is not worth compacting.
const SPARSE_BYTES: u64 = 16 << 20;

/// The number of removed rows of each kind.
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
    /// Entries of the log of requests.
    pub requests: usize,
}

impl std::ops::AddAssign for Removed {
    fn add_assign(&mut self, more: Removed) {
        self.rooms += more.rooms;
        self.sessions += more.sessions;
        self.outbox += more.outbox;
        self.idempotency += more.idempotency;
        self.audit += more.audit;
        self.requests += more.requests;
    }
}

/// Where the search for old results of one tenant continues: none up to this number is left. Results are
/// ordered by time, so the search need not restart at the oldest.
#[derive(Default)]
pub(crate) struct TenantSearch(Mutex<Option<(TenantId, i64)>>);

impl TenantSearch {
    fn position(&self, tenant: &TenantId) -> i64 {
        let searched = lock(&self.0);
        searched.as_ref().filter(|(of, _)| of == tenant).map_or(i64::MIN, |(_, number)| *number)
    }

    fn move_to(&self, tenant: &TenantId, number: i64) {
        *lock(&self.0) = Some((tenant.clone(), number));
    }
}

impl Store {
    /// Removes at most `limit` old rows of each kind; call it again until nothing is removed. The search for
    /// rooms of one tenant is incremental, so a later call may find more.
    pub fn remove_old(&self, cutoffs: Cutoffs, limit: u32) -> StoreAnswer<Removed> {
        let search = self.tenant_search();
        self.write(move |db| {
            Ok(Removed {
                rooms: remove_rooms(db, cutoffs.rooms_ms, limit)?
                    + remove_rooms_of(db, cutoffs.guests_ms.as_ref(), &search, limit)?,
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
                requests: remove(
                    db,
                    "DELETE FROM requests WHERE number IN (SELECT number FROM requests WHERE at_ms < ?1 LIMIT ?2)",
                    cutoffs.requests_ms,
                    limit,
                )?,
            })
        })
    }

    /// Compacts the file if more than half of it and at least `SPARSE_BYTES` are unused; returns whether it did.
    /// It blocks all writes, so call it before there are any.
    pub fn vacuum_if_sparse(&self) -> StoreAnswer<bool> {
        self.write_alone(|db| {
            let Some(db) = db.sqlite() else { return Ok(false) };
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

fn remove(db: &Database, sql: &str, before_ms: Option<i64>, limit: u32) -> Result<usize, WorkError> {
    before_ms.map_or(Ok(0), |before_ms| change(db, sql, params![before_ms, limit]))
}

fn remove_rooms(db: &Database, before_ms: Option<i64>, limit: u32) -> Result<usize, WorkError> {
    let Some(before_ms) = before_ms else { return Ok(0) };
    let ended = "SELECT room, number FROM results WHERE number < ?1 LIMIT ?2";
    let broken = "SELECT number FROM rooms WHERE broken IS NOT NULL AND created_ms < ?1 LIMIT ?2";
    let ended =
        all(db, ended, params![first_number(before_ms), limit], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(remove_ended(db, &ended)? + remove_selected(db, broken, params![before_ms, limit])?)
}

fn remove_rooms_of(
    db: &Database,
    cutoff: Option<&(TenantId, i64)>,
    search: &TenantSearch,
    limit: u32,
) -> Result<usize, WorkError> {
    let Some((tenant, before_ms)) = cutoff else { return Ok(0) };
    let broken = "SELECT number FROM rooms
                  WHERE broken IS NOT NULL AND tenant = ?1 AND created_ms < ?2 LIMIT ?3";
    let ended = find_results_of(db, tenant, first_number(*before_ms), search, limit)?;
    Ok(remove_ended(db, &ended)? + remove_selected(db, broken, params![tenant.as_str(), before_ms, limit])?)
}

/// The rooms of a tenant with a result below a number, and the result. The search continues before the first
/// of them, because they remain if they cannot be removed.
fn find_results_of(
    db: &Database,
    tenant: &TenantId,
    before: i64,
    search: &TenantSearch,
    limit: u32,
) -> Result<Vec<(i64, i64)>, WorkError> {
    let sql = "SELECT number, room, tenant = ?1 FROM results WHERE number > ?2 AND number < ?3
               ORDER BY number LIMIT ?4";
    let values = params![tenant.as_str(), search.position(tenant), before, LOOKED_AT];
    let results: Vec<(i64, i64, bool)> =
        all(db, sql, values, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
    if let Some((last, ..)) = results.iter().take_while(|(_, _, is_own)| !is_own).last() {
        search.move_to(tenant, *last);
    }
    let own = results.into_iter().filter(|(_, _, is_own)| *is_own).map(|(number, room, _)| (room, number));
    Ok(own.take(limit as usize).collect())
}

/// Removes rooms with their results; a result is removed even if its room does not refer to it.
fn remove_ended(db: &Database, ended: &[(i64, i64)]) -> Result<usize, WorkError> {
    for (room, result) in ended {
        room::remove(db, *room)?;
        change(db, "DELETE FROM results WHERE number = ?1", [result])?;
    }
    Ok(ended.len())
}

/// Removes the rooms whose numbers a query selects.
fn remove_selected(db: &Database, sql: &str, values: Values<'_>) -> Result<usize, WorkError> {
    let numbers: Vec<i64> = all(db, sql, values, |row| row.get(0))?;
    numbers.iter().try_for_each(|number| room::remove(db, *number))?;
    Ok(numbers.len())
}

fn remove_events(db: &Database, before_ms: Option<i64>, limit: u32) -> Result<usize, WorkError> {
    let Some(before_ms) = before_ms else { return Ok(0) };
    let sql = "DELETE FROM outbox WHERE number IN (SELECT number FROM outbox WHERE settled_ms < ?1 LIMIT ?2)
               RETURNING number";
    let numbers = all(db, sql, params![before_ms, limit], |row| row.get::<i64>(0))?;
    for number in &numbers {
        change(db, "DELETE FROM deliveries WHERE outbox = ?1", [number])?;
    }
    Ok(numbers.len())
}
