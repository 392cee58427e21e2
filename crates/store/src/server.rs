//! The server's own data: the keys it signs tokens with, and its heartbeat.

use crate::error::WorkError;
use crate::result::first_number;
use crate::sealing::{self, signing_place};
use crate::secret::random_text;
use crate::sql::{Database, all, change, one, params};
use crate::{SecretsKey, Store, StoreAnswer, StoreError};

/// A key that signs session tokens.
#[derive(Clone, PartialEq, Eq)]
pub struct SigningKey {
    /// The key id in tokens.
    pub kid: String,
    /// The secret.
    pub secret: Vec<u8>,
    /// When it was created; the newest one not retired signs.
    pub created_ms: i64,
    /// Since when it only verifies.
    pub retired_ms: Option<i64>,
}

impl SigningKey {
    /// Generates a key with the randomness of the operating system.
    pub fn generate(now_ms: i64) -> SigningKey {
        SigningKey {
            kid: format!("key_{}", random_text(22)),
            secret: random_text(64).into_bytes(),
            created_ms: now_ms,
            retired_ms: None,
        }
    }
}

/// What happens to earlier signing keys when a new one is added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeysBefore {
    /// Their tokens stay valid until they expire.
    Verify,
    /// Their tokens become invalid.
    End,
}

impl Store {
    /// Adds a signing key; `Taken` if the id is in use.
    pub fn add_signing_key(&self, key: SigningKey) -> StoreAnswer<()> {
        let secrets_key = self.secrets_key();
        self.write(move |db| insert(db, secrets_key.as_ref(), &key))
    }

    /// Adds a signing key unless there is one; nodes that start together have one.
    pub fn ensure_signing_key(&self, key: SigningKey) -> StoreAnswer<()> {
        let secrets_key = self.secrets_key();
        self.write(move |db| {
            match one(db, "SELECT 1 FROM signing_keys WHERE retired_ms IS NULL LIMIT 1", (), |_| Ok(()))? {
                Some(()) => Ok(()),
                None => insert(db, secrets_key.as_ref(), &key),
            }
        })
    }

    /// Adds a signing key that signs from now on; earlier ones only verify, or are removed.
    pub fn rotate_signing_key(&self, key: SigningKey, before: KeysBefore) -> StoreAnswer<()> {
        let secrets_key = self.secrets_key();
        self.write(move |db| {
            insert(db, secrets_key.as_ref(), &key)?;
            match before {
                KeysBefore::Verify => {
                    let sql =
                        "UPDATE signing_keys SET retired_ms = ?2 WHERE kid <> ?1 AND retired_ms IS NULL";
                    change(db, sql, params![key.kid, key.created_ms])?
                }
                KeysBefore::End => change(db, "DELETE FROM signing_keys WHERE kid <> ?1", [&key.kid])?,
            };
            Ok(())
        })
    }

    /// Makes a signing key verify only; returns false if it already did or does not exist.
    pub fn retire_signing_key(&self, kid: &str, now_ms: i64) -> StoreAnswer<bool> {
        let kid = kid.to_owned();
        self.write(move |db| {
            let sql = "UPDATE signing_keys SET retired_ms = ?2 WHERE kid = ?1 AND retired_ms IS NULL";
            Ok(change(db, sql, params![kid, now_ms])? == 1)
        })
    }

    /// Whether tokens signed until `signed_until_ms` may still be used: a session or room of that time has not
    /// ended, or a room of that time ended after `ended_after_ms`.
    pub fn has_tokens_in_use(&self, signed_until_ms: i64, ended_after_ms: i64) -> StoreAnswer<bool> {
        self.read(move |db| {
            let sql = "SELECT EXISTS (SELECT 1 FROM sessions
                                      WHERE created_ms <= ?1 AND status IN ('pending', 'active'))
                           OR EXISTS (SELECT 1 FROM running CROSS JOIN rooms ON number = running.room
                                      WHERE created_ms <= ?1)
                           OR EXISTS (SELECT 1 FROM results CROSS JOIN rooms ON rooms.number = results.room
                                      WHERE results.number >= ?2 AND created_ms <= ?1)";
            let found =
                one(db, sql, params![signed_until_ms, first_number(ended_after_ms + 1)], |row| row.get(0))?;
            Ok(found.unwrap_or_default())
        })
    }

    /// Removes a signing key, which invalidates its tokens; returns false if there was none.
    pub fn remove_signing_key(&self, kid: &str) -> StoreAnswer<bool> {
        let kid = kid.to_owned();
        self.write(move |db| Ok(change(db, "DELETE FROM signing_keys WHERE kid = ?1", [&kid])? == 1))
    }

    /// All signing keys, newest first.
    pub fn signing_keys(&self) -> StoreAnswer<Vec<SigningKey>> {
        let key = self.secrets_key();
        self.read(move |db| {
            let sql =
                "SELECT kid, secret, created_ms, retired_ms FROM signing_keys ORDER BY created_ms DESC, kid";
            let mut keys = all(db, sql, (), |row| {
                Ok(SigningKey {
                    kid: row.get(0)?,
                    secret: row.get(1)?,
                    created_ms: row.get(2)?,
                    retired_ms: row.get(3)?,
                })
            })?;
            for signing in &mut keys {
                let stored = std::mem::take(&mut signing.secret);
                signing.secret = sealing::opened(key.as_ref(), &signing_place(&signing.kid), stored)?;
            }
            Ok(keys)
        })
    }

    /// Records that a node is alive. This write also detects when a full disk has room again.
    pub fn heartbeat(&self, node: &str, now_ms: i64) -> StoreAnswer<()> {
        let node = node.to_owned();
        self.write(move |db| {
            let sql = "INSERT INTO heartbeats (node, at_ms) VALUES (?1, ?2)
                       ON CONFLICT (node) DO UPDATE SET at_ms = ?2";
            change(db, sql, params![node, now_ms])?;
            Ok(())
        })
    }

    /// When a node was last alive.
    pub fn last_heartbeat(&self, node: &str) -> StoreAnswer<Option<i64>> {
        let node = node.to_owned();
        self.read(move |db| {
            one(db, "SELECT at_ms FROM heartbeats WHERE node = ?1", [&node], |row| row.get(0))
        })
    }
}

fn insert(db: &Database, secrets_key: Option<&SecretsKey>, key: &SigningKey) -> Result<(), WorkError> {
    let secret = sealing::written(db, secrets_key, &signing_place(&key.kid), &key.secret)?;
    let sql = "INSERT INTO signing_keys (kid, secret, created_ms, retired_ms)
               VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING";
    match change(db, sql, params![key.kid, secret, key.created_ms, key.retired_ms])? {
        1 => Ok(()),
        _ => Err(StoreError::Taken("signing key name").into()),
    }
}
