//! What a tool needs to learn weights: what the evaluation sees of a position, and the file that it reads.

use crate::board::Board;
use crate::generate::empty_squares;
use crate::layout::Layout;
use crate::word::Word;
use crate::{Position, RuleSet, Variant};
use game::{Rank, Side};

use super::evaluation::{men_at_start, steps};
use super::evaluator::{UNITS, plain_count};
pub use super::network::{HEADS, WIDTH};
use super::network::{LAST_UNITS, MOST_LAST, Network, ONE, head_of};
use super::weights::data;

/// What the evaluation sees of a position: everything from the side to move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inputs {
    /// The rows of the network that count: own men, own kings, the opponent's men and kings, each with one row for each
    /// place from the own edge.
    pub rows: Vec<u16>,
    /// How many more squares own men, and own kings, can step to than those of the opponent.
    pub steps: [i32; 2],
    /// The share of the opening weights; the rest is that of the ending weights.
    pub opening: f32,
    /// The head of the network that counts.
    pub head: usize,
}

/// Learned weights. What they add to a position is in hundredths of a man.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LearnedWeights {
    /// A man and a king on each square, steps of men and of kings, and the right to move: each for opening and ending.
    pub plain: Vec<[f32; 2]>,
    /// The rows of the network, one after the other, and what is always added; a sum of one is clipped.
    pub rows: Vec<f32>,
    /// The heads: the last weights of the own view, those of the other, and what the head adds.
    pub heads: Vec<f32>,
}

/// The largest last weight that a file can have, in hundredths of a man.
pub const MOST_LAST_WEIGHT: f32 = (MOST_LAST as i32 * LAST_UNITS) as f32 / UNITS as f32;

/// How many numbers a head has.
const HEAD: usize = 2 * WIDTH + 1;
/// What a file has for a hundredth of a man, as a plain weight and as a last weight.
const PLAIN_UNIT: f32 = UNITS as f32;
const LAST_UNIT: f32 = UNITS as f32 / LAST_UNITS as f32;
/// What a file has for a sum of one.
const ROW_UNIT: f32 = ONE as f32;

/// What the evaluation sees of a position.
#[must_use]
pub fn inputs(position: &Position) -> Inputs {
    position.variant().engine().inputs(position)
}

impl LearnedWeights {
    /// The weights that bots use in a variant; `None` if they use no network there.
    #[must_use]
    pub fn in_use(variant: &Variant) -> Option<LearnedWeights> {
        let rules = variant.rules();
        rules.weights.learned.map(|bytes| LearnedWeights::decode(bytes, &rules.layout))
    }

    /// The bytes of a file with these weights.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let most = f32::from(i16::MAX);
        let rounded = |weight: f32, unit: f32| (weight * unit).round().clamp(-most, most) as i16;
        let mut list: Vec<i16> =
            self.plain.iter().flatten().map(|weight| rounded(*weight, PLAIN_UNIT)).collect();
        list.extend(self.rows.iter().map(|weight| rounded(*weight, ROW_UNIT)));
        for head in self.heads.chunks_exact(HEAD) {
            let (last, bias) = head.split_at(2 * WIDTH);
            list.extend(last.iter().map(|weight| rounded(*weight, LAST_UNIT)));
            list.push(rounded(bias[0], PLAIN_UNIT));
        }
        data::encode(&list)
    }

    /// The weights of a file for this board.
    fn decode(bytes: &[u8], layout: &Layout) -> LearnedWeights {
        let plain_end = 2 * plain_count(layout);
        let list = data::decode(bytes, plain_end + Network::count(layout));
        let (plain, network) = list.split_at(plain_end);
        let (rows, heads) = network.split_at(network.len() - HEADS * HEAD);
        let plain_weight = |weight: i16| f32::from(weight) / PLAIN_UNIT;
        let mut learned = LearnedWeights {
            plain: plain.as_chunks().0.iter().map(|pair| pair.map(plain_weight)).collect(),
            rows: rows.iter().map(|weight| f32::from(*weight) / ROW_UNIT).collect(),
            heads: Vec::with_capacity(heads.len()),
        };
        for head in heads.chunks_exact(HEAD) {
            let (last, bias) = head.split_at(2 * WIDTH);
            learned.heads.extend(last.iter().map(|weight| f32::from(*weight) / LAST_UNIT));
            learned.heads.push(plain_weight(bias[0]));
        }
        learned
    }
}

pub(crate) fn inputs_by<R: RuleSet>(position: &Position) -> Inputs {
    let (layout, board) = (R::RULES.layout, Board::<R>::of(position));
    let (count, side) = (usize::from(layout.square_count()), board.side_to_move);
    let mut rows = Vec::new();
    for (index, square) in layout.squares_by_bit().iter().enumerate() {
        let Some(piece) = position.piece(*square) else { continue };
        let place = if side == Side::First { index } else { count - 1 - index };
        let king = usize::from(piece.rank == Rank::King);
        let enemy = if piece.side == side { 0 } else { 2 };
        rows.push(((enemy + king) * count + place) as u16);
    }
    let pieces = board.pieces;
    let empty = empty_squares::<R>(pieces);
    let own = steps::<R>(side, pieces.own, pieces.kings, empty);
    let enemy = steps::<R>(side.other(), pieces.enemy, pieces.kings, empty);
    let most = men_at_start::<R>();
    let left = (pieces.own | pieces.enemy).count().cast_signed().min(most);
    Inputs {
        rows,
        steps: [own.men - enemy.men, own.kings - enemy.kings],
        opening: left as f32 / most as f32,
        head: head_of(left, most),
    }
}
