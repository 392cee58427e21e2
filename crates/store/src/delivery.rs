//! Deliveries: where webhook events go, and every attempt to get them there.

use rusqlite::{Connection, params};

use crate::error::Trouble;
use crate::outbox::line_up;
use crate::sql::{all, change, one};
use crate::{Answer, EventId, Mode, SessionId, Store, TenantId};

/// Where a tenant wants its webhook events; secrets are kept as the caller gives them, sealed or plain.
#[derive(Clone, PartialEq, Eq)]
pub struct WebhookEndpoint {
    /// The tenant.
    pub tenant: TenantId,
    /// The world whose events go there.
    pub mode: Mode,
    /// The address.
    pub url: String,
    /// What events are signed with.
    pub secret: String,
    /// What they are signed with as well during a rotation, and until when.
    pub previous_secret: Option<(String, i64)>,
    /// When and why it was switched off.
    pub disabled: Option<(i64, String)>,
}

/// One attempt to deliver an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// When it began.
    pub at_ms: i64,
    /// The HTTP status, if there was an answer.
    pub status: Option<u16>,
    /// How long it took.
    pub duration_ms: u64,
    /// What went wrong.
    pub error: Option<String>,
}

/// What follows from an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The receiver has the event.
    Delivered,
    /// Try again then.
    RetryAt(i64),
    /// Give up.
    Dead,
}

impl Store {
    /// Sets where the events of a tenant and mode go.
    pub fn set_endpoint(&self, endpoint: WebhookEndpoint) -> Answer<()> {
        self.write(move |db| {
            let WebhookEndpoint { tenant, mode, url, secret, previous_secret, disabled } = &endpoint;
            let (previous, until_ms) =
                previous_secret.as_ref().map(|(secret, until)| (secret, until)).unzip();
            let (disabled_ms, reason) = disabled.as_ref().map(|(at, reason)| (at, reason)).unzip();
            let sql = "INSERT OR REPLACE INTO webhook_endpoints (tenant, mode, url, secret,
                           previous_secret, previous_until_ms, disabled_ms, disabled_reason)
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
            change(db, sql, params![tenant, mode, url, secret, previous, until_ms, disabled_ms, reason])?;
            Ok(())
        })
    }

    /// Where the events of a tenant and mode go.
    pub fn endpoint(&self, tenant: &TenantId, mode: Mode) -> Answer<Option<WebhookEndpoint>> {
        let tenant = tenant.clone();
        self.read(move |db| {
            let sql = "SELECT url, secret, previous_secret, previous_until_ms, disabled_ms, disabled_reason
                       FROM webhook_endpoints WHERE tenant = ?1 AND mode = ?2";
            let found = one(db, sql, params![tenant, mode], |row| {
                let previous_secret = row.get::<_, Option<String>>(2)?.zip(row.get(3)?);
                let disabled = row.get::<_, Option<i64>>(4)?.zip(row.get(5)?);
                Ok((row.get(0)?, row.get(1)?, previous_secret, disabled))
            })?;
            Ok(found.map(|(url, secret, previous_secret, disabled)| WebhookEndpoint {
                tenant,
                mode,
                url,
                secret,
                previous_secret,
                disabled,
            }))
        })
    }

    /// Removes an endpoint; false when there was none.
    pub fn remove_endpoint(&self, tenant: &TenantId, mode: Mode) -> Answer<bool> {
        let tenant = tenant.clone();
        self.write(move |db| {
            let sql = "DELETE FROM webhook_endpoints WHERE tenant = ?1 AND mode = ?2";
            Ok(change(db, sql, params![tenant, mode])? == 1)
        })
    }

    /// Records an attempt and what follows from it; false when there is no such open event.
    pub fn record_attempt(&self, id: &EventId, attempt: Attempt, verdict: Verdict) -> Answer<bool> {
        let id = id.clone();
        self.write(move |db| record(db, &id, &attempt, verdict))
    }

    /// Every attempt to deliver an event of a tenant, in order.
    pub fn attempts(&self, tenant: &TenantId, mode: Mode, id: &EventId) -> Answer<Vec<Attempt>> {
        let (tenant, id) = (tenant.clone(), id.clone());
        self.read(move |db| {
            let sql = "SELECT at_ms, status, duration_ms, error FROM deliveries
                       WHERE outbox = (SELECT number FROM outbox WHERE id = ?1 AND tenant = ?2 AND mode = ?3)
                       ORDER BY attempt";
            all(db, sql, params![id, tenant, mode], |row| {
                Ok(Attempt {
                    at_ms: row.get(0)?,
                    status: row.get(1)?,
                    duration_ms: row.get(2)?,
                    error: row.get(3)?,
                })
            })
        })
    }
}

fn record(db: &Connection, id: &EventId, attempt: &Attempt, verdict: Verdict) -> Result<bool, Trouble> {
    let (state, next_ms, settled_ms) = match verdict {
        Verdict::Delivered => ("delivered", None, Some(attempt.at_ms)),
        Verdict::Dead => ("dead", None, Some(attempt.at_ms)),
        Verdict::RetryAt(next_ms) => ("open", Some(next_ms), None),
    };
    // A late report may still say that the receiver has it, but reopens nothing.
    let sql = "UPDATE outbox SET state = ?2, next_ms = ?3, settled_ms = ?4, attempts = attempts + 1
               WHERE id = ?1 AND (state = 'open' OR ?2 = 'delivered') RETURNING number, session";
    let updated = one(db, sql, params![id, state, next_ms, settled_ms], |row| {
        Ok((row.get::<_, i64>(0)?, row.get::<_, SessionId>(1)?))
    })?;
    let Some((number, session)) = updated else { return Ok(false) };
    // Numbered on from the log and not from the row, whose count starts again at a replay.
    let sql = "INSERT INTO deliveries (outbox, attempt, at_ms, status, duration_ms, error)
               SELECT ?1, 1 + coalesce(max(attempt), 0), ?2, ?3, ?4, ?5 FROM deliveries WHERE outbox = ?1";
    change(db, sql, params![number, attempt.at_ms, attempt.status, attempt.duration_ms, attempt.error])?;
    line_up(db, &session, attempt.at_ms)?;
    Ok(true)
}
