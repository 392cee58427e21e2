//! Signatures agree with the published examples.

use webhooks::signature;

const STANDARD_SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const STANDARD_SIGNATURE: &str = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

fn check(secrets: &[&str], expected: &str) {
    let body = br#"{"test": 2432232314}"#;
    let signature = signature::standard(secrets, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, body);
    assert_eq!(signature, expected);
}

#[test]
fn the_example_of_standard_webhooks_is_reproduced() {
    check(&[STANDARD_SECRET], STANDARD_SIGNATURE);
}

#[test]
fn every_secret_of_a_rotation_signs() {
    let other = "whsec_b3RoZXI=";
    let body = br#"{"test": 2432232314}"#;
    let alone = signature::standard(&[other], "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, body);
    check(&[STANDARD_SECRET, other], &format!("{STANDARD_SIGNATURE} {alone}"));
    assert_ne!(alone, STANDARD_SIGNATURE);
}

#[test]
fn padding_of_a_secret_does_not_matter() {
    let sign = |secret| signature::standard(&[secret], "a", 1, b"b");
    assert_eq!(sign("whsec_b3RoZXI"), sign("whsec_b3RoZXI="));
}

#[test]
fn the_signature_of_the_body_is_the_hmac_of_rfc_4231() {
    let cases: [(&[u8], &[u8], &str); 2] = [
        (&[0x0b; 20], b"Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
        (
            b"Jefe",
            b"what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
        ),
    ];
    for (key, body, hex) in cases {
        let secret = std::str::from_utf8(key).unwrap();
        assert_eq!(signature::of_body(secret, body), format!("sha256={hex}"));
    }
}

#[test]
fn a_new_secret_has_256_bits_and_is_never_the_same() {
    let secret = signature::new_secret();
    let encoded = secret.strip_prefix("whsec_").unwrap();
    assert_eq!(encoded.len(), 44);
    assert_ne!(secret, signature::new_secret());
}
