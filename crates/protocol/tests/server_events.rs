//! Server events: every event of the contract as exact JSON, parsed and serialized.

use std::collections::BTreeSet;

use draughts::wire::Checkers;
use protocol::{Ack, ErrorCode, Joined, ServerEvent, WireGame, WireRefusal};
use serde_json::{Value, json};
use tictactoe::TicTacToe;

/// Parses the JSON as an event, serializes it again, and expects the same JSON.
#[track_caller]
fn check<G: WireGame>(name: &str, payload: Value) {
    let event = ServerEvent::<G>::read(name, &payload).expect("the contract's JSON can be read");
    assert_eq!(event.name(), name);
    assert_eq!(serde_json::to_value(&event).expect("events can be written"), payload, "{name}");
}

fn without(payload: &Value, field: &str) -> Value {
    let mut payload = payload.clone();
    payload.as_object_mut().expect("payloads are objects").remove(field).expect("the field was there");
    payload
}

/// The events that are the same in every game.
fn common() -> Vec<(&'static str, Value)> {
    let notice = json!({ "roomId": "room_1", "seq": 9, "playerId": "u2" });
    vec![
        ("matchmaking:waiting", json!({ "playerId": "u1", "position": 1 })),
        ("matchmaking:left", json!({})),
        ("matchmaking:already_started", json!({ "roomId": "room_1", "seq": 1 })),
        (
            "afk:status",
            json!({ "roomId": "room_1", "seq": 4, "playerId": "u1", "expiresAt": 1_773_565_290_000_u64 }),
        ),
        (
            "player:disconnected",
            json!({ "roomId": "room_1", "seq": 5, "socketId": "c7", "playerId": "u1", "expiresAt": 1_773_565_260_000_u64 }),
        ),
        ("player:reconnected", notice.clone()),
        ("game:rematch:offered", notice),
        ("game:spectators", json!({ "roomId": "room_1", "seq": 7, "count": 3 })),
        (
            "game:reaction",
            json!({ "roomId": "room_1", "seq": 7, "playerId": "user_123", "reaction": "good_luck" }),
        ),
        (
            "lobby:state",
            json!({ "playersOnline": 12, "gamesRunning": 3, "seeks": [{
                "seekId": "seek_1", "game": "checkers", "variant": "russian", "username": "Ann", "rating": 1624,
                "timeControl": { "kind": "clock", "baseSeconds": 180, "incrementSeconds": 2 },
                "waitingSince": 1_773_565_200_000_u64,
            }] }),
        ),
        (
            "game:error",
            json!({ "event": "game:move", "error": "it is not your turn", "code": "not_your_turn" }),
        ),
        ("server:restarting", json!({ "retryAfterMs": 2000 })),
    ]
}

fn tictactoe() -> Vec<(&'static str, Value)> {
    let players = json!([
        { "id": "u1", "username": "Ann", "displayName": "Ann", "isBot": false, "connected": true, "mark": "X" },
        { "id": "u2", "username": "Ben", "displayName": "Ben", "isBot": true, "connected": true, "mark": "O" },
    ]);
    let board = json!(["X", null, null, null, "O", null, null, null, null]);
    let history =
        json!([{ "position": 0, "mark": "X", "playerId": "u1", "timestamp": 1_773_565_200_000_u64 }]);
    let started = json!({
        "roomId": "room_1", "seq": 1, "playerId": "u1", "mark": "X", "players": players, "board": board,
        "currentTurn": 0, "afkTimeoutEnabled": true, "afkTimeoutSeconds": 60, "afkWarnSeconds": 20,
        "variant": "classic", "reconnectToken": "secret",
    });
    let mut reconnected = started.clone();
    reconnected["moveHistory"] = history.clone();
    vec![
        ("game:started", started),
        ("game:reconnected", reconnected),
        (
            "game:spectate:joined",
            json!({
                "roomId": "room_1", "seq": 3, "players": players, "board": board, "currentTurn": 0,
                "moveHistory": history, "variant": "classic",
            }),
        ),
        (
            "game:move:made",
            json!({
                "roomId": "room_1", "seq": 2, "position": 0, "mark": "X", "board": board, "currentTurn": 1,
                "moveHistory": history,
            }),
        ),
        (
            "tictactoe:afk_warning",
            json!({ "roomId": "room_1", "seq": 3, "playerId": "u1", "secondsRemaining": 20, "expiresAt": 1_773_565_290_000_u64 }),
        ),
        ("tictactoe:afk_warning_cleared", json!({ "roomId": "room_1", "seq": 4 })),
        (
            "game:over",
            json!({ "roomId": "room_1", "seq": 8, "winner": "u1", "reason": "victory", "winningLine": [0, 4, 8] }),
        ),
    ]
}

fn checkers() -> Vec<(&'static str, Value)> {
    let players = json!([
        { "id": "u1", "username": "Ann", "displayName": "Ann", "isBot": false, "connected": true, "color": "red" },
        { "id": "u2", "username": "Ben", "displayName": "Ben", "isBot": false, "connected": false, "color": "black" },
    ]);
    let board =
        json!([null, { "player": "black", "type": "man" }, { "player": "red", "type": "king" }, null]);
    let capture = json!({ "from": 40, "to": 26, "captures": [33], "path": [26] });
    let history = json!([{ "move": capture, "playerId": "u1", "timestamp": 1_773_565_200_000_u64 }]);
    let started = json!({
        "roomId": "room_1", "seq": 1, "playerId": "u2", "color": "black", "players": players, "board": board,
        "currentTurn": 0, "afkTimeoutEnabled": false, "afkTimeoutSeconds": 90, "afkWarnSeconds": 30,
        "variant": "english", "reconnectToken": "secret",
    });
    let mut reconnected = started.clone();
    reconnected["moveHistory"] = history.clone();
    let notice = json!({ "roomId": "room_1", "seq": 9, "playerId": "u2" });
    vec![
        ("game:started", started),
        ("game:reconnected", reconnected),
        (
            "game:spectate:joined",
            json!({
                "roomId": "room_1", "seq": 3, "players": players, "board": board, "currentTurn": 0,
                "moveHistory": history, "variant": "english",
            }),
        ),
        ("game:valid_moves", json!({ "roomId": "room_1", "seq": 3, "position": 40, "moves": [capture] })),
        (
            "game:move:made",
            json!({
                "roomId": "room_1", "seq": 2, "move": capture, "becameKing": true, "board": board, "currentTurn": 1,
                "moveHistory": history,
            }),
        ),
        (
            "checkers:afk_warning",
            json!({ "roomId": "room_1", "seq": 3, "playerId": "u1", "secondsRemaining": 30, "expiresAt": 1_773_565_290_000_u64 }),
        ),
        ("checkers:afk_warning_cleared", json!({ "roomId": "room_1", "seq": 4 })),
        (
            "game:over",
            json!({ "roomId": "room_1", "seq": 8, "winner": null, "reason": "draw", "drawRule": "repetition", "pdn": "1. 11-15 *" }),
        ),
        ("game:draw:offered", notice.clone()),
        ("game:draw:declined", notice),
    ]
}

#[track_caller]
fn check_all<G: WireGame>(own: Vec<(&'static str, Value)>) {
    let events: Vec<_> = own.into_iter().chain(common()).collect();
    let listed: BTreeSet<_> = ServerEvent::<G>::table().iter().map(|row| row.name).collect();
    assert_eq!(
        events.iter().map(|(name, _)| *name).collect::<BTreeSet<_>>(),
        listed,
        "every event is shown here"
    );
    for (name, payload) in events {
        check::<G>(name, payload);
    }
}

#[test]
fn every_event_of_tic_tac_toe_is_written_as_the_contract_says() {
    check_all::<TicTacToe>(tictactoe());
}

#[test]
fn every_event_of_checkers_is_written_as_the_contract_says() {
    check_all::<Checkers>(checkers());
}

#[test]
fn optional_fields_are_left_out_rather_than_null() {
    for (name, payload) in checkers() {
        match name {
            "game:started" | "game:reconnected" => {
                check::<Checkers>(name, without(&payload, "reconnectToken"));
            }
            "game:over" => check::<Checkers>(name, without(&without(&payload, "drawRule"), "pdn")),
            _ => {}
        }
    }
}

/// An event of the contract, and the same with more fields: both are serialized as they were parsed.
#[track_caller]
fn check_with<G: WireGame>(events: Vec<(&'static str, Value)>, name: &str, more: &Value) {
    let (_, mut payload) =
        events.into_iter().find(|(event, _)| *event == name).expect("an event of the game");
    check::<G>(name, payload.clone());
    for (field, value) in more.as_object().expect("fields") {
        payload[field] = value.clone();
    }
    check::<G>(name, payload);
}

#[test]
fn legal_moves_come_as_game_valid_moves_lists_them_and_in_tic_tac_toe_as_cells() {
    let moves = json!({ "legalMoves": [{ "from": 40, "to": 26, "captures": [33], "path": [26] }] });
    for name in ["game:started", "game:reconnected", "game:spectate:joined", "game:move:made"] {
        check_with::<Checkers>(checkers(), name, &moves);
        check_with::<TicTacToe>(tictactoe(), name, &json!({ "legalMoves": [1, 2] }));
        check_with::<TicTacToe>(tictactoe(), name, &json!({ "legalMoves": [] }));
    }
}

#[test]
fn a_move_without_the_history_carries_its_own_time() {
    for (name, payload) in tictactoe().into_iter().filter(|(name, _)| *name == "game:move:made") {
        let mut spared = without(&payload, "moveHistory");
        spared["timestamp"] = json!(1_773_565_200_000_u64);
        check::<TicTacToe>(name, spared);
    }
}

#[test]
fn absence_that_means_something_is_null() {
    check::<TicTacToe>("afk:status", Value::Null);
    check::<Checkers>("game:valid_moves", json!({ "roomId": "r", "seq": 1, "position": null, "moves": [] }));
    let drawn = json!({ "roomId": "r", "seq": 9, "winner": null, "reason": "draw", "winningLine": null });
    check::<TicTacToe>("game:over", drawn);
}

#[test]
fn a_refusal_can_carry_hint_param_and_candidates() {
    let error = json!({
        "event": "game:move", "error": "two captures fit", "code": "ambiguous_move", "hint": "say which pieces you take",
        "param": "move", "candidates": [{ "from": 1, "to": 19, "captures": [10], "path": [19] }],
    });
    check::<Checkers>("game:error", error);
}

#[test]
fn every_reason_and_code_has_its_word() {
    for reason in ["victory", "draw", "resignation", "afk_timeout", "disconnect"] {
        check::<Checkers>("game:over", json!({ "roomId": "r", "seq": 1, "winner": "u1", "reason": reason }));
    }
    let codes = "bad_payload unknown_room unknown_variant not_your_seat not_your_turn game_over cell_taken out_of_board \
        not_your_piece must_capture must_capture_most must_continue_capture blocked wrong_direction illegal_move \
        ambiguous_move stale_ply already_waiting reconnect_expired nothing_to_reconnect spectators_cannot rate_limited \
        payload_too_large taken_over guests_not_allowed token_invalid token_expired";
    for code in codes.split_whitespace() {
        check::<Checkers>("game:error", json!({ "event": "game:move", "error": "no", "code": code }));
    }
}

#[test]
fn an_acknowledgement_says_ok_or_why_not() {
    let accepted = Ack::Accepted(Joined { player_id: "u1".to_owned(), position: Some(2), room_id: None });
    let written = serde_json::to_value(&accepted).expect("answers can be written");
    assert_eq!(written, json!({ "ok": true, "playerId": "u1", "position": 2 }));
    let refused: Ack<Joined> =
        Err(WireRefusal::new(ErrorCode::AlreadyWaiting, "you are waiting already").hint("wait")).into();
    let written = serde_json::to_value(&refused).expect("answers can be written");
    assert_eq!(
        written,
        json!({ "ok": false, "error": "you are waiting already", "code": "already_waiting", "hint": "wait" })
    );
}
