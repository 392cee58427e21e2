//! The rules of connect four, sentence by sentence.

use connectfour::{COLUMNS, ConnectFour};
use game::{Match, RefusalCode, Side, Square, Variant, Wish};

/// Drops discs into these columns in turn and gives the match.
fn after(columns: &[u8]) -> Box<dyn Match> {
    let mut round = ConnectFour.start();
    for column in columns {
        round.play(&Wish::place(Square(*column))).expect("the story is legal");
    }
    round
}

/// Checks who wins when the last of these discs has fallen, and with which cells.
fn check(columns: &[u8], winner: Side, cells: &[u8]) {
    let before = after(&columns[..columns.len() - 1]);
    assert_eq!(before.outcome(), None, "the game goes on until the last disc");
    let outcome = after(columns).outcome().expect("four in a line end the game");
    let line: Vec<u8> = outcome.line.expect("a win has its cells").iter().map(|cell| cell.0).collect();
    assert_eq!((outcome.winner, line.as_slice()), (Some(winner), cells));
}

fn refusal(columns: &[u8], wish: u8) -> (RefusalCode, String) {
    let mut round = after(columns);
    let before = round.position_text();
    let refusal = round.play(&Wish::place(Square(wish))).expect_err("the wish is refused");
    assert_eq!(round.position_text(), before, "a refusal changes nothing");
    (refusal.code, refusal.sentence)
}

/// All cells filled, nobody with four in a line.
const DRAWN: [u8; 42] = [
    0, 1, 0, 1, 0, 1, 1, 0, 1, 0, 1, 0, 2, 3, 2, 3, 2, 3, 3, 2, 3, 2, 3, 2, 4, 5, 4, 5, 4, 5, 5, 4, 5, 4, 5,
    4, 6, 6, 6, 6, 6, 6,
];

#[test]
fn red_goes_first_and_turns_alternate() {
    assert_eq!(after(&[]).side_to_move(), Side::First);
    assert_eq!(after(&[3]).side_to_move(), Side::Second);
    assert_eq!(after(&[3, 3]).side_to_move(), Side::First);
}

#[test]
fn a_disc_falls_to_the_lowest_free_cell_of_its_column() {
    assert_eq!(after(&[3, 3, 2]).position_text(), "......./......./......./......./...Y.../..RR...");
    let mut round = after(&[3]);
    let played = round.play(&Wish::place(Square(3))).expect("there is room");
    assert_eq!(played.play.to, Square(31));
}

#[test]
fn a_column_may_be_named_by_any_of_its_cells() {
    let mut round = after(&[]);
    assert_eq!(round.play(&Wish::place(Square(24))).expect("there is room").play.to, Square(38));
}

#[test]
fn four_in_a_row_a_column_or_a_diagonal_win_and_are_named() {
    check(&[0, 0, 1, 1, 2, 2, 3], Side::First, &[35, 36, 37, 38]);
    check(&[6, 0, 6, 0, 6, 0, 5, 0], Side::Second, &[14, 21, 28, 35]);
    check(&[0, 1, 1, 2, 2, 3, 2, 3, 3, 6, 3], Side::First, &[17, 23, 29, 35]);
    check(&[6, 5, 5, 4, 4, 3, 4, 3, 3, 0, 3], Side::First, &[17, 25, 33, 41]);
}

#[test]
fn lines_do_not_run_from_one_edge_to_the_other() {
    assert_eq!(after(&[4, 4, 5, 5, 6, 6, 0]).outcome(), None);
    // The top of one column and the bottom of the next.
    assert_eq!(after(&[1, 0, 6, 0, 6, 0, 0, 5, 0, 5, 0]).outcome(), None);
}

#[test]
fn a_disc_that_completes_two_lines_names_all_their_cells() {
    let story = [0, 0, 1, 1, 2, 2, 4, 4, 5, 5, 6, 6, 3];
    check(&story, Side::First, &[35, 36, 37, 38, 39, 40, 41]);
}

#[test]
fn a_full_board_without_a_line_is_a_draw() {
    let outcome = after(&DRAWN).outcome().expect("the board is full");
    assert_eq!((outcome.winner, outcome.line, outcome.draw_rule), (None, None, Some("board_full")));
    assert_eq!(after(&DRAWN[..41]).outcome(), None);
}

#[test]
fn a_full_column_is_refused_in_words() {
    let full = [2; 6];
    assert_eq!(refusal(&full, 2), (RefusalCode::CellTaken, "column 2 is full".to_owned()));
    let hint = after(&full).preview(&Wish::place(Square(2))).expect_err("it is full").hint;
    assert_eq!(hint.as_deref(), Some("columns with room: 0, 1, 3, 4, 5, 6"));
}

#[test]
fn nothing_can_be_dropped_after_the_end() {
    let (code, sentence) = refusal(&[0, 0, 1, 1, 2, 2, 3], 4);
    assert_eq!(
        (code, sentence.as_str()),
        (RefusalCode::GameOver, "the game is over, no more discs can be dropped")
    );
    assert_eq!(after(&[0, 0, 1, 1, 2, 2, 3]).legal_plays(), []);
}

#[test]
fn a_cell_off_the_board_is_refused_in_words() {
    let expected = "there is no cell 42, cells are numbered 0 to 41".to_owned();
    assert_eq!(refusal(&[], 42), (RefusalCode::OutOfBoard, expected));
}

#[test]
fn every_position_can_be_written_and_read_again() {
    for length in 0..=DRAWN.len() {
        let text = after(&DRAWN[..length]).position_text();
        assert_eq!(ConnectFour.start_from(&text).expect("it is sound").position_text(), text);
    }
}

#[test]
fn a_position_that_no_game_leads_to_is_refused() {
    let empty = ["......."; 5].join("/");
    for bottom in ["R.R....", "Y......", "X......", "R.....", "RRRRYYYY", "RRRY..."] {
        assert!(ConnectFour.start_from(&format!("{empty}/{bottom}")).is_err(), "{bottom}");
    }
    let floating = "......./......./......./......./R....../.......";
    let two_winners = "......./......./......./......./YYYY.../RRRR...";
    for text in ["", floating, two_winners, &empty] {
        assert!(ConnectFour.start_from(text).is_err(), "{text}");
    }
}

#[test]
fn the_board_is_described_as_players_know_it() {
    let description = ConnectFour.description();
    assert_eq!((description.columns, description.rows), (COLUMNS, 6));
    let label = |cell: usize| description.labels[cell].as_deref();
    assert_eq!((label(0), label(38), label(41)), (Some("a6"), Some("d1"), Some("g1")));
    assert_eq!((description.idle.timeout_seconds, description.idle.warning_seconds), (90, 30));
}
