//! Socket.IO 5 over Engine.IO 4: websocket and polling, ordered events, bounded queues.
//!
//! An application implements [`Handler`] and gets back an [`axum::Router`] and a handle:
//!
//! ```
//! use sockets::{Config, DisconnectReason, EventAck, Handler, IncomingEvent, JoinRefusal, Socket};
//!
//! struct Greeter;
//!
//! impl Handler for Greeter {
//!     async fn connect(&self, _socket: &Socket, _auth: serde_json::Value) -> Result<(), JoinRefusal> {
//!         Ok(())
//!     }
//!     async fn event(&self, socket: &Socket, event: IncomingEvent, ack: Option<EventAck>) {
//!         if let Some(ack) = ack {
//!             ack.send(&format!("hello, {}", event.name)).ok(); // a client that left needs no answer
//!         }
//!         socket.emit("greeted", &1).ok();
//!     }
//!     async fn disconnect(&self, _socket: &Socket, _reason: DisconnectReason) {}
//! }
//!
//! # #[tokio::main] async fn main() {
//! let (router, sockets) = sockets::router(Config::default(), Greeter);
//! # drop(router);
//! assert_eq!(sockets.stats().sessions, 0);
//! # }
//! ```
//!
//! Guarantees:
//! - One task per session awaits the handler before it takes the next event, so events keep their order.
//! - Every queue is bounded. Reading stops while the inbound queue is full or the outbound queue is more than
//!   half full, so a client that reads is never closed for what it sends. One that does not read is closed.
//! - Packets above the rate limit are read later.
//! - [`Handler::disconnect`] is called exactly once for each socket that connected, whatever the client does.
//! - A public [`SocketId`] is never the transport's session id, which is a bearer secret.
//! - A panic of the handler ends neither the session nor the process, and answers a waiting acknowledgement.

mod ack;
mod body;
mod client_address;
mod config;
pub mod conformance;
mod connection;
mod encode;
mod engine;
mod event;
mod handler;
mod id;
mod limited_stream;
mod listener;
mod pace;
mod packet;
mod quota;
mod reason;
mod refusal;
mod requests;
mod socket;
mod sockets;
mod tls;

pub use ack::EventAck;
pub use body::{BodyError, BodyLimits, BodyReader, ReceivedBody};
pub use client_address::{ClientAddress, TrustedProxies};
pub use config::Config;
pub use encode::EncodedEvent;
pub use engine::handshake::Handshake;
pub use event::IncomingEvent;
pub use handler::Handler;
pub use id::SocketId;
pub use listener::{ListenerLimits, serve, serve_tls};
pub use reason::DisconnectReason;
pub use refusal::JoinRefusal;
pub use socket::{EmitError, Socket};
pub use sockets::{Sockets, Stats, router};
pub use tls::{PLAIN_HTTP_REFUSAL, Tls, TlsError, TlsFiles};
