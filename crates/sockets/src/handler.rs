//! What an application does with its sockets.

use std::future::Future;

use serde_json::{Value, json};

use crate::ack::EventAck;
use crate::event::IncomingEvent;
use crate::reason::DisconnectReason;
use crate::refusal::JoinRefusal;
use crate::socket::Socket;

/// What is said of JSON that cannot be decoded.
const UNDECODABLE: &str = "the payload cannot be decoded";

/// What an application does with its sockets; each call is awaited before the next of the same client.
pub trait Handler: Send + Sync + 'static {
    /// Decides whether a socket may join its namespace; what is emitted meanwhile is sent once it may.
    fn connect(&self, socket: &Socket, auth: Value) -> impl Future<Output = Result<(), JoinRefusal>> + Send;

    /// Handles one event, and answers it if the client waits for an acknowledgement.
    fn event(
        &self,
        socket: &Socket,
        event: IncomingEvent,
        ack: Option<EventAck>,
    ) -> impl Future<Output = ()> + Send;

    /// Learns that a socket is gone: exactly once for each socket that [`connect`](Self::connect) let in.
    fn disconnect(&self, socket: &Socket, reason: DisconnectReason) -> impl Future<Output = ()> + Send;

    /// Whether a page of this origin may connect; programs that are no browsers name none.
    fn allow_origin(&self, _origin: Option<&str>) -> bool {
        true
    }

    /// Answers an event whose arguments are sound JSON that cannot be decoded, such as half of a surrogate pair;
    /// its name is known if that could be read.
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

    /// Why a socket is refused that connects with JSON that cannot be decoded.
    fn undecodable_auth(&self) -> JoinRefusal {
        JoinRefusal::new(UNDECODABLE)
    }

    /// What a client gets that waits for an acknowledgement when [`event`](Self::event) panics.
    fn panic_answer(&self) -> Value {
        json!({ "error": "internal error" })
    }
}
