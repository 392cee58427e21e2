//! The bot of the last release, kept as it was: new bots are measured against it.

mod evaluation;
mod node;
mod order;
mod root;
mod search;
mod squares;
mod table;
mod window;

use game::{Chance, Play};

pub(crate) use self::root::{Thought, think as think_by};
pub(crate) use self::search::Limits;
use crate::Game;

/// The nodes that its strongest level searched for a move.
pub const NODES: u64 = 400_000;
/// The plies that count as the opening.
const OPENING_PLIES: usize = 6;
/// How much worse than the best its first moves may be, so that games differ.
const OPENING_LEEWAY: i32 = 12;
/// The number of good moves from which it chooses in the opening.
const OPENINGS: usize = 4;

/// The move of its strongest level with at most this many nodes; `None` if the game is over.
#[must_use]
pub fn choose(game: &Game, nodes: u64, seed: u64) -> Option<Play> {
    let mut chance = Chance::new(seed);
    if game.legal_plays().len() < 2 {
        return chance.pick(game.legal_plays()).cloned();
    }
    let limits = Limits {
        nodes,
        depth: 64,
        captures: u32::MAX,
        sees_through_forced: true,
        noise: 3,
        seed: chance.roll(),
    };
    let (lines, leeway) =
        if game.plays().len() < OPENING_PLIES { (OPENINGS, OPENING_LEEWAY) } else { (1, 0) };
    let mut good = game.variant().engine().think_as_reference(game, limits, lines).variations;
    let least = good.first()?.value - leeway;
    good.retain(|variation| variation.value >= least);
    chance.pick(&good)?.plays.first().cloned()
}
