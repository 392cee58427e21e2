//! Deliveries: every attempt to deliver a webhook event.

use common::{EventId, Mode, Named, OutboxState, SessionId, TenantId};

use crate::error::WorkError;
use crate::outbox::schedule_next;
use crate::sql::{Database, Row, RowResult, all, change, one, params};
use crate::word::word;
use crate::{Store, StoreAnswer, StoreError};

/// One attempt to deliver an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// The id of the attempt, also sent to the receiver.
    pub id: String,
    /// When it began.
    pub at_ms: i64,
    /// The HTTP status, if there was a response.
    pub status: Option<u16>,
    /// How long it took.
    pub duration_ms: u64,
    /// The error, if it failed.
    pub error: Option<String>,
}

/// An attempt with its event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryRow {
    /// The attempt.
    pub attempt: Attempt,
    /// The number of the attempt for its event, from 1.
    pub number: u32,
    /// The event.
    pub event: EventId,
    /// The name of the event.
    pub name: String,
    /// The session of the event.
    pub session: SessionId,
    /// The state of the event now.
    pub state: OutboxState,
}

/// Which attempts to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attempts {
    /// All attempts.
    All,
    /// Failed attempts.
    Failed,
}

/// What follows from an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The event is delivered.
    Delivered,
    /// Retry at this time.
    RetryAt(i64),
    /// Give up.
    Dead,
}

impl Store {
    /// Records an attempt and what follows from it; returns false if the event is unknown or settled. Only a
    /// delivery is recorded for a settled event.
    pub fn record_attempt(&self, id: &EventId, attempt: Attempt, verdict: Verdict) -> StoreAnswer<bool> {
        let id = id.clone();
        self.write(move |db| record(db, &id, &attempt, verdict))
    }

    /// Every attempt to deliver an event of a tenant, in order.
    pub fn attempts(&self, tenant: &TenantId, mode: Mode, id: &EventId) -> StoreAnswer<Vec<Attempt>> {
        let (tenant, id) = (tenant.clone(), id.clone());
        self.read(move |db| {
            let sql = select("WHERE outbox.id = ?3 ORDER BY attempt");
            let deliveries =
                all(db, &sql, params![tenant.as_str(), mode.name(), id.as_str()], read_delivery)?;
            Ok(deliveries.into_iter().map(|delivery| delivery.attempt).collect())
        })
    }

    /// The attempts for a tenant, newest first, after the given one.
    pub fn deliveries(
        &self,
        tenant: &TenantId,
        mode: Mode,
        which: Attempts,
        after: Option<String>,
        limit: u32,
    ) -> StoreAnswer<Vec<DeliveryRow>> {
        let tenant = tenant.clone();
        self.read(move |db| {
            let before = after.map_or(Ok(i64::MAX), |after| place_of(db, &tenant, mode, &after))?;
            let sql = select(
                "WHERE deliveries.number < ?3 AND (?4 OR error IS NOT NULL)
                 ORDER BY deliveries.number DESC LIMIT ?5",
            );
            let every = which == Attempts::All;
            all(db, &sql, params![tenant.as_str(), mode.name(), before, every, limit], read_delivery)
        })
    }
}

fn record(db: &Database, id: &EventId, attempt: &Attempt, verdict: Verdict) -> Result<bool, WorkError> {
    let (state, next_ms, settled_ms) = match verdict {
        Verdict::Delivered => ("delivered", None, Some(attempt.at_ms)),
        Verdict::Dead => ("dead", None, Some(attempt.at_ms)),
        Verdict::RetryAt(next_ms) => ("open", Some(next_ms), None),
    };
    // A late result may still mark the event as delivered, but does not reopen it.
    let sql = "UPDATE outbox SET state = ?2, next_ms = ?3, settled_ms = ?4, leased = 0,
                   attempts = attempts + 1
               WHERE id = ?1 AND (state = 'open' OR ?2 = 'delivered') RETURNING number, session";
    let updated = one(db, sql, params![id.as_str(), state, next_ms, settled_ms], |row| {
        Ok((row.get::<i64>(0)?, SessionId(row.get(1)?)))
    })?;
    let Some((number, session)) = updated else { return Ok(false) };
    insert(db, number, attempt)?;
    schedule_next(db, &session, attempt.at_ms)?;
    Ok(true)
}

fn insert(db: &Database, event: i64, attempt: &Attempt) -> Result<(), WorkError> {
    let Attempt { id, at_ms, status, duration_ms, error } = attempt;
    // Numbered by the log and not by the event, whose count restarts at a replay.
    let sql = "INSERT INTO deliveries (id, tenant, mode, outbox, attempt, at_ms, status, duration_ms, error)
               SELECT ?2, tenant, mode, number,
                   1 + (SELECT coalesce(max(attempt), 0) FROM deliveries WHERE outbox = ?1), ?3, ?4, ?5, ?6
               FROM outbox WHERE number = ?1";
    change(db, sql, params![event, id, at_ms, status, duration_ms, error])?;
    Ok(())
}

fn place_of(db: &Database, tenant: &TenantId, mode: Mode, after: &str) -> Result<i64, WorkError> {
    let sql = "SELECT number FROM deliveries WHERE id = ?1 AND tenant = ?2 AND mode = ?3";
    let found = one(db, sql, params![after, tenant.as_str(), mode.name()], |row| row.get(0))?;
    found.ok_or_else(|| StoreError::UnknownPage.into())
}

fn select(condition: &str) -> String {
    format!(
        "SELECT deliveries.id, at_ms, status, duration_ms, error, attempt, outbox.id, event, session,
             state
         FROM deliveries JOIN outbox ON outbox.number = deliveries.outbox
             AND deliveries.tenant = ?1 AND deliveries.mode = ?2 {condition}"
    )
}

fn read_delivery(row: &Row<'_>) -> RowResult<DeliveryRow> {
    let attempt = Attempt {
        id: row.get(0)?,
        at_ms: row.get(1)?,
        status: row.get(2)?,
        duration_ms: row.get(3)?,
        error: row.get(4)?,
    };
    Ok(DeliveryRow {
        attempt,
        number: row.get(5)?,
        event: EventId(row.get(6)?),
        name: row.get(7)?,
        session: SessionId(row.get(8)?),
        state: word(row, 9)?,
    })
}
