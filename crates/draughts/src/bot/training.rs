//! What a tool needs to learn weights: the terms of the evaluation, which is a sum of weights.

use crate::{Position, RuleSet, Variant};
use game::Side;

use super::evaluation::steps;
use super::evaluator::{self, Evaluator, Places, UNITS};
use super::node::Node;
use super::regions::{LANES, PATTERNS};
use super::weights::data;
use crate::generate::empty_squares;
use crate::word::Word;

/// The terms of the evaluation of a position, as the side that moves first sees it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Terms {
    /// Which weights count, and how often.
    pub terms: Vec<(u32, i32)>,
    /// The share of the opening weights; the rest is that of the ending weights.
    pub opening: f32,
}

/// How many weights a variant has, each for opening and ending.
#[must_use]
pub fn weight_count(variant: &Variant) -> usize {
    Places::of(&variant.rules().layout).count()
}

/// The weights that the variant has now, in hundredths of a man; those that it does not have are zero.
#[must_use]
pub fn present_weights(variant: &Variant) -> Vec<[f32; 2]> {
    let rules = variant.rules();
    let mut list = evaluator::list(rules.weights, &rules.layout);
    list.resize(weight_count(variant), [0; 2]);
    list.into_iter().map(|pair| pair.map(|weight| f32::from(weight) / UNITS as f32)).collect()
}

/// The terms of a position.
#[must_use]
pub fn terms(position: &Position) -> Terms {
    position.variant().engine().terms(position)
}

/// The bytes of a file with these weights, in hundredths of a man.
#[must_use]
pub fn encode(weights: &[[f32; 2]]) -> Vec<u8> {
    let most = f32::from(i16::MAX);
    let rounded = weights
        .iter()
        .map(|pair| pair.map(|weight| (weight * UNITS as f32).round().clamp(-most, most) as i16));
    data::encode(&rounded.collect::<Vec<_>>())
}

pub(crate) fn terms_by<R: RuleSet>(position: &Position, evaluator: &Evaluator) -> Terms {
    let layout = R::RULES.layout;
    let (places, node) = (Places::of(&layout), Node::<R>::of(position, evaluator));
    let squares = layout.squares_by_bit();
    let mut terms = Vec::new();
    for (index, square) in squares.iter().enumerate() {
        let Some(piece) = position.piece(*square) else { continue };
        let (seen, times) =
            if piece.side == Side::First { (index, 1) } else { (places.squares - 1 - index, -1) };
        let king = if piece.rank == game::Rank::King { places.squares } else { 0 };
        terms.push(((king + seen) as u32, times));
    }
    let pieces = node.board.pieces;
    let empty = empty_squares::<R>(pieces);
    let side = node.board.side_to_move;
    let (own, enemy) = (
        steps::<R>(side, pieces.own, pieces.kings, empty),
        steps::<R>(side.other(), pieces.enemy, pieces.kings, empty),
    );
    let sign = if side == Side::First { 1 } else { -1 };
    terms.push((places.steps() as u32, sign * (own.men - enemy.men)));
    terms.push((places.steps() as u32 + 1, sign * (own.kings - enemy.kings)));
    terms.push((places.tempo() as u32, sign));
    for (king, lanes) in [(false, &node.men), (true, &node.kings)] {
        if king && !pieces.kings.any() {
            continue;
        }
        for index in (0..(2 * places.regions).min(LANES)).step_by(2) {
            let [first, second] = [lanes[index], lanes[index + 1]];
            if first != second {
                let base = places.table(king, index / 2);
                debug_assert!(usize::from(first.max(second)) < PATTERNS);
                terms.push(((base + usize::from(first)) as u32, 1));
                terms.push(((base + usize::from(second)) as u32, -1));
            }
        }
    }
    let most = super::evaluation::men_at_start::<R>();
    let count = (pieces.own | pieces.enemy).count().cast_signed().min(most);
    Terms { terms, opening: count as f32 / most as f32 }
}
