//! The application's side of its sockets.

use std::future::Future;

use serde_json::{Value, json};

use crate::ack::EventAck;
use crate::event::IncomingEvent;
use crate::reason::DisconnectReason;
use crate::refusal::JoinRefusal;
use crate::socket::Socket;

/// The error message for JSON that cannot be decoded.
const UNDECODABLE: &str = "the payload cannot be decoded";

/// Handles the sockets of an application; each call is awaited before the next of the same client.
pub trait Handler: Send + Sync + 'static {
    /// Decides whether a socket may join its namespace. Events emitted meanwhile are sent if it may.
    fn connect(&self, socket: &Socket, auth: Value) -> impl Future<Output = Result<(), JoinRefusal>> + Send;

    /// Handles one event, and answers it if the client waits for an acknowledgement.
    fn event(
        &self,
        socket: &Socket,
        event: IncomingEvent,
        ack: Option<EventAck>,
    ) -> impl Future<Output = ()> + Send;

    /// Reports that a socket has disconnected: exactly once for each socket accepted by
    /// [`connect`](Self::connect).
    fn disconnect(&self, socket: &Socket, reason: DisconnectReason) -> impl Future<Output = ()> + Send;

    /// Whether a page of this origin may connect; programs other than browsers send none.
    fn allow_origin(&self, _origin: Option<&str>) -> bool {
        true
    }

    /// Answers an event whose arguments are valid JSON that cannot be decoded, such as half of a surrogate
    /// pair. Its name is passed if it could be read.
    fn undecodable(
        &self,
        _socket: &Socket,
        _name: Option<String>,
        ack: Option<EventAck>,
    ) -> impl Future<Output = ()> + Send {
        async {
            if let Some(ack) = ack {
                ack.send(&json!({ "error": UNDECODABLE })).ok(); // a client that left needs no answer
            }
        }
    }

    /// The refusal for a socket whose credentials are JSON that cannot be decoded.
    fn undecodable_auth(&self) -> JoinRefusal {
        JoinRefusal::new(UNDECODABLE)
    }

    /// The acknowledgement sent to a waiting client if [`event`](Self::event) panics.
    fn panic_answer(&self) -> Value {
        json!({ "error": "internal error" })
    }
}
