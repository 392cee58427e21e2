//! Draughts: one search for every variant, and three levels with different limits.

mod endgame;
mod evaluation;
mod evaluator;
mod handicap;
mod limits;
mod memory;
mod node;
mod order;
#[cfg(feature = "reference")]
pub mod reference;
mod regions;
mod root;
mod search;
mod searcher;
mod selectivity;
mod skill;
mod table;
#[cfg(test)]
mod tests;
pub mod training;
pub mod weights;
mod window;

use game::{Analysis, Budget, Chance, Level, Line, Play};

pub use self::endgame::{EndgameProbe, EndgameValue};
pub(crate) use self::evaluator::Evaluator;
use self::handicap::Handicap;
pub use self::limits::{Limits, TimeLimits};
pub(crate) use self::memory::Memory;
pub(crate) use self::searcher::SearchEngine;
pub use self::searcher::{SearchReport, Searcher, Variation};
pub use self::selectivity::Selectivity;
pub use self::skill::Skill;
use crate::Game;
use crate::tables::shipped;

/// The move a bot of this level makes.
pub(crate) fn choose(game: &Game, level: Level, budget: Budget, chance: &mut Chance) -> Option<Play> {
    let (skill, legal) = (Skill::of(level), game.legal_plays());
    if legal.len() < 2 || chance.happens(skill.blunders_in_hundred) {
        return chance.pick(legal).cloned();
    }
    let handicap = Handicap {
        captures: skill.captures,
        sees_through_forced: skill.sees_through_forced,
        noise: skill.noise,
        seed: chance.roll(),
    };
    let (lines, leeway) =
        if game.plays().len() < Skill::OPENING_PLIES { (OPENINGS, skill.opening_leeway) } else { (1, 0) };
    let limits = Limits {
        nodes: skill.nodes.min(budget.nodes),
        depth: skill.depth.min(budget.depth),
        lines,
        time: None,
    };
    let mut good = think(game, &limits, handicap).variations;
    let best = good.first()?;
    // A slower win may meet a draw rule that the quickest one does not.
    let least = if best.decided_in().is_some() { best.value } else { best.value - leeway };
    good.retain(|variation| variation.value >= least);
    chance.pick(&good)?.plays.first().cloned()
}

/// The number of good moves from which a bot chooses in the opening.
const OPENINGS: usize = 4;

/// The best moves that a search within the budget finds.
pub(crate) fn analyse(game: &Game, budget: Budget, lines: usize) -> Analysis {
    let limits = Limits { nodes: budget.nodes, depth: budget.depth, lines, time: None };
    let mut report = think(game, &limits, Handicap::NONE);
    report.variations.retain(Variation::is_valued);
    let side = game.position().side_to_move();
    let line = |variation: Variation| Line { score: variation.score(side), plays: variation.plays };
    Analysis {
        depth: report.depth,
        nodes: report.nodes,
        lines: report.variations.into_iter().map(line).collect(),
    }
}

/// Searches with a table of its own, so that the same request has the same answer.
fn think(game: &Game, limits: &Limits<'_>, handicap: Handicap) -> SearchReport {
    let bytes = limits.nodes.saturating_mul(BYTES_PER_NODE).clamp(LEAST_BYTES, MOST_BYTES);
    let bytes = usize::try_from(bytes).expect("the table is bounded");
    let mut searcher = Searcher::new(game.variant(), bytes);
    if limits.depth >= LEAST_DEPTH_WITH_ENDGAMES && game.position().piece_count() <= FEW_PIECES {
        searcher = searcher.with_endgames(shipped(game.variant()));
    }
    searcher.think_with(game, limits, handicap, &mut |_| {})
}

/// A search that sees less does not know endgames by heart either.
const LEAST_DEPTH_WITH_ENDGAMES: u32 = 4;
/// With more pieces a search hardly meets the endings that ship.
const FEW_PIECES: u32 = 8;

/// A table has room for the positions that are worth keeping.
const BYTES_PER_NODE: u64 = 16;
const LEAST_BYTES: u64 = 1 << 13;
const MOST_BYTES: u64 = 8 << 20;
