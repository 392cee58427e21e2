//! What the rules remember of how a position came about: draw counters and tired kings.

use crate::board::{Board, Move};
use crate::draws::{Limit, MainRoad, Material};
use crate::word::Word;
use crate::{RuleSet, Rules};
use game::Side;

/// The most draw rules that a variant has.
const DRAW_RULES: usize = 8;

/// The counters of a position, as small as a search wants them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Memory<W> {
    /// One for each draw rule of the variant.
    counters: [u8; DRAW_RULES],
    /// For each side, the king that made its last quiet moves, and how many.
    runs: [Run<W>; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run<W> {
    king: W,
    moves: u8,
}

impl<W: Word> Memory<W> {
    /// Nothing counted.
    pub(super) fn new() -> Memory<W> {
        Memory { counters: [0; DRAW_RULES], runs: [Run { king: W::EMPTY, moves: 0 }; 2] }
    }

    /// What is counted once `chosen` has led from one board to the next.
    #[inline]
    pub(super) fn after<R: RuleSet<Word = W>>(
        &self,
        before: &Board<R>,
        chosen: Move<W>,
        after: &Board<R>,
    ) -> Memory<W> {
        const { assert!(R::RULES.draws.len() <= DRAW_RULES) };
        let mut memory = *self;
        let captures = chosen.captured.any();
        let moves_man = !(chosen.from & before.pieces.kings).any();
        for (rule, counter) in R::RULES.draws.iter().zip(&mut memory.counters) {
            let starts_again = match rule.limit {
                Limit::Repetitions(_) | Limit::AtOnce => continue,
                Limit::KingMoves(_) => captures || moves_man,
                Limit::MovesWithSameMaterial(_) => captures || (moves_man && chosen.crowned.any()),
                Limit::MovesWithoutCapture(_) => captures,
                Limit::Moves(_) | Limit::MovesOfLoneKing(_) => !holds(rule.material, before),
            };
            if starts_again || !holds(rule.material, after) {
                *counter = 0;
            } else if !matches!(rule.limit, Limit::MovesOfLoneKing(_))
                || lone_king(after) == Some(before.side_to_move)
            {
                *counter = counter.saturating_add(1);
            }
        }
        if R::RULES.king_moves_in_a_row.is_some() {
            let run = &mut memory.runs[before.side_to_move.index()];
            let moves = if run.king == chosen.from { run.moves } else { 0 };
            *run = if captures || moves_man {
                Run { king: W::EMPTY, moves: 0 }
            } else {
                Run { king: chosen.to, moves: moves.saturating_add(1) }
            };
        }
        memory
    }

    /// Whether the position is a draw by anything but repetition.
    #[inline]
    pub(super) fn is_drawn<R: RuleSet<Word = W>>(&self, board: &Board<R>) -> bool {
        R::RULES.draws.iter().zip(self.counters).any(|(rule, counter)| match rule.limit {
            Limit::AtOnce => holds(rule.material, board) && !board.must_capture(),
            limit => plies(limit).is_some_and(|plies| u16::from(counter) >= plies),
        })
    }

    /// The king that may not make a quiet move now.
    #[inline]
    pub(super) fn tired_king<R: RuleSet<Word = W>>(&self, board: &Board<R>) -> W {
        let run = self.runs[board.side_to_move.index()];
        let has_man = (board.pieces.own & !board.pieces.kings).any();
        match R::RULES.king_moves_in_a_row {
            Some(limit) if run.moves >= limit && has_man => run.king,
            _ => W::EMPTY,
        }
    }

    /// A number that differs where the same pieces are worth something else, because a draw is near or a
    /// king is tired.
    #[inline]
    pub(super) fn salt<R: RuleSet<Word = W>>(&self, board: &Board<R>) -> u64 {
        let mut salt = 0;
        for (index, (rule, counter)) in R::RULES.draws.iter().zip(self.counters).enumerate() {
            if let Some(plies) = plies(rule.limit)
                && u16::from(counter) + NEAR_DRAW >= plies
            {
                salt ^= scattered((index as u64) << 8 | u64::from(counter));
            }
        }
        let tired = self.tired_king(board);
        if tired.any() { salt ^ scattered(1 << 16 | u64::from(tired.lowest())) } else { salt }
    }
}

/// From how many plies before a draw on a position is no longer the same as one without a past.
const NEAR_DRAW: u16 = 8;

/// The count at which a rule draws the game.
const fn plies(limit: Limit) -> Option<u16> {
    match limit {
        Limit::KingMoves(moves)
        | Limit::MovesWithSameMaterial(moves)
        | Limit::MovesWithoutCapture(moves)
        | Limit::Moves(moves) => Some(moves * 2),
        Limit::MovesOfLoneKing(moves) => Some(moves),
        Limit::Repetitions(_) | Limit::AtOnce => None,
    }
}

/// Whether a variant calls it a draw, sooner or later, when nobody can force a win from this material.
#[inline]
pub(super) fn is_drawish<R: RuleSet>(board: &Board<R>) -> bool {
    lone_king(board).is_some()
        && R::RULES.draws.iter().any(|rule| {
            matches!(rule.material, Material::LoneKing { .. } | Material::OneAlikeEach)
                && holds(rule.material, board)
        })
}

#[inline]
fn holds<R: RuleSet>(material: Material, board: &Board<R>) -> bool {
    let pieces = board.pieces;
    match material {
        Material::Any => true,
        Material::LoneKing { at_least, at_most, kings, main_road } => lone_king(board).is_some_and(|lone| {
            let stronger = board.pieces(lone.other());
            (u32::from(at_least)..=u32::from(at_most)).contains(&stronger.count())
                && (stronger & pieces.kings).count() >= u32::from(kings)
                && is_held::<R>(main_road, board.pieces(lone), stronger)
        }),
        Material::KingsOnBothSides { at_least, at_most } => {
            (pieces.own & pieces.kings).any()
                && (pieces.enemy & pieces.kings).any()
                && (u32::from(at_least)..=u32::from(at_most)).contains(&(pieces.own | pieces.enemy).count())
        }
        Material::OneAlikeEach => {
            is_single(pieces.own)
                && is_single(pieces.enemy)
                && (pieces.own & pieces.kings).any() == (pieces.enemy & pieces.kings).any()
        }
    }
}

#[inline]
fn lone_king<R: RuleSet>(board: &Board<R>) -> Option<Side> {
    let pieces = board.pieces;
    if is_single(pieces.own) && (pieces.own & pieces.kings).any() {
        Some(board.side_to_move)
    } else if is_single(pieces.enemy) && (pieces.enemy & pieces.kings).any() {
        Some(board.side_to_move.other())
    } else {
        None
    }
}

fn is_held<R: RuleSet>(main_road: MainRoad, lone: R::Word, stronger: R::Word) -> bool {
    let rules: &Rules = &R::RULES;
    let road = R::Word::of_bits(rules.layout.main_road_bits());
    match main_road {
        MainRoad::Either => true,
        MainRoad::LoneKing => (lone & road).any(),
        MainRoad::StrongerSide => (stronger & road).any() && !(lone & road).any(),
    }
}

#[inline]
fn is_single<W: Word>(pieces: W) -> bool {
    pieces.any() && !pieces.without_lowest().any()
}

/// A number without a pattern.
fn scattered(number: u64) -> u64 {
    game::Chance::new(number).roll()
}
