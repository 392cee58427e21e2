//! Client events: every event of the contract, and what is refused when it is parsed.

use draughts::wire::Checkers;
use protocol::{ClientEvent, ErrorCode, HandshakeOptions, MoveRequest, WireGame};
use serde_json::{Value, json};
use tictactoe::TicTacToe;

/// Parses an event and compares it, serialized again, with what is expected.
#[track_caller]
fn check<G: WireGame>(name: &str, sent: Value, understood: Value) {
    let event = ClientEvent::<MoveRequest<G>>::parse(name, &[sent]).expect("the event is well formed");
    assert_eq!(event.name(), name);
    assert_eq!(serde_json::to_value(&event).expect("events can be written"), understood);
}

/// Parses an event that must be refused, and compares code, parameter and sentence.
#[track_caller]
fn check_refusal<G: WireGame>(name: &str, sent: Value, code: ErrorCode, param: &str, sentence: &str) {
    let refusal = ClientEvent::<MoveRequest<G>>::parse(name, &[sent]).expect_err("the event is malformed");
    assert_eq!(
        (refusal.code, refusal.param.as_deref().unwrap_or(""), refusal.error.as_str()),
        (code, param, sentence)
    );
}

fn bad<G: WireGame>(name: &str, sent: Value, param: &str, sentence: &str) {
    check_refusal::<G>(name, sent, ErrorCode::BadPayload, param, sentence);
}

#[test]
fn a_name_is_enough_to_join() {
    let understood = json!({ "username": "Ann", "wantsBot": false });
    check::<TicTacToe>("matchmaking:join", json!({ "username": "Ann" }), understood);
}

#[test]
fn a_join_may_say_everything() {
    let join = json!({
        "username": "Ann", "playerId": "u1", "sessionId": "s1", "wantsBot": true, "botDifficulty": "hard",
        "afkTimeoutEnabled": true, "afkTimeoutSeconds": 120, "afkWarnSeconds": 30, "variant": "russian",
    });
    check::<Checkers>("matchmaking:join", join.clone(), join);
}

#[test]
fn null_and_empty_ids_count_as_absent_and_unknown_fields_are_ignored() {
    let sent = json!({ "username": "Ann", "playerId": "", "sessionId": null, "botDifficulty": null, "color": "red" });
    check::<Checkers>("matchmaking:join", sent, json!({ "username": "Ann", "wantsBot": false }));
}

#[test]
fn every_plain_request_is_read_as_it_was_sent() {
    let seat = json!({ "roomId": "room_1", "playerId": "u1" });
    for name in ["game:resign", "game:rematch", "game:draw:offer", "game:draw:accept", "game:draw:decline"] {
        check::<Checkers>(name, seat.clone(), seat.clone());
    }
    check::<TicTacToe>("game:spectate:leave", seat.clone(), seat);
    let room = json!({ "roomId": "room_1" });
    for name in ["afk:check", "game:spectate:leave", "game:draw:accept", "game:draw:decline", "game:spectate"]
    {
        check::<Checkers>(name, room.clone(), room.clone());
    }
    for sent in [json!({ "playerId": "u1" }), json!({ "playerId": "u1", "reconnectToken": "secret" })] {
        check::<Checkers>("game:reconnect", sent.clone(), sent);
    }
    check::<Checkers>("matchmaking:leave", json!({ "playerId": "u1" }), json!({ "playerId": "u1" }));
    let watch = json!({ "roomId": "room_1", "username": "Cleo" });
    check::<TicTacToe>("game:spectate", watch.clone(), watch);
}

#[test]
fn moves_are_asked_for_by_piece_or_all_at_once() {
    let one = json!({ "roomId": "room_1", "position": 40, "playerId": "u1" });
    check::<Checkers>("game:get_moves", one.clone(), one);
    let all = json!({ "roomId": "room_1", "playerId": "u1" });
    check::<Checkers>("game:get_moves", all.clone(), all);
}

#[test]
fn the_lobby_is_asked_for_nothing_and_a_game_of_it_by_its_id() {
    for name in ["lobby:follow", "lobby:unfollow"] {
        check::<Checkers>(name, json!({}), json!({}));
        check::<TicTacToe>(name, json!({ "roomId": "room_1" }), json!({}));
    }
    let sent = json!({ "username": "Ann", "seekId": "seek_1" });
    check::<Checkers>(
        "matchmaking:join",
        sent,
        json!({ "username": "Ann", "wantsBot": false, "seekId": "seek_1" }),
    );
}

#[test]
fn a_reaction_is_one_of_a_few_words() {
    let sent = json!({ "roomId": "room_1", "playerId": "u1", "reaction": "well_played" });
    check::<TicTacToe>("game:react", sent.clone(), sent);
    for text in ["hi there", "Hello", ""] {
        let sent = json!({ "roomId": "room_1", "playerId": "u1", "reaction": text });
        let refusal = ClientEvent::<MoveRequest<TicTacToe>>::parse("game:react", &[sent]);
        assert_eq!(refusal.expect_err("no free text").param.as_deref(), Some("reaction"));
    }
}

#[test]
fn a_mark_is_a_position() {
    let sent = json!({ "roomId": "room_1", "playerId": "u1", "position": 4, "ply": 3 });
    check::<TicTacToe>("game:move", sent.clone(), sent);
    let as_a_fraction = json!({ "roomId": "room_1", "playerId": "u1", "position": 4.0 });
    check::<TicTacToe>(
        "game:move",
        as_a_fraction,
        json!({ "roomId": "room_1", "playerId": "u1", "position": 4 }),
    );
}

#[test]
fn a_checkers_move_needs_only_its_ends() {
    let short = json!({ "roomId": "room_1", "playerId": "u1", "move": { "from": 40, "to": 33 } });
    check::<Checkers>("game:move", short.clone(), short);
    let full = json!({
        "roomId": "room_1", "playerId": "u1", "ply": 0,
        "move": { "from": 40, "to": 12, "captures": [33, 19], "path": [26, 12] },
    });
    check::<Checkers>("game:move", full.clone(), full);
}

#[test]
fn a_payload_that_is_no_object_is_refused() {
    bad::<Checkers>("game:resign", json!("room_1"), "", "the payload must be an object, not \"room_1\"");
    bad::<Checkers>("game:resign", json!([1, 2]), "", "the payload must be an object, not a list of 2");
    let refusal =
        ClientEvent::<MoveRequest<Checkers>>::parse("game:resign", &[]).expect_err("nothing was sent");
    assert_eq!(refusal.error, "the payload must be an object, not nothing");
}

#[test]
fn a_missing_field_is_named() {
    bad::<Checkers>("game:resign", json!({ "playerId": "u1" }), "roomId", "roomId is required");
    bad::<Checkers>("game:resign", json!({ "roomId": "r" }), "playerId", "playerId is required");
    bad::<Checkers>("matchmaking:join", json!({}), "username", "username is required");
    let headless = json!({ "roomId": "r", "playerId": "u1", "move": { "from": 1 } });
    bad::<Checkers>("game:move", headless, "move.to", "move.to is required");
}

#[test]
fn a_wrong_field_says_what_was_expected() {
    let join = |field: &str, value: Value| json!({ "username": "Ann", field: value });
    let timeout = "afkTimeoutSeconds must be a whole number from 10 to 600, not";
    for (value, shown) in [
        (json!(9), "9"),
        (json!(601), "601"),
        (json!(-10), "-10"),
        (json!(10.5), "10.5"),
        (json!("60"), "\"60\""),
    ] {
        bad::<Checkers>(
            "matchmaking:join",
            join("afkTimeoutSeconds", value),
            "afkTimeoutSeconds",
            &format!("{timeout} {shown}"),
        );
    }
    bad::<Checkers>(
        "matchmaking:join",
        join("wantsBot", json!("yes")),
        "wantsBot",
        "wantsBot must be true or false, not \"yes\"",
    );
    bad::<Checkers>(
        "matchmaking:join",
        join("botDifficulty", json!("brutal")),
        "botDifficulty",
        "botDifficulty must be one of easy, medium, hard, not \"brutal\"",
    );
    bad::<Checkers>(
        "matchmaking:join",
        json!({ "username": 7 }),
        "username",
        "username must be a text of at most 64 characters, not 7",
    );
}

#[test]
fn the_warning_comes_before_the_end() {
    let sent = |warn: u32| json!({ "username": "Ann", "afkTimeoutSeconds": 30, "afkWarnSeconds": warn });
    let understood =
        json!({ "username": "Ann", "wantsBot": false, "afkTimeoutSeconds": 30, "afkWarnSeconds": 29 });
    check::<Checkers>("matchmaking:join", sent(29), understood);
    for warn in [0, 30] {
        let sentence = format!("afkWarnSeconds must be a whole number from 1 to 29, not {warn}");
        bad::<Checkers>("matchmaking:join", sent(warn), "afkWarnSeconds", &sentence);
    }
}

#[test]
fn ids_and_lists_are_bounded() {
    let long = "x".repeat(129);
    let refused = json!({ "roomId": long, "playerId": "u1" });
    let shown = format!("\"{}…", "x".repeat(39));
    bad::<Checkers>(
        "game:resign",
        refused,
        "roomId",
        &format!("roomId must be a text of at most 128 characters, not {shown}"),
    );
    let longest = json!({ "roomId": "é".repeat(128), "playerId": "u1" });
    check::<Checkers>("game:resign", longest.clone(), longest);
    let name = json!({ "username": "x".repeat(65) });
    bad::<Checkers>(
        "matchmaking:join",
        name,
        "username",
        &format!("username must be a text of at most 64 characters, not {shown}"),
    );
    let many =
        json!({ "roomId": "r", "playerId": "u1", "move": { "from": 1, "to": 2, "captures": vec![3; 65] } });
    bad::<Checkers>(
        "game:move",
        many,
        "move.captures",
        "move.captures must be a list of at most 64, not a list of 65",
    );
}

#[test]
fn a_square_off_every_board_is_out_of_board() {
    for wrong in [-1, 144, 100_000] {
        let sentence = format!("position must be the index of a square, 0 to 143, not {wrong}");
        let sent = json!({ "roomId": "r", "playerId": "u1", "position": wrong });
        check_refusal::<TicTacToe>("game:move", sent, ErrorCode::OutOfBoard, "position", &sentence);
    }
    let sent = json!({ "roomId": "r", "playerId": "u1", "move": { "from": 1, "to": 2, "path": [5, 999] } });
    let sentence = "move.path[1] must be the index of a square, 0 to 143, not 999";
    check_refusal::<Checkers>("game:move", sent, ErrorCode::OutOfBoard, "move.path[1]", sentence);
    let sent = json!({ "roomId": "r", "playerId": "u1", "position": "4" });
    bad::<TicTacToe>(
        "game:move",
        sent,
        "position",
        "position must be the index of a square, 0 to 143, not \"4\"",
    );
}

#[test]
fn a_mistyped_event_gets_a_suggestion() {
    let refusal =
        ClientEvent::<MoveRequest<Checkers>>::parse("game:mvoe", &[]).expect_err("there is no such event");
    assert_eq!(refusal.code, ErrorCode::BadPayload);
    assert_eq!(refusal.error, "checkers has no event \"game:mvoe\"");
    assert_eq!(refusal.hint.as_deref(), Some("did you mean \"game:move\"?"));
    let refusal = ClientEvent::<MoveRequest<Checkers>>::parse("zzzzzzzzzzzzzzzz", &[])
        .expect_err("there is no such event");
    assert_eq!(refusal.hint, None);
}

#[test]
fn tic_tac_toe_has_no_draw_offers_and_lists_no_moves() {
    let seat = json!({ "roomId": "r", "playerId": "u1" });
    for name in ["game:draw:offer", "game:draw:accept", "game:draw:decline", "game:get_moves"] {
        bad::<TicTacToe>(name, seat.clone(), "", &format!("tictactoe has no event \"{name}\""));
    }
}

/// Parses the `auth` of a handshake and compares its options with `(legal moves, move history)`.
#[track_caller]
fn check_handshake(auth: Value, wanted: (bool, bool)) {
    let options = HandshakeOptions::of(&auth).expect("the handshake is well formed");
    assert_eq!((options.legal_moves, options.move_history), wanted, "{auth}");
}

#[test]
fn a_handshake_that_says_nothing_asks_for_the_contract_as_it_is() {
    let plain = (false, true);
    for auth in [json!(null), json!({}), json!("text"), json!([1]), json!({ "token": "t", "other": 1 })] {
        check_handshake(auth, plain);
    }
    check_handshake(json!({ "legalMoves": false, "moveHistory": true }), plain);
    check_handshake(json!({ "legalMoves": null, "moveHistory": null }), plain);
}

#[test]
fn a_handshake_may_ask_for_legal_moves_and_to_be_spared_the_history() {
    check_handshake(json!({ "token": "t", "legalMoves": true }), (true, true));
    check_handshake(json!({ "moveHistory": false }), (false, false));
    check_handshake(json!({ "legalMoves": true, "moveHistory": false }), (true, false));
}

#[test]
fn a_wrong_option_of_the_handshake_is_refused_by_its_place() {
    for (field, value, shown) in [("legalMoves", json!("yes"), "\"yes\""), ("moveHistory", json!(0), "0")] {
        let error = HandshakeOptions::of(&json!({ field: value })).expect_err("not true or false");
        let sentence = format!("auth.{field} must be true or false, not {shown}");
        assert_eq!((error.code, error.message), (ErrorCode::BadPayload, sentence));
        assert_eq!(error.param, Some(format!("auth.{field}")));
    }
}
