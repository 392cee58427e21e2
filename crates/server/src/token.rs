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
