//! API keys: who may use the REST interface, in which mode and from which origins.

use common::{KeyId, Mode, Named, TenantId};
use subtle::ConstantTimeEq;

use crate::error::WorkError;
use crate::json::Json;
use crate::secret::{KeySecret, random_text};
use crate::sql::{Database, Row, RowResult, all, change, one, params};
use crate::word::word;
use crate::{Store, StoreAnswer, StoreError};

/// The precision of the last use of a key; a finer one would cost a write per request.
const LAST_USED_STEP_MS: i64 = 60 * 1000;

/// An API key without its secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiKey {
    /// The id.
    pub id: KeyId,
    /// The tenant it belongs to.
    pub tenant: TenantId,
    /// The mode it grants.
    pub mode: Mode,
    /// The start of its text, to recognise it.
    pub prefix: String,
    /// The origins whose pages may use it; `*` means every origin.
    pub allowed_origins: Vec<String>,
    /// When it was created.
    pub created_ms: i64,
    /// When it was last used, to the minute.
    pub last_used_ms: Option<i64>,
    /// When it expires, after a rotation.
    pub expires_ms: Option<i64>,
    /// When it was revoked.
    pub revoked_ms: Option<i64>,
}

impl Store {
    /// Stores a key for a tenant, with the hash of its secret instead of the secret.
    pub fn create_key(
        &self,
        tenant: &TenantId,
        secret: &KeySecret,
        allowed_origins: Vec<String>,
        now_ms: i64,
    ) -> StoreAnswer<ApiKey> {
        let key = new_key(tenant, secret, allowed_origins, now_ms);
        let hash = secret.hash();
        self.write(move |db| {
            insert(db, &key, &hash)?;
            Ok(key)
        })
    }

    /// The key with this secret, unless it is revoked or expired.
    pub fn find_key(&self, secret: &KeySecret, now_ms: i64) -> StoreAnswer<Option<ApiKey>> {
        let (prefix, hash) = (secret.prefix().to_owned(), secret.hash());
        self.read(move |db| {
            let sql = select(
                "WHERE prefix = ?1 AND revoked_ms IS NULL AND (expires_ms IS NULL OR expires_ms > ?2)",
            );
            let keys = all(db, &sql, params![prefix, now_ms], |row| Ok((row.get(9)?, read_key(row)?)))?;
            let mut matching =
                keys.into_iter().filter(|(stored, _): &([u8; 32], _)| stored.ct_eq(&hash).into());
            Ok(matching.next().map(|(_, key)| key))
        })
    }

    /// Records that a key was used, at most once a minute.
    pub fn touch_key(&self, key: &ApiKey, now_ms: i64) -> Option<StoreAnswer<()>> {
        let fresh = key.last_used_ms.is_some_and(|used| now_ms - used < LAST_USED_STEP_MS);
        let id = key.id.clone();
        (!fresh).then(|| {
            self.write(move |db| {
                change(
                    db,
                    "UPDATE api_keys SET last_used_ms = ?2 WHERE id = ?1",
                    params![id.as_str(), now_ms],
                )?;
                Ok(())
            })
        })
    }

    /// All keys of a tenant, newest first, including revoked ones.
    pub fn keys(&self, tenant: &TenantId) -> StoreAnswer<Vec<ApiKey>> {
        let tenant = tenant.clone();
        self.read(move |db| {
            all(db, &select("WHERE tenant = ?1 ORDER BY created_ms DESC, id"), [tenant.as_str()], read_key)
        })
    }

    /// Revokes a key at once; returns false if the tenant has no such key or it is revoked already.
    pub fn revoke_key(&self, tenant: &TenantId, id: &KeyId, now_ms: i64) -> StoreAnswer<bool> {
        let (tenant, id) = (tenant.clone(), id.clone());
        self.write(move |db| {
            let sql =
                "UPDATE api_keys SET revoked_ms = ?3 WHERE id = ?1 AND tenant = ?2 AND revoked_ms IS NULL";
            Ok(change(db, sql, params![id.as_str(), tenant.as_str(), now_ms])? == 1)
        })
    }

    /// Sets the origins whose pages may use a key; returns false if the tenant has no such key or it is revoked.
    pub fn set_key_origins(&self, tenant: &TenantId, id: &KeyId, origins: Vec<String>) -> StoreAnswer<bool> {
        let (tenant, id) = (tenant.clone(), id.clone());
        self.write(move |db| {
            let sql = "UPDATE api_keys SET allowed_origins = ?3 WHERE id = ?1 AND tenant = ?2 AND revoked_ms IS NULL";
            Ok(change(db, sql, params![id.as_str(), tenant.as_str(), Json(origins)])? == 1)
        })
    }

    /// Replaces a key: the new secret is valid at once, the old one until `old_until_ms`.
    pub fn rotate_key(
        &self,
        tenant: &TenantId,
        id: &KeyId,
        secret: &KeySecret,
        now_ms: i64,
        old_until_ms: i64,
    ) -> StoreAnswer<Option<ApiKey>> {
        let (tenant, id) = (tenant.clone(), id.clone());
        let (hash, mode) = (secret.hash(), secret.mode());
        let mut key = new_key(&tenant, secret, Vec::new(), now_ms);
        self.write(move |db| {
            let sql = select("WHERE id = ?1 AND tenant = ?2 AND revoked_ms IS NULL");
            let Some(old) = one(db, &sql, params![id.as_str(), tenant.as_str()], read_key)? else {
                return Ok(None);
            };
            if old.mode != mode {
                return Err(
                    StoreError::Invalid("a key and its successor have the same mode".to_owned()).into()
                );
            }
            key.allowed_origins = old.allowed_origins;
            insert(db, &key, &hash)?;
            change(
                db,
                "UPDATE api_keys SET expires_ms = ?2 WHERE id = ?1",
                params![id.as_str(), old_until_ms],
            )?;
            Ok(Some(key))
        })
    }
}

fn new_key(tenant: &TenantId, secret: &KeySecret, allowed_origins: Vec<String>, now_ms: i64) -> ApiKey {
    ApiKey {
        id: KeyId(format!("key_{}", random_text(22))),
        tenant: tenant.clone(),
        mode: secret.mode(),
        prefix: secret.prefix().to_owned(),
        allowed_origins,
        created_ms: now_ms,
        last_used_ms: None,
        expires_ms: None,
        revoked_ms: None,
    }
}

fn insert(db: &Database, key: &ApiKey, hash: &[u8; 32]) -> Result<(), WorkError> {
    let ApiKey { id, tenant, mode, prefix, allowed_origins, created_ms, .. } = key;
    let known = one(db, "SELECT 1 FROM tenants WHERE id = ?1", [tenant.as_str()], |_| Ok(()))?;
    known.ok_or_else(|| StoreError::Invalid("there is no such tenant".to_owned()))?;
    let sql = "INSERT INTO api_keys (id, tenant, mode, prefix, hash, allowed_origins, created_ms)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO NOTHING";
    match change(
        db,
        sql,
        params![id.as_str(), tenant.as_str(), mode.name(), prefix, hash, Json(allowed_origins), created_ms],
    )? {
        1 => Ok(()),
        _ => Err(StoreError::Taken("API key").into()),
    }
}

fn select(condition: &str) -> String {
    format!(
        "SELECT id, tenant, mode, prefix, allowed_origins, created_ms, last_used_ms, expires_ms, revoked_ms, hash
         FROM api_keys {condition}"
    )
}

fn read_key(row: &Row<'_>) -> RowResult<ApiKey> {
    Ok(ApiKey {
        id: KeyId(row.get(0)?),
        tenant: TenantId(row.get(1)?),
        mode: word(row, 2)?,
        prefix: row.get(3)?,
        allowed_origins: row.get::<Json<Vec<String>>>(4)?.0,
        created_ms: row.get(5)?,
        last_used_ms: row.get(6)?,
        expires_ms: row.get(7)?,
        revoked_ms: row.get(8)?,
    })
}
