//! Idempotency keys: a repeated request gets the first response, a different one with the same key is
//! refused.

use common::{Mode, Named, TenantId};
use subtle::ConstantTimeEq;

use crate::error::WorkError;
use crate::sql::{Database, change, one, params};
use crate::{Store, StoreAnswer, StoreError};

/// How long a response is kept.
const KEPT_MS: i64 = 24 * 60 * 60 * 1000;

/// How long a claim without a response is valid, in case its server died.
const CLAIM_MS: i64 = 60 * 1000;

/// A request with an idempotency key.
#[derive(Debug, Clone)]
pub struct IdempotentRequest {
    /// The tenant.
    pub tenant: TenantId,
    /// The mode.
    pub mode: Mode,
    /// The key.
    pub key: String,
    /// The method, path and body; hashed before it is stored.
    pub request: Vec<u8>,
    /// The time of the request.
    pub now_ms: i64,
}

/// A response to keep. It must contain no secret; tokens are signed again for a repetition.
#[derive(Debug, Clone)]
pub struct StoredResponse {
    /// The request.
    pub request: IdempotentRequest,
    /// The HTTP status.
    pub status: u16,
    /// The body without secrets.
    pub body: String,
}

/// What to do with a request with an idempotency key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim {
    /// The request is new, or was never answered: execute it.
    Fresh,
    /// The first request is still being executed.
    InProgress,
    /// Send this response again.
    Replay {
        /// The HTTP status.
        status: u16,
        /// The body without secrets.
        body: String,
    },
    /// The key was used for another request: 409.
    Mismatch,
}

impl Store {
    /// Claims the key for a request.
    pub fn claim_idempotency(&self, request: IdempotentRequest) -> StoreAnswer<Claim> {
        self.write(move |db| claim(db, &request))
    }

    /// Keeps the response to a claimed request.
    pub fn complete_idempotency(&self, response: StoredResponse) -> StoreAnswer<()> {
        self.write(move |db| keep(db, &response))
    }

    /// Releases the claim of a request that changed nothing, so that it can be retried.
    pub fn release_idempotency(&self, request: IdempotentRequest) -> StoreAnswer<()> {
        self.write(move |db| {
            let sql =
                "DELETE FROM idempotency WHERE tenant = ?1 AND mode = ?2 AND key = ?3 AND status IS NULL";
            change(db, sql, params![request.tenant.as_str(), request.mode.name(), request.key])?;
            Ok(())
        })
    }
}

/// Keeps a response; `Conflict` if the key has one already or belongs to another request.
pub(crate) fn keep(db: &Database, response: &StoredResponse) -> Result<(), WorkError> {
    let IdempotentRequest { tenant, mode, key, now_ms, .. } = &response.request;
    let hash = hash(&response.request);
    let sql = "INSERT INTO idempotency (tenant, mode, key, request_hash, status, body, claimed_ms)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
               ON CONFLICT (tenant, mode, key) DO UPDATE SET status = ?5, body = ?6
               WHERE idempotency.status IS NULL AND idempotency.request_hash = ?4";
    match change(
        db,
        sql,
        params![tenant.as_str(), mode.name(), key, hash, response.status, response.body, now_ms],
    )? {
        1 => Ok(()),
        _ => Err(StoreError::Conflict("answer").into()),
    }
}

fn claim(db: &Database, request: &IdempotentRequest) -> Result<Claim, WorkError> {
    let IdempotentRequest { tenant, mode, key, now_ms, .. } = request;
    let sql = "DELETE FROM idempotency WHERE tenant = ?1 AND mode = ?2 AND key = ?3
               AND (claimed_ms <= ?4 OR (status IS NULL AND claimed_ms <= ?5))";
    change(db, sql, params![tenant.as_str(), mode.name(), key, now_ms - KEPT_MS, now_ms - CLAIM_MS])?;
    let sql =
        "SELECT request_hash, status, body FROM idempotency WHERE tenant = ?1 AND mode = ?2 AND key = ?3";
    let found = one(db, sql, params![tenant.as_str(), mode.name(), key], |row| {
        Ok((row.get::<[u8; 32]>(0)?, row.get::<Option<u16>>(1)?, row.get::<Option<String>>(2)?))
    })?;
    let hash = hash(request);
    match found {
        Some((stored, ..)) if !bool::from(stored.ct_eq(&hash)) => Ok(Claim::Mismatch),
        Some((_, Some(status), Some(body))) => Ok(Claim::Replay { status, body }),
        Some(_) => Ok(Claim::InProgress),
        None => {
            let sql = "INSERT INTO idempotency (tenant, mode, key, request_hash, claimed_ms)
                       VALUES (?1, ?2, ?3, ?4, ?5)";
            change(db, sql, params![tenant.as_str(), mode.name(), key, hash, now_ms])?;
            Ok(Claim::Fresh)
        }
    }
}

fn hash(request: &IdempotentRequest) -> [u8; 32] {
    *blake3::hash(&request.request).as_bytes()
}
