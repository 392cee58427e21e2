//! Draughts: one search for every variant, and three levels with different limits.

mod evaluation;
mod node;
mod order;
mod root;
mod search;
mod skill;
mod squares;
mod table;
#[cfg(test)]
mod tests;
pub mod weights;
mod window;

use game::{Analysis, Budget, Chance, Level, Line, Play, Score};

use self::root::{NOT_VALUED, Variation};
pub(crate) use self::root::{Thought, think as think_by};
pub(crate) use self::search::Limits;
pub use self::skill::Skill;
use self::window::{DECIDED, WON};
use crate::Game;

/// The move a bot of this level makes.
pub(crate) fn choose(game: &Game, level: Level, budget: Budget, chance: &mut Chance) -> Option<Play> {
    let (skill, legal) = (Skill::of(level), game.legal_plays());
    if legal.len() < 2 || chance.happens(skill.blunders_in_hundred) {
        return chance.pick(legal).cloned();
    }
    let limits = Limits {
        nodes: skill.nodes.min(budget.nodes),
        depth: skill.depth.min(budget.depth),
        captures: skill.captures,
        sees_through_forced: skill.sees_through_forced,
        noise: skill.noise,
        seed: chance.roll(),
    };
    let (lines, leeway) =
        if game.plays().len() < Skill::OPENING_PLIES { (OPENINGS, skill.opening_leeway) } else { (1, 0) };
    let mut good = think(game, limits, lines).variations;
    let least = good.first()?.value - leeway;
    good.retain(|variation| variation.value >= least);
    chance.pick(&good)?.plays.first().cloned()
}

/// The number of good moves from which a bot chooses in the opening.
const OPENINGS: usize = 4;

/// The best moves that a search within the budget finds.
pub(crate) fn analyse(game: &Game, budget: Budget, lines: usize) -> Analysis {
    let limits = Limits {
        nodes: budget.nodes,
        depth: budget.depth,
        captures: u32::MAX,
        sees_through_forced: true,
        noise: 0,
        seed: 0,
    };
    let mut thought = think(game, limits, lines);
    thought.variations.retain(|variation| variation.value != NOT_VALUED);
    let side = game.position().side_to_move();
    let line = |Variation { value, plays }: Variation| {
        let score = match value.abs() {
            decided if decided >= DECIDED => Score::Win {
                side: if value > 0 { side } else { side.other() },
                plies: (WON - decided).unsigned_abs(),
            },
            _ => Score::of_men(value, side),
        };
        Line { score, plays }
    };
    Analysis {
        depth: thought.depth,
        nodes: thought.nodes,
        lines: thought.variations.into_iter().map(line).collect(),
    }
}

fn think(game: &Game, limits: Limits, lines: usize) -> Thought {
    game.variant().engine().think(game, limits, lines)
}
