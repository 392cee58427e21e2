//! A socket: one client in one namespace.

use std::fmt;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use common::lock;
use serde::Serialize;

use crate::encode::{self, EncodedEvent};
use crate::engine::handshake::Handshake;
use crate::engine::message::EngineMessage;
use crate::engine::queue::QueueRejection;
use crate::engine::session::EngineSession;
use crate::event::IncomingEvent;
use crate::id::SocketId;
use crate::reason::DisconnectReason;

/// One client in one namespace; clones refer to the same socket.
#[derive(Clone)]
pub struct Socket(Arc<SocketInner>);

struct SocketInner {
    id: SocketId,
    namespace: Arc<str>,
    session: Arc<EngineSession>,
    phase: Mutex<Phase>,
}

/// The state of a socket.
enum Phase {
    /// The handler has not decided yet; emitted events are held here.
    Connecting(Vec<EngineMessage>),
    Connected,
    Left,
}

/// Why an event was not sent.
#[derive(Debug, thiserror::Error)]
pub enum EmitError {
    /// The socket is no longer connected.
    #[error("the socket is no longer connected")]
    Closed,
    /// The client reads too slowly; its session has been closed.
    #[error("the client does not read fast enough")]
    Full,
    /// The event was encoded for the sockets of another namespace.
    #[error("the event was encoded for another namespace")]
    OtherNamespace,
    /// The payload cannot be written as JSON.
    #[error("the payload is no JSON: {0}")]
    Unencodable(#[from] serde_json::Error),
}

impl Socket {
    pub(crate) fn connecting(namespace: Arc<str>, session: Arc<EngineSession>) -> Self {
        let phase = Mutex::new(Phase::Connecting(Vec::new()));
        Self(Arc::new(SocketInner { id: SocketId::random(), namespace, session, phase }))
    }

    /// The public id of the socket; it may be shown to anyone.
    pub fn id(&self) -> SocketId {
        self.0.id
    }

    /// The namespace that the socket joined.
    pub fn namespace(&self) -> &str {
        &self.0.namespace
    }

    /// The properties of the request that opened the client's session.
    pub fn handshake(&self) -> &Handshake {
        &self.0.session.handshake
    }

    /// The other end of the client's connection, as [`Handshake::remote_addr`].
    pub fn remote_addr(&self) -> Option<SocketAddr> {
        self.handshake().remote_addr()
    }

    /// Queues an event with one argument without waiting; a client with a full queue is closed.
    pub fn emit(&self, name: &str, payload: &impl Serialize) -> Result<(), EmitError> {
        let text = encode::event(self.namespace(), name, payload)?;
        self.push([EngineMessage::Text(text)])
    }

    /// Queues an event that was encoded once for many sockets.
    pub fn emit_encoded(&self, event: &EncodedEvent) -> Result<(), EmitError> {
        if *event.namespace != *self.0.namespace {
            return Err(EmitError::OtherNamespace);
        }
        self.push([EngineMessage::Text(event.text.clone())])
    }

    /// Queues an event with any number of arguments and attachments.
    pub fn emit_event(&self, event: IncomingEvent) -> Result<(), EmitError> {
        self.push(encode::whole_event(self.namespace(), event))
    }

    /// Removes the socket from its namespace; other namespaces of the same client stay.
    pub fn disconnect(&self) {
        let before = std::mem::replace(&mut *lock(&self.0.phase), Phase::Left);
        if matches!(before, Phase::Connected) {
            self.0.session.send([encode::disconnected(self.namespace())]).ok(); // a full queue closes the client
        }
        self.0.session.nudge.notify_one();
    }

    /// Closes the client's session with all its namespaces; a stock client reconnects.
    pub fn close(&self) {
        self.0.session.close(DisconnectReason::ServerDisconnect);
    }

    /// Whether the socket is still connected.
    pub fn is_connected(&self) -> bool {
        !self.has_left() && self.0.session.end().is_none()
    }

    pub(crate) fn has_left(&self) -> bool {
        matches!(*lock(&self.0.phase), Phase::Left)
    }

    /// Accepts the socket and sends the events emitted so far; returns `false` if it was disconnected
    /// meanwhile.
    pub(crate) fn accept(&self) -> bool {
        let mut phase = lock(&self.0.phase);
        let Phase::Connecting(waiting) = &mut *phase else { return false };
        let mut messages = std::mem::take(waiting);
        messages.insert(0, encode::connected(&self.0.namespace, self.0.id));
        self.0.session.send(messages).ok(); // the session's task notices its end
        *phase = Phase::Connected;
        true
    }

    /// Marks the socket as left without notifying the client.
    pub(crate) fn leave(&self) {
        *lock(&self.0.phase) = Phase::Left;
    }

    pub(crate) fn push(
        &self,
        messages: impl IntoIterator<Item = EngineMessage, IntoIter: ExactSizeIterator>,
    ) -> Result<(), EmitError> {
        let mut phase = lock(&self.0.phase);
        match &mut *phase {
            Phase::Left => Err(EmitError::Closed),
            Phase::Connected => Ok(self.0.session.send(messages)?),
            Phase::Connecting(waiting) => {
                waiting.extend(messages);
                if waiting.len() >= self.0.session.engine.config.max_outbound {
                    self.0.session.close(DisconnectReason::SlowConsumer);
                    return Err(EmitError::Full);
                }
                Ok(())
            }
        }
    }
}

impl From<QueueRejection> for EmitError {
    fn from(rejected: QueueRejection) -> Self {
        match rejected {
            QueueRejection::Full => Self::Full,
            QueueRejection::Closed => Self::Closed,
        }
    }
}

impl fmt::Debug for Socket {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Socket")
            .field("id", &self.0.id)
            .field("namespace", &self.0.namespace)
            .finish()
    }
}
