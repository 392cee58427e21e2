//! The address of a client, also behind proxies that are trusted.

use std::net::IpAddr;

/// The client's address: the last one in `X-Forwarded-For` that no trusted proxy has, if the connection comes
/// from a trusted proxy; else where the connection comes from.
pub(crate) fn client(remote: Option<IpAddr>, forwarded: Option<&str>, proxies: &[IpAddr]) -> String {
    let Some(remote) = remote else { return "unknown".to_owned() };
    let hops = forwarded.filter(|_| proxies.contains(&remote)).unwrap_or_default();
    let hops = hops.rsplit(',').map_while(|hop| hop.trim().parse::<IpAddr>().ok());
    hops.into_iter().find(|hop| !proxies.contains(hop)).unwrap_or(remote).to_canonical().to_string()
}

#[cfg(test)]
mod tests {
    use super::client;

    fn check(remote: &str, forwarded: Option<&str>, expected: &str) {
        let proxies = ["10.0.0.1".parse().expect("an address"), "10.0.0.2".parse().expect("an address")];
        assert_eq!(client(remote.parse().ok(), forwarded, &proxies), expected);
    }

    #[test]
    fn forwarded_addresses_are_believed_only_from_trusted_proxies() {
        check("203.0.113.9", Some("198.51.100.1"), "203.0.113.9");
        check("10.0.0.1", Some("198.51.100.1"), "198.51.100.1");
    }

    #[test]
    fn what_a_client_writes_before_the_proxies_is_not_believed() {
        check("10.0.0.1", Some("1.2.3.4, 198.51.100.1, 10.0.0.2"), "198.51.100.1");
    }

    #[test]
    fn nonsense_falls_back_to_the_connection() {
        check("10.0.0.1", Some("not an address"), "10.0.0.1");
        check("10.0.0.1", None, "10.0.0.1");
    }
}
