//! Encodes the packets of Socket.IO 5, each with its Engine.IO type digit.

use std::fmt::Write as _;

use axum::extract::ws::Utf8Bytes;
use bytes::Bytes;
use serde::Serialize;
use serde_json::Value;

use crate::engine::message::EngineMessage;
use crate::event::IncomingEvent;
use crate::id::SocketId;
use crate::refusal::JoinRefusal;

/// An event encoded once, for any number of sockets of one namespace.
#[derive(Clone, Debug)]
pub struct EncodedEvent {
    pub(crate) namespace: Box<str>,
    pub(crate) text: Utf8Bytes,
}

impl EncodedEvent {
    /// Encodes an event with one argument for the sockets of `namespace`.
    pub fn new(namespace: &str, name: &str, payload: &impl Serialize) -> Result<Self, serde_json::Error> {
        let text = event(namespace, name, payload)?;
        Ok(Self { namespace: namespace.into(), text })
    }
}

pub(crate) fn event(
    namespace: &str,
    name: &str,
    payload: &impl Serialize,
) -> Result<Utf8Bytes, serde_json::Error> {
    finish(head("42", namespace), &(name, payload))
}

pub(crate) fn ack(
    namespace: &str,
    id: u64,
    payload: &impl Serialize,
) -> Result<Utf8Bytes, serde_json::Error> {
    let mut text = head("43", namespace);
    write!(text, "{id}").expect("a text takes any number");
    finish(text, &(payload,))
}

/// An event with any number of arguments and attachments.
pub(crate) fn whole_event(namespace: &str, event: IncomingEvent) -> Vec<EngineMessage> {
    let mut list = event.args;
    list.insert(0, Value::String(event.name));
    with_attachments(["42", "45"], namespace, None, &list, event.attachments)
}

/// An acknowledgement with any number of arguments and attachments.
pub(crate) fn whole_ack(
    namespace: &str,
    id: u64,
    args: &[Value],
    attachments: Vec<Bytes>,
) -> Vec<EngineMessage> {
    with_attachments(["43", "46"], namespace, Some(id), args, attachments)
}

fn with_attachments(
    [plain, binary]: [&str; 2],
    namespace: &str,
    id: Option<u64>,
    list: &[Value],
    attachments: Vec<Bytes>,
) -> Vec<EngineMessage> {
    let mut text = if attachments.is_empty() {
        head(plain, namespace)
    } else {
        head(&format!("{binary}{}-", attachments.len()), namespace)
    };
    if let Some(id) = id {
        write!(text, "{id}").expect("a text takes any number");
    }
    let text = finish(text, &list).expect("a JSON value can be written");
    std::iter::once(EngineMessage::Text(text))
        .chain(attachments.into_iter().map(EngineMessage::Binary))
        .collect()
}

pub(crate) fn connected(namespace: &str, id: SocketId) -> EngineMessage {
    EngineMessage::Text(format!(r#"{}{{"sid":"{id}"}}"#, head("40", namespace)).into())
}

pub(crate) fn disconnected(namespace: &str) -> EngineMessage {
    EngineMessage::Text(head("41", namespace).into())
}

pub(crate) fn refused(namespace: &str, refusal: &JoinRefusal) -> EngineMessage {
    EngineMessage::Text(finish(head("44", namespace), refusal).expect("a refusal is JSON"))
}

/// The type of a packet and, unless it is the main one, the namespace.
fn head(kind: &str, namespace: &str) -> String {
    let mut text = String::with_capacity(128);
    text.push_str(kind);
    if namespace != "/" {
        text.push_str(namespace);
        text.push(',');
    }
    text
}

fn finish(head: String, payload: &impl Serialize) -> Result<Utf8Bytes, serde_json::Error> {
    let mut text = head.into_bytes();
    serde_json::to_writer(&mut text, payload)?;
    Ok(Utf8Bytes::try_from(text).expect("JSON is UTF-8"))
}
