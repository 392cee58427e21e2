//! The log of requests: what a tenant's servers asked for, and how it was answered. Bodies are not kept.

use common::{KeyId, Mode, Named, TenantId};

use crate::sql::{all, change, one, params};
use crate::{Store, StoreAnswer, StoreError};

/// How many requests of all tenants are kept.
const MOST_REQUESTS: i64 = 200_000;

/// A request with a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestRow {
    /// The id, as the answer named it.
    pub id: String,
    /// The tenant of the key.
    pub tenant: TenantId,
    /// The mode of the key.
    pub mode: Mode,
    /// The key.
    pub key: KeyId,
    /// When it came.
    pub at_ms: i64,
    /// The method.
    pub method: String,
    /// The path, without the query.
    pub path: String,
    /// The status of the answer.
    pub status: u16,
    /// The code of the error, if it was refused.
    pub error: Option<String>,
    /// How long the answer took.
    pub duration_ms: u64,
}

impl Store {
    /// Adds requests to the log, and removes the oldest ones if there are very many.
    pub fn add_requests(&self, rows: Vec<RequestRow>) -> StoreAnswer<()> {
        self.write(move |db| {
            let sql = "INSERT INTO requests (id, tenant, mode, key, at_ms, method, path, status, error, duration_ms)
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)";
            for row in &rows {
                let RequestRow { id, tenant, mode, key, at_ms, method, path, status, error, duration_ms } = row;
                #[rustfmt::skip]
                let values = params![
                    id, tenant.as_str(), mode.name(), key.as_str(), at_ms, method, path, status, error, duration_ms,
                ];
                change(db, sql, values)?;
            }
            let sql = "DELETE FROM requests WHERE number <= (SELECT max(number) FROM requests) - ?1";
            change(db, sql, [MOST_REQUESTS])?;
            Ok(())
        })
    }

    /// The requests of a tenant, newest first, after the one with the given id.
    pub fn requests(
        &self,
        tenant: &TenantId,
        mode: Mode,
        after: Option<String>,
        limit: u32,
    ) -> StoreAnswer<Vec<RequestRow>> {
        let tenant = tenant.clone();
        self.read(move |db| {
            let before = match &after {
                None => i64::MAX,
                Some(id) => {
                    let sql = "SELECT number FROM requests WHERE id = ?1 AND tenant = ?2 AND mode = ?3";
                    let found = one(db, sql, params![id, tenant.as_str(), mode.name()], |row| row.get(0))?;
                    found.ok_or(StoreError::UnknownPage)?
                }
            };
            let sql = "SELECT id, key, at_ms, method, path, status, error, duration_ms FROM requests
                       WHERE tenant = ?1 AND mode = ?2 AND number < ?3 ORDER BY number DESC LIMIT ?4";
            all(db, sql, params![tenant.as_str(), mode.name(), before, limit], |row| {
                Ok(RequestRow {
                    id: row.get(0)?,
                    tenant: tenant.clone(),
                    mode,
                    key: KeyId(row.get(1)?),
                    at_ms: row.get(2)?,
                    method: row.get(3)?,
                    path: row.get(4)?,
                    status: row.get(5)?,
                    error: row.get(6)?,
                    duration_ms: row.get(7)?,
                })
            })
        })
    }
}
