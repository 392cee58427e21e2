//! Reading the packets of Socket.IO 5.

use serde_json::{Map, Value};

use crate::event::{Event, MOST_ATTACHMENTS, placeholders_fit};

/// Names that Socket.IO keeps for itself.
const RESERVED: [&str; 6] =
    ["connect", "connect_error", "disconnect", "disconnecting", "newListener", "removeListener"];

/// A packet from a client.
#[derive(Debug, PartialEq)]
pub(crate) struct Packet<'a> {
    pub(crate) namespace: &'a str,
    /// How many binary messages follow and belong to this packet.
    pub(crate) attachments: usize,
    pub(crate) body: Body,
}

/// What a packet says.
#[derive(Debug, PartialEq)]
pub(crate) enum Body {
    Connect(Value),
    Disconnect,
    Event(Event, Option<u64>),
    Ack,
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
            (b'0', None, _) => Body::Connect(read_auth(json)?),
            (b'1', None, "") => Body::Disconnect,
            (b'2' | b'5', _, _) => Body::Event(read_event(json, attachments)?, id),
            (b'3' | b'6', Some(_), _) => {
                read_list(json, attachments)?;
                Body::Ack
            }
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

/// A namespace begins with a slash and ends with a comma, which only the end of the packet may replace.
fn read_namespace(text: &str) -> (&str, &str) {
    if text.starts_with('/') { text.split_once(',').unwrap_or((text, "")) } else { ("/", text) }
}

fn read_number(text: &str) -> Result<(Option<u64>, &str), Malformed> {
    let end = text.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = text.split_at(end);
    let number = if digits.is_empty() { None } else { Some(digits.parse().map_err(|_| Malformed)?) };
    Ok((number, rest))
}

fn read_auth(json: &str) -> Result<Value, Malformed> {
    if json.is_empty() {
        return Ok(Value::Object(Map::new()));
    }
    serde_json::from_str(json).map(Value::Object).map_err(|_| Malformed)
}

fn read_event(json: &str, attachments: usize) -> Result<Event, Malformed> {
    let mut list = read_list(json, attachments)?.into_iter();
    let name = match list.next() {
        Some(Value::String(name)) if !RESERVED.contains(&&*name) => name,
        Some(Value::Number(name)) => name.to_string(),
        _ => return Err(Malformed),
    };
    Ok(Event { name, args: list.collect(), attachments: Vec::new() })
}

fn read_list(json: &str, attachments: usize) -> Result<Vec<Value>, Malformed> {
    let list: Vec<Value> = serde_json::from_str(json).map_err(|_| Malformed)?;
    if attachments > 0 && !list.iter().all(|value| placeholders_fit(value, attachments)) {
        return Err(Malformed);
    }
    Ok(list)
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
                Body::Connect(auth) => format!("{namespace} connect {auth}"),
                Body::Disconnect => format!("{namespace} disconnect"),
                Body::Ack => format!("{namespace} ack"),
                Body::Event(event, id) => {
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
            "2[\"\\ud800\"]",
            "2[\"x\",1e999]",
        ] {
            check(text, "malformed");
        }
        check(&format!("2[\"x\",{}{}]", "[".repeat(200), "]".repeat(200)), "malformed");
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
            let event = Event { name, args: vec![payload.into()], attachments: Vec::new() };
            let expected = Packet { namespace: &namespace, attachments: 0, body: Body::Event(event, None) };
            prop_assert_eq!(Packet::read(&written[1..]), Ok(expected));
        }
    }
}
