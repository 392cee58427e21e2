//! Session tokens: HS256 only, with the signing key selected by its key id.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use common::Timestamp;
use hmac::{Hmac, KeyInit, Mac};
use protocol::rest::SessionClaims;
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use store::{SigningKey, Store, StoreError};

/// Longer texts are not tokens of ours.
const LONGEST: usize = 4096;
/// The only algorithm for signing and verification.
const ALGORITHM: &str = "HS256";

/// The keys that sign and verify session tokens; reloaded from the store, where an operator may rotate them.
pub(crate) struct Tokens {
    keys: RwLock<Arc<TokenKeys>>,
}

struct TokenKeys {
    /// The id of the key that signs.
    signer: String,
    secrets: HashMap<String, Vec<u8>>,
}

/// The claims of a valid token.
pub(crate) struct Verified {
    pub(crate) claims: SessionClaims,
    /// Whether it can no longer be used to join, but still to return to a running game.
    pub(crate) expired: bool,
}

/// The header of a token (RFC 7515). Critical extensions (`crit`) are rejected.
#[derive(Serialize, Deserialize)]
struct Header {
    #[serde(skip_serializing_if = "Option::is_none")]
    typ: Option<String>,
    alg: String,
    kid: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    crit: Option<serde_json::Value>,
}

/// A claim that our tokens never have, but that must be respected.
#[derive(Deserialize)]
struct NotBefore {
    nbf: Option<u64>,
}

impl Tokens {
    /// Loads the signing keys; creates one if none can sign, as at the first start.
    pub(crate) async fn load(store: &Store, now: Timestamp) -> Result<Tokens, StoreError> {
        let mut keys = store.signing_keys().await?;
        if keys.iter().all(|key| key.retired_ms.is_some()) {
            store.ensure_signing_key(SigningKey::generate(now.0)).await?;
            keys = store.signing_keys().await?;
        }
        let keys = TokenKeys::of(keys).expect("a key that signs was just made sure of");
        Ok(Tokens { keys: RwLock::new(Arc::new(keys)) })
    }

    /// Reloads the keys from the store, where an operator may have rotated them.
    pub(crate) async fn reload(&self, store: &Store) -> Result<(), StoreError> {
        if let Some(keys) = TokenKeys::of(store.signing_keys().await?) {
            *self.keys.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(keys);
        }
        Ok(())
    }

    pub(crate) fn sign(&self, claims: &SessionClaims) -> String {
        let keys = self.keys();
        let header = Header {
            typ: Some("JWT".to_owned()),
            alg: ALGORITHM.to_owned(),
            kid: keys.signer.clone(),
            crit: None,
        };
        let header = serde_json::to_vec(&header).expect("a header is plain JSON");
        let claims = serde_json::to_vec(claims).expect("claims are plain JSON");
        let message = format!("{}.{}", URL_SAFE_NO_PAD.encode(header), URL_SAFE_NO_PAD.encode(claims));
        let signature = mac(&keys.secrets[&keys.signer], &message).finalize().into_bytes();
        format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature))
    }

    /// The claims of the token if we signed it; expiry has no leeway.
    pub(crate) fn verify(&self, token: &str, now: Timestamp) -> Option<Verified> {
        if token.len() > LONGEST {
            return None;
        }
        let (message, signature) = token.rsplit_once('.')?;
        let (header, claims) = message.split_once('.')?;
        let header: Header = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(header).ok()?).ok()?;
        if header.alg != ALGORITHM || header.crit.is_some() {
            return None;
        }
        let signature = URL_SAFE_NO_PAD.decode(signature).ok()?;
        // Compares the whole signature in constant time.
        mac(self.keys().secrets.get(&header.kid)?, message).verify_slice(&signature).ok()?;
        let claims = URL_SAFE_NO_PAD.decode(claims).ok()?;
        let seconds = u64::try_from(now.0 / 1000).ok()?;
        let times: NotBefore = serde_json::from_slice(&claims).ok()?;
        let claims: SessionClaims = serde_json::from_slice(&claims).ok()?;
        let is_sound = times.nbf.is_none_or(|nbf| nbf <= seconds)
            && i64::try_from(claims.exp).is_ok()
            && !claims.players.is_empty();
        let expired = claims.exp <= seconds;
        is_sound.then_some(Verified { claims, expired })
    }

    fn keys(&self) -> Arc<TokenKeys> {
        Arc::clone(&self.keys.read().unwrap_or_else(PoisonError::into_inner))
    }
}

impl TokenKeys {
    /// The keys, of which the newest that is not retired signs; `None` if all are retired.
    fn of(keys: Vec<SigningKey>) -> Option<TokenKeys> {
        let signer = keys.iter().find(|key| key.retired_ms.is_none())?.kid.clone();
        Some(TokenKeys { signer, secrets: keys.into_iter().map(|key| (key.kid, key.secret)).collect() })
    }
}

fn mac(secret: &[u8], message: &str) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("HMAC takes keys of any length");
    mac.update(message.as_bytes());
    mac
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use common::Timestamp;
    use hmac::Mac as _;
    use protocol::rest::SessionClaims;
    use serde_json::json;
    use store::{KeysBefore, SigningKey, Store};

    use super::{Tokens, mac};

    const NOW: Timestamp = Timestamp(1_800_000_000_000);

    async fn tokens() -> Tokens {
        Tokens::load(&Store::in_memory(), NOW).await.expect("a store in memory takes keys")
    }

    fn claims(expires_at: i64) -> SessionClaims {
        serde_json::from_value(json!({
            "sid": "session", "tid": "tenant", "game": "tictactoe", "variant": "classic", "mode": "live",
            "matchType": "bot", "players": [{ "id": "ann", "displayName": "Ann" }],
            "exp": expires_at, "iat": 1_700_000_000,
        }))
        .expect("the claims are sound")
    }

    #[tokio::test]
    async fn a_token_is_good_until_the_second_it_expires_without_leeway() {
        let tokens = tokens().await;
        let seconds = NOW.0 / 1000;
        let expired = |at| tokens.verify(&tokens.sign(&claims(at)), NOW).map(|verified| verified.expired);
        assert_eq!(expired(seconds + 1), Some(false));
        assert_eq!(expired(seconds), Some(true));
        assert_eq!(expired(seconds - 30), Some(true), "there is no leeway of a minute");
    }

    #[tokio::test]
    async fn after_a_rotation_old_tokens_are_good_until_their_key_ends() {
        let store = Store::in_memory();
        let tokens = Tokens::load(&store, NOW).await.expect("a store in memory takes keys");
        let kid = |token: &str| {
            let header = URL_SAFE_NO_PAD.decode(token.split('.').next().expect("a header")).expect("base64");
            serde_json::from_slice::<serde_json::Value>(&header).expect("JSON")["kid"].clone()
        };
        let old = tokens.sign(&claims(2_000_000_000));
        let rotate = async |name: &str, before| {
            let key = SigningKey { kid: name.to_owned(), ..SigningKey::generate(NOW.0 + 1) };
            store.rotate_signing_key(key, before).await.expect("the name is new");
            tokens.reload(&store).await.expect("the store answers");
        };
        rotate("second", KeysBefore::Verify).await;
        let new = tokens.sign(&claims(2_000_000_000));
        assert_eq!(kid(&new), "second");
        assert!(tokens.verify(&old, NOW).is_some() && tokens.verify(&new, NOW).is_some());
        rotate("third", KeysBefore::End).await;
        assert!(tokens.verify(&old, NOW).is_none() && tokens.verify(&new, NOW).is_none());
        assert_eq!(kid(&tokens.sign(&claims(2_000_000_000))), "third");
    }

    /// A token with this header and these claims, signed with our key.
    fn signed(ours: &Tokens, header: &serde_json::Value, claims: &serde_json::Value) -> String {
        let encode = |value: &serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let message = format!("{}.{}", encode(header), encode(claims));
        let signature = mac(&ours.keys().secrets[&ours.keys().signer], &message).finalize().into_bytes();
        format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature))
    }

    #[tokio::test]
    async fn a_token_signed_while_the_clock_jumps_is_expired_and_not_forged() {
        let ours = tokens().await;
        let token = ours.sign(&claims(1_600_000_000)); // its expiry was set before the jump, its start after it
        assert!(ours.verify(&token, NOW).is_some_and(|verified| verified.expired));
    }

    #[tokio::test]
    async fn only_what_we_signed_for_a_session_is_a_token() {
        let (ours, others) = (tokens().await, tokens().await);
        let token = ours.sign(&claims(2_000_000_000));
        let sound = serde_json::to_value(claims(2_000_000_000)).expect("claims are plain JSON");
        let header = json!({ "typ": "JWT", "alg": "HS256", "kid": ours.keys().signer });
        assert!(ours.verify(&signed(&ours, &header, &sound), NOW).is_some(), "the forger knows how to sign");
        let parts: Vec<&str> = token.split('.').collect();
        let encode = |value: serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let mut forged = vec![
            String::new(),
            ".".to_owned(),
            "..".to_owned(),
            "nonsense".to_owned(),
            others.sign(&claims(2_000_000_000)),
            format!("{}.{}", parts[0], parts[1]),
            format!("{}.{}.", parts[0], parts[1]),
            format!("{}..{}", parts[0], parts[2]),
            format!(".{}.{}", parts[1], parts[2]),
            format!("{token}."),
            format!("{token}.{}", parts[2]),
            format!("{token}="),
            format!("{token} "),
            format!(" {token}"),
            format!("{token}{}", "x".repeat(5_000)),
            format!("{}.{}.{}", parts[0], parts[1], &parts[2][..42]),
            format!("{}.{}.{}", parts[0], parts[1], "A".repeat(43)),
            format!("{}.{}.{}", parts[0], encode(json!({ "sid": "session" })), parts[2]),
            token.to_lowercase(),
            token.replace('.', "%2e"),
        ];
        for alg in ["none", "None", "NONE", "nOnE", "HS384", "HS512", "RS256", "ES256", "PS256", "EdDSA", ""]
        {
            let lied = encode(json!({ "alg": alg, "kid": ours.keys().signer }));
            forged.push(format!("{lied}.{}.", parts[1]));
            forged.push(format!("{lied}.{}.{}", parts[1], parts[2]));
        }
        for kid in [
            json!("../../key"),
            json!("' OR 1=1 --"),
            json!(""),
            json!(null),
            json!(7),
            json!(others.keys().signer),
        ] {
            forged.push(signed(&ours, &json!({ "alg": "HS256", "kid": kid }), &sound));
        }
        forged.push(signed(&ours, &json!({ "alg": "HS256" }), &sound));
        let kid = ours.keys().signer.clone();
        for header in [
            json!({ "alg": "none", "kid": kid }),
            json!({ "alg": "hs256", "kid": kid }),
            json!({ "alg": "HS512", "kid": kid }),
            json!({ "alg": ["HS256"], "kid": kid }),
            json!({ "alg": "HS256", "kid": kid, "crit": ["b64"] }),
            json!({ "kid": kid }),
        ] {
            forged.push(signed(&ours, &header, &sound));
        }
        for (claim, value) in [
            ("exp", json!(null)),
            ("exp", json!("soon")),
            ("exp", json!(-1)),
            ("exp", json!(u64::MAX)),
            ("players", json!([])),
            ("players", json!(null)),
            ("sid", json!(null)),
            ("tid", json!(7)),
            ("game", json!("chess")),
            ("mode", json!("root")),
            ("nbf", json!(4_000_000_000_u64)),
            ("nbf", json!("never")),
            ("iat", json!(null)),
        ] {
            let mut wrong = sound.clone();
            wrong[claim] = value;
            forged.push(signed(&ours, &header, &wrong));
        }
        for forged in &forged {
            assert!(ours.verify(forged, NOW).is_none(), "{forged:.300} is accepted");
        }
        assert!(ours.verify(&token, NOW).is_some());
    }
}
