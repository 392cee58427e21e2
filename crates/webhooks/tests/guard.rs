//! Webhooks reach public addresses only, however an address is written.

use std::net::SocketAddr;

use proptest::prelude::*;
use webhooks::{AddressRules, Forbidden, Resolver, Resolving};

const STRICT: AddressRules = AddressRules { allow_private: false, allow_http: false };
const DEVELOPMENT: AddressRules = AddressRules { allow_private: true, allow_http: true };

/// Checks the guard's verdict on each URL.
fn check(rules: AddressRules, urls: &[&str], expected: &str) {
    for url in urls {
        let said = rules.destination(url).map_or_else(|refusal| format!("{refusal:?}"), |_| "ok".to_owned());
        assert_eq!(said, expected, "{url}");
    }
}

#[test]
fn public_receivers_are_welcome() {
    check(
        STRICT,
        &[
            "https://example.com",
            "https://example.com/hook?tenant=1",
            "https://example.com:8443/hook",
            "https://example.com:1024/",
            "https://example.com./",
            "https://xn--bcher-kva.example/hook",
            "https://under_score.example/",
            "https://93.184.216.34/hook",
            "https://[2606:2800:220:1:248:1893:25c8:1946]/hook",
            "https://[::ffff:93.184.216.34]/",
            "https://[64:ff9b::5db8:d822]/",
        ],
        "ok",
    );
}

#[test]
fn addresses_of_inner_networks_are_refused() {
    check(
        STRICT,
        &[
            "https://127.0.0.1/",
            "https://127.255.255.254:8443/",
            "https://0.0.0.0/",
            "https://0.1.2.3/",
            "https://10.0.0.1/",
            "https://100.64.0.1/",
            "https://100.100.100.200/",
            "https://100.127.255.255/",
            "https://168.63.129.16/",
            "https://169.254.169.254/latest/meta-data/",
            "https://172.16.0.1/",
            "https://172.31.255.255/",
            "https://192.0.0.192/",
            "https://192.0.2.1/",
            "https://192.88.99.1/",
            "https://192.168.1.1/",
            "https://198.18.0.1/",
            "https://198.19.255.255/",
            "https://198.51.100.7/",
            "https://203.0.113.7/",
            "https://224.0.0.1/",
            "https://239.255.255.250/",
            "https://240.0.0.1/",
            "https://255.255.255.255/",
            "https://[::]/",
            "https://[::1]/",
            "https://[::127.0.0.1]/",
            "https://[::ffff:127.0.0.1]/",
            "https://[::ffff:7f00:1]/",
            "https://[::ffff:169.254.169.254]/",
            "https://[::ffff:0:127.0.0.1]/",
            "https://[64:ff9b::127.0.0.1]/",
            "https://[64:ff9b::a9fe:a9fe]/",
            "https://[64:ff9b:1::1]/",
            "https://[100::1]/",
            "https://[2001::1]/",
            "https://[2001:db8::1]/",
            "https://[2002:7f00:1::]/",
            "https://[2002:5db8:d822::]/",
            "https://[3fff::1]/",
            "https://[5f00::1]/",
            "https://[fc00::1]/",
            "https://[fd00:ec2::254]/",
            "https://[fe80::1]/",
            "https://[fec0::1]/",
            "https://[ff02::1]/",
        ],
        "Address",
    );
}

#[test]
fn names_of_inner_networks_are_refused() {
    let inner = [
        "https://localhost/",
        "https://LOCALHOST/",
        "https://localhost./",
        "https://localhost:8443/hook",
        "https://api.localhost/",
        "https://localhost.localdomain/",
        "https://printer.local/",
        "https://printer.local./",
        "https://metadata.google.internal/computeMetadata/v1/",
        "https://redis/",
        "https://redis.:8443/",
        "https://nas.lan/",
        "https://router.home.arpa/",
        "https://wiki.corp/",
    ];
    check(STRICT, &inner, "Address");
    check(DEVELOPMENT, &inner, "ok");
    check(
        STRICT,
        &["https://localhost.example/", "https://local.example/", "https://internal.example.com/"],
        "ok",
    );
}

/// A resolver with a fixed answer, or none.
struct Known(Option<&'static [&'static str]>);

impl Resolver for Known {
    fn resolve(&self, _: String, port: u16) -> Resolving {
        let found = self.0.map(|texts| {
            texts.iter().map(|text| SocketAddr::new(text.parse().expect("an address"), port)).collect()
        });
        Box::pin(async move { found.ok_or_else(|| std::io::Error::other("no such name")) })
    }
}

#[tokio::test]
async fn a_name_that_leads_inside_is_refused_when_it_is_set() {
    for (addresses, expected) in [
        (Some(["93.184.216.34"].as_slice()), Ok(())),
        (Some(&["127.0.0.1"]), Err(Forbidden::Address)),
        (Some(&["93.184.216.34", "10.0.0.1"]), Err(Forbidden::Address)),
        (Some(&["::1"]), Err(Forbidden::Address)),
        (Some(&["::ffff:169.254.169.254"]), Err(Forbidden::Address)),
        (None, Ok(())), // checked again at every delivery
    ] {
        let said = STRICT.admit("https://hook.example/", &Known(addresses)).await.map(|_| ());
        assert_eq!(said, expected, "{addresses:?}");
    }
    let metadata = DEVELOPMENT.admit("http://hook.example/", &Known(Some(&["169.254.169.254"]))).await;
    assert_eq!(metadata.map(|_| ()), Err(Forbidden::Address));
}

#[test]
fn addresses_in_disguise_are_refused() {
    check(
        STRICT,
        &[
            "https://2130706433/",
            "https://0x7f000001/",
            "https://0X7F.1/",
            "https://0x7f.0.0.1/",
            "https://017700000001/",
            "https://0177.0.0.1/",
            "https://127.1/",
            "https://127.0.1/",
            "https://127.0.0.1./",
            "https://127.0.0.01/",
            "https://example.0x/",
            "https://example.7/",
            "https://1.2.3.4.5/",
            "https://a..example/",
            "https://.example/",
            "https://./",
            "https://[fe80::1%25eth0]/",
        ],
        "Host",
    );
    check(
        STRICT,
        &[
            "https://１２７.０.０.１/",
            "https://ⓛocalhost/",
            "https://127。0。0。1/",
            "https://%31%32%37.0.0.1/",
            "https://[::1/",
            "https://",
            "https:///hook",
            "/hook",
            "",
            "https://exa mple.com/",
            "https://example.com\r\nHost: inside/",
        ],
        "Unreadable",
    );
}

#[test]
fn only_https_to_the_usual_ports_and_without_credentials() {
    check(STRICT, &["http://example.com/", "ftp://example.com/", "file://localhost/etc/passwd"], "Scheme");
    check(
        STRICT,
        &[
            "https://example.com:22/",
            "https://example.com:25/",
            "https://example.com:80/",
            "https://example.com:1023/",
            "https://example.com:0/",
            "https://example.com:65536/",
            "https://example.com:/",
        ],
        "Port",
    );
    check(STRICT, &["https://user@example.com/", "https://127.0.0.1:443@example.com/"], "Credentials");
    check(STRICT, &[&format!("https://example.com/{}", "a".repeat(2048))], "TooLong");
}

#[test]
fn development_may_stay_at_home_but_never_reaches_metadata() {
    check(
        DEVELOPMENT,
        &[
            "http://127.0.0.1:3000/hook",
            "http://localhost:3000/hook",
            "http://localhost/hook",
            "http://192.168.1.7:8080/",
            "https://[::1]:8443/",
            "http://[fd12::1]:8080/",
        ],
        "ok",
    );
    check(
        DEVELOPMENT,
        &[
            "http://169.254.169.254/",
            "http://[fd00:ec2::254]/",
            "http://100.100.100.200/",
            "http://0.0.0.0:3000/",
            "http://[fe80::1]:3000/",
            "http://[::ffff:169.254.169.254]/",
        ],
        "Address",
    );
    check(DEVELOPMENT, &["http://127.0.0.1:22/", "http://127.0.0.1:25/"], "Port");
}

proptest! {
    #[test]
    fn no_text_makes_the_guard_panic(url in "\\PC{0,60}", tail in "[a-z0-9.:@/%\\[\\]x-]{0,40}") {
        let _ = STRICT.destination(&url);
        let _ = STRICT.destination(&format!("https://{tail}"));
    }

    #[test]
    fn an_address_is_judged_alike_however_it_is_wrapped(bits: u32) {
        let address = std::net::Ipv4Addr::from_bits(bits);
        let allowed = |url: String| STRICT.destination(&url).is_ok();
        let plain = allowed(format!("https://{address}/"));
        prop_assert_eq!(allowed(format!("https://[::ffff:{address}]/")), plain);
        prop_assert_eq!(allowed(format!("https://[64:ff9b::{address}]/")), plain);
    }
}
