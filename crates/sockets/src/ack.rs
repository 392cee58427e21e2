//! The acknowledgement that a client waits for.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bytes::Bytes;
use serde::Serialize;
use serde_json::Value;

use crate::encode;
use crate::engine::message::EngineMessage;
use crate::socket::{EmitError, Socket};

/// The acknowledgement of one event; it can be sent once, at any time and from any task.
#[derive(Debug)]
pub struct EventAck {
    socket: Socket,
    id: u64,
    answered: Arc<AtomicBool>,
}

impl EventAck {
    pub(crate) fn new(socket: Socket, id: u64) -> Self {
        Self { socket, id, answered: Arc::default() }
    }

    /// A second handle on the same acknowledgement; the first one sent counts.
    pub(crate) fn twin(&self) -> Self {
        Self { socket: self.socket.clone(), id: self.id, answered: Arc::clone(&self.answered) }
    }

    /// Answers with one argument.
    pub fn send(self, payload: &impl Serialize) -> Result<(), EmitError> {
        let text = encode::ack(self.socket.namespace(), self.id, payload)?;
        self.answer([EngineMessage::Text(text)])
    }

    /// Answers with any number of arguments and their attachments.
    pub fn send_all(self, args: &[Value], attachments: Vec<Bytes>) -> Result<(), EmitError> {
        let messages = encode::whole_ack(self.socket.namespace(), self.id, args, attachments);
        self.answer(messages)
    }

    fn answer(
        self,
        messages: impl IntoIterator<Item = EngineMessage, IntoIter: ExactSizeIterator>,
    ) -> Result<(), EmitError> {
        if self.answered.swap(true, Ordering::AcqRel) {
            return Ok(()); // the twin has answered
        }
        self.socket.push(messages)
    }
}
