//! Engine.IO packets, and the payload of several packets that polling uses.

use axum::extract::ws::Utf8Bytes;
use base64::{Engine as _, prelude::BASE64_STANDARD};
use bytes::Bytes;

/// Separates the packets of a payload.
const SEPARATOR: char = '\u{1e}';

/// One packet on the wire: text begins with the digit of its type, binary is always a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EngineMessage {
    Text(Utf8Bytes),
    Binary(Bytes),
}

/// A packet from a client, by type.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ClientPacket {
    Message(EngineMessage),
    Pong,
    Close,
    Nothing,
}

/// A packet that a client must not send.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Malformed;

pub(crate) const CLOSE: EngineMessage = EngineMessage::Text(Utf8Bytes::from_static("1"));
pub(crate) const PING: EngineMessage = EngineMessage::Text(Utf8Bytes::from_static("2"));
pub(crate) const NOOP: EngineMessage = EngineMessage::Text(Utf8Bytes::from_static("6"));

impl ClientPacket {
    /// Classifies a packet without copying its text.
    pub(crate) fn read(message: EngineMessage) -> Result<Self, Malformed> {
        let EngineMessage::Text(text) = &message else { return Ok(Self::Message(message)) };
        match text.as_bytes().first() {
            Some(b'4') => Ok(Self::Message(message)),
            Some(b'3') => Ok(Self::Pong),
            Some(b'1') => Ok(Self::Close),
            Some(b'5' | b'6') => Ok(Self::Nothing),
            _ => Err(Malformed), // in Engine.IO 4 only the server sends open and ping
        }
    }
}

/// Reads the packets of a request body.
pub(crate) fn read_payload(body: &str) -> impl Iterator<Item = Result<ClientPacket, Malformed>> {
    body.split(SEPARATOR).map(read_packet)
}

fn read_packet(packet: &str) -> Result<ClientPacket, Malformed> {
    match packet.strip_prefix('b') {
        Some(binary) => {
            let bytes = BASE64_STANDARD.decode(binary).map_err(|_| Malformed)?;
            Ok(ClientPacket::Message(EngineMessage::Binary(bytes.into())))
        }
        None => ClientPacket::read(EngineMessage::Text(packet.into())),
    }
}

/// Writes a response body.
pub(crate) fn write_payload(messages: impl IntoIterator<Item = EngineMessage>) -> String {
    let mut body = String::new();
    for message in messages {
        if !body.is_empty() {
            body.push(SEPARATOR);
        }
        match message {
            EngineMessage::Text(text) => body.push_str(&text),
            EngineMessage::Binary(bytes) => {
                body.push('b');
                BASE64_STANDARD.encode_string(bytes, &mut body);
            }
        }
    }
    body
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a body and prints what it contains: messages as they are, other packets by name.
    fn check(body: &str, expected: &str) {
        let read = match read_payload(body).collect::<Result<Vec<_>, _>>() {
            Err(Malformed) => "malformed".into(),
            Ok(packets) => packets
                .into_iter()
                .map(|packet| match packet {
                    ClientPacket::Message(EngineMessage::Text(text)) => text.to_string(),
                    ClientPacket::Message(EngineMessage::Binary(bytes)) => format!("{bytes:?}"),
                    ClientPacket::Pong => "pong".into(),
                    ClientPacket::Close => "close".into(),
                    ClientPacket::Nothing => "nothing".into(),
                })
                .collect::<Vec<_>>()
                .join(" "),
        };
        assert_eq!(read, expected, "{body:?}");
    }

    #[test]
    fn a_body_is_a_list_of_packets() {
        check("4hello", "4hello");
        check("4a\u{1e}4b\u{1e}3", "4a 4b pong");
        check("4hello\u{1e}bAQIDBA==", "4hello b\"\\x01\\x02\\x03\\x04\"");
        check("1", "close");
        check("6\u{1e}5", "nothing nothing");
        check("4é✓", "4é✓");
    }

    #[test]
    fn one_bad_packet_spoils_the_body() {
        for body in [
            "",
            "abc",
            "4a\u{1e}",
            "\u{1e}4a",
            "4a\u{1e}\u{1e}4b",
            "0{}",
            "2",
            "2probe",
            "7",
            "b*",
            "bA",
            "é",
        ] {
            check(body, "malformed");
        }
    }

    #[test]
    fn an_answer_is_written_as_it_would_be_read() {
        let messages =
            [EngineMessage::Text("4hello".into()), EngineMessage::Binary(Bytes::from_static(&[1, 2, 3, 4]))];
        assert_eq!(write_payload(messages), "4hello\u{1e}bAQIDBA==");
    }
}
