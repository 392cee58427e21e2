//! The properties of the request that opened a session.

use std::net::SocketAddr;

use axum::extract::ConnectInfo;
use http::HeaderName;
use http::header::{ORIGIN, USER_AGENT};
use http::request::Parts;

use crate::client_address::ClientAddress;

/// The longest header value that is kept.
const LONGEST_VALUE: usize = 1024;

/// The properties of the request that opened a session, copied so that the request's buffer is freed.
#[derive(Debug, Default)]
pub struct Handshake {
    remote_addr: Option<SocketAddr>,
    client_address: ClientAddress,
    headers: Box<[(HeaderName, Box<str>)]>,
}

impl Handshake {
    /// Copies the address and the headers named in `kept`.
    pub(crate) fn of(request: &Parts, kept: &[HeaderName]) -> Self {
        let headers = kept
            .iter()
            .filter_map(|name| {
                let value = request.headers.get(name)?.to_str().ok()?;
                (value.len() <= LONGEST_VALUE).then(|| (name.clone(), value.into()))
            })
            .collect();
        Self { remote_addr: remote_addr(request), client_address: client_address(request), headers }
    }

    /// The peer of the connection; `None` unless the router runs under [`serve`](crate::serve).
    pub fn remote_addr(&self) -> Option<SocketAddr> {
        self.remote_addr
    }

    /// The address of the client, directly or behind trusted proxies.
    pub fn client_address(&self) -> ClientAddress {
        self.client_address
    }

    /// A header of the request, if [`Config::kept_headers`](crate::Config::kept_headers) names it.
    pub fn header(&self, name: &HeaderName) -> Option<&str> {
        self.headers.iter().find(|(kept, _)| kept == name).map(|(_, value)| &**value)
    }

    /// The `Origin` header, if there is one.
    pub fn origin(&self) -> Option<&str> {
        self.header(&ORIGIN)
    }

    /// The `User-Agent` header, if there is one.
    pub fn user_agent(&self) -> Option<&str> {
        self.header(&USER_AGENT)
    }
}

/// The peer of the connection that carries `request`.
fn remote_addr(request: &Parts) -> Option<SocketAddr> {
    request.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0)
}

/// The address of the client of `request`, directly or behind trusted proxies.
pub(super) fn client_address(request: &Parts) -> ClientAddress {
    let peer = || remote_addr(request).map(|address| address.ip());
    let unlisted = || ClientAddress { ip: peer(), proven: false };
    request.extensions.get().copied().unwrap_or_else(unlisted)
}
