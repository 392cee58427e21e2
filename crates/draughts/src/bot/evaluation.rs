//! The evaluation of a quiet position, without a search.

use crate::RuleSet;
use crate::board::Pieces;
use crate::counters::CountingRules;
use crate::direction::{Direction, Directions};
use crate::draws::Material;
use crate::generate::empty_squares;
use crate::word::Word;
use game::Side;

use super::evaluator::{Evaluator, UNITS};
use super::network::{Network, Sums, head_of};
use super::node::Node;

/// The divisor of an advantage with material that a draw rule is about.
const DRAWISH_SHARE: i32 = 8;

/// The evaluation of a position.
pub(super) struct Estimate {
    /// The worth for the side to move, in hundredths of a man.
    pub(super) worth: i32,
    /// Whether the side to move has no quiet move.
    pub(super) is_stuck: bool,
}

/// Evaluates the position at this ply without a search; captures are not considered.
#[inline]
pub(super) fn evaluate<R: RuleSet>(
    node: &Node<R>,
    evaluator: &Evaluator,
    sums: &mut [Sums<R::Word>],
    ply: usize,
) -> Estimate {
    let board = &node.board;
    let pieces = board.pieces;
    let empty = empty_squares::<R>(pieces);
    let own = steps::<R>(board.side_to_move, pieces.own, pieces.kings, empty);
    let enemy = steps::<R>(board.side_to_move.other(), pieces.enemy, pieces.kings, empty);
    let sign = if board.side_to_move == Side::First { 1 } else { -1 };
    let worth = node
        .worth
        .times(sign)
        .plus(evaluator.man_steps.times(own.men - enemy.men))
        .plus(evaluator.king_steps.times(own.kings - enemy.kings))
        .plus(evaluator.tempo);
    let most = const { men_at_start::<R>() };
    let count = (pieces.own | pieces.enemy).count().cast_signed().min(most);
    let mut worth = (worth.opening * count + worth.ending * (most - count)) / most;
    if let Some(network) = &evaluator.network {
        let head = head_of(count, most);
        worth += network.worth(sums_of(node, network, sums, ply), board.side_to_move, head);
    }
    let worth = worth / UNITS;
    let worth = if is_drawish::<R>(&pieces) { worth / DRAWISH_SHARE } else { worth };
    Estimate { worth, is_stuck: own.men + own.kings == 0 }
}

/// The sums of a position: the last ones of its ply, or those of the ply before, changed by what differs.
#[inline]
fn sums_of<'a, R: RuleSet>(
    node: &Node<R>,
    network: &Network,
    sums: &'a mut [Sums<R::Word>],
    ply: usize,
) -> &'a Sums<R::Word> {
    let Pieces { own, enemy, kings } = node.board.pieces;
    let [first, second] = if node.board.side_to_move == Side::First { [own, enemy] } else { [enemy, own] };
    let wanted = [first & !kings, first & kings, second & !kings, second & kings];
    let (before, from) = sums.split_at_mut(ply);
    let here = &mut from[0];
    if let Some(parent) = before.last()
        && parent.distance(&wanted) + COPYING < here.distance(&wanted)
    {
        here.clone_from(parent);
    }
    here.change_to(wanted, network);
    here
}

/// How many changes copying sums is worth.
const COPYING: u32 = 1;

/// Whether a draw rule of the variant is about this material: a lone king, or one piece each.
#[inline]
pub(super) fn is_drawish<R: RuleSet>(pieces: &Pieces<R::Word>) -> bool {
    let CountingRules { rules, main_road } = CountingRules::of::<R>();
    pieces.lone_king().is_some()
        && rules.draws.iter().any(|rule| {
            matches!(rule.material, Material::LoneKing { .. } | Material::OneAlikeEach)
                && rule.material.holds(pieces, main_road)
        })
}

/// How many steps to a neighbouring square a side could make.
pub(super) struct Steps {
    pub(super) men: i32,
    pub(super) kings: i32,
}

#[inline]
pub(super) fn steps<R: RuleSet>(side: Side, pieces: R::Word, kings: R::Word, empty: R::Word) -> Steps {
    let (men, kings) = (pieces & !kings, pieces & kings);
    let men = match side {
        Side::First => steps_towards::<R>(R::RULES.man_moves, men, empty),
        Side::Second => steps_towards::<R>(R::RULES.man_moves.turned(), men, empty),
    };
    let kings = if kings.any() { steps_towards::<R>(R::RULES.king_moves, kings, empty) } else { 0 };
    Steps { men: men.cast_signed(), kings: kings.cast_signed() }
}

#[inline(always)]
fn steps_towards<R: RuleSet>(directions: Directions, pieces: R::Word, empty: R::Word) -> u32 {
    let mut count = 0;
    for index in 0..8 {
        let direction = Direction::of_index(index);
        if directions.contains(direction) {
            let inside = R::Word::of_bits(R::RULES.layout.may_step(direction));
            count += ((pieces & inside).shifted(R::RULES.layout.shift(direction)) & empty).count();
        }
    }
    count
}

/// The pieces of both sides at the start.
pub(super) const fn men_at_start<R: RuleSet>() -> i32 {
    let [first, second] = R::RULES.start_bits();
    (first | second).count_ones().cast_signed()
}
