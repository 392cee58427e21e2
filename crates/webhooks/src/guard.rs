//! The guard: where webhooks may be sent. Checked when an endpoint is set and again at every connection.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;
use std::time::Duration;

use http::Uri;

use crate::address::{AddressReach, reach};
use crate::resolver::Resolver;

/// The longest URL an endpoint may have.
const LONGEST_URL: usize = 2048;

/// How long the name lookup may take when an endpoint is set.
const LONGEST_LOOKUP: Duration = Duration::from_secs(2);
/// Top-level labels of internal networks; the last four are in common use without being reserved.
const INNER_DOMAINS: [&str; 8] =
    ["localhost", "local", "internal", "localdomain", "lan", "intranet", "corp", "home"];

/// What the operator allows for development, besides public addresses over TLS.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AddressRules {
    /// Whether webhooks may be sent to loopback and private networks.
    pub allow_private: bool,
    /// Whether webhooks may be sent without TLS.
    pub allow_http: bool,
}

/// Why a webhook may not be sent to a URL; no message reveals what an internal name resolves to.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Forbidden {
    /// The text is not a URL.
    #[error("the URL cannot be read: expected something like https://example.com/hook, in ASCII")]
    Unreadable,
    /// The URL is too long.
    #[error("the URL is longer than {LONGEST_URL} characters")]
    TooLong,
    /// The scheme is not allowed.
    #[error("the URL must begin with https://")]
    Scheme,
    /// The URL carries a user name or password.
    #[error("the URL must not hold a user name or password")]
    Credentials,
    /// The host is neither a name nor an address in its usual form.
    #[error("the host must be a domain name or an IP address in its usual form")]
    Host,
    /// The port is reserved for other services.
    #[error("the port must be 443, 8443, or 1024 and above")]
    Port,
    /// The address is not public.
    #[error("the host is not a public address")]
    Address,
}

/// A URL that webhooks may be sent to, as far as its text shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Destination {
    /// The URL to request.
    pub uri: Uri,
    /// Whether the connection is encrypted.
    pub is_secure: bool,
    pub(crate) host: Host,
    pub(crate) port: u16,
}

/// The host to connect to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Host {
    Address(IpAddr),
    Name(String),
}

impl AddressRules {
    /// Parses a URL and rejects invalid receivers; names are checked again when they are resolved.
    pub fn destination(self, url: &str) -> Result<Destination, Forbidden> {
        if url.len() > LONGEST_URL {
            return Err(Forbidden::TooLong);
        }
        self.inspect(Uri::from_str(url).map_err(|_| Forbidden::Unreadable)?)
    }

    /// The check when an endpoint is set: also rejects a name that resolves to a forbidden address.
    /// A name that does not resolve in time is checked at delivery.
    pub async fn admit(self, url: &str, resolver: &dyn Resolver) -> Result<Destination, Forbidden> {
        let destination = self.destination(url)?;
        if let Host::Name(name) = &destination.host {
            let resolving = resolver.resolve(name.clone(), destination.port);
            if let Ok(Ok(found)) = tokio::time::timeout(LONGEST_LOOKUP, resolving).await {
                found.iter().try_for_each(|address| self.check_address(address.ip()))?;
            }
        }
        Ok(destination)
    }

    /// Checks a parsed URL.
    pub(crate) fn inspect(self, uri: Uri) -> Result<Destination, Forbidden> {
        let is_secure = match uri.scheme_str() {
            Some("https") => true,
            Some("http") if self.allow_http => false,
            Some(_) => return Err(Forbidden::Scheme),
            None => return Err(Forbidden::Unreadable),
        };
        let authority = uri.authority().ok_or(Forbidden::Unreadable)?;
        if authority.as_str().contains('@') {
            return Err(Forbidden::Credentials);
        }
        let host = host(authority.host())?;
        match &host {
            Host::Address(address) => self.check_address(*address)?,
            Host::Name(name) if is_inner(name) && !self.allow_private => return Err(Forbidden::Address),
            Host::Name(_) => {}
        }
        let port = self.port(authority, is_secure)?;
        Ok(Destination { is_secure, host, port, uri })
    }

    /// Rejects an address that the rules do not allow.
    pub(crate) fn check_address(self, address: IpAddr) -> Result<(), Forbidden> {
        match reach(address) {
            AddressReach::Public => Ok(()),
            AddressReach::Private if self.allow_private => Ok(()),
            AddressReach::Private | AddressReach::Never => Err(Forbidden::Address),
        }
    }

    fn port(self, authority: &http::uri::Authority, is_secure: bool) -> Result<u16, Forbidden> {
        // A colon without a number, or with an invalid one, does not mean the default port.
        let written = authority.as_str().len() > authority.host().len();
        let port = match authority.port_u16() {
            Some(port) => port,
            None if written => return Err(Forbidden::Port),
            None if is_secure => 443,
            None => 80,
        };
        match port {
            443 | 8443 | 1024.. => Ok(port),
            80 if self.allow_http => Ok(port),
            _ => Err(Forbidden::Port),
        }
    }
}

fn host(text: &str) -> Result<Host, Forbidden> {
    if let Some(inside) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        let address = Ipv6Addr::from_str(inside).map_err(|_| Forbidden::Host)?;
        return Ok(Host::Address(address.into()));
    }
    if let Ok(address) = Ipv4Addr::from_str(text) {
        return Ok(Host::Address(address.into()));
    }
    if is_name(text) { Ok(Host::Name(text.to_ascii_lowercase())) } else { Err(Forbidden::Host) }
}

/// Whether a name is never public: names without a dot, which resolvers complete with the local domain, and
/// domains reserved for internal networks (RFC 6761, 6762, 8375 and ICANN's `internal`).
fn is_inner(name: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    let last = name.rsplit('.').next().unwrap_or_default();
    !name.contains('.')
        || INNER_DOMAINS.contains(&last)
        || name.ends_with(".home.arpa")
        || name == "home.arpa"
}

/// Whether the text is a domain name; one whose last label is a number could be parsed as an address.
fn is_name(text: &str) -> bool {
    let name = text.strip_suffix('.').unwrap_or(text);
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    let is_label = |label: &str| (1..=63).contains(&label.len()) && label.bytes().all(is_letter);
    let last = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    let is_number = last.bytes().all(|byte| byte.is_ascii_digit())
        || last.strip_prefix("0x").is_some_and(|hex| hex.bytes().all(|byte| byte.is_ascii_hexdigit()));
    name.len() <= 253 && name.split('.').all(is_label) && !is_number
}
