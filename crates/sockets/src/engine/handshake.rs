//! What is remembered of the request that opened a session.

use std::net::SocketAddr;

use axum::extract::ConnectInfo;
use http::HeaderName;
use http::header::{ORIGIN, USER_AGENT};
use http::request::Parts;

use crate::client_address::ClientAddress;

/// The longest header value worth remembering.
const LONGEST_VALUE: usize = 1024;

/// What is remembered of the request that opened a session: small copies, so that its buffer is freed.
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

    /// The other end of the connection, known when the router runs under [`serve`](crate::serve).
    pub fn remote_addr(&self) -> Option<SocketAddr> {
        self.remote_addr
    }

    /// Where the client is, also behind trusted proxies.
    pub fn client_address(&self) -> ClientAddress {
        self.client_address
    }

    /// A header of the request, if [`Config::kept_headers`](crate::Config::kept_headers) names it.
    pub fn header(&self, name: &HeaderName) -> Option<&str> {
        self.headers.iter().find(|(kept, _)| kept == name).map(|(_, value)| &**value)
    }

    /// The page that connected, if a browser said so.
    pub fn origin(&self) -> Option<&str> {
        self.header(&ORIGIN)
    }

    /// The program that connected, as it calls itself.
    pub fn user_agent(&self) -> Option<&str> {
        self.header(&USER_AGENT)
    }
}

/// The other end of the connection that carries `request`.
fn remote_addr(request: &Parts) -> Option<SocketAddr> {
    request.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0)
}

/// Where the client of `request` is, also behind trusted proxies.
pub(super) fn client_address(request: &Parts) -> ClientAddress {
    let peer = || remote_addr(request).map(|address| address.ip());
    let unlisted = || ClientAddress { ip: peer(), proven: false };
    request.extensions.get().copied().unwrap_or_else(unlisted)
}
