//! A raw HTTP client: one connection for each request.

use std::net::SocketAddr;

use axum::body::{Body, to_bytes};
use http::{HeaderMap, Request};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::server::DEADLINE;

/// A response.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl Answer {
    /// Status and body in one line.
    pub(crate) fn line(&self) -> String {
        format!("{} {}", self.status, self.body)
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }
}

/// Sends any request.
pub(crate) async fn send(
    address: SocketAddr,
    request: http::request::Builder,
    body: impl Into<Body>,
) -> Answer {
    let stream = TokioIo::new(TcpStream::connect(address).await.unwrap());
    let (mut sender, connection) = http1::handshake(stream).await.unwrap();
    tokio::spawn(connection);
    let request: Request<Body> = request.header("host", "localhost").body(body.into()).unwrap();
    let response = timeout(DEADLINE, sender.send_request(request)).await.expect("an answer").unwrap();
    let (parts, body) = response.into_parts();
    let body = to_bytes(Body::new(body), usize::MAX).await.unwrap();
    let body = String::from_utf8(body.into()).unwrap();
    Answer { status: parts.status.as_u16(), headers: parts.headers, body }
}

/// A polling session.
pub(crate) struct Polling {
    address: SocketAddr,
    pub(crate) id: String,
    path: &'static str,
}

impl Polling {
    pub(crate) async fn open(address: SocketAddr, path: &'static str) -> Self {
        let polling = Self { address, id: String::new(), path };
        let open = polling.get().await;
        assert_eq!(open.status, 200, "{}", open.body);
        let packet: serde_json::Value = serde_json::from_str(&open.body[1..]).unwrap();
        Self { id: packet["sid"].as_str().unwrap().into(), ..polling }
    }

    /// Opens a session and joins the main namespace.
    pub(crate) async fn join(address: SocketAddr) -> Self {
        let polling = Self::open(address, "/socket.io").await;
        assert_eq!(polling.post("40").await, "200 ok");
        while !polling.poll().await.contains("40{") {
            polling.post("3").await; // a ping came first
        }
        polling
    }

    pub(crate) async fn poll(&self) -> String {
        self.get().await.line()
    }

    pub(crate) async fn post(&self, body: &str) -> String {
        send(self.address, Request::post(self.uri()), body.to_owned()).await.line()
    }

    async fn get(&self) -> Answer {
        send(self.address, Request::get(self.uri()), Body::empty()).await
    }

    fn uri(&self) -> String {
        let id = if self.id.is_empty() { String::new() } else { format!("&sid={}", self.id) };
        format!("{}/?EIO=4&transport=polling{id}", self.path)
    }

    /// The query of an upgrade to websocket.
    pub(crate) fn upgrade(&self) -> String {
        format!("{}/?EIO=4&transport=websocket&sid={}", self.path.trim_start_matches('/'), self.id)
    }
}
