//! What the server remembers about itself: the keys it signs tokens with, and when it was last alive.

use rusqlite::params;

use crate::sql::{all, change, one};
use crate::{Answer, Store, StoreError};

/// A key that session tokens are signed with.
#[derive(Clone, PartialEq, Eq)]
pub struct SigningKey {
    /// The name that tokens carry.
    pub kid: String,
    /// The secret itself.
    pub secret: Vec<u8>,
    /// When it was created; the newest one not retired signs.
    pub created_ms: i64,
    /// Since when it only verifies.
    pub retired_ms: Option<i64>,
}

impl Store {
    /// Adds a signing key; a name in use is `Taken`.
    pub fn add_signing_key(&self, key: SigningKey) -> Answer<()> {
        self.write(move |db| {
            let sql = "INSERT INTO signing_keys (kid, secret, created_ms, retired_ms)
                       VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING";
            match change(db, sql, params![key.kid, key.secret, key.created_ms, key.retired_ms])? {
                1 => Ok(()),
                _ => Err(StoreError::Taken("signing key name").into()),
            }
        })
    }

    /// Makes a signing key verify only; false when it already did.
    pub fn retire_signing_key(&self, kid: &str, now_ms: i64) -> Answer<bool> {
        let kid = kid.to_owned();
        self.write(move |db| {
            let sql = "UPDATE signing_keys SET retired_ms = ?2 WHERE kid = ?1 AND retired_ms IS NULL";
            Ok(change(db, sql, params![kid, now_ms])? == 1)
        })
    }

    /// Forgets a signing key and with it every token it signed; false when there was none.
    pub fn remove_signing_key(&self, kid: &str) -> Answer<bool> {
        let kid = kid.to_owned();
        self.write(move |db| Ok(change(db, "DELETE FROM signing_keys WHERE kid = ?1", [&kid])? == 1))
    }

    /// All signing keys, the newest first.
    pub fn signing_keys(&self) -> Answer<Vec<SigningKey>> {
        self.read(|db| {
            let sql =
                "SELECT kid, secret, created_ms, retired_ms FROM signing_keys ORDER BY created_ms DESC, kid";
            all(db, sql, [], |row| {
                Ok(SigningKey {
                    kid: row.get(0)?,
                    secret: row.get(1)?,
                    created_ms: row.get(2)?,
                    retired_ms: row.get(3)?,
                })
            })
        })
    }

    /// Notes that a node is alive; also the write that finds out when a full disk has room again.
    pub fn beat(&self, node: &str, now_ms: i64) -> Answer<()> {
        let node = node.to_owned();
        self.write(move |db| {
            let sql = "INSERT INTO heartbeats (node, at_ms) VALUES (?1, ?2)
                       ON CONFLICT DO UPDATE SET at_ms = ?2";
            change(db, sql, params![node, now_ms])?;
            Ok(())
        })
    }

    /// When a node was last known to be alive.
    pub fn last_beat(&self, node: &str) -> Answer<Option<i64>> {
        let node = node.to_owned();
        self.read(move |db| {
            one(db, "SELECT at_ms FROM heartbeats WHERE node = ?1", [&node], |row| row.get(0))
        })
    }
}
