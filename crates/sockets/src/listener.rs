//! The accept loop: bounded connections, timeouts, graceful shutdown.

use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};
use tracing::warn;

use crate::client_address::TrustedProxies;
use crate::limited_stream::LimitedStream;
use crate::quota::Quota;
use crate::requests::Requests;
use crate::tls::Tls;

/// The limits of a listener.
#[derive(Clone, Debug)]
pub struct ListenerLimits {
    /// The maximum number of open connections.
    pub connections: usize,
    /// The maximum number of open connections per address (an IPv6 /64 network counts as one); for a client
    /// behind a trusted proxy, of its requests under way.
    pub connections_per_address: usize,
    /// The proxies whose forwarding headers are trusted.
    pub trusted_proxies: TrustedProxies,
    /// How long the TLS handshake, and then each request head, may take to arrive; also how long a connection
    /// may be idle between requests.
    pub header_timeout: Duration,
    /// How long sent data may stay unacknowledged before the connection counts as broken.
    pub delivery_timeout: Duration,
    /// The largest request head in bytes; at least 8192.
    pub max_header: usize,
    /// How long open connections may take to close after shutdown begins.
    pub drain: Duration,
}

impl Default for ListenerLimits {
    fn default() -> Self {
        Self {
            connections: 20_000,
            connections_per_address: 2_000,
            trusted_proxies: TrustedProxies::default(),
            header_timeout: Duration::from_secs(10),
            delivery_timeout: Duration::from_secs(20),
            max_header: 16 * 1024,
            drain: Duration::from_secs(10),
        }
    }
}

/// Serves `router` on `listener` until `shutdown` resolves and open connections are closed or out of time.
///
/// Every request carries [`ConnectInfo<SocketAddr>`](axum::extract::ConnectInfo) and a
/// [`ClientAddress`](crate::ClientAddress). Websockets stay open until the application closes them: call
/// [`Sockets::close_all`](crate::Sockets::close_all) at the same time.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    limits: ListenerLimits,
    shutdown: impl Future<Output = ()>,
) {
    accept(listener, None, router, limits, shutdown).await;
}

/// Serves over TLS; the certificate is reloaded when its files change.
pub async fn serve_tls(
    listener: TcpListener,
    tls: Tls,
    router: Router,
    limits: ListenerLimits,
    shutdown: impl Future<Output = ()>,
) {
    tokio::select! {
        () = accept(listener, Some(tls.clone()), router, limits, shutdown) => {}
        never = tls.reload_on_change() => match never {},
    }
}

async fn accept(
    listener: TcpListener,
    tls: Option<Tls>,
    router: Router,
    limits: ListenerLimits,
    shutdown: impl Future<Output = ()>,
) {
    let proxies = limits.trusted_proxies.clone();
    let requests = Requests::new(router, proxies.clone(), limits.connections_per_address);
    let connections = Quota::new(limits.connections, limits.connections_per_address);
    let (closing, closed) = watch::channel(());
    let mut shutdown = pin!(shutdown);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut shutdown => break,
        };
        match accepted {
            Ok((stream, address)) => match connections.take(counted_as(address.ip(), &proxies), 1) {
                Ok(share) => {
                    let stream = LimitedStream::new(stream, share);
                    tokio::spawn(serve_connection(
                        stream,
                        address,
                        tls.clone(),
                        requests.clone(),
                        limits.clone(),
                        closed.clone(),
                    ));
                }
                Err(_) if tls.is_some() => {} // no response is possible before the TLS handshake
                Err(_) => reject(&stream),
            },
            Err(error) if is_about_one_connection(&error) => {}
            Err(error) => {
                warn!(%error, "cannot accept connections");
                sleep(Duration::from_millis(100)).await; // out of descriptors: let some connections end
            }
        }
    }
    drop(listener);
    drop(closing);
    timeout(limits.drain, connections.emptied()).await.ok(); // connections still open are dropped
}

/// The address that a connection counts for. A trusted proxy may open any number; its clients are counted by
/// their requests and sessions.
fn counted_as(peer: IpAddr, proxies: &TrustedProxies) -> Option<IpAddr> {
    (!proxies.contains(peer)).then_some(peer)
}

async fn serve_connection(
    stream: LimitedStream,
    address: SocketAddr,
    tls: Option<Tls>,
    requests: Requests,
    limits: ListenerLimits,
    mut closed: watch::Receiver<()>,
) {
    prepare(stream.tcp(), &limits);
    let Some(tls) = tls else { return serve_http(stream, address, requests, limits, closed).await };
    let negotiated = tokio::select! {
        negotiated = timeout(limits.header_timeout, tls.handshake(stream)) => negotiated,
        _ = closed.changed() => return,
    };
    if let Ok(Ok(stream)) = negotiated {
        serve_http(stream, address, requests, limits, closed).await;
    }
}

async fn serve_http(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    address: SocketAddr,
    requests: Requests,
    limits: ListenerLimits,
    mut closed: watch::Receiver<()>,
) {
    let service = hyper::service::service_fn(move |request| requests.clone().answer(address, request));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(limits.header_timeout)
        .max_buf_size(limits.max_header.max(8192))
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = &mut connection => ended,
        _ = closed.changed() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    ended.ok(); // an aborted connection is not an error
}

/// Disables Nagle's algorithm and drops a peer that acknowledges nothing.
fn prepare(stream: &TcpStream, limits: &ListenerLimits) {
    stream.set_nodelay(true).ok(); // optional
    #[cfg(target_os = "linux")]
    SockRef::from(stream).set_tcp_user_timeout(Some(limits.delivery_timeout)).ok();
}

/// Sends 503 if that does not block, and closes.
fn reject(stream: &TcpStream) {
    let answer = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";
    SockRef::from(stream).send(answer).ok(); // best effort
}

fn is_about_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn a_connection_sends_at_once_and_gives_up_on_a_peer_that_acknowledges_nothing() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let stream = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        prepare(&stream, &ListenerLimits::default());
        assert!(stream.nodelay().unwrap());
        let timeout = SockRef::from(&stream).tcp_user_timeout().unwrap();
        assert_eq!(timeout, Some(Duration::from_secs(20)));
    }
}
