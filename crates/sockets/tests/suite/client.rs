//! A raw websocket client; each message is a line of text.

use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::server::DEADLINE;

/// An open websocket.
pub(crate) struct Client(pub(crate) WebSocketStream<TcpStream>);

impl Client {
    /// Opens a websocket for `query`, or returns the status of the refusal.
    pub(crate) async fn try_open(
        address: SocketAddr,
        query: &str,
        origin: Option<&str>,
    ) -> Result<Self, u16> {
        let mut request = format!("ws://{address}/{query}").into_client_request().unwrap();
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        let stream = TcpStream::connect(address).await.unwrap();
        match client_async(request, stream).await {
            Ok((socket, _)) => Ok(Self(socket)),
            Err(Error::Http(response)) => Err(response.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }

    pub(crate) async fn open(address: SocketAddr, query: &str) -> Self {
        Self::try_open(address, query, None).await.expect("the websocket is accepted")
    }

    /// Opens a session on the default path and discards its first packet.
    pub(crate) async fn session(address: SocketAddr) -> Self {
        let mut client = Self::open(address, "socket.io/?EIO=4&transport=websocket").await;
        assert!(client.next().await.starts_with("0{"));
        client
    }

    /// Opens a session and joins the main namespace.
    pub(crate) async fn join(address: SocketAddr) -> Self {
        let mut client = Self::session(address).await;
        client.play("> 40 \n < 40{*").await;
        client
    }

    /// Sends a packet; one that begins with `bytes ` is sent as a binary message.
    pub(crate) async fn send(&mut self, packet: &str) {
        let message = match packet.strip_prefix("bytes ") {
            Some(bytes) => Message::Binary(bytes.to_owned().into()),
            None => Message::text(packet),
        };
        self.0.send(message).await.ok(); // a closed connection is noticed by the next read
    }

    /// The next packet in the notation of [`Client::send`], or `closed`.
    pub(crate) async fn next(&mut self) -> String {
        match timeout(DEADLINE, self.0.next()).await.expect("the server says something") {
            Some(Ok(Message::Text(text))) => text.to_string(),
            Some(Ok(Message::Binary(bytes))) => format!("bytes {}", String::from_utf8_lossy(&bytes)),
            Some(Ok(Message::Close(_)) | Err(_)) | None => "closed".into(),
            Some(Ok(other)) => panic!("{other:?}"),
        }
    }

    /// Plays a conversation: lines that begin with `>` are sent, others must arrive in that order.
    ///
    /// A `*` at the end of a line matches anything; `2` (a ping) is answered and not expected.
    pub(crate) async fn play(&mut self, conversation: &str) {
        for line in conversation.lines().map(str::trim).filter(|line| !line.is_empty()) {
            if let Some(packet) = line.strip_prefix("> ") {
                self.send(packet).await;
                continue;
            }
            let expected = line.strip_prefix("< ").expect("a line begins with an arrow");
            let mut packet = self.next().await;
            while packet == "2" {
                self.send("3").await;
                packet = self.next().await;
            }
            match expected.strip_suffix('*') {
                Some(beginning) => assert!(packet.starts_with(beginning), "{packet} begins with {beginning}"),
                None => assert_eq!(packet, expected),
            }
        }
    }
}
