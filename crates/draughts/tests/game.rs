//! Games from first move to last: turns, ends and draws.

use draughts::fen::Numbers;
use draughts::pdn::{GameType, read_move};
use draughts::{Game, Position, variants};
use game::{Match, Outcome, Play, Rank, Side, Wish};

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

/// Moves kings to and fro, keeping to what the rule is about, until the rule ends the game after so many moves.
fn check_draw(variant: &str, fen: &str, rule: &str, plies: usize) {
    let mut game = played(variant, fen, "");
    let material = game.variant().rules().draws.iter().find(|draw| draw.name == rule).expect(rule).material;
    let mut made = 0;
    while game.outcome().is_none() {
        let keeps_waiting = |play: &&Play| {
            let after = game.position().after(play);
            let met = game.positions().filter(|earlier| **earlier == after).count();
            play.captures.is_empty() && material.holds(&after) && !after.must_capture() && met < 2
        };
        let mut plays = game.legal_plays().to_vec();
        let turn = made * 7 % plays.len();
        plays.rotate_left(turn);
        // A man moves now and then, so that only the rule in question is left to count.
        let man =
            |play: &Play| play.from.and_then(|from| game.position().piece(from)).map(|piece| piece.rank);
        plays.sort_by_key(|play| (man(play) == Some(Rank::Man)) != (made % 20 > 17));
        let wish = Wish::from(plays.iter().find(keeps_waiting).expect("a move that waits"));
        game.play(&wish).expect("a legal move");
        made += 1;
    }
    assert_eq!((stands(&game).as_str(), made), (rule, plies), "{variant} {fen}");
}

#[test]
fn kings_that_move_without_progress_draw() {
    check_draw("english", "B:WK29,K30:BK3,K4", "no_progress", 80);
    check_draw("italian", "W:WK29,K30:BK3,K4", "no_progress", 80);
    check_draw("international", "W:WK46,K47:BK4,K5", "no_progress", 50);
    check_draw("czech", "W:WKa1,Kc1:BKf8,Kh8", "no_progress", 30);
    check_draw("turkish", "W:WKa1,Kb1:BKg8,Kh8", "no_progress", 50);
}

#[test]
fn one_or_two_pieces_against_a_lone_king_have_five_moves() {
    check_draw("international", "W:WK50,K49:BK1", "two_against_one", 10);
    check_draw("canadian", "W:WK72,K71:BK1", "two_against_one", 10);
    check_draw("russian", "W:WKc1,Ke1:BKb8", "two_against_one", 10);
    check_draw("brazilian", "W:WKc1:BKb8", "two_against_one", 10);
}

#[test]
fn three_pieces_against_a_lone_king_have_their_own_limit_in_each_game() {
    check_draw("international", "W:WK50,K49,K48:BK1", "three_against_one", 32);
    check_draw("russian", "W:WKc1,Ke1,Kg1:BKb8", "three_kings_against_one", 30);
    check_draw("russian", "W:WKc1,Ke1,Kg1:BKa1", "three_against_main_road", 10);
    check_draw("pool", "B:WK32:BK1,K2,K3", "three_kings_against_one", 26);
    check_draw("spanish", "W:WK1,K2,K3:BK29", "three_kings_against_one", 24);
}

#[test]
fn two_kings_have_seven_moves_in_frisian() {
    check_draw("frisian", "W:WK50,K49:BK1", "two_kings_against_one", 14);
}

#[test]
fn few_pieces_with_kings_on_both_sides_have_thirty_moves_in_russian() {
    check_draw("russian", "W:WKc1,a1,a3:BKf8,h8", "four_or_five_pieces", 60);
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
