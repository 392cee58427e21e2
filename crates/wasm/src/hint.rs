//! A good move and what speaks for it, and whether the computer takes a draw.

use game::{Budget, Line, Match, Score, Side};
use protocol::{GameName, LegalMove};
use serde::Serialize;

/// The positions that are searched for a hint.
const HINT_NODES: Budget = Budget::of_nodes(120_000);
/// The positions that are searched before a draw is accepted or declined.
const DRAW_NODES: Budget = Budget::of_nodes(30_000);
/// Before so many moves the computer plays on.
const EARLY: usize = 20;
/// The computer plays on if it is better by more than this, in hundredths of a man.
const EVEN: i32 = 15;
/// What a win counts, in hundredths of a man.
const WON: i32 = 10_000;

/// A good move, and facts that a page puts into words.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MoveHint {
    /// The move.
    #[serde(rename = "move")]
    best: LegalMove,
    /// Whether no other move is legal.
    only: bool,
    /// How many pieces it captures.
    captures: usize,
    /// Whether a man becomes a king.
    promotes: bool,
    /// In how many moves of the side it wins, if that is certain.
    wins_in: Option<u32>,
    /// How much better it is than the second best move, in hundredths of a man; `None` if there is no other.
    lead: Option<i32>,
    /// How good the position is for the side to move, in hundredths of a man.
    score: i32,
}

/// A hint for the side to move; `None` if the game is over.
pub(crate) fn hint(name: GameName, game: &dyn Match) -> Option<MoveHint> {
    let analysis = game.analyse(HINT_NODES, 2);
    let side = game.side_to_move();
    let best = analysis.lines.first()?;
    let play = best.plays.first()?;
    let wins_in = match best.score {
        Score::Win { side: winner, plies } if winner == side => Some(plies.div_ceil(2).max(1)),
        _ => None,
    };
    let worth = |line: &Line| for_side(line.score, side);
    Some(MoveHint {
        best: name.object().legal_move(play),
        only: game.legal_plays().len() == 1,
        captures: play.captures.len(),
        promotes: play.promotes,
        wins_in,
        lead: analysis.lines.get(1).map(|second| worth(best) - worth(second)),
        score: worth(best),
    })
}

/// Whether the computer on this side takes a draw after this many moves.
pub(crate) fn takes_draw(game: &dyn Match, moves: usize, side: Side) -> bool {
    if moves < EARLY {
        return false;
    }
    let analysis = game.analyse(DRAW_NODES, 1);
    analysis.lines.first().is_some_and(|best| for_side(best.score, side) <= EVEN)
}

/// A score in hundredths of a man, where positive is good for `side`.
pub(crate) fn for_side(score: Score, side: Side) -> i32 {
    let (value, good_for) = match score {
        Score::Men(value) => (value, Side::First),
        Score::Win { side, plies } => (WON - plies.cast_signed().min(WON / 2), side),
    };
    if good_for == side { value } else { -value }
}
