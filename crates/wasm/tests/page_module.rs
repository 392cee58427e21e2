//! What the module answers a page.

use serde_json::{Value, json};
use wasm::PageModule;

fn ask(request: &Value) -> Value {
    let answer = PageModule::new().answer(request.to_string().as_bytes());
    serde_json::from_str(&answer).expect("an answer is JSON")
}

fn game(variant: &str, plays: Value) -> Value {
    json!({ "game": "checkers", "variant": variant, "plays": plays })
}

/// Checks that a request is refused with this code and a sentence that contains these words.
fn check_refused(request: &Value, code: &str, words: &str) {
    let answer = ask(request);
    assert_eq!(answer["ok"], false, "{answer}");
    assert_eq!(answer["code"], code, "{answer}");
    assert!(answer["error"].as_str().is_some_and(|error| error.contains(words)), "{answer}");
}

#[test]
fn the_computer_plays_every_variant_of_every_game() {
    let catalogue = ask(&json!({ "request": "variants" }));
    let mut module = PageModule::new();
    let mut count = 0;
    for entry in catalogue["games"].as_array().expect("a list") {
        for variant in entry["variants"].as_array().expect("a list") {
            let mut plays = json!([]);
            for seed in 0..3 {
                let game = json!({ "game": entry["game"], "variant": variant["variant"], "plays": plays });
                let request =
                    json!({ "request": "bot", "game": game, "rung": 8, "nodes": 2000, "seed": seed });
                let answer: Value = serde_json::from_str(&module.answer(request.to_string().as_bytes()))
                    .expect("an answer is JSON");
                assert_eq!(answer["ok"], true, "{answer}");
                plays = answer["plays"].clone();
            }
            assert_eq!(plays.as_array().map(Vec::len), Some(3), "{variant}");
            count += 1;
        }
    }
    assert!(count >= 18, "only {count} variants");
}

#[test]
fn a_position_has_its_legal_moves_and_the_sides_of_the_players() {
    let state = ask(&json!({ "request": "state", "game": game("english", json!([])) }));
    assert_eq!(state["legalMoves"].as_array().map(Vec::len), Some(7));
    assert_eq!(state["seats"], json!([{ "color": "red" }, { "color": "black" }]));
    assert_eq!((&state["currentTurn"], &state["over"]), (&json!(0), &Value::Null));
}

#[test]
fn a_move_against_the_rules_is_refused_in_words() {
    let wanted = json!({ "move": { "from": 40, "to": 26 } });
    let request = json!({ "request": "move", "game": game("english", json!([])), "wanted": wanted });
    check_refused(&request, "illegal_move", "there is no piece on 16 to capture");
}

#[test]
fn a_damaged_game_is_refused_and_names_its_move() {
    let plays = json!([{ "from": 42, "to": 35, "path": [35] }, { "from": 42, "to": 35, "path": [35] }]);
    check_refused(&json!({ "request": "state", "game": game("english", plays) }), "bad_payload", "move 2");
    check_refused(
        &json!({ "request": "state", "game": game("martian", json!([])) }),
        "unknown_variant",
        "martian",
    );
    check_refused(&json!({ "request": "nonsense" }), "bad_payload", "cannot be read");
}

#[test]
fn a_game_begins_with_any_position_that_can_be_read() {
    let with = |start: &str| json!({ "game": "checkers", "variant": "english", "start": start, "plays": [] });
    let state = ask(&json!({ "request": "state", "game": with("W:WK10:B1") }));
    assert_eq!(state["ok"], true, "{state}");
    check_refused(
        &json!({ "request": "state", "game": with("W:W99:B1") }),
        "bad_payload",
        "position cannot be read",
    );
}

#[test]
fn a_resigned_game_is_over_and_has_its_text() {
    let game = json!({
        "game": "checkers", "variant": "russian", "plays": [], "end": "firstResigned",
        "names": ["Ann", "Computer"], "date": "2026.11.17",
    });
    let state = ask(&json!({ "request": "state", "game": game }));
    assert_eq!((&state["over"]["winner"], &state["over"]["reason"]), (&json!(1), &json!("resignation")));
    assert!(state["over"]["pdn"].as_str().is_some_and(|pdn| pdn.contains("[White \"Ann\"]")), "{state}");
    assert_eq!(state["legalMoves"], json!([]));
    check_refused(
        &json!({ "request": "bot", "game": game, "rung": 0, "nodes": 100, "seed": 1 }),
        "game_over",
        "over",
    );
}

#[test]
fn a_hint_names_a_legal_move_and_what_it_captures() {
    let plays = json!([{ "from": 42, "to": 35, "path": [35] }, { "from": 17, "to": 26, "path": [26] }]);
    let answer = ask(&json!({ "request": "hint", "game": game("english", plays) }));
    let hint = &answer["hint"];
    assert_eq!((&hint["captures"], &hint["only"]), (&json!(1), &json!(true)), "{answer}");
    assert_eq!(hint["move"]["from"], 35, "{answer}");
}

#[test]
fn a_ballot_is_three_legal_moves_and_differs_by_seed() {
    let ballot = |seed: u64| {
        let request =
            json!({ "request": "opening", "game": game("english", json!([])), "plies": 3, "seed": seed });
        ask(&request)["plays"].clone()
    };
    assert_eq!(ballot(1).as_array().map(Vec::len), Some(3));
    assert_eq!(ballot(1), ballot(1));
    assert!((2..8).any(|seed| ballot(seed) != ballot(1)));
}

#[test]
fn the_computer_declines_a_draw_in_the_opening() {
    let answer = ask(&json!({ "request": "draw", "game": game("english", json!([])), "seat": 1 }));
    assert_eq!(answer["accepted"], false, "{answer}");
}

#[test]
fn every_board_of_a_game_is_told_the_start_first() {
    let plays = json!([{ "from": 42, "to": 35, "path": [35] }]);
    let answer = ask(&json!({ "request": "boards", "game": game("english", plays) }));
    let boards = answer["boards"].as_array().expect("a list");
    assert_eq!(boards.len(), 2);
    assert!(boards[0][42].is_object() && boards[1][42].is_null() && boards[1][35].is_object());
}

#[test]
fn texts_are_replayed_and_positions_analysed_as_on_the_server() {
    let replayed = ask(&json!({ "request": "replay", "pdn": "1. 11-15 22-18 *", "variant": "english" }));
    assert_eq!(replayed["plies"].as_array().map(Vec::len), Some(2), "{replayed}");
    check_refused(&json!({ "request": "replay", "pdn": "", "variant": "english" }), "bad_payload", "no game");
    let analysis = ask(&json!({ "request": "analysis", "variant": "english", "lines": 3, "nodes": 3000 }));
    assert_eq!(analysis["lines"].as_array().map(Vec::len), Some(3), "{analysis}");
}

#[test]
fn an_analysis_in_steps_goes_deeper_from_step_to_step() {
    let mut module = PageModule::new();
    let mut depth = |nodes: u64| {
        let request =
            json!({ "request": "lines", "game": game("russian", json!([])), "lines": 2, "nodes": nodes });
        let answer: Value =
            serde_json::from_str(&module.answer(request.to_string().as_bytes())).expect("an answer is JSON");
        assert_eq!(answer["lines"].as_array().map(Vec::len), Some(2), "{answer}");
        answer["depth"].as_u64().expect("a number")
    };
    let first = depth(2_000);
    assert!(depth(40_000) > first);
}

#[test]
fn a_state_names_its_last_move() {
    let plays = json!([{ "from": 42, "to": 35, "path": [35] }]);
    let state = ask(&json!({ "request": "state", "game": game("english", plays) }));
    assert_eq!(state["lastText"], "11-15", "{state}");
    let start = ask(&json!({ "request": "state", "game": game("english", json!([])) }));
    assert_eq!(start["lastText"], Value::Null);
}

#[test]
fn a_text_is_opened_as_a_tree_that_can_be_replayed() {
    let tree = ask(&json!({ "request": "tree", "text": "1. 11-15 22-18 (23-19) *", "variant": "english" }));
    assert_eq!((&tree["ok"], &tree["start"]), (&json!(true), &Value::Null), "{tree}");
    let plays = json!([tree["nodes"][0]["play"], tree["nodes"][2]["play"]]);
    let state = ask(&json!({ "request": "state", "game": game("english", plays) }));
    assert_eq!(state["lastText"], "23-19", "{state}");
    let wrong = json!({ "request": "tree", "text": "1. 11-99", "variant": "english" });
    check_refused(&wrong, "bad_payload", "line 1, column 4");
    let unknown = json!({ "request": "tree", "text": "", "variant": "martian" });
    check_refused(&unknown, "unknown_variant", "martian");
}

#[test]
fn a_board_that_was_put_together_has_its_notation() {
    let set_up = |square: usize, size: usize| {
        let mut board = vec![Value::Null; size];
        board[square] = json!({ "player": "red", "type": "king" });
        json!({ "request": "setUp", "variant": "english", "board": board, "turn": 1 })
    };
    let answer = ask(&set_up(1, 64));
    assert_eq!(answer["ok"], true, "{answer}");
    let start = json!({ "game": "checkers", "variant": "english", "start": answer["position"], "plays": [] });
    let state = ask(&json!({ "request": "state", "game": start }));
    assert_eq!((&state["currentTurn"], &state["board"][1]["type"]), (&json!(1), &json!("king")), "{state}");
    check_refused(&set_up(0, 64), "bad_payload", "square 0");
    check_refused(&set_up(1, 100), "bad_payload", "100 squares instead of 64");
    let empty =
        json!({ "request": "setUp", "variant": "english", "board": vec![Value::Null; 64], "turn": 0 });
    check_refused(&empty, "bad_payload", "empty");
}
