//! The three levels of tic-tac-toe.

use game::{Budget, Level, Match, Score, Side, Square, Variant, Wish};
use tictactoe::TicTacToe;

/// None is needed: the game is solved.
const BUDGET: Budget = Budget::of_nodes(0);

fn position(text: &str) -> Box<dyn Match> {
    TicTacToe.start_from(text).expect("the position is sound")
}

fn answer(text: &str, level: Level, seed: u64) -> u8 {
    position(text).bot_move(level, BUDGET, seed).expect("the game goes on").to.0
}

/// Plays every line the opponent can choose, and counts the bot's losses.
fn losses(round: &dyn Match, bot: Side) -> usize {
    if let Some(outcome) = round.outcome() {
        return usize::from(outcome.winner == Some(bot.other()));
    }
    if round.side_to_move() == bot {
        // All of its equally good moves, not only one that chance would pick.
        let choices: std::collections::BTreeSet<u8> = (0..16)
            .map(|seed| round.bot_move(Level::Hard, BUDGET, seed).expect("the game goes on").to.0)
            .collect();
        return choices.into_iter().map(|cell| losses(after(round, cell).as_ref(), bot)).sum();
    }
    round.legal_plays().iter().map(|play| losses(after(round, play.to.0).as_ref(), bot)).sum()
}

fn after(round: &dyn Match, cell: u8) -> Box<dyn Match> {
    let mut next = round.boxed();
    next.play(&Wish::place(Square(cell))).expect("the move is legal");
    next
}

#[test]
fn hard_never_loses_from_either_seat_against_every_line() {
    for bot in Side::BOTH {
        assert_eq!(losses(TicTacToe.start().as_ref(), bot), 0, "as {bot:?}");
    }
}

#[test]
fn hard_wins_when_it_can() {
    assert_eq!(answer("XX.OO....", Level::Hard, 1), 2);
}

#[test]
fn medium_wins_at_once_rather_than_blocking() {
    for seed in 0..20 {
        assert_eq!(answer("XX.OO....", Level::Medium, seed), 2);
    }
}

#[test]
fn medium_blocks_when_it_cannot_win() {
    for seed in 0..20 {
        assert_eq!(answer("XX..O....", Level::Medium, seed), 2);
    }
}

#[test]
fn easy_plays_every_free_cell_sooner_or_later_and_sees_no_threat() {
    let chosen: std::collections::BTreeSet<u8> =
        (0..200).map(|seed| answer("XX..O....", Level::Easy, seed)).collect();
    assert_eq!(chosen.into_iter().collect::<Vec<_>>(), [2, 3, 5, 6, 7, 8]);
}

#[test]
fn the_same_seed_has_the_same_answer() {
    for level in [Level::Easy, Level::Medium, Level::Hard] {
        assert_eq!(answer(".........", level, 42), answer(".........", level, 42));
    }
}

#[test]
fn a_finished_game_has_no_answer() {
    assert_eq!(position("XXXOO....").bot_move(Level::Hard, BUDGET, 1), None);
}

#[test]
fn an_analysis_names_the_best_moves_and_in_how_many_plies_they_win() {
    let round = position("XX.OO....");
    let analysis = round.analyse(BUDGET, 2);
    assert_eq!(analysis.lines[0].score, Score::Win { side: Side::First, plies: 1 });
    assert_eq!(analysis.lines[0].plays, [round.legal_plays()[0].clone()]);
    assert_eq!(analysis.lines[1].score, Score::Men(0));
    let even = TicTacToe.start().analyse(BUDGET, 1);
    assert_eq!((even.lines[0].score, even.lines[0].plays.len()), (Score::Men(0), 9));
}
