#![doc = include_str!("../README.md")]
//!
//! ## Guarantees
//!
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
#[cfg(feature = "conformance")]
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
