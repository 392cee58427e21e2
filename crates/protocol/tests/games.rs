//! Moves and results of the rules as they appear on the wire.

use draughts::wire::Checkers;
use game::{Piece, Play, Rank, Side, Square};
use protocol::{End, WireGame, parse};
use serde::Serialize;
use serde_json::{Value, json};
use tictactoe::TicTacToe;

#[track_caller]
fn check(message: impl Serialize, wire: Value) {
    assert_eq!(serde_json::to_value(message).expect("messages can be written"), wire);
}

fn chain() -> Play {
    Play {
        from: Some(Square(40)),
        to: Square(12),
        captures: vec![Square(33), Square(19)],
        path: vec![Square(26), Square(12)],
        promotes: true,
    }
}

fn mark() -> Play {
    Play { from: None, to: Square(4), captures: vec![], path: vec![], promotes: false }
}

#[test]
fn the_first_side_is_x_and_red() {
    check(TicTacToe::seat(Side::First), json!({ "mark": "X" }));
    check(TicTacToe::seat(Side::Second), json!({ "mark": "O" }));
    check(Checkers::seat(Side::First), json!({ "color": "red" }));
    check(Checkers::seat(Side::Second), json!({ "color": "black" }));
}

#[test]
fn a_legal_move_is_a_whole_move_of_checkers_and_a_cell_of_tic_tac_toe() {
    let whole = json!({ "from": 40, "to": 12, "captures": [33, 19], "path": [26, 12] });
    check(Checkers::legal(&chain()), whole);
    check(TicTacToe::legal(&mark()), json!(4));
}

#[test]
fn a_board_is_a_flat_list_with_null_for_empty_squares() {
    let man = Some(Piece { side: Side::First, rank: Rank::Man });
    let king = Some(Piece { side: Side::Second, rank: Rank::King });
    check(TicTacToe::board(&[man, None]), json!(["X", null]));
    check(
        Checkers::board(&[king, None, man]),
        json!([{ "player": "black", "type": "king" }, null, { "player": "red", "type": "man" }]),
    );
}

#[test]
fn a_chain_is_one_move_with_all_its_captures() {
    let wire = json!({ "from": 40, "to": 12, "captures": [33, 19], "path": [26, 12] });
    check(Checkers::played(Side::First, &chain()), json!({ "move": wire, "becameKing": true }));
    check(Checkers::step(Side::First, &chain()), json!({ "move": wire }));
}

#[test]
fn a_mark_is_told_with_its_cell() {
    check(TicTacToe::played(Side::Second, &mark()), json!({ "position": 4, "mark": "O" }));
}

#[test]
fn each_game_adds_its_own_to_the_end() {
    let line = [Square(0), Square(4), Square(8)];
    check(
        TicTacToe::ending(End { line: Some(&line), ..End::default() }),
        json!({ "winningLine": [0, 4, 8] }),
    );
    check(TicTacToe::ending(End::default()), json!({ "winningLine": null }));
    check(
        Checkers::ending(End { draw_rule: Some("agreement"), ..End::default() }),
        json!({ "drawRule": "agreement" }),
    );
    check(Checkers::ending(End { transcript: Some("*"), ..End::default() }), json!({ "pdn": "*" }));
}

#[test]
fn a_request_becomes_a_wish_of_the_rules() {
    let request =
        json!({ "roomId": "r", "playerId": "u1", "move": { "from": 40, "to": 12, "captures": [33, 19] } });
    let wish = Checkers::wish(&parse(&[request]).expect("the move is well formed"));
    assert_eq!((wish.from, wish.to, wish.path), (Some(Square(40)), Square(12), None));
    assert_eq!(wish.captures, Some(vec![Square(33), Square(19)]));
    let request = json!({ "roomId": "r", "playerId": "u1", "position": 4 });
    let wish = TicTacToe::wish(&parse(&[request]).expect("the move is well formed"));
    assert_eq!(wish, game::Wish::place(Square(4)));
}
