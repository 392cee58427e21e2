//! The documents are complete and contain nothing else.

use std::collections::BTreeSet;

use protocol::{
    ClientEvent, ErrorCode, EventRow, GameName, GameVisitor, KnownGame, MoveRequest, Named, ServerEvent,
    asyncapi, openapi, typescript,
};
use serde_json::Value;

/// Every reference in the document resolves.
#[track_caller]
fn check(document: &Value) {
    let mut references = BTreeSet::new();
    collect_references(document, &mut references);
    assert!(!references.is_empty(), "a document without references says nothing");
    for reference in references {
        let pointer = reference.strip_prefix('#').expect("references stay inside the document");
        assert!(document.pointer(pointer).is_some(), "{reference} leads nowhere");
    }
}

fn collect_references(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            found.extend(fields.get("$ref").and_then(Value::as_str).map(str::to_owned));
            fields.values().for_each(|field| collect_references(field, found));
        }
        Value::Array(items) => items.iter().for_each(|item| collect_references(item, found)),
        _ => {}
    }
}

fn keys(value: &Value) -> BTreeSet<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

/// The names of all events of a game, in both directions.
fn event_names(game: GameName) -> Vec<&'static str> {
    let rows = game.visit(EventTables).concat();
    rows.iter().map(|row| row.name).collect()
}

struct EventTables;

impl GameVisitor for EventTables {
    type Output = [Vec<EventRow>; 2];

    fn visit<G: KnownGame>(self) -> Self::Output {
        [ClientEvent::<MoveRequest<G>>::table(), ServerEvent::<G>::table()]
    }
}

#[test]
fn every_reference_leads_somewhere() {
    check(&openapi());
    check(&asyncapi());
}

#[test]
fn openapi_lists_every_route() {
    let document = openapi();
    let expected = [
        "/v1/sessions",
        "/v1/sessions/join",
        "/v1/sessions/{id}",
        "/v1/audit",
        "/v1/sessions/validate",
        "/v1/guest/sessions",
        "/v1/guest/invitations/{roomCode}",
        "/v1/guest/join",
        "/v1/players/{id}",
        "/v1/leaderboard",
        "/v1/replay",
        "/v1/analysis",
        "/v1/rooms",
        "/v1/games/{roomId}",
        "/v1/games/{roomId}/pdn",
        "/v1/variants",
        "/v1/webhooks/endpoint",
        "/v1/webhooks/endpoint/rotate",
        "/v1/webhooks/events",
        "/v1/webhooks/deliveries",
        "/v1/webhooks/replay",
        "/v1/dashboard/sign-ins",
        "/v1/dashboard/sign-ins/{id}",
        "/v1/dashboard/account",
        "/v1/dashboard/keys",
        "/v1/dashboard/keys/{id}",
        "/v1/dashboard/keys/{id}/rotate",
        "/v1/dashboard/theme",
        "/v1/dashboard/overview",
        "/v1/dashboard/progress",
        "/v1/dashboard/games/{roomId}/timeline",
        "/v1/dashboard/webhooks/{eventId}",
        "/v1/dashboard/usage",
        "/v1/dashboard/requests",
        "/v1/dashboard/tenants",
        "/v1/dashboard/tenants/{tenantId}",
        "/v1/dashboard/server",
        "/healthz",
        "/readyz",
        "/metrics",
        "/openapi.json",
        "/asyncapi.json",
        "/types.ts",
    ];
    assert_eq!(keys(&document["paths"]), BTreeSet::from(expected));
    assert_eq!(keys(&document["paths"]["/v1/sessions"]), BTreeSet::from(["get", "post"]));
    assert_eq!(document["openapi"], "3.1.0");
}

#[test]
fn every_operation_has_a_name_of_its_own_security_and_a_way_to_fail() {
    let document = openapi();
    let mut names = BTreeSet::new();
    for (path, operations) in document["paths"].as_object().expect("paths") {
        for operation in operations.as_object().expect("operations").values() {
            assert!(names.insert(operation["operationId"].to_string()), "{path} has a name of its own");
            assert!(
                operation["security"].is_array() && operation["responses"]["default"].is_object(),
                "{path}"
            );
            let in_path = operation["parameters"].as_array().expect("parameters").iter();
            let in_path = in_path.filter(|parameter| parameter["in"] == "path").count();
            assert_eq!(in_path, path.matches('{').count(), "{path} describes what stands in its path");
        }
    }
}

#[test]
fn a_new_session_fails_with_the_sentences_of_the_contract() {
    let document = openapi();
    let responses = &document["paths"]["/v1/sessions"]["post"]["responses"];
    assert_eq!(
        keys(responses),
        BTreeSet::from(["201", "400", "401", "403", "408", "409", "413", "415", "429", "default"])
    );
    let example = |status: &str, code: &str| {
        &responses[status]["content"]["application/json"]["examples"][code]["value"]
    };
    assert_eq!(example("400", "game_required")["error"], "game is required");
    assert_eq!(example("403", "test_key_live_session")["error"], "Test API key cannot create live sessions");
    assert!(responses["429"]["headers"]["Retry-After"].is_object());
}

#[test]
fn the_examples_of_request_bodies_pass_the_door() {
    let document = openapi();
    let example = |path: &str| {
        let body = &document["paths"][path]["post"]["requestBody"]["content"]["application/json"]["example"];
        body.to_string().into_bytes()
    };
    protocol::parse_body::<protocol::rest::CreateSession>(&example("/v1/sessions"))
        .expect("the example is valid");
    protocol::parse_body::<protocol::rest::JoinSession>(&example("/v1/sessions/join"))
        .expect("the example is valid");
}

#[test]
fn asyncapi_lists_every_event_exactly_once() {
    let document = asyncapi();
    for &game in GameName::ALL {
        let channel = &document["channels"][game.name()];
        assert_eq!(channel["address"], format!("/{game}"));
        let mut listed: Vec<_> = channel["messages"]
            .as_object()
            .expect("messages")
            .values()
            .map(|message| {
                let pointer = message["$ref"].as_str().expect("a reference").trim_start_matches('#');
                document.pointer(pointer).expect("a message")["name"].as_str().expect("a name")
            })
            .collect();
        let mut expected = event_names(game);
        listed.sort_unstable();
        expected.sort_unstable();
        assert_eq!(listed, expected);
    }
    let count: usize = GameName::ALL.iter().map(|game| event_names(*game).len()).sum();
    assert_eq!(document["operations"].as_object().expect("operations").len(), count);
}

#[test]
fn every_client_event_documents_its_acknowledgement() {
    let document = asyncapi();
    for game in GameName::ALL {
        let [asked, _] = game.visit(EventTables);
        for row in asked {
            let message =
                &document["components"]["messages"][format!("{game}.{}", row.name.replace(':', "."))];
            assert_eq!(message["x-ack"]["oneOf"].as_array().map(Vec::len), Some(2), "{game} {}", row.name);
        }
    }
}

#[test]
fn typescript_has_every_event_and_every_code() {
    let text = typescript();
    assert!(
        text.starts_with("// Every message on the wire. Generated by `cargo xtask codegen`; do not edit.\n")
    );
    for &game in GameName::ALL {
        for name in event_names(game) {
            assert!(text.contains(&format!("  \"{name}\": (payload: ")), "{name}");
        }
    }
    for code in ErrorCode::ALL {
        assert!(text.contains(&format!("| \"{code}\"")), "{code}");
    }
    assert!(text.contains("export type ClientToServerEvents<G extends GameName = GameName>"));
    assert!(text.contains("export type ServerToClientEvents<G extends GameName = GameName>"));
}

#[test]
fn typescript_names_no_type_that_it_does_not_declare() {
    let text = typescript();
    let (_, declarations) = text.split_once("export ").expect("there are declarations");
    let is_name =
        |word: &&str| word.starts_with(|letter: char| letter.is_ascii_uppercase()) && word.len() > 1;
    let code = declarations.lines().filter(|line| !line.trim_start().starts_with("/**"));
    let without_strings = code.map(|line| line.split('"').step_by(2).collect::<Vec<_>>().join(" "));
    for line in without_strings {
        for name in line.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(is_name) {
            let declared = [format!("interface {name} "), format!("type {name} "), format!("type {name}<")];
            let known = name == "Record" || declared.iter().any(|declaration| text.contains(declaration));
            assert!(known, "{name} is not declared");
        }
    }
}

#[test]
fn the_documents_are_the_same_every_time() {
    assert_eq!(typescript(), typescript());
    assert_eq!(openapi().to_string(), openapi().to_string());
    assert_eq!(asyncapi().to_string(), asyncapi().to_string());
}
