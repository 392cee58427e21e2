//! Reading the packets of Socket.IO 5.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, SeqAccess, Visitor};
use serde_json::{Map, Value};

use crate::event::{IncomingEvent, MOST_ATTACHMENTS, placeholders_fit};

/// Event names reserved by Socket.IO.
const RESERVED: [&str; 6] =
    ["connect", "connect_error", "disconnect", "disconnecting", "newListener", "removeListener"];

/// A packet from a client.
#[derive(Debug, PartialEq)]
pub(crate) struct Packet<'a> {
    pub(crate) namespace: &'a str,
    /// The number of binary messages that follow and belong to this packet.
    pub(crate) attachments: usize,
    pub(crate) body: PacketBody,
}

/// The content of a packet.
#[derive(Debug, PartialEq)]
pub(crate) enum PacketBody {
    Connect(Value),
    Disconnect,
    Event(IncomingEvent, Option<u64>),
    Ack,
    /// A connect with JSON that no Rust value can hold.
    UndecodableConnect,
    /// An event with JSON that no Rust value can hold, and its name if it can be read.
    UndecodableEvent(Option<String>, Option<u64>),
}

/// A packet that no correct client sends.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Malformed;

impl<'a> Packet<'a> {
    /// Reads `<type>[<attachments>-][<namespace>,][<ack id>][<json>]`.
    pub(crate) fn read(text: &'a str) -> Result<Self, Malformed> {
        let kind = *text.as_bytes().first().ok_or(Malformed)?;
        let rest = text.get(1..).ok_or(Malformed)?;
        let (attachments, rest) = match kind {
            b'5' | b'6' => read_attachments(rest)?,
            _ => (0, rest),
        };
        let (namespace, rest) = read_namespace(rest);
        let (id, json) = read_number(rest)?;
        let body = match (kind, id, json) {
            (b'0', None, _) => read_auth(json)?,
            (b'1', None, "") => PacketBody::Disconnect,
            (b'2' | b'5', _, _) => read_event(json, attachments, id)?,
            (b'3' | b'6', Some(_), _) => read_ack(json, attachments)?,
            _ => return Err(Malformed),
        };
        Ok(Self { namespace, attachments, body })
    }
}

fn read_attachments(text: &str) -> Result<(usize, &str), Malformed> {
    match read_number(text)? {
        (Some(count), rest) if count <= MOST_ATTACHMENTS as u64 => {
            Ok((count as usize, rest.strip_prefix('-').ok_or(Malformed)?))
        }
        _ => Err(Malformed),
    }
}

/// Splits off the namespace, which begins with a slash and ends with a comma or with the packet.
fn read_namespace(text: &str) -> (&str, &str) {
    if text.starts_with('/') { text.split_once(',').unwrap_or((text, "")) } else { ("/", text) }
}

fn read_number(text: &str) -> Result<(Option<u64>, &str), Malformed> {
    let end = text.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = text.split_at(end);
    let number = if digits.is_empty() { None } else { Some(digits.parse().map_err(|_| Malformed)?) };
    Ok((number, rest))
}

fn read_auth(json: &str) -> Result<PacketBody, Malformed> {
    if json.is_empty() {
        return Ok(PacketBody::Connect(Value::Object(Map::new())));
    }
    match serde_json::from_str(json) {
        Ok(auth) => Ok(PacketBody::Connect(Value::Object(auth))),
        Err(_) if json.starts_with('{') && is_json(json) => Ok(PacketBody::UndecodableConnect),
        Err(_) => Err(Malformed),
    }
}

fn read_event(json: &str, attachments: usize, id: Option<u64>) -> Result<PacketBody, Malformed> {
    let Ok(list) = serde_json::from_str::<Vec<Value>>(json) else {
        return read_undecodable_event(json, id);
    };
    check_placeholders(&list, attachments)?;
    let mut list = list.into_iter();
    let name = event_name(list.next().ok_or(Malformed)?)?;
    Ok(PacketBody::Event(IncomingEvent { name, args: list.collect(), attachments: Vec::new() }, id))
}

/// Reads an event with valid JSON that cannot be decoded: half of a surrogate pair, a number out of range, or
/// lists nested too deeply. JavaScript sends and reads all of these.
fn read_undecodable_event(json: &str, id: Option<u64>) -> Result<PacketBody, Malformed> {
    if let Ok(FirstOf(name)) = serde_json::from_str(json) {
        return Ok(PacketBody::UndecodableEvent(Some(event_name(name)?), id));
    }
    let named_by_a_text = json.strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with('"'));
    if named_by_a_text && is_json(json) { Ok(PacketBody::UndecodableEvent(None, id)) } else { Err(Malformed) }
}

/// Reads an acknowledgement. The server requests none, so it need not be decodable.
fn read_ack(json: &str, attachments: usize) -> Result<PacketBody, Malformed> {
    match serde_json::from_str::<Vec<Value>>(json) {
        Ok(list) => check_placeholders(&list, attachments)?,
        Err(_) if json.starts_with('[') && is_json(json) => {}
        Err(_) => return Err(Malformed),
    }
    Ok(PacketBody::Ack)
}

fn event_name(name: Value) -> Result<String, Malformed> {
    match name {
        Value::String(name) if !RESERVED.contains(&&*name) => Ok(name),
        Value::Number(name) => Ok(name.to_string()),
        _ => Err(Malformed),
    }
}

fn check_placeholders(list: &[Value], attachments: usize) -> Result<(), Malformed> {
    let fit = attachments == 0 || list.iter().all(|value| placeholders_fit(value, attachments));
    fit.then_some(()).ok_or(Malformed)
}

/// Whether the text is JSON by its grammar, whatever its values.
fn is_json(text: &str) -> bool {
    serde_json::from_str::<IgnoredAny>(text).is_ok()
}

/// The first item of a list whose other items need not be decoded.
struct FirstOf(Value);

impl<'de> Deserialize<'de> for FirstOf {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ArgumentList;
        impl<'de> Visitor<'de> for ArgumentList {
            type Value = FirstOf;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a list that is not empty")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<FirstOf, A::Error> {
                let first = list.next_element()?.ok_or_else(|| serde::de::Error::invalid_length(0, &self))?;
                while list.next_element::<IgnoredAny>()?.is_some() {}
                Ok(FirstOf(first))
            }
        }
        deserializer.deserialize_seq(ArgumentList)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::encode;

    fn check(text: &str, expected: &str) {
        let read = match Packet::read(text) {
            Err(Malformed) => "malformed".into(),
            Ok(Packet { namespace, attachments, body }) => match body {
                PacketBody::Connect(auth) => format!("{namespace} connect {auth}"),
                PacketBody::Disconnect => format!("{namespace} disconnect"),
                PacketBody::Ack => format!("{namespace} ack"),
                PacketBody::UndecodableConnect => format!("{namespace} undecodable connect"),
                PacketBody::UndecodableEvent(name, id) => {
                    format!("{namespace} undecodable {name:?} id {id:?}")
                }
                PacketBody::Event(event, id) => {
                    let args = Value::Array(event.args);
                    format!("{namespace} {} {args} id {id:?} attachments {attachments}", event.name)
                }
            },
        };
        assert_eq!(read, expected, "{text:?}");
    }

    #[test]
    fn a_client_connects_with_or_without_credentials() {
        check("0", "/ connect {}");
        check(r#"0{"token":"123"}"#, r#"/ connect {"token":"123"}"#);
        check("0/custom", "/custom connect {}");
        check("0/custom,", "/custom connect {}");
        check(r#"0/custom,{"token":"abc"}"#, r#"/custom connect {"token":"abc"}"#);
    }

    #[test]
    fn an_event_has_a_name_arguments_and_perhaps_an_id() {
        check(r#"2["hey"]"#, "/ hey [] id None attachments 0");
        check(r#"2["hey",1,"2",{"3":[true]}]"#, r#"/ hey [1,"2",{"3":[true]}] id None attachments 0"#);
        check(r#"2/custom,456["hey",{}]"#, "/custom hey [{}] id Some(456) attachments 0");
        check(r#"212["hey"]"#, "/ hey [] id Some(12) attachments 0");
        check(r#"2[7,"numbers may be names"]"#, r#"/ 7 ["numbers may be names"] id None attachments 0"#);
        check(
            r#"51-/a,3["x",{"_placeholder":true,"num":0}]"#,
            r#"/a x [{"_placeholder":true,"num":0}] id Some(3) attachments 1"#,
        );
    }

    #[test]
    fn a_client_leaves_and_answers() {
        check("1", "/ disconnect");
        check("1/custom,", "/custom disconnect");
        check("312[]", "/ ack");
        check(r#"61-5[{"_placeholder":true,"num":0}]"#, "/ ack");
    }

    #[test]
    fn what_no_correct_client_sends_is_malformed() {
        for text in [
            "",
            "abc",
            "7",
            "9[]",
            "é",
            "0[]",
            "0null",
            "0{",
            "01{}",
            "1{}",
            "11",
            "2",
            "2{}",
            "2[]",
            "2[null]",
            "2[\"connect\"]",
            "2[\"disconnecting\"]",
            "2abc[\"x\"]",
            "2[\"x\"]x",
            "2-1[\"x\"]",
            "2/ns[\"x\"]",
            "299999999999999999999[\"x\"]",
            "3[]",
            "3",
            "312",
            "312{}",
            "4",
            "4{\"message\":\"x\"}",
            "5[\"x\"]",
            "5-[\"x\"]",
            "51[\"x\"]",
            "511-[\"x\"]",
            "599999999999999999999-[\"x\"]",
            "51-[\"x\",{\"_placeholder\":true,\"num\":1}]",
            "51-[\"x\",{\"_placeholder\":true}]",
            "51-[\"x\",[{\"_placeholder\":true,\"num\":-1}]]",
            "61-[]",
            "2[null,\"\\ud800\"]",
            "2[\"connect\",\"\\ud800\"]",
            "2[\"x\",\"\\ud800\"",
            "2[\"x\",\"\\ud80\"]",
            "2{\"x\":1e999}",
            "0[1e999]",
        ] {
            check(text, "malformed");
        }
        check(&format!("2[\"x\",{}]", "[".repeat(200)), "malformed");
    }

    #[test]
    fn sound_json_that_cannot_be_decoded_is_told_from_malformed_packets() {
        check(r#"2["join",{"username":"Ada \ud83d"}]"#, r#"/ undecodable Some("join") id None"#);
        check(r#"2/checkers,7["join",{"\ud83d":1}]"#, r#"/checkers undecodable Some("join") id Some(7)"#);
        check(r#"23["x",1e999]"#, r#"/ undecodable Some("x") id Some(3)"#);
        check(r#"2["\udc00"]"#, "/ undecodable None id None");
        check(r#"51-["x","\udc00"]"#, r#"/ undecodable Some("x") id None"#);
        check(r#"0{"token":"\ud83d"}"#, "/ undecodable connect");
        check(r#"312["\ud83d"]"#, "/ ack");
        let deep = format!("2[\"x\",{}{}]", "[".repeat(4000), "]".repeat(4000));
        check(&deep, r#"/ undecodable Some("x") id None"#);
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(text in r#"[0-9]?[-0-9/,\[\]{}":a-zé\\ ]{0,40}"#) {
            Packet::read(&text).ok();
        }

        #[test]
        fn an_event_is_read_as_it_was_written(
            namespace in "/[a-z]{0,8}", name in "[a-z:é✓]{1,6}", payload in ".{0,40}",
        ) {
            let written = encode::event(&namespace, &name, &payload).unwrap();
            let event = IncomingEvent { name, args: vec![payload.into()], attachments: Vec::new() };
            let expected = Packet { namespace: &namespace, attachments: 0, body: PacketBody::Event(event, None) };
            prop_assert_eq!(Packet::read(&written[1..]), Ok(expected));
        }
    }
}
