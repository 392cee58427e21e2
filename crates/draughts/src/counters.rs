//! What the rules remember of the moves so far: the counts of the draw rules, and the kings that move again and again.
//!
//! A game and a search keep the same counters. The search passes constant rules, so that the compiler removes what
//! its variant does not use.

use game::Side;

use crate::board::{Move, Pieces};
use crate::draws::{DrawRule, Limit};
use crate::rules::Rules;
use crate::ruleset::RuleSet;
use crate::word::Word;

/// The most draw rules that a variant can have.
const MOST_DRAW_RULES: usize = 8;

/// The counters of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RuleCounters {
    /// One count for each draw rule of the variant.
    draws: [u8; MOST_DRAW_RULES],
    /// For each side, the king that made its last quiet moves.
    king_runs: [Option<KingRun>; 2],
}

/// A king that has moved one or more times in a row without capturing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct KingRun {
    /// The bit of its square.
    place: u8,
    moves: u8,
}

/// The rules of a variant, and the bits of the longest diagonal of its board.
#[derive(Clone, Copy)]
pub(crate) struct CountingRules<W> {
    pub(crate) rules: &'static Rules,
    pub(crate) main_road: W,
}

/// A move with the pieces before and after it, each as the side to move sees them.
pub(crate) struct Transition<W> {
    pub(crate) mover: Side,
    pub(crate) before: Pieces<W>,
    pub(crate) chosen: Move<W>,
    pub(crate) after: Pieces<W>,
}

impl CountingRules<u128> {
    /// The rules of a variant chosen at run time.
    pub(crate) fn new(rules: &'static Rules) -> CountingRules<u128> {
        CountingRules { rules, main_road: rules.layout.main_road_bits() }
    }
}

impl<W: Word> CountingRules<W> {
    /// A rule set as constants.
    #[inline(always)]
    pub(crate) fn of<R: RuleSet<Word = W>>() -> CountingRules<W> {
        let main_road = const { R::RULES.layout.main_road_bits() };
        CountingRules { rules: const { &R::RULES }, main_road: W::of_bits(main_road) }
    }
}

impl RuleCounters {
    /// Whether the counters are large enough for the draw rules of a variant.
    pub(crate) const fn fit(rules: &Rules) -> bool {
        let mut index = 0;
        while index < rules.draws.len() {
            if let Some(plies) = rules.draws[index].limit.plies()
                && plies > u8::MAX as u16
            {
                return false;
            }
            index += 1;
        }
        rules.draws.len() <= MOST_DRAW_RULES
    }

    /// The counters after a legal move.
    #[inline(always)]
    pub(crate) fn after<W: Word>(&self, counting: CountingRules<W>, change: &Transition<W>) -> RuleCounters {
        let CountingRules { rules, main_road } = counting;
        let mut counters = *self;
        for (rule, count) in rules.draws.iter().zip(&mut counters.draws) {
            *count = counted(rule, *count, change, main_road);
        }
        if rules.king_moves_in_a_row.is_some() {
            let run = &mut counters.king_runs[change.mover.index()];
            *run = king_run(*run, change);
        }
        counters
    }

    /// The first rule that draws the game in this position. `is_repeated(times)` returns whether the position
    /// has occurred at least `times` times, `must_capture` whether the side to move can capture.
    #[inline(always)]
    pub(crate) fn draw<W: Word>(
        &self,
        counting: CountingRules<W>,
        pieces: &Pieces<W>,
        is_repeated: impl Fn(u8) -> bool,
        must_capture: impl Fn() -> bool,
    ) -> Option<&'static DrawRule> {
        let CountingRules { rules, main_road } = counting;
        let drawn = self.counts(rules).find(|(rule, count)| match rule.limit {
            Limit::Repetitions(times) => is_repeated(times),
            Limit::AtOnce => rule.material.holds(pieces, main_road) && !must_capture(),
            limit => limit.plies().is_some_and(|plies| u16::from(*count) >= plies),
        });
        drawn.map(|(rule, _)| rule)
    }

    /// How many plies the rules that count in this position leave until the game is drawn.
    #[inline]
    pub(crate) fn plies_left<W: Word>(&self, counting: CountingRules<W>, pieces: &Pieces<W>) -> u16 {
        let CountingRules { rules, main_road } = counting;
        let left = self.counts(rules).filter_map(|(rule, count)| {
            let plies = rule.limit.plies().filter(|_| rule.material.holds(pieces, main_road))?;
            Some(plies.saturating_sub(count.into()))
        });
        left.min().unwrap_or(u16::MAX)
    }

    /// The bit of the king that may not make a quiet move now: it has made as many in a row as the rules allow.
    #[inline(always)]
    pub(crate) fn resting_king<W: Word>(
        &self,
        rules: &Rules,
        pieces: &Pieces<W>,
        side_to_move: Side,
    ) -> Option<u8> {
        let limit = rules.king_moves_in_a_row?;
        let run = self.king_runs[side_to_move.index()]?;
        let has_man = (pieces.own & !pieces.kings).any();
        (run.moves >= limit && has_man).then_some(run.place)
    }

    /// Each draw rule with its count.
    #[inline(always)]
    pub(crate) fn counts(
        &self,
        rules: &'static Rules,
    ) -> impl Iterator<Item = (&'static DrawRule, u8)> + use<> {
        rules.draws.iter().zip(self.draws)
    }
}

/// The count of a draw rule after a move.
#[inline(always)]
fn counted<W: Word>(rule: &DrawRule, count: u8, change: &Transition<W>, main_road: W) -> u8 {
    let Transition { before, chosen, after, .. } = change;
    let captures = chosen.captured.any();
    let starts_again = match rule.limit {
        Limit::Repetitions(_) | Limit::AtOnce => true,
        Limit::KingMoves(_) => captures || chosen.moves_man(before.kings),
        Limit::MovesWithSameMaterial(_) => captures || chosen.promotes(before.kings),
        Limit::MovesWithoutCapture(_) => captures,
        Limit::Moves(_) | Limit::MovesOfLoneKing(_) => !rule.material.holds(before, main_road),
    };
    if starts_again || !rule.material.holds(after, main_road) {
        return 0;
    }
    let counts = match rule.limit {
        // After the move the mover is the enemy of the side to move.
        Limit::MovesOfLoneKing(_) => after.lone_king().is_some_and(|[lone, _]| lone == after.enemy),
        _ => true,
    };
    count.saturating_add(u8::from(counts))
}

/// The king that has made the last quiet moves of the mover; `None` after a capture or a man's move.
#[inline(always)]
fn king_run<W: Word>(run: Option<KingRun>, change: &Transition<W>) -> Option<KingRun> {
    let chosen = change.chosen;
    if chosen.captured.any() || chosen.moves_man(change.before.kings) {
        return None;
    }
    let moves = run.filter(|run| run.place == chosen.from.lowest()).map_or(0, |run| run.moves);
    Some(KingRun { place: chosen.to.lowest(), moves: moves.saturating_add(1) })
}
