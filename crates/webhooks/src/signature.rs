//! Signatures: proof that an event comes from this server, in both formats that receivers know.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The prefix of a Standard Webhooks secret.
const PREFIX: &str = "whsec_";
/// Accepts base64 with and without padding, as other implementations do.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// A new secret: `whsec_` and 256 random bits.
pub fn new_secret() -> String {
    format!("{PREFIX}{}", STANDARD.encode(rand::random::<[u8; 32]>()))
}

/// `X-BetaGamer-Signature`: over the body alone, with the whole text of the secret as the key.
pub fn of_body(secret: &str, body: &[u8]) -> String {
    let hex: String = digest(secret.as_bytes(), &[body]).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("sha256={hex}")
}

/// `webhook-signature` of Standard Webhooks: one signature for each valid secret.
pub fn standard(secrets: &[&str], id: &str, timestamp: i64, body: &[u8]) -> String {
    let head = format!("{id}.{timestamp}.");
    let sign = |secret: &&str| {
        let signature = digest(&standard_key(secret), &[head.as_bytes(), body]);
        format!("v1,{}", STANDARD.encode(signature))
    };
    secrets.iter().map(sign).collect::<Vec<_>>().join(" ")
}

/// The decoded bytes after the prefix; a secret in another form is used unchanged.
fn standard_key(secret: &str) -> Vec<u8> {
    let encoded = secret.strip_prefix(PREFIX);
    encoded.and_then(|encoded| LENIENT.decode(encoded).ok()).unwrap_or_else(|| secret.as_bytes().to_vec())
}

fn digest(key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    parts.iter().for_each(|part| mac.update(part));
    mac.finalize().into_bytes().into()
}
