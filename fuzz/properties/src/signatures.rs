//! Webhook signatures: the first byte is the length of the secret, then the secret, then the body.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::signature;

/// Any secret signs any body; what was signed verifies, and nothing else does.
pub fn check(bytes: &[u8]) {
    let Some((length, rest)) = bytes.split_first() else { return };
    let (secret, body) = rest.split_at(usize::from(*length).min(rest.len()));
    let Ok(secret) = std::str::from_utf8(secret) else { return };
    let (id, timestamp) = ("evt_1", 1_800_000_000);
    let signed = signature::standard(&[secret, "whsec_b2xk"], id, timestamp, body);
    let ours: Vec<&str> = signed.split(' ').collect();
    assert_eq!(ours.len(), 2, "one signature for each secret");
    assert_eq!(ours[1], format!("v1,{}", STANDARD.encode(hmac(b"old", format!("{id}.{timestamp}."), body))));
    let mut other = body.to_vec();
    other.push(0);
    for forged in [
        signature::standard(&[secret], id, timestamp, &other),
        signature::standard(&[secret], id, timestamp + 1, body),
        signature::standard(&[secret], "evt_2", timestamp, body),
    ] {
        assert_ne!(forged, ours[0]);
    }
    let plain = signature::of_body(secret, body);
    assert!(plain.starts_with("sha256=") && plain.len() == 71 && plain != signature::of_body(secret, &other));
    assert!(signature::new_secret().starts_with("whsec_"));
}

fn hmac(key: &[u8], head: String, body: &[u8]) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("any length will do");
    mac.update(head.as_bytes());
    mac.update(body);
    mac.finalize().into_bytes().to_vec()
}
