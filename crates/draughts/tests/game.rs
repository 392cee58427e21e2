//! Games from first move to last: turns, ends and draws.

use draughts::fen::Numbers;
use draughts::pdn::{GameType, read_move};
use draughts::{Game, Position, variants};
use game::{Match, Outcome, Side, Wish};

/// Plays the moves from a position and says how the game stands: `open`, `win`, `loss` or the draw rule;
/// a win is one for the side that moved first.
fn check(variant: &str, fen: &str, moves: &str, expected: &str) {
    assert_eq!(stands(&played(variant, fen, moves)), expected, "{variant} {fen} {moves}");
}

fn played(variant: &str, fen: &str, moves: &str) -> Game {
    let variant = variants::find(variant).expect("a variant of that name");
    let mut game = match fen {
        "" => Game::new(variant),
        fen => Game::from_position(Position::from_fen(variant, fen).expect("a position")),
    };
    for text in moves.split_whitespace() {
        let play = read_move(game.position(), &GameType::of(variant), Numbers::Refused, text).expect(text);
        game.play(&Wish::from(&play)).expect(text);
    }
    game
}

fn stands(game: &Game) -> String {
    match game.outcome() {
        None => "open".to_owned(),
        Some(Outcome { draw_rule: Some(rule), .. }) => (*rule).to_owned(),
        Some(outcome) if outcome.winner == Some(Side::First) => "win".to_owned(),
        Some(_) => "loss".to_owned(),
    }
}

fn repeated(moves: &str, times: usize) -> String {
    [moves].repeat(times).join(" ")
}

#[test]
fn a_side_without_pieces_loses() {
    check("english", "B:W15:B11", "11x18", "win");
    check("international", "W:W28:B23", "28x19", "win");
}

#[test]
fn a_side_without_a_free_square_loses() {
    check("english", "B:W12:B3", "3-8 12x3", "loss");
    check("international", "W:W11,17,22:B6", "22-18", "win"); // 6 is shut in by 11 and 17
    check("international", "W:W11,22:B6", "22-18", "open");
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    let there_and_back = "1-6 32-28 6-1 28-32";
    check("english", "B:WK32:BK1", &repeated(there_and_back, 1), "open");
    check("english", "B:WK32:BK1", &format!("{} 1-6 32-28 6-1", repeated(there_and_back, 1)), "open");
    check("english", "B:WK32:BK1", &repeated(there_and_back, 2), "repetition");
}

#[test]
fn a_king_against_a_king_is_drawn_at_once_in_frisian() {
    check("frisian", "W:WK50:BK6", "", "king_against_king");
    check("frisian", "W:WK50:BK44", "", "open"); // White can capture
}

#[test]
fn one_piece_each_is_a_draw_in_turkish_unless_it_can_be_taken() {
    check("turkish", "W:Wa2:Bh7", "", "one_piece_each");
    check("turkish", "W:WKa1:BKh8", "", "one_piece_each");
    check("turkish", "W:WKa1:BKa8", "", "one_piece_each");
    check("turkish", "W:WKa1:BKa4", "", "open"); // White can capture
    check("turkish", "W:WKa1:Ba7", "", "open");
}

#[test]
fn a_king_rests_after_three_moves_in_frisian_while_its_side_has_a_man() {
    let two_moves = "46-41 1-7 41-46 7-12";
    let three_moves = "46-41 1-7 41-46 7-12 46-41 12-18";
    check_moves("frisian", "W:WK46,50:B1", two_moves, "46", true);
    check_moves("frisian", "W:WK46,50:B1", three_moves, "41", false);
    check_moves("frisian", "W:WK46,50:B1", &format!("{three_moves} 50-45 18-22"), "41", true);
    check_moves("frisian", "W:WK46,K50:B1", three_moves, "41", true);
}

/// Checks whether the piece on a square may move after the moves.
fn check_moves(variant: &str, fen: &str, moves: &str, square: &str, may_move: bool) {
    let game = played(variant, fen, moves);
    let rules = game.variant().rules();
    let square = rules.notation.square(&rules.layout, square);
    assert_eq!(game.legal_plays().iter().any(|play| play.from == square), may_move, "{fen} {moves}");
}

#[test]
fn taking_back_restores_everything() {
    let mut game = played("russian", "", "c3-d4 b6-a5 d4-c5");
    let fens: Vec<String> = game.positions().map(Position::fen).collect();
    for fen in fens.iter().rev() {
        assert_eq!(game.position_text(), *fen);
        game.undo();
    }
    assert_eq!(game.undo(), None);
    assert_eq!(game.position(), &Position::start(game.variant()));
}

#[test]
fn a_transcript_reads_back_as_the_same_game() {
    let game = played("international", "", "32-28 19-23 28x19 14x23");
    let text = game.transcript(&game::Heading::default(), None).unwrap();
    assert!(text.contains("1. 32-28 19-23 2. 28x19 14x23"), "{text}");
}

#[test]
fn every_variant_starts_with_its_own_board() {
    for variant in variants::on_offer() {
        let description = variant.description();
        let start = variant.start();
        assert_eq!(start.board().len(), usize::from(description.columns) * usize::from(description.rows));
        assert_eq!(start.side_to_move(), Side::First);
        assert_eq!(start.outcome(), None);
        let again = variant.start_from(&start.position_text()).unwrap();
        assert_eq!(again.board(), start.board());
        assert_eq!(again.legal_plays(), start.legal_plays());
        // The side that moves first sits at the bottom.
        let bottom = start.board().into_iter().rev().flatten().next().unwrap();
        assert_eq!(bottom.side, Side::First, "{}", description.variant);
    }
}
