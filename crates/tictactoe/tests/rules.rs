//! The rules of tic-tac-toe, sentence by sentence.

use game::{Highlight, Match, RefusalCode, Side, Square, Variant, Wish};
use tictactoe::{LINES, TicTacToe};

/// Plays the cells in turn and gives the match.
fn after(cells: &[u8]) -> Box<dyn Match> {
    let mut round = TicTacToe.start();
    for cell in cells {
        round.play(&Wish::place(Square(*cell))).expect("the story is legal");
    }
    round
}

fn refusal(cells: &[u8], wish: u8) -> (RefusalCode, String) {
    let mut round = after(cells);
    let before = round.position_text();
    let refusal = round.play(&Wish::place(Square(wish))).expect_err("the wish is refused");
    assert_eq!(round.position_text(), before, "a refusal changes nothing");
    (refusal.code, refusal.sentence)
}

#[test]
fn x_goes_first_and_turns_alternate() {
    assert_eq!(after(&[]).side_to_move(), Side::First);
    assert_eq!(after(&[4]).side_to_move(), Side::Second);
    assert_eq!(after(&[4, 0]).side_to_move(), Side::First);
}

#[test]
fn each_of_the_eight_lines_wins_and_is_named() {
    for line in LINES {
        let others: Vec<u8> = (0..9).filter(|cell| !line.contains(cell)).collect();
        // Two of the other side's marks can be any two cells off the line: they never make three.
        let story = [line[0], others[0], line[1], others[1], line[2]];
        let outcome = after(&story).outcome().expect("three in a row end the game");
        assert_eq!(outcome.winner, Some(Side::First));
        assert_eq!(outcome.line, Some(line.map(Square).to_vec()));
    }
}

#[test]
fn nine_marks_without_a_line_are_a_draw() {
    let outcome = after(&[0, 1, 2, 4, 3, 5, 7, 6, 8]).outcome().expect("the board is full");
    assert_eq!((outcome.winner, outcome.line), (None, None));
}

#[test]
fn the_ninth_mark_can_win() {
    let outcome = after(&[0, 1, 2, 3, 4, 5, 7, 6, 8]).outcome().expect("the board is full");
    assert_eq!(outcome.winner, Some(Side::First));
}

#[test]
fn a_taken_cell_is_refused_in_words() {
    assert_eq!(refusal(&[4], 4), (RefusalCode::CellTaken, "cell 4 already has an X".to_owned()));
}

#[test]
fn a_cell_off_the_board_is_refused_in_words() {
    assert_eq!(refusal(&[], 9).0, RefusalCode::OutOfBoard);
    assert_eq!(refusal(&[], 255).0, RefusalCode::OutOfBoard);
}

#[test]
fn no_mark_is_placed_after_the_end() {
    assert_eq!(refusal(&[0, 3, 1, 4, 2], 8).0, RefusalCode::GameOver);
    assert!(after(&[0, 3, 1, 4, 2]).legal_plays().is_empty());
}

#[test]
fn a_move_that_makes_two_threats_is_a_fork() {
    let mut round = after(&[0, 4, 8, 2]);
    let played = round.play(&Wish::place(Square(6))).expect("cell 6 is free");
    assert_eq!(
        played.highlights,
        vec![Highlight::Fork { square: Square(6), threats: vec![Square(3), Square(7)] }]
    );
}

#[test]
fn a_winning_move_is_no_fork() {
    let mut round = after(&[0, 3, 1, 4]);
    assert!(round.play(&Wish::place(Square(2))).expect("cell 2 is free").highlights.is_empty());
}

#[test]
fn a_position_can_be_written_and_read_again() {
    let round = after(&[4, 0, 8]);
    assert_eq!(round.position_text(), "O...X...X");
    let again = TicTacToe.start_from("O...X...X").expect("the position is sound");
    assert_eq!(again.board(), round.board());
    for nonsense in ["", "XXX......", "O........", "X.......?", "X........X"] {
        assert!(TicTacToe.start_from(nonsense).is_err(), "{nonsense} is no position");
    }
}
