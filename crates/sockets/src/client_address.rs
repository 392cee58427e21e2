//! The address of a client, directly or behind trusted proxies.

use std::collections::HashSet;
use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex};

use common::lock;
use http::{HeaderMap, HeaderName, HeaderValue};
use tracing::warn;

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The headers that only proxies write.
static WRITTEN_BY_PROXIES: [HeaderName; 4] =
    [X_FORWARDED_FOR, http::header::FORWARDED, HeaderName::from_static("x-real-ip"), http::header::VIA];

/// The maximum number of networks warned about: clients can send any header, so warnings must be bounded.
const MOST_WARNINGS: usize = 100;

/// The address a request comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClientAddress {
    /// The address; `None` if the router does not run under [`serve`](crate::serve).
    pub ip: Option<IpAddr>,
    /// Whether the address identifies this client. It does not if the request came through a proxy that is
    /// not trusted, or through a trusted one that forwarded no address: then it is the proxy's. A request
    /// without proxy headers counts as direct, even from the address of a trusted proxy.
    pub proven: bool,
}

impl ClientAddress {
    /// The network of a single customer: an IPv4 address, or an IPv6 /64.
    pub fn network(&self) -> Option<IpAddr> {
        self.ip.map(network)
    }
}

impl fmt::Display for ClientAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ip {
            Some(ip) => ip.fmt(formatter),
            None => formatter.write_str("unknown"),
        }
    }
}

/// The proxies whose forwarding headers are trusted; clones share the warnings.
#[derive(Clone, Debug, Default)]
pub struct TrustedProxies(Arc<ProxyList>);

#[derive(Debug, Default)]
struct ProxyList {
    addresses: Vec<IpAddr>,
    warned_about: Mutex<HashSet<IpAddr>>,
    /// The peers not yet returned by [`TrustedProxies::take_unnamed`].
    unreported: Mutex<Vec<IpAddr>>,
}

impl TrustedProxies {
    /// Trusts the proxies at these addresses.
    pub fn new(addresses: impl IntoIterator<Item = IpAddr>) -> Self {
        let addresses = addresses.into_iter().map(|address| address.to_canonical()).collect();
        Self(Arc::new(ProxyList { addresses, ..ProxyList::default() }))
    }

    /// Whether this address is a trusted proxy.
    pub fn contains(&self, address: IpAddr) -> bool {
        self.0.addresses.contains(&address.to_canonical())
    }

    /// The client of a request from `peer`. If `peer` is a trusted proxy, it is the last address in
    /// `X-Forwarded-For` that is not a trusted proxy, or `peer` without one; otherwise it is `peer`, and
    /// forwarding headers are logged once per network.
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> ClientAddress {
        let peer = peer.to_canonical();
        let header = WRITTEN_BY_PROXIES.iter().find(|name| headers.contains_key(*name));
        if !self.contains(peer) {
            if let Some(header) = header {
                self.warn_about(peer, header);
            }
            return ClientAddress { ip: Some(peer), proven: header.is_none() };
        }
        let hops = headers.get_all(X_FORWARDED_FOR).iter().rev().flat_map(hops).map_while(|hop| hop);
        let ip = hops.into_iter().find(|hop| !self.contains(*hop));
        ClientAddress { ip: Some(ip.unwrap_or(peer)), proven: ip.is_some() || header.is_none() }
    }

    /// Returns each untrusted peer that sent forwarding headers, once.
    pub fn take_unnamed(&self) -> Vec<IpAddr> {
        std::mem::take(&mut lock(&self.0.unreported))
    }

    fn warn_about(&self, peer: IpAddr, header: &HeaderName) {
        let mut warned_about = lock(&self.0.warned_about);
        if warned_about.len() >= MOST_WARNINGS || !warned_about.insert(network(peer)) {
            return;
        }
        drop(warned_about);
        lock(&self.0.unreported).push(peer);
        warn!(
            %peer,
            %header,
            "forwarding headers from a peer that is not in trusted_proxies: add it if it is your proxy, or its \
             clients share one set of limits and guests can return only with their reconnectToken"
        );
    }
}

/// The addresses in one header, last first; `None` for an entry that is not an address.
fn hops(value: &HeaderValue) -> impl Iterator<Item = Option<IpAddr>> {
    let text = value.to_str().unwrap_or("?"); // not text: not an address
    text.rsplit(',').map(|hop| address(hop.trim()))
}

/// Parses an address as proxies write it, with or without a port.
fn address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let with_port = || text.parse().ok().map(|address: SocketAddr| address.ip());
    bare.parse().ok().or_else(with_port).map(|address: IpAddr| address.to_canonical())
}

/// The network of a single customer: an IPv4 address, or an IPv6 /64.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The client of a request from `peer` with these headers, behind the trusted proxies 10.0.0.1 and 10.0.0.2.
    fn check(peer: &str, headers: &[(&'static str, &'static str)], expected: &str) {
        let proxies = TrustedProxies::new(["10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap()]);
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, HeaderValue::from_static(value));
        }
        let client = proxies.client(peer.parse().unwrap(), &map);
        let proof = if client.proven { "proven" } else { "unproven" };
        assert_eq!(format!("{client} {proof}"), expected);
    }

    #[test]
    fn forwarded_addresses_are_believed_only_from_trusted_proxies() {
        check("203.0.113.9", &[("x-forwarded-for", "198.51.100.1")], "203.0.113.9 unproven");
        check("10.0.0.1", &[("x-forwarded-for", "198.51.100.1")], "198.51.100.1 proven");
        check("::ffff:10.0.0.1", &[("x-forwarded-for", "198.51.100.1")], "198.51.100.1 proven");
    }

    #[test]
    fn what_a_client_writes_before_the_proxies_is_not_believed() {
        check("10.0.0.1", &[("x-forwarded-for", "1.2.3.4, 198.51.100.1, 10.0.0.2")], "198.51.100.1 proven");
        let lines = [("x-forwarded-for", "1.2.3.4"), ("x-forwarded-for", "198.51.100.1")];
        check("10.0.0.1", &lines, "198.51.100.1 proven");
    }

    #[test]
    fn the_address_of_a_proxy_proves_nothing_about_its_clients() {
        check("10.0.0.1", &[("x-forwarded-for", "not an address")], "10.0.0.1 unproven");
        check("10.0.0.1", &[("x-forwarded-for", "1.2.3.4, unknown")], "10.0.0.1 unproven");
        check("10.0.0.1", &[("x-forwarded-for", "10.0.0.2")], "10.0.0.1 unproven");
        check("10.0.0.1", &[("via", "1.1 proxy")], "10.0.0.1 unproven");
        for header in ["x-forwarded-for", "forwarded", "x-real-ip", "via"] {
            check("203.0.113.9", &[(header, "for=198.51.100.1")], "203.0.113.9 unproven");
        }
        for peer in ["203.0.113.9", "10.0.0.1"] {
            check(peer, &[("origin", "https://games.example")], &format!("{peer} proven"));
        }
    }

    #[test]
    fn an_address_may_have_a_port() {
        check("10.0.0.1", &[("x-forwarded-for", "198.51.100.1:4711")], "198.51.100.1 proven");
        check("10.0.0.1", &[("x-forwarded-for", "[2001:db8::1]:4711")], "2001:db8::1 proven");
        check("10.0.0.1", &[("x-forwarded-for", "[2001:db8::1]")], "2001:db8::1 proven");
        check("10.0.0.1", &[("x-forwarded-for", "2001:db8::1")], "2001:db8::1 proven");
    }

    #[test]
    fn a_peer_is_warned_about_once_and_all_peers_a_bounded_number_of_times() {
        let proxies = TrustedProxies::default();
        let mut headers = HeaderMap::new();
        headers.insert(X_FORWARDED_FOR, HeaderValue::from_static("1.2.3.4"));
        for peer in 0..1000_u32 {
            proxies.client(IpAddr::from((0x0a00_0000 + peer).to_be_bytes()), &headers);
        }
        assert_eq!(lock(&proxies.0.warned_about).len(), MOST_WARNINGS);
        assert_eq!(proxies.take_unnamed().len(), MOST_WARNINGS);
        assert!(proxies.take_unnamed().is_empty(), "each is reported once");
    }
}
