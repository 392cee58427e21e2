//! Signatures: proof for a receiver that an event comes from us, in both families that receivers know.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// What a secret of Standard Webhooks begins with.
const PREFIX: &str = "whsec_";
/// Reads base64 with and without its padding, as other implementations do.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// A new secret: `whsec_` and 256 random bits.
pub fn new_secret() -> String {
    format!("{PREFIX}{}", STANDARD.encode(rand::random::<[u8; 32]>()))
}

/// `X-BetaGamer-Signature`: the body alone, keyed by the whole text of the secret.
pub fn of_body(secret: &str, body: &[u8]) -> String {
    let hex: String = digest(secret.as_bytes(), &[body]).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("sha256={hex}")
}

/// `webhook-signature` of Standard Webhooks: one signature for each secret that is valid now.
pub fn standard(secrets: &[&str], id: &str, timestamp: i64, body: &[u8]) -> String {
    let head = format!("{id}.{timestamp}.");
    let sign = |secret: &&str| {
        let signature = digest(&standard_key(secret), &[head.as_bytes(), body]);
        format!("v1,{}", STANDARD.encode(signature))
    };
    secrets.iter().map(sign).collect::<Vec<_>>().join(" ")
}

/// The bytes behind the prefix; a secret of another form is taken as it is.
fn standard_key(secret: &str) -> Vec<u8> {
    let encoded = secret.strip_prefix(PREFIX);
    encoded.and_then(|encoded| LENIENT.decode(encoded).ok()).unwrap_or_else(|| secret.as_bytes().to_vec())
}

fn digest(key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    parts.iter().for_each(|part| mac.update(part));
    mac.finalize().into_bytes().into()
}
