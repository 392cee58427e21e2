//! Session tokens: signed by us, HS256 and nothing else, found by the name of their key.

use std::collections::HashMap;

use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use protocol::rest::SessionClaims;
use rooms::Timestamp;
use store::{SigningKey, Store, StoreError};

use crate::random;

/// Longer than this is no token of ours.
const LONGEST: usize = 4096;

/// The keys that sign and verify session tokens.
pub(crate) struct Tokens {
    signer: (String, EncodingKey),
    verifiers: HashMap<String, DecodingKey>,
}

/// What a sound token says.
pub(crate) struct Verified {
    pub(crate) claims: SessionClaims,
    /// It can no longer be used to join, but still to come back to a running game.
    pub(crate) expired: bool,
}

impl Tokens {
    /// Loads the signing keys, and makes one at the first start.
    pub(crate) async fn load(store: &Store, now: Timestamp) -> Result<Tokens, StoreError> {
        let mut keys = store.signing_keys().await?;
        if keys.iter().all(|key| key.retired_ms.is_some()) {
            let key = SigningKey {
                kid: random::event_id().replacen("evt", "key", 1),
                secret: random::signing_secret(),
                created_ms: now.0,
                retired_ms: None,
            };
            store.add_signing_key(key.clone()).await?;
            keys.insert(0, key);
        }
        let signer =
            keys.iter().find(|key| key.retired_ms.is_none()).expect("a key that signs was just made sure of");
        Ok(Tokens {
            signer: (signer.kid.clone(), EncodingKey::from_secret(&signer.secret)),
            verifiers: keys
                .iter()
                .map(|key| (key.kid.clone(), DecodingKey::from_secret(&key.secret)))
                .collect(),
        })
    }

    pub(crate) fn sign(&self, claims: &SessionClaims) -> String {
        let mut header = Header::new(Algorithm::HS256);
        header.kid = Some(self.signer.0.clone());
        jsonwebtoken::encode(&header, claims, &self.signer.1).expect("claims are plain JSON")
    }

    /// What the token says, if we signed it; there is no leeway.
    pub(crate) fn verify(&self, token: &str, now: Timestamp) -> Option<Verified> {
        if token.len() > LONGEST {
            return None;
        }
        let kid = jsonwebtoken::decode_header(token).ok()?.kid?;
        let mut validation = Validation::new(Algorithm::HS256);
        validation.validate_exp = false; // decided below, where an expired token still has a use
        validation.validate_nbf = true;
        validation.leeway = 0;
        let decoded =
            jsonwebtoken::decode::<SessionClaims>(token, self.verifiers.get(&kid)?, &validation).ok()?;
        let claims = decoded.claims;
        let expired = i64::try_from(claims.exp).ok()? <= now.0 / 1000;
        (!claims.players.is_empty()).then_some(Verified { claims, expired })
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine as _;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use jsonwebtoken::Algorithm;
    use protocol::rest::SessionClaims;
    use rooms::Timestamp;
    use serde_json::json;
    use store::Store;

    use super::Tokens;

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

    /// A token with this header and these claims, signed with the key that our key id names.
    fn signed(ours: &Tokens, header: &serde_json::Value, claims: &serde_json::Value) -> String {
        let encode = |value: &serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let message = format!("{}.{}", encode(header), encode(claims));
        let signature = jsonwebtoken::crypto::sign(message.as_bytes(), &ours.signer.1, Algorithm::HS256);
        format!("{message}.{}", signature.expect("HS256 signs anything"))
    }

    #[tokio::test]
    async fn only_what_we_signed_for_a_session_is_a_token() {
        let (ours, others) = (tokens().await, tokens().await);
        let token = ours.sign(&claims(2_000_000_000));
        let sound = serde_json::to_value(claims(2_000_000_000)).expect("claims are plain JSON");
        let header = json!({ "typ": "JWT", "alg": "HS256", "kid": ours.signer.0 });
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
            let lied = encode(json!({ "alg": alg, "kid": ours.signer.0 }));
            forged.push(format!("{lied}.{}.", parts[1]));
            forged.push(format!("{lied}.{}.{}", parts[1], parts[2]));
        }
        for kid in [
            json!("../../key"),
            json!("' OR 1=1 --"),
            json!(""),
            json!(null),
            json!(7),
            json!(others.signer.0),
        ] {
            forged.push(signed(&ours, &json!({ "alg": "HS256", "kid": kid }), &sound));
        }
        forged.push(signed(&ours, &json!({ "alg": "HS256" }), &sound));
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
