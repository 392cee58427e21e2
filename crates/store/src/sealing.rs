//! Secrets at rest: sealed with a key outside of the database, so that a copy of the database reveals none.
//!
//! A sealed secret is bound to its place: copied to another row, it cannot be unsealed.

use std::fmt;

use base64::Engine as _;
use base64::alphabet::{STANDARD, URL_SAFE};
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig, general_purpose};
use common::{Mode, Named, TenantId};
use rand::TryRng;
use rand::rngs::SysRng;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use subtle::ConstantTimeEq;

use crate::error::WorkError;
use crate::sql::{Database, all, change, params};
use crate::word::word;
use crate::{Store, StoreAnswer, StoreError};

/// The prefix of a sealed secret; no clear secret has it.
const PREFIX: &str = "sealed.v1.";
const KEY_LENGTH: usize = 32;
const LENIENT: GeneralPurposeConfig =
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);

/// The key that seals secrets: 32 bytes kept outside of the database.
#[derive(Clone)]
pub struct SecretsKey([u8; KEY_LENGTH]);

impl SecretsKey {
    /// Parses a key: 32 bytes in base64, or 64 hexadecimal digits.
    pub fn parse(text: &str) -> Option<SecretsKey> {
        let text = text.trim();
        let decode = |alphabet| GeneralPurpose::new(alphabet, LENIENT).decode(text).ok();
        let bytes = from_hex(text).or_else(|| decode(&STANDARD)).or_else(|| decode(&URL_SAFE))?;
        bytes.try_into().ok().map(SecretsKey)
    }

    fn seal(&self, place: &str, secret: &[u8]) -> String {
        let mut nonce = [0; NONCE_LEN];
        SysRng.try_fill_bytes(&mut nonce).expect("the operating system has randomness");
        let mut sealed = secret.to_vec();
        self.cipher()
            .seal_in_place_append_tag(
                Nonce::assume_unique_for_key(nonce),
                Aad::from(place.as_bytes()),
                &mut sealed,
            )
            .expect("a secret is short enough to be sealed");
        let bytes = [nonce.as_slice(), &sealed].concat();
        format!("{PREFIX}{}", general_purpose::STANDARD.encode(bytes))
    }

    fn open(&self, place: &str, sealed: &[u8]) -> Result<Vec<u8>, StoreError> {
        let encoded = sealed.strip_prefix(PREFIX.as_bytes()).unwrap_or_default();
        let bytes = general_purpose::STANDARD.decode(encoded).map_err(|_| StoreError::WrongSecretsKey)?;
        let (nonce, sealed) = bytes.split_at_checked(NONCE_LEN).ok_or(StoreError::WrongSecretsKey)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| StoreError::WrongSecretsKey)?;
        let mut sealed = sealed.to_vec();
        let opened = self.cipher().open_in_place(nonce, Aad::from(place.as_bytes()), &mut sealed);
        Ok(opened.map_err(|_| StoreError::WrongSecretsKey)?.to_vec())
    }

    fn cipher(&self) -> LessSafeKey {
        LessSafeKey::new(UnboundKey::new(&CHACHA20_POLY1305, &self.0).expect("the key has its length"))
    }
}

impl PartialEq for SecretsKey {
    fn eq(&self, other: &SecretsKey) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl fmt::Debug for SecretsKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("SecretsKey")
    }
}

/// The place of a signing key's secret.
pub(crate) fn signing_place(kid: &str) -> String {
    format!("signing_keys/{kid}")
}

/// The place of a webhook endpoint's secret; tenant ids contain no slash.
pub(crate) fn endpoint_place(tenant: &TenantId, mode: Mode, column: &str) -> String {
    format!("webhook_endpoints/{tenant}/{}/{column}", mode.name())
}

/// The stored form of a secret: sealed, once the database has no clear signing key. Refuses to store a clear
/// secret beside sealed ones, or one sealed with another key.
pub(crate) fn written(
    db: &Database,
    key: Option<&SecretsKey>,
    place: &str,
    secret: &[u8],
) -> Result<Vec<u8>, WorkError> {
    let signing = signing_secrets(db)?;
    if let Some((kid, sealed)) = signing.iter().find(|(_, secret)| is_sealed(secret)) {
        let key = key.ok_or(StoreError::SecretsKeyMissing)?;
        key.open(&signing_place(kid), sealed)?;
    }
    match key {
        Some(key) if signing.iter().all(|(_, secret)| is_sealed(secret)) => {
            Ok(key.seal(place, secret).into_bytes())
        }
        _ => Ok(secret.to_vec()),
    }
}

/// The stored form of a text secret.
pub(crate) fn written_text(
    db: &Database,
    key: Option<&SecretsKey>,
    place: &str,
    secret: &str,
) -> Result<String, WorkError> {
    let written = written(db, key, place, secret.as_bytes())?;
    Ok(String::from_utf8(written).expect("a secret that was text is text when it is sealed"))
}

/// A stored secret in clear, unsealed if needed.
pub(crate) fn opened(key: Option<&SecretsKey>, place: &str, stored: Vec<u8>) -> Result<Vec<u8>, StoreError> {
    if !is_sealed(&stored) {
        return Ok(stored);
    }
    key.ok_or(StoreError::SecretsKeyMissing)?.open(place, &stored)
}

/// A stored text secret in clear, unsealed if needed.
pub(crate) fn opened_text(
    key: Option<&SecretsKey>,
    place: &str,
    stored: String,
) -> Result<String, StoreError> {
    let secret = opened(key, place, stored.into_bytes())?;
    String::from_utf8(secret).map_err(|_| StoreError::WrongSecretsKey)
}

impl Store {
    /// Unseals every sealed secret as a check, which fails with another key, and seals the clear ones if
    /// there is a key. Returns how many were sealed; no clear copy is left in the files.
    pub async fn seal_secrets(&self) -> Result<usize, StoreError> {
        let key = self.secrets_key();
        let sealed =
            self.write(move |db| rewrite(db, key.as_ref(), key.as_ref(), &SealingScope::ClearOnly)).await?;
        if sealed > 0 {
            self.empty_log().await?;
        }
        Ok(sealed)
    }

    /// Seals every secret with another key; the server must not run meanwhile. Returns their number.
    pub fn reseal_secrets(&self, new: SecretsKey) -> Result<usize, StoreError> {
        let key = self.secrets_key();
        let sealed =
            self.write(move |db| rewrite(db, key.as_ref(), Some(&new), &SealingScope::All)).wait()?;
        self.empty_log().wait()?;
        Ok(sealed)
    }

    /// Checks that every sealed secret can be unsealed.
    pub fn check_secrets(&self) -> StoreAnswer<()> {
        let key = self.secrets_key();
        self.read(move |db| rewrite(db, key.as_ref(), None, &SealingScope::ClearOnly).map(|_| ()))
    }

    /// The number of secrets stored in clear.
    pub fn clear_secrets(&self) -> StoreAnswer<usize> {
        self.read(|db| {
            let secrets = secrets(db)?;
            Ok(secrets.iter().filter(|secret| !is_sealed(&secret.stored)).count())
        })
    }

    /// Copies the write-ahead log into the database and empties it, so that no older content is left in it.
    fn empty_log(&self) -> StoreAnswer<()> {
        self.write_alone(|db| {
            let Some(db) = db.sqlite() else { return Ok(()) };
            Ok(db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?)
        })
    }
}

/// Which secrets are stored again.
#[derive(PartialEq)]
enum SealingScope {
    ClearOnly,
    All,
}

/// A stored secret, and the statement that replaces it.
struct Stored {
    place: String,
    stored: Vec<u8>,
    row: Row,
}

enum Row {
    Signing { kid: String },
    Endpoint { tenant: TenantId, mode: Mode, column: &'static str },
}

fn rewrite(
    db: &Database,
    old: Option<&SecretsKey>,
    new: Option<&SecretsKey>,
    wanted: &SealingScope,
) -> Result<usize, WorkError> {
    let mut count = 0;
    for secret in secrets(db)? {
        let was_sealed = is_sealed(&secret.stored);
        let plain = opened(old, &secret.place, secret.stored)?;
        let Some(new) = new.filter(|_| *wanted == SealingScope::All || !was_sealed) else { continue };
        replace(db, &secret.row, &new.seal(&secret.place, &plain))?;
        count += 1;
    }
    Ok(count)
}

fn replace(db: &Database, row: &Row, sealed: &str) -> Result<(), WorkError> {
    match row {
        Row::Signing { kid } => {
            let sql = "UPDATE signing_keys SET secret = ?2 WHERE kid = ?1";
            change(db, sql, params![kid, sealed.as_bytes()])?
        }
        Row::Endpoint { tenant, mode, column } => {
            let sql = format!("UPDATE webhook_endpoints SET {column} = ?3 WHERE tenant = ?1 AND mode = ?2");
            change(db, &sql, params![tenant.as_str(), mode.name(), sealed])?
        }
    };
    Ok(())
}

fn secrets(db: &Database) -> Result<Vec<Stored>, WorkError> {
    let mut found: Vec<Stored> = signing_secrets(db)?
        .into_iter()
        .map(|(kid, stored)| Stored { place: signing_place(&kid), stored, row: Row::Signing { kid } })
        .collect();
    for column in ["secret", "previous_secret"] {
        let sql = format!("SELECT tenant, mode, {column} FROM webhook_endpoints WHERE {column} IS NOT NULL");
        found.extend(all(db, &sql, (), |row| {
            let (tenant, mode) = (TenantId(row.get(0)?), word(row, 1)?);
            let stored = row.get::<String>(2)?.into_bytes();
            let place = endpoint_place(&tenant, mode, column);
            Ok(Stored { place, stored, row: Row::Endpoint { tenant, mode, column } })
        })?);
    }
    Ok(found)
}

fn signing_secrets(db: &Database) -> Result<Vec<(String, Vec<u8>)>, WorkError> {
    all(db, "SELECT kid, secret FROM signing_keys", (), |row| Ok((row.get(0)?, row.get(1)?)))
}

fn is_sealed(stored: &[u8]) -> bool {
    stored.starts_with(PREFIX.as_bytes())
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let is_hex = text.len() == 2 * KEY_LENGTH && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hex.then(|| {
        let pairs = (0..text.len()).step_by(2);
        pairs.map(|at| u8::from_str_radix(&text[at..at + 2], 16).expect("two digits are a byte")).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::SecretsKey;
    use crate::StoreError;

    fn key(letter: char) -> SecretsKey {
        SecretsKey::parse(&letter.to_string().repeat(64)).expect("64 digits are a key")
    }

    #[test]
    fn a_key_is_32_bytes_in_base64_or_hexadecimal_digits() {
        let hex = SecretsKey::parse(&"fb".repeat(32));
        assert!(hex.is_some());
        for text in [
            "+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/s=",
            "-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_s",
            " fbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfbfb\n",
        ] {
            assert!(SecretsKey::parse(text).is_some(), "{text}");
        }
        for text in ["", "secret", &"fb".repeat(31), &"fb".repeat(33), &"zz".repeat(32)] {
            assert!(SecretsKey::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn what_is_sealed_opens_with_its_key_at_its_place_unchanged_and_not_otherwise() {
        let sealed = key('a').seal("here", b"secret").into_bytes();
        assert_eq!(key('a').open("here", &sealed).as_deref(), Ok(b"secret".as_slice()));
        assert_eq!(key('b').open("here", &sealed), Err(StoreError::WrongSecretsKey));
        assert_eq!(key('a').open("there", &sealed), Err(StoreError::WrongSecretsKey));
        for at in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert!(key('a').open("here", &changed).is_err(), "byte {at}");
        }
        assert_ne!(sealed, key('a').seal("here", b"secret").into_bytes(), "a nonce is used once");
    }
}
