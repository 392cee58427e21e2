//! A combination: from a quiet position one move wins, and so at every later turn of the solver; all others are clearly worse.

use draughts::bot::{Limits, SearchReport, Searcher};
use draughts::pdn::{self, Form};
use draughts::{Game, Position};
use game::{Play, Rank, Side, Wish};

/// From this value on a move wins, in hundredths of a man.
const WINS: i32 = 150;
/// Every other move is worth at most this.
const MOST_OF_OTHERS: i32 = 60;
/// In a position with fewer legal moves there is little to find.
const LEAST_CHOICE: usize = 3;
/// The fewest moves of the solver.
const LEAST_MOVES: usize = 2;
/// The most plies of a solution.
const MOST_PLIES: usize = 17;
/// What a king is worth when material is counted.
const KING: i32 = 3;

/// A position with the moves that win, and the answers to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Combination {
    /// The position.
    pub(crate) start: Position,
    /// The solver's moves and the best answers, the solver's first and last.
    pub(crate) plays: Vec<Play>,
}

/// Whether a combination may hide in a position: there is a choice of quiet moves, and the side to move is not ahead.
pub(crate) fn may_hide(game: &Game) -> bool {
    let position = game.position();
    !position.must_capture()
        && game.legal_plays().len() >= LEAST_CHOICE
        && lead(position, position.side_to_move()) <= 0
}

/// Whether a quick search hints at a combination: one move seems to win.
pub(crate) fn has_hint(game: &Game, report: &SearchReport) -> bool {
    only_move(game, report).is_some()
}

/// The combination of a position, proven by a search of so many nodes for each turn; `None` if there is none.
pub(crate) fn prove(game: &Game, searcher: &mut Searcher, nodes: u64) -> Option<Combination> {
    let (start, solver) = (*game.position(), game.position().side_to_move());
    // The game before the puzzle does not count: the solver sees the position only.
    let mut game = Game::from_position(start);
    let mut plays = Vec::new();
    while plays.len() < MOST_PLIES && game.outcome().is_none() {
        let report = searcher.think(&game, &Limits { lines: 2, ..Limits::of_nodes(nodes) }, &mut |_| {});
        let is_solver = game.position().side_to_move() == solver;
        let play = if is_solver { only_move(&game, &report) } else { report.best_move() };
        let Some(play) = play.cloned() else { break };
        game.play(&Wish::from(&play)).expect("a legal move");
        plays.push(play);
    }
    // What follows the last move of the solver is no part of the solution.
    plays.truncate(plays.len().saturating_sub(1) / 2 * 2 + 1);
    let combination = Combination { start, plays };
    combination.is_worth_solving().then_some(combination)
}

impl Combination {
    /// The moves in notation.
    pub(crate) fn text(&self) -> String {
        let (mut position, notation) = (self.start, self.start.rules().notation);
        let texts = self.plays.iter().map(|play| {
            let text = pdn::write_move(&position, &notation, play, Form::Shortest);
            position = position.after(play);
            text
        });
        texts.collect::<Vec<_>>().join(" ")
    }

    /// Whether it begins with a sacrifice, has enough moves, and leaves the solver with more than before.
    fn is_worth_solving(&self) -> bool {
        let solver = self.start.side_to_move();
        let [first, answer, ..] = self.plays.as_slice() else { return false };
        let end = self.plays.iter().fold(self.start, |position, play| position.after(play));
        self.plays.len().div_ceil(2) >= LEAST_MOVES
            && first.captures.is_empty()
            && !answer.captures.is_empty()
            && (lead(&end, solver) > lead(&self.start, solver) || end.legal_plays().is_empty())
    }
}

/// The one move that wins; `None` if none does, or another is not clearly worse.
fn only_move<'a>(game: &Game, report: &'a SearchReport) -> Option<&'a Play> {
    let [best, others @ ..] = report.variations.as_slice() else { return None };
    let others_are_worse = match others {
        [second, ..] => second.is_valued() && second.value <= MOST_OF_OTHERS,
        [] => game.legal_plays().len() == 1,
    };
    (best.value >= WINS && others_are_worse).then(|| best.plays.first()).flatten()
}

/// How much more a side has on the board, in men.
fn lead(position: &Position, side: Side) -> i32 {
    let worth = |rank: Rank| if rank == Rank::King { KING } else { 1 };
    let pieces = position.pieces();
    pieces.map(|(_, piece)| if piece.side == side { worth(piece.rank) } else { -worth(piece.rank) }).sum()
}

#[cfg(test)]
mod tests {
    use draughts::bot::Searcher;
    use draughts::{Game, Position, variants};

    use super::prove;

    /// The solution of a position in notation; empty if there is none.
    fn solution(variant: &str, fen: &str) -> String {
        let variant = variants::find(variant).expect("a variant");
        let start = Position::from_fen(variant, fen).expect("a position");
        let mut searcher = Searcher::new(variant, 1 << 20);
        let found = prove(&Game::from_position(start), &mut searcher, 20_000);
        found.map_or_else(String::new, |found| found.text())
    }

    #[test]
    fn a_man_that_is_given_for_three_is_a_combination() {
        assert_eq!(solution("english", "W:W12,18,27-32:B3-5,7-9,17,19,21"), "27-23 19x26 31x6");
    }

    #[test]
    fn a_start_position_has_no_combination() {
        let start = Position::start(variants::find("russian").expect("a variant")).fen();
        assert_eq!(solution("russian", &start), "");
    }
}
