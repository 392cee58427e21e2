//! The outbox: webhook events stored with their cause, delivered in order per session.

use std::collections::BTreeMap;

use common::{EventId, Mode, Named, OutboxState, SessionId, TenantId};

use crate::error::WorkError;
use crate::json::Json;
use crate::sql::{Database, Row, RowResult, all, change, one, params};
use crate::word::word;
use crate::{Store, StoreAnswer, StoreError};

/// A webhook event to deliver.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OutboxRow {
    /// The id of the event; the same for all its retries.
    pub id: EventId,
    /// The tenant.
    pub tenant: TenantId,
    /// The mode.
    pub mode: Mode,
    /// The session, within which order is kept.
    pub session: SessionId,
    /// The name of the event.
    pub event: String,
    /// The body, exactly as signed and sent.
    pub body: String,
    /// When it happened.
    pub created_ms: i64,
    /// Whether no endpoint wants it: it is kept for listeners and not delivered.
    pub is_only_heard: bool,
}

/// A webhook event with its delivery state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutboxEntry {
    /// Its position in the order of all events.
    pub number: i64,
    /// The event.
    pub row: OutboxRow,
    /// The state.
    pub state: OutboxState,
    /// The number of delivery attempts.
    pub attempts: u32,
    /// When the next attempt is due; `None` while it waits for an earlier event.
    pub next_ms: Option<i64>,
}

/// The limits of a request for due events.
#[derive(Debug, Clone, Default)]
pub struct Lease {
    /// The time of the request.
    pub now_ms: i64,
    /// When the events become due again without a recorded attempt.
    pub until_ms: i64,
    /// The maximum number of events.
    pub limit: u32,
    /// The maximum per tenant, so that a slow one does not delay the others.
    pub per_tenant: u32,
    /// The limits of tenants with deliveries under way.
    pub shares: BTreeMap<TenantId, u32>,
}

/// Which settled events to send again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplayScope {
    /// Dead events.
    Dead,
    /// Dead and delivered events.
    All,
}

impl Store {
    /// Adds webhook events that belong to no room.
    pub fn add_events(&self, rows: Vec<OutboxRow>) -> StoreAnswer<()> {
        self.write(move |db| insert_all(db, &rows))
    }

    /// Takes due events, fairly between tenants, and reserves them until the lease ends.
    pub fn take_due(&self, lease: Lease) -> StoreAnswer<Vec<OutboxEntry>> {
        let node = self.node_name().get();
        self.write(move |db| take(db, lease, node.as_deref()))
    }

    /// Ends every lease after their holder has stopped; returns the number of events that are due again. In a cluster these are the
    /// leases of dead nodes.
    pub fn release_leases(&self, now_ms: i64) -> StoreAnswer<usize> {
        if self.node_name().get().is_some() {
            return self.release_leases_of_the_dead(now_ms);
        }
        self.write(move |db| {
            let sql = "UPDATE outbox SET next_ms = ?1, leased = 0 WHERE next_ms IS NOT NULL AND leased = 1";
            change(db, sql, [now_ms])
        })
    }

    /// Sends a settled event again with its old id; returns false if the tenant has no such event.
    pub fn replay(&self, tenant: &TenantId, mode: Mode, id: &EventId, now_ms: i64) -> StoreAnswer<bool> {
        let (tenant, id) = (tenant.clone(), id.clone());
        self.write(move |db| {
            let sql = "UPDATE outbox SET state = 'open', attempts = 0, next_ms = NULL, settled_ms = NULL
                       WHERE id = ?1 AND tenant = ?2 AND mode = ?3 AND state <> 'open' RETURNING session";
            let session = one(db, sql, params![id.as_str(), tenant.as_str(), mode.name()], |row| {
                row.get(0).map(SessionId)
            })?;
            session.iter().try_for_each(|session| schedule_next(db, session, now_ms))?;
            Ok(session.is_some())
        })
    }

    /// Sends settled events since a time again, at most `limit`; returns their number.
    pub fn replay_since(
        &self,
        tenant: &TenantId,
        mode: Mode,
        which: ReplayScope,
        since_ms: i64,
        now_ms: i64,
        limit: u32,
    ) -> StoreAnswer<usize> {
        let tenant = tenant.clone();
        self.write(move |db| {
            let sql = "UPDATE outbox SET state = 'open', attempts = 0, next_ms = NULL, settled_ms = NULL
                       WHERE number IN (SELECT number FROM outbox WHERE tenant = ?1 AND mode = ?2
                           AND created_ms >= ?3 AND (state = 'dead' OR (?4 AND state = 'delivered'))
                           ORDER BY number LIMIT ?5)
                       RETURNING session";
            let values = params![tenant.as_str(), mode.name(), since_ms, which == ReplayScope::All, limit];
            let sessions = all(db, sql, values, |row| row.get(0).map(SessionId))?;
            sessions.iter().try_for_each(|session| schedule_next(db, session, now_ms))?;
            Ok(sessions.len())
        })
    }

    /// The event with this id, of any tenant.
    pub fn event(&self, id: &EventId) -> StoreAnswer<Option<OutboxEntry>> {
        let id = id.clone();
        self.read(move |db| one(db, &select("WHERE id = ?1"), [id.as_str()], read_entry))
    }

    /// The events of a tenant, newest first, before the given number.
    pub fn outbox(
        &self,
        tenant: &TenantId,
        mode: Mode,
        state: Option<OutboxState>,
        before: Option<i64>,
        limit: u32,
    ) -> StoreAnswer<Vec<OutboxEntry>> {
        let tenant = tenant.clone();
        self.read(move |db| {
            let sql = select(
                "WHERE tenant = ?1 AND mode = ?2 AND number < ?3 AND (?4 IS NULL OR state = ?4)
                 ORDER BY number DESC LIMIT ?5",
            );
            all(
                db,
                &sql,
                params![
                    tenant.as_str(),
                    mode.name(),
                    before.unwrap_or(i64::MAX),
                    state.map(Named::name),
                    limit
                ],
                read_entry,
            )
        })
    }
}

pub(crate) fn insert_all(db: &Database, rows: &[OutboxRow]) -> Result<(), WorkError> {
    rows.iter().try_for_each(|row| insert(db, row))
}

/// Makes the earliest open event of a session due, and later ones wait for it.
pub(crate) fn schedule_next(db: &Database, session: &SessionId, now_ms: i64) -> Result<(), WorkError> {
    let sql = "SELECT min(number) FROM outbox WHERE session = ?1 AND state = 'open'";
    let Some(Some(first)) = one(db, sql, [session.as_str()], |row| row.get::<Option<i64>>(0))? else {
        return Ok(());
    };
    let sql = "UPDATE outbox SET next_ms = NULL
               WHERE session = ?1 AND state = 'open' AND number > ?2 AND next_ms IS NOT NULL";
    change(db, sql, params![session.as_str(), first])?;
    change(
        db,
        "UPDATE outbox SET next_ms = ?2 WHERE number = ?1 AND next_ms IS NULL",
        params![first, now_ms],
    )?;
    Ok(())
}

fn insert(db: &Database, row: &OutboxRow) -> Result<(), WorkError> {
    let OutboxRow { id, tenant, mode, session, event, body, created_ms, is_only_heard } = row;
    let state = if *is_only_heard { OutboxState::Heard } else { OutboxState::Open };
    let sql = "INSERT INTO outbox (id, tenant, mode, session, event, body, state, attempts, created_ms, settled_ms, next_ms)
               SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?8, 0, ?7, CASE WHEN ?8 <> 'open' THEN ?7 END,
                   CASE WHEN ?8 <> 'open' OR EXISTS (SELECT 1 FROM outbox WHERE session = ?4 AND state = 'open')
                   THEN NULL ELSE ?7 END
               WHERE true ON CONFLICT (id) DO NOTHING";
    match change(
        db,
        sql,
        params![
            id.as_str(),
            tenant.as_str(),
            mode.name(),
            session.as_str(),
            event,
            body,
            created_ms,
            state.name()
        ],
    )? {
        1 => Ok(()),
        _ => Err(StoreError::Taken("event id").into()),
    }
}

fn take(db: &Database, lease: Lease, node: Option<&str>) -> Result<Vec<OutboxEntry>, WorkError> {
    let sql = select(
        "WHERE number IN (SELECT number FROM (
             SELECT number, tenant, next_ms, row_number() OVER (PARTITION BY tenant ORDER BY next_ms, number) AS place
             FROM outbox WHERE next_ms <= ?1) AS due
         WHERE place <= coalesce((SELECT value FROM json_each(?4) WHERE key = tenant), ?2)
         ORDER BY place, next_ms LIMIT ?3) ORDER BY number",
    );
    let Lease { now_ms, until_ms, limit, per_tenant, shares } = lease;
    let taken = all(db, &sql, params![now_ms, per_tenant, limit, Json(shares)], read_entry)?;
    for entry in &taken {
        change(
            db,
            "UPDATE outbox SET next_ms = ?2, leased = 1 WHERE number = ?1",
            params![entry.number, until_ms],
        )?;
        if node.is_some() {
            change(db, "UPDATE outbox SET holder = ?2 WHERE number = ?1", params![entry.number, node])?;
        }
    }
    Ok(taken)
}

pub(crate) fn select(condition: &str) -> String {
    format!(
        "SELECT number, id, tenant, mode, session, event, body, created_ms, state, attempts, next_ms
         FROM outbox {condition}"
    )
}

pub(crate) fn read_entry(row: &Row<'_>) -> RowResult<OutboxEntry> {
    let state = word(row, 8)?;
    let event = OutboxRow {
        id: EventId(row.get(1)?),
        tenant: TenantId(row.get(2)?),
        mode: word(row, 3)?,
        session: SessionId(row.get(4)?),
        event: row.get(5)?,
        body: row.get(6)?,
        created_ms: row.get(7)?,
        is_only_heard: state == OutboxState::Heard,
    };
    Ok(OutboxEntry { number: row.get(0)?, row: event, state, attempts: row.get(9)?, next_ms: row.get(10)? })
}
