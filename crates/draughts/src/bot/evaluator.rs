//! The weights of a variant, ready for use: what each piece on each square adds to a position, and the network.

use crate::layout::Layout;
use crate::word::Word;
use game::{Chance, Side};

use super::network::{Network, Sums};
use super::weights::{Phases, Weights, data};

/// The bits of the widest board.
pub(super) const PLACES: usize = 128;
/// Any fixed number: keys need to differ, not to be secret.
const KEYS: u64 = 0x0D12_A964;
/// How many units of a weight make a hundredth of a man.
pub(super) const UNITS: i32 = 4;

/// A worth at the beginning of a game and at its end, in [`UNITS`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Worth {
    pub(super) opening: i32,
    pub(super) ending: i32,
}

impl Worth {
    #[inline]
    pub(super) fn plus(self, other: Worth) -> Worth {
        Worth { opening: self.opening + other.opening, ending: self.ending + other.ending }
    }

    #[inline]
    pub(super) fn minus(self, other: Worth) -> Worth {
        Worth { opening: self.opening - other.opening, ending: self.ending - other.ending }
    }

    #[inline]
    pub(super) fn times(self, count: i32) -> Worth {
        Worth { opening: self.opening * count, ending: self.ending * count }
    }
}

/// One piece on one square.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Share {
    pub(super) key: u64,
    /// For the side that moves first: negative for the pieces of the other.
    pub(super) worth: Worth,
}

/// The weights of one variant.
pub(crate) struct Evaluator {
    shares: Box<[[[Share; PLACES]; 2]; 2]>,
    /// The key that stands for the second side to move.
    pub(super) turn: u64,
    pub(super) man_steps: Worth,
    pub(super) king_steps: Worth,
    /// For the side to move.
    pub(super) tempo: Worth,
    /// What is added to all that, if it was learned.
    pub(super) network: Option<Network>,
}

impl Evaluator {
    /// The weights of a variant with this board.
    pub(crate) fn new(weights: &Weights, layout: &Layout) -> Evaluator {
        match weights.learned {
            Some(bytes) => Evaluator::of_file(bytes, layout),
            None => Evaluator::of_list(&plain(weights), None, layout),
        }
    }

    /// The weights of a file: those of pieces, steps and the right to move, and a network.
    pub(super) fn of_file(bytes: &[u8], layout: &Layout) -> Evaluator {
        let count = 2 * plain_count(layout);
        let list = data::decode(bytes, count + Network::count(layout));
        let (plain, network) = list.split_at(count);
        let (pairs, _) = plain.as_chunks();
        Evaluator::of_list(pairs, Some(Network::of_list(network, layout)), layout)
    }

    fn of_list(plain: &[[i16; 2]], network: Option<Network>, layout: &Layout) -> Evaluator {
        let squares = usize::from(layout.square_count());
        let worth = |index: usize| {
            let [opening, ending] = plain[index];
            Worth { opening: i32::from(opening), ending: i32::from(ending) }
        };
        let mut keys = Chance::new(KEYS);
        let mut shares = Box::new([[[Share::default(); PLACES]; 2]; 2]);
        for side in Side::BOTH {
            for (index, square) in layout.squares_by_bit().into_iter().enumerate() {
                for king in 0..2 {
                    let seen = if side == Side::First { index } else { squares - 1 - index };
                    let worth = worth(king * squares + seen);
                    shares[side.index()][king][usize::from(layout.bit(square))] = Share {
                        key: keys.roll(),
                        worth: if side == Side::First { worth } else { Worth::default().minus(worth) },
                    };
                }
            }
        }
        Evaluator {
            shares,
            turn: keys.roll(),
            man_steps: worth(2 * squares),
            king_steps: worth(2 * squares + 1),
            tempo: worth(2 * squares + 2),
            network,
        }
    }

    /// Places for the sums of positions at so many plies; none without a network.
    pub(super) fn sums<W: Word>(&self, plies: usize) -> Vec<Sums<W>> {
        self.network.as_ref().map_or_else(Vec::new, |network| vec![Sums::new(network); plies])
    }

    #[inline]
    pub(super) fn share(&self, side: Side, king: bool, place: u8) -> &Share {
        &self.shares[side.index()][usize::from(king)][usize::from(place) % PLACES]
    }
}

/// How many weights there are beside the network, each for opening and ending: a man and a king on each square, steps of
/// men and of kings, the right to move.
pub(super) fn plain_count(layout: &Layout) -> usize {
    2 * usize::from(layout.square_count()) + 3
}

/// Weights without a network as one list.
fn plain(weights: &Weights) -> Vec<[i16; 2]> {
    let units = UNITS as i16;
    let both = |phases: &Phases<&'static [i16]>| {
        let pairs = phases.opening.iter().zip(phases.ending);
        pairs.map(|(opening, ending)| [opening * units, ending * units]).collect::<Vec<_>>()
    };
    let one = |phases: &Phases<i16>| [phases.opening * units, phases.ending * units];
    let mut list = both(&weights.men);
    list.extend(both(&weights.kings));
    list.extend([one(&weights.man_steps), one(&weights.king_steps), one(&weights.turn)]);
    list
}
