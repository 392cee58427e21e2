//! Sign-ins to the dashboard: of a tenant by one of its keys, of the operator by a link that works once.

use common::{KeyId, Mode, TenantId};

use crate::error::WorkError;
use crate::secret::random_text;
use crate::sql::{Database, Row, RowResult, all, change, one, params};
use crate::word::word;
use crate::{Store, StoreAnswer};

const SECRET_LENGTH: usize = 43;

/// How many people of one tenant, or operators, are signed in at once; the oldest sign-in ends for a new one.
const MOST_SIGN_INS: u32 = 100;

/// How many links wait to be used.
const MOST_LINKS: u32 = 100;

/// The text in the cookie of a browser, or in a link; stored as a digest only.
pub struct SignInSecret(String);

impl SignInSecret {
    /// Generates a secret with the randomness of the operating system.
    pub fn generate() -> Self {
        SignInSecret(random_text(SECRET_LENGTH))
    }

    /// Parses a secret as a browser sends it; `None` if it has another form.
    pub fn parse(text: &str) -> Option<Self> {
        let well_formed =
            text.len() == SECRET_LENGTH && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        well_formed.then(|| SignInSecret(text.to_owned()))
    }

    /// The text, for the browser or the operator alone.
    pub fn expose(&self) -> &str {
        &self.0
    }

    fn hash(&self) -> [u8; 32] {
        *blake3::hash(self.0.as_bytes()).as_bytes()
    }
}

/// Somebody who is signed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignIn {
    /// The id, which opens nothing.
    pub id: String,
    /// The tenant and the key it signed in with; `None` for the operator.
    pub tenant: Option<(TenantId, KeyId)>,
    /// The mode of that key; live for the operator.
    pub mode: Mode,
    /// The address it was made from.
    pub address: Option<String>,
    /// When it was made.
    pub created_ms: i64,
    /// When it ends.
    pub expires_ms: i64,
}

/// A sign-in to store.
#[derive(Debug, Clone)]
pub struct NewSignIn {
    /// The address it is made from.
    pub address: Option<String>,
    /// The time.
    pub now_ms: i64,
    /// When it ends.
    pub expires_ms: i64,
}

impl Store {
    /// Signs a tenant in with one of its keys.
    pub fn sign_in(
        &self,
        secret: &SignInSecret,
        tenant: &TenantId,
        key: &KeyId,
        new: NewSignIn,
    ) -> StoreAnswer<String> {
        let (hash, owner) = (secret.hash(), Some((tenant.clone(), key.clone())));
        self.write(move |db| insert(db, &hash, owner.as_ref(), &new))
    }

    /// Signs the operator in, if the link is known and has neither been used nor expired; returns the id of the sign-in.
    pub fn sign_in_by_link(
        &self,
        secret: &SignInSecret,
        link: &SignInSecret,
        new: NewSignIn,
    ) -> StoreAnswer<Option<String>> {
        let (hash, link) = (secret.hash(), link.hash());
        self.write(move |db| {
            let sql = "DELETE FROM sign_in_links WHERE hash = ?1 AND expires_ms > ?2";
            if change(db, sql, params![link, new.now_ms])? == 0 {
                return Ok(None);
            }
            insert(db, &hash, None, &new).map(Some)
        })
    }

    /// Stores a link that signs the operator in, once, until a time.
    pub fn create_sign_in_link(&self, link: &SignInSecret, now_ms: i64, expires_ms: i64) -> StoreAnswer<()> {
        let hash = link.hash();
        self.write(move |db| {
            let sql = "DELETE FROM sign_in_links WHERE expires_ms <= ?1 OR hash NOT IN
                           (SELECT hash FROM sign_in_links ORDER BY expires_ms DESC LIMIT ?2)";
            change(db, sql, params![now_ms, MOST_LINKS - 1])?;
            let sql = "INSERT INTO sign_in_links (hash, expires_ms) VALUES (?1, ?2)";
            change(db, sql, params![hash, expires_ms])?;
            Ok(())
        })
    }

    /// The sign-in with this secret, unless it has ended: by its time, or with the key that made it.
    pub fn find_sign_in(&self, secret: &SignInSecret, now_ms: i64) -> StoreAnswer<Option<SignIn>> {
        let hash = secret.hash();
        self.read(move |db| one(db, &select("sign_ins.hash = ?2"), params![now_ms, hash], read_sign_in))
    }

    /// The sign-ins of a tenant that have not ended, newest first; those of operators if there is no tenant.
    pub fn sign_ins(&self, tenant: Option<&TenantId>, now_ms: i64) -> StoreAnswer<Vec<SignIn>> {
        let tenant = tenant.cloned().unwrap_or_default();
        self.read(move |db| {
            let sql =
                select("coalesce(sign_ins.tenant, '') = ?2 ORDER BY sign_ins.created_ms DESC, sign_ins.id");
            all(db, &sql, params![now_ms, tenant.as_str()], read_sign_in)
        })
    }

    /// Ends a sign-in of a tenant, or of an operator; returns false if there is no such one.
    pub fn sign_out(&self, tenant: Option<&TenantId>, id: &str) -> StoreAnswer<bool> {
        let (tenant, id) = (tenant.cloned().unwrap_or_default(), id.to_owned());
        self.write(move |db| {
            let sql = "DELETE FROM sign_ins WHERE id = ?1 AND coalesce(tenant, '') = ?2";
            Ok(change(db, sql, params![id, tenant.as_str()])? == 1)
        })
    }
}

fn insert(
    db: &Database,
    hash: &[u8; 32],
    owner: Option<&(TenantId, KeyId)>,
    new: &NewSignIn,
) -> Result<String, WorkError> {
    let (tenant, key) = owner.map(|(tenant, key)| (tenant.as_str(), key.as_str())).unzip();
    let sql = "DELETE FROM sign_ins WHERE expires_ms <= ?1 OR id IN
                   (SELECT id FROM sign_ins WHERE coalesce(tenant, '') = ?2 ORDER BY created_ms DESC LIMIT ?3 OFFSET ?4)";
    change(db, sql, params![new.now_ms, tenant.unwrap_or_default(), u32::MAX, MOST_SIGN_INS - 1])?;
    let id = format!("dash_{}", random_text(22));
    let sql = "INSERT INTO sign_ins (id, hash, tenant, key, address, created_ms, expires_ms)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    change(db, sql, params![id, hash, tenant, key, new.address, new.now_ms, new.expires_ms])?;
    Ok(id)
}

/// Selects sign-ins that have not ended at the time `?1`.
fn select(condition: &str) -> String {
    format!(
        "SELECT sign_ins.id, sign_ins.tenant, key, coalesce(mode, 'live'), address, sign_ins.created_ms, sign_ins.expires_ms
         FROM sign_ins LEFT JOIN api_keys ON api_keys.id = key
         WHERE sign_ins.expires_ms > ?1 AND revoked_ms IS NULL
             AND (api_keys.expires_ms IS NULL OR api_keys.expires_ms > ?1) AND {condition}"
    )
}

fn read_sign_in(row: &Row<'_>) -> RowResult<SignIn> {
    let (tenant, key): (Option<String>, Option<String>) = (row.get(1)?, row.get(2)?);
    Ok(SignIn {
        id: row.get(0)?,
        tenant: tenant.map(TenantId).zip(key.map(KeyId)),
        mode: word(row, 3)?,
        address: row.get(4)?,
        created_ms: row.get(5)?,
        expires_ms: row.get(6)?,
    })
}
