//! The audit log: who did what to which object, only ever added to.

use common::{Mode, Named, TenantId};

use crate::sql::{all, change, params};
use crate::word::word;
use crate::{Store, StoreAnswer};

/// One entry of the audit log; it must hold no secret.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AuditEntry {
    /// The tenant concerned.
    pub tenant: TenantId,
    /// The world concerned.
    pub mode: Mode,
    /// When it happened.
    pub at_ms: i64,
    /// The key or person that acted.
    pub actor: String,
    /// What was done.
    pub action: String,
    /// What it was done to.
    pub object: String,
    /// From which address.
    pub address: Option<String>,
    /// How it went.
    pub outcome: String,
}

impl Store {
    /// Adds an entry to the audit log.
    pub fn audit(&self, entry: AuditEntry) -> StoreAnswer<()> {
        self.write(move |db| {
            let AuditEntry { tenant, mode, at_ms, actor, action, object, address, outcome } = &entry;
            let sql = "INSERT INTO audit (tenant, mode, at_ms, actor, action, object, address, outcome)
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
            change(
                db,
                sql,
                params![tenant.as_str(), mode.name(), at_ms, actor, action, object, address, outcome],
            )?;
            Ok(())
        })
    }

    /// The audit log of a tenant with the number of each entry, the newest first, before the given number; of one mode
    /// if it is given.
    pub fn audit_log(
        &self,
        tenant: &TenantId,
        mode: Option<Mode>,
        before: Option<i64>,
        limit: u32,
    ) -> StoreAnswer<Vec<(i64, AuditEntry)>> {
        let (tenant, before) = (tenant.clone(), before.unwrap_or(i64::MAX));
        self.read(move |db| {
            let sql = "SELECT number, tenant, mode, at_ms, actor, action, object, address, outcome FROM audit
                       WHERE tenant = ?1 AND number < ?2 AND mode = coalesce(?3, mode)
                       ORDER BY number DESC LIMIT ?4";
            all(db, sql, params![tenant.as_str(), before, mode.map(Named::name), limit], |row| {
                let entry = AuditEntry {
                    tenant: TenantId(row.get(1)?),
                    mode: word(row, 2)?,
                    at_ms: row.get(3)?,
                    actor: row.get(4)?,
                    action: row.get(5)?,
                    object: row.get(6)?,
                    address: row.get(7)?,
                    outcome: row.get(8)?,
                };
                Ok((row.get(0)?, entry))
            })
        })
    }
}
