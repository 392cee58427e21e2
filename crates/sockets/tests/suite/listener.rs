//! The accept loop and its limits.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Extension};
use axum::routing::get;
use http::Request;
use sockets::{ClientAddress, Config, ListenerLimits, TrustedProxies};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::{Notify, Semaphore};
use tokio::time::timeout;

use crate::client::Client;
use crate::http::send;
use crate::server::{DEADLINE, Running, SOON, run};

async fn start(limits: ListenerLimits) -> Running {
    let who = get(|ConnectInfo(address): ConnectInfo<SocketAddr>| async move { address.ip().to_string() });
    let (router, _) = sockets::router(Config::default(), sockets::conformance::handler());
    let client = get(|Extension(client): Extension<ClientAddress>| async move {
        format!("{client} proven: {}", client.proven)
    });
    run(Router::new().route("/who", who).route("/client", client).merge(router), limits).await
}

/// What a client reads that sends only `bytes`.
async fn check(limits: ListenerLimits, bytes: &str) -> String {
    let running = start(limits).await;
    let mut stream = TcpStream::connect(running.address).await.unwrap();
    stream.write_all(bytes.as_bytes()).await.unwrap();
    read_to_end(&mut stream).await
}

async fn read_to_end(stream: &mut TcpStream) -> String {
    let mut answer = String::new();
    timeout(DEADLINE, stream.read_to_string(&mut answer)).await.expect("the server hangs up").ok();
    answer
}

fn impatient() -> ListenerLimits {
    ListenerLimits { header_timeout: SOON, ..ListenerLimits::default() }
}

#[tokio::test]
async fn half_sent_headers_are_closed_after_the_header_timeout() {
    check(impatient(), "GET / HTTP/1.1\r\nhost:").await;
}

#[tokio::test]
async fn a_silent_connection_is_closed_after_the_header_timeout() {
    check(impatient(), "").await;
}

#[tokio::test]
async fn an_idle_connection_is_closed_after_the_header_timeout() {
    let answer = check(impatient(), "GET /who HTTP/1.1\r\nhost: x\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[tokio::test]
async fn headers_above_the_limit_are_refused() {
    let bytes = format!("GET /who HTTP/1.1\r\nhost: x\r\nlong: {}\r\n\r\n", "x".repeat(20_000));
    let answer = check(ListenerLimits::default(), &bytes).await;
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 431"), "{answer}");
}

#[tokio::test]
async fn a_request_knows_its_address() {
    let running = start(ListenerLimits::default()).await;
    assert_eq!(send(running.address, Request::get("/who"), Body::empty()).await.line(), "200 127.0.0.1");
}

#[tokio::test]
async fn a_request_knows_its_client_behind_trusted_proxies_alone() {
    for (proxies, expected) in
        [(vec![], "127.0.0.1 proven: false"), (vec![[127, 0, 0, 1]], "192.0.2.7 proven: true")]
    {
        let trusted_proxies = TrustedProxies::new(proxies.into_iter().map(Into::into));
        let running = start(ListenerLimits { trusted_proxies, ..ListenerLimits::default() }).await;
        let request = Request::get("/client").header("x-forwarded-for", "192.0.2.7");
        let answer = send(running.address, request, Body::empty()).await;
        assert_eq!(answer.line(), format!("200 {expected}"));
    }
}

/// A listener behind a local proxy that accepts one connection per address.
fn behind_a_proxy() -> ListenerLimits {
    let trusted_proxies = TrustedProxies::new([[127, 0, 0, 1].into()]);
    ListenerLimits { connections_per_address: 1, trusted_proxies, ..ListenerLimits::default() }
}

fn forwarded(request: http::request::Builder, client: &str) -> http::request::Builder {
    request.header("x-forwarded-for", client)
}

#[tokio::test]
async fn the_connections_of_a_trusted_proxy_are_not_counted_for_its_address() {
    let running = start(behind_a_proxy()).await;
    let mut held = Vec::new();
    for _ in 0..5 {
        held.push(TcpStream::connect(running.address).await.unwrap());
    }
    let answer = send(running.address, forwarded(Request::get("/client"), "192.0.2.7"), Body::empty()).await;
    assert_eq!(answer.line(), "200 192.0.2.7 proven: true");
}

#[tokio::test]
async fn the_requests_of_a_client_behind_a_trusted_proxy_are_counted_for_the_client() {
    let (begin, mut begun) = tokio::sync::mpsc::unbounded_channel();
    let gate = Arc::new(Semaphore::new(0));
    let slow = {
        let gate = Arc::clone(&gate);
        get(|| async move {
            begin.send(()).unwrap();
            gate.acquire().await.unwrap().forget();
            "done"
        })
    };
    let running = run(Router::new().route("/slow", slow), behind_a_proxy()).await;
    let ask = |client| send(running.address, forwarded(Request::get("/slow"), client), Body::empty());
    let first = tokio::spawn(ask("192.0.2.7"));
    begun.recv().await.unwrap();
    let refused = ask("192.0.2.7").await;
    assert_eq!(refused.status, 429);
    assert!(refused.body.contains("rate_limited"), "{}", refused.body);
    gate.add_permits(2);
    assert_eq!(ask("192.0.2.8").await.line(), "200 done");
    assert_eq!(first.await.unwrap().line(), "200 done");
}

#[tokio::test]
async fn the_sessions_of_a_client_behind_a_trusted_proxy_are_counted_for_the_client() {
    let config = Config { max_sessions_per_address: 1, ..Config::default() };
    let (router, _sockets) = sockets::router(config, sockets::conformance::handler());
    let running = run(router, ListenerLimits { connections_per_address: 100, ..behind_a_proxy() }).await;
    let open = async |client| {
        let request = Request::get("/socket.io/?EIO=4&transport=polling");
        send(running.address, forwarded(request, client), Body::empty()).await.status
    };
    assert_eq!(open("192.0.2.7").await, 200);
    assert_eq!(open("192.0.2.7").await, 503);
    assert_eq!(open("192.0.2.8").await, 200);
}

#[tokio::test]
async fn a_connection_too_many_is_turned_away_and_a_websocket_keeps_its_place() {
    for limits in [
        ListenerLimits { connections: 1, ..ListenerLimits::default() },
        ListenerLimits { connections_per_address: 1, ..ListenerLimits::default() },
    ] {
        let running = start(limits).await;
        let client = Client::join(running.address).await;
        let mut second = TcpStream::connect(running.address).await.unwrap();
        let answer = read_to_end(&mut second).await;
        assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
        drop(client);
        let freed = async {
            loop {
                let mut stream = TcpStream::connect(running.address).await.unwrap();
                stream.write_all(b"GET /who HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await.ok();
                if read_to_end(&mut stream).await.starts_with("HTTP/1.1 200") {
                    return;
                }
            }
        };
        timeout(DEADLINE, freed).await.expect("the place is free again");
    }
}

#[tokio::test]
async fn a_listener_that_shuts_down_answers_what_it_has_begun() {
    let begun = Arc::new(Notify::new());
    let begins = Arc::clone(&begun);
    let slow = get(|| async move {
        begins.notify_one();
        tokio::time::sleep(Duration::from_millis(200)).await;
        "done"
    });
    let running = run(Router::new().route("/slow", slow), ListenerLimits::default()).await;
    let address = running.address;
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(b"GET /slow HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
    let mut first = [0; 1];
    let (read, ()) = tokio::join!(stream.read_exact(&mut first), async {
        begun.notified().await;
        running.stop().await;
    });
    read.unwrap();
    assert!(read_to_end(&mut stream).await.ends_with("done"));
    assert!(TcpStream::connect(address).await.is_err(), "nobody listens any more");
}
