//! Draughts: one search for every variant, and a ladder of skills with different limits.

pub mod book;
mod cuts;
mod endgame;
mod evaluation;
mod evaluator;
mod handicap;
mod limits;
mod memory;
mod network;
mod node;
mod offers;
mod order;
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

use game::{Analysis, BotAnswer, BotMemory, Budget, Chance, Level, Line, Play, ThinkingTime};

pub use self::endgame::{EndgameProbe, EndgameValue};
pub(crate) use self::evaluator::Evaluator;
use self::handicap::Handicap;
pub use self::limits::{Limits, TimeLimits};
pub(crate) use self::memory::Memory;
pub(crate) use self::searcher::SearchEngine;
pub use self::searcher::{SearchReport, Searcher, Variation};
pub use self::selectivity::Selectivity;
pub use self::skill::Skill;
use crate::tables::shipped;
use crate::{Game, Variant};

/// Unpacks the weights, the book and the endgame tables of a variant, unless they are.
pub(crate) fn prepare(variant: &'static Variant) {
    variant.book();
    drop((variant.evaluator(), shipped(variant)));
}

/// The move a bot of this level makes within a budget of nodes.
pub(crate) fn choose(game: &Game, level: Level, budget: Budget, chance: &mut Chance) -> Option<Play> {
    let skill = Skill::of(level);
    let skill = Skill { nodes: skill.nodes.min(budget.nodes), depth: skill.depth.min(budget.depth), ..skill };
    let mut searcher = Searcher::new(game.variant(), table_bytes(skill.nodes));
    choose_with(game, &mut searcher, skill, None, chance).play
}

/// The move a bot of this level makes within a time. The strongest level uses all of it.
pub(crate) fn choose_in_time(
    game: &Game,
    level: Level,
    time: &ThinkingTime<'_>,
    memory: &mut BotMemory,
    chance: &mut Chance,
) -> BotAnswer {
    let skill = Skill::of(level);
    let skill = if level == Level::Hard { Skill { nodes: u64::MAX, ..skill } } else { skill };
    let kept = memory.0.take().and_then(|kept| kept.downcast::<Searcher>().ok());
    let mut searcher = kept
        .filter(|searcher| searcher.variant() == game.variant())
        .unwrap_or_else(|| Box::new(Searcher::new(game.variant(), table_bytes(skill.nodes))));
    let time = TimeLimits { elapsed: time.elapsed, soft: time.soft, hard: time.hard };
    let answer = choose_with(game, &mut searcher, skill, Some(time), chance);
    memory.0 = Some(searcher);
    answer
}

/// The move of a bot of any skill, with a searcher that may know the game already. Besides the limits of the skill there may
/// be one in time.
pub fn choose_with(
    game: &Game,
    searcher: &mut Searcher,
    skill: Skill,
    time: Option<TimeLimits<'_>>,
    chance: &mut Chance,
) -> BotAnswer {
    let legal = game.legal_plays();
    if legal.len() < 2 {
        return BotAnswer { play: legal.first().cloned(), ..BotAnswer::default() };
    }
    if let Some(known) = skill.knows_book.then(|| book_move(game, chance)).flatten() {
        return BotAnswer { play: Some(known), ..BotAnswer::default() };
    }
    let handicap = Handicap {
        captures: skill.captures,
        sees_through_forced: skill.sees_through_forced,
        noise: skill.noise,
        overlooked_in_hundred: skill.overlooked_in_hundred,
        seed: chance.roll(),
    };
    let (lines, leeway) =
        if game.plays().len() < Skill::OPENING_PLIES { (OPENINGS, skill.opening_leeway) } else { (1, 0) };
    let depth = skill.depth_with(game.position().pieces().count());
    let limits = Limits { nodes: skill.nodes, depth, lines, time };
    add_endgames(game, &limits, searcher);
    let SearchReport { depth, nodes, variations: mut good } =
        searcher.think_with(game, &limits, handicap, &mut |_| {});
    // A slower win may meet a draw rule that the quickest one does not.
    let least = good
        .first()
        .map_or(0, |best| if best.decided_in().is_some() { best.value } else { best.value - leeway });
    good.retain(|variation| variation.value >= least);
    let play = chance.pick(&good).and_then(|variation| variation.plays.first().cloned());
    BotAnswer { play, depth, nodes }
}

/// One of the good moves of the book; `None` if it does not have the position.
fn book_move(game: &Game, chance: &mut Chance) -> Option<Play> {
    let good = game.variant().book().moves(game.position());
    let legal: Vec<&Play> = good.iter().filter(|play| game.legal_plays().contains(play)).collect();
    chance.pick(&legal).map(|play| (*play).clone())
}

/// The number of good moves from which a bot chooses in the opening.
const OPENINGS: usize = 4;

/// The best moves that a search within the budget finds. It has a table of its own, so that the same request has the same
/// answer.
pub(crate) fn analyse(game: &Game, budget: Budget, lines: usize) -> Analysis {
    let mut searcher = Searcher::new(game.variant(), table_bytes(budget.nodes));
    analyse_with(game, &mut searcher, budget, lines)
}

/// The best moves, with a searcher that may know the position already.
pub(crate) fn analyse_with(game: &Game, searcher: &mut Searcher, budget: Budget, lines: usize) -> Analysis {
    let limits = Limits { nodes: budget.nodes, depth: budget.depth, lines, time: None };
    add_endgames(game, &limits, searcher);
    let mut report = searcher.think_with(game, &limits, Handicap::NONE, &mut |_| {});
    report.variations.retain(Variation::is_valued);
    let side = game.position().side_to_move();
    let line = |variation: Variation| Line { score: variation.score(side), plays: variation.plays };
    Analysis {
        depth: report.depth,
        nodes: report.nodes,
        lines: report.variations.into_iter().map(line).collect(),
    }
}

/// Lets a search use the endings that ship, when it may meet them.
fn add_endgames(game: &Game, limits: &Limits<'_>, searcher: &mut Searcher) {
    if limits.depth >= LEAST_DEPTH_WITH_ENDGAMES && game.position().piece_count() <= FEW_PIECES {
        searcher.add_endgames(|| shipped(game.variant()));
    }
}

/// A search that sees less does not know endgames by heart either.
const LEAST_DEPTH_WITH_ENDGAMES: u32 = 4;
/// With more pieces a search hardly meets the endings that ship.
const FEW_PIECES: u32 = 8;

/// The size of a table with room for the positions that are worth keeping.
fn table_bytes(nodes: u64) -> usize {
    let bytes = nodes.saturating_mul(BYTES_PER_NODE).clamp(LEAST_BYTES, MOST_BYTES);
    usize::try_from(bytes).expect("the table is bounded")
}

const BYTES_PER_NODE: u64 = 16;
const LEAST_BYTES: u64 = 1 << 13;
const MOST_BYTES: u64 = 8 << 20;
