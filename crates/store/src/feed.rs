//! The feed: the webhook events of a tenant in order, for listeners.

use common::{EventId, Mode, Named, TenantId};

use crate::outbox::{read_entry, select};
use crate::sql::{all, change, one, params};
use crate::word::word;
use crate::{OutboxEntry, Store, StoreAnswer, StoreError};

/// Where a feed starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FeedStart {
    /// At the oldest event that is kept.
    Oldest,
    /// At the next event.
    Now,
    /// At the first event since this time.
    Time(i64),
    /// After this event.
    After(EventId),
}

impl Store {
    /// The number after which a feed starts; `UnknownPage` for an unknown event.
    pub fn feed_start(&self, tenant: &TenantId, mode: Mode, start: FeedStart) -> StoreAnswer<i64> {
        let tenant = tenant.clone();
        self.read(move |db| {
            let before_ms = match start {
                FeedStart::Oldest => return Ok(0),
                FeedStart::Now => i64::MAX,
                FeedStart::Time(since_ms) => since_ms,
                FeedStart::After(id) => {
                    let sql = "SELECT number FROM outbox WHERE id = ?1 AND tenant = ?2 AND mode = ?3";
                    let found =
                        one(db, sql, params![id.as_str(), tenant.as_str(), mode.name()], |row| row.get(0))?;
                    return Ok(found.ok_or(StoreError::UnknownPage)?);
                }
            };
            let sql = "SELECT number FROM outbox WHERE tenant = ?1 AND mode = ?2 AND created_ms < ?3
                       ORDER BY number DESC LIMIT 1";
            Ok(one(db, sql, params![tenant.as_str(), mode.name(), before_ms], |row| row.get(0))?.unwrap_or(0))
        })
    }

    /// The events of a tenant after a number, oldest first, in any state.
    pub fn feed(
        &self,
        tenant: &TenantId,
        mode: Mode,
        after: i64,
        limit: u32,
    ) -> StoreAnswer<Vec<OutboxEntry>> {
        let tenant = tenant.clone();
        self.read(move |db| {
            let sql = select("WHERE tenant = ?1 AND mode = ?2 AND number > ?3 ORDER BY number LIMIT ?4");
            all(db, &sql, params![tenant.as_str(), mode.name(), after, limit], read_entry)
        })
    }

    /// One event of a tenant, in any state.
    pub fn webhook_event(
        &self,
        tenant: &TenantId,
        mode: Mode,
        id: &EventId,
    ) -> StoreAnswer<Option<OutboxEntry>> {
        let (tenant, id) = (tenant.clone(), id.clone());
        self.read(move |db| {
            let sql = select("WHERE tenant = ?1 AND mode = ?2 AND id = ?3");
            one(db, &sql, params![tenant.as_str(), mode.name(), id.as_str()], read_entry)
        })
    }

    /// Records a listener for the events of a tenant until `until_ms`, and removes expired ones.
    pub fn listen(&self, tenant: &TenantId, mode: Mode, now_ms: i64, until_ms: i64) -> StoreAnswer<()> {
        let tenant = tenant.clone();
        self.write(move |db| {
            change(db, "DELETE FROM webhook_listeners WHERE until_ms <= ?1", [now_ms])?;
            let sql = "INSERT INTO webhook_listeners (tenant, mode, until_ms) VALUES (?1, ?2, ?3)
                       ON CONFLICT (tenant, mode) DO UPDATE SET until_ms = excluded.until_ms
                       WHERE excluded.until_ms > webhook_listeners.until_ms";
            change(db, sql, params![tenant.as_str(), mode.name(), until_ms])?;
            Ok(())
        })
    }

    /// The tenants and modes with a listener.
    pub fn listened(&self, now_ms: i64) -> StoreAnswer<Vec<(TenantId, Mode)>> {
        self.read(move |db| {
            let sql = "SELECT tenant, mode FROM webhook_listeners WHERE until_ms > ?1";
            all(db, sql, [now_ms], |row| Ok((TenantId(row.get(0)?), word(row, 1)?)))
        })
    }
}
