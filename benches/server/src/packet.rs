//! Packets of Socket.IO 5 over Engine.IO 4, as text: only what a player needs.

use std::fmt::Write as _;

/// A message from a server.
#[derive(Debug, PartialEq, Eq)]
pub enum Packet<'a> {
    /// The Engine.IO session is open.
    Open,
    /// The Engine.IO session has ended.
    Close,
    Ping,
    /// The namespace was joined.
    Joined,
    /// The namespace was not joined, or was left.
    Refused(&'a str),
    /// An event; `payload` is everything after its name, as JSON without the brackets around it.
    Event {
        name: &'a str,
        payload: &'a str,
    },
    Ack {
        payload: &'a str,
    },
    /// Irrelevant to a player.
    Other,
}

/// Parses one message.
pub fn read(text: &str) -> Result<Packet<'_>, String> {
    let unreadable = || format!("not a packet: {}", text.chars().take(80).collect::<String>());
    let mut kinds = text.bytes();
    match (kinds.next(), kinds.next()) {
        (Some(b'0'), _) => Ok(Packet::Open),
        (Some(b'1'), _) => Ok(Packet::Close),
        (Some(b'2'), None) => Ok(Packet::Ping),
        (Some(b'4'), Some(kind)) => {
            let body = after_namespace(&text[2..]);
            match kind {
                b'0' => Ok(Packet::Joined),
                b'1' | b'4' => Ok(Packet::Refused(body)),
                b'2' => event(body).ok_or_else(unreadable),
                b'3' => Ok(Packet::Ack { payload: list(after_number(body)).ok_or_else(unreadable)? }),
                _ => Err(unreadable()),
            }
        }
        (Some(b'3' | b'6'), _) => Ok(Packet::Other),
        _ => Err(unreadable()),
    }
}

/// Writes an event into `out`, replacing its content; with `ack` it requests an acknowledgement.
pub fn write_event(out: &mut String, namespace: &str, ack: Option<u64>, name: &str, payload: &str) {
    out.clear();
    out.push_str("42");
    out.push_str(namespace);
    out.push(',');
    if let Some(ack) = ack {
        write!(out, "{ack}").expect("a text takes any number");
    }
    out.push_str("[\"");
    out.push_str(name);
    out.push_str("\",");
    out.push_str(payload);
    out.push(']');
}

fn after_namespace(body: &str) -> &str {
    if body.starts_with('/') { body.split_once(',').map_or("", |(_, rest)| rest) } else { body }
}

fn after_number(body: &str) -> &str {
    body.trim_start_matches(|character: char| character.is_ascii_digit())
}

fn event(body: &str) -> Option<Packet<'_>> {
    let inside = list(after_number(body))?.strip_prefix('"')?;
    let (name, rest) = inside.split_once('"')?;
    Some(Packet::Event { name, payload: rest.strip_prefix(',').unwrap_or(rest) })
}

fn list(body: &str) -> Option<&str> {
    body.strip_prefix('[')?.strip_suffix(']')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_split_into_name_and_payload() {
        let event = Packet::Event { name: "game:over", payload: r#"{"winner":null}"# };
        assert_eq!(read(r#"42/tictactoe,["game:over",{"winner":null}]"#), Ok(event));
        let event = Packet::Event { name: "sync", payload: r#""match",{"state":1}"# };
        assert_eq!(read(r#"42/tic-tac-toe,["sync","match",{"state":1}]"#), Ok(event));
        assert_eq!(read(r#"42["left"]"#), Ok(Packet::Event { name: "left", payload: "" }));
        assert_eq!(read(r#"42/a,17["left"]"#), Ok(Packet::Event { name: "left", payload: "" }));
    }

    #[test]
    fn an_acknowledgement_is_read_with_and_without_a_namespace() {
        for text in [r#"43/tictactoe,12[{"ok":true}]"#, r#"430[{"ok":true}]"#] {
            assert_eq!(read(text), Ok(Packet::Ack { payload: r#"{"ok":true}"# }));
        }
    }

    #[test]
    fn the_life_of_a_session_is_read() {
        assert_eq!(read(r#"0{"sid":"a"}"#), Ok(Packet::Open));
        assert_eq!(read("2"), Ok(Packet::Ping));
        assert_eq!(read(r#"40/tictactoe,{"sid":"a"}"#), Ok(Packet::Joined));
        assert_eq!(read(r#"44/tictactoe,{"message":"no"}"#), Ok(Packet::Refused(r#"{"message":"no"}"#)));
        assert_eq!(read("41/tictactoe,"), Ok(Packet::Refused("")));
        assert_eq!(read("1"), Ok(Packet::Close));
    }

    #[test]
    fn what_is_no_packet_is_an_error() {
        for text in ["", "x", "4", "42", "42/tictactoe,", "42[\"open", "43[", "49"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn an_event_is_written_as_it_is_read() {
        let mut out = "old".to_owned();
        write_event(&mut out, "/tictactoe", Some(7), "game:move", r#"{"position":4}"#);
        assert_eq!(out, r#"42/tictactoe,7["game:move",{"position":4}]"#);
        let read = read(&out).unwrap();
        assert_eq!(read, Packet::Event { name: "game:move", payload: r#"{"position":4}"# });
    }
}
