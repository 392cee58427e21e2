//! The weights of a variant, ready for use: what each piece on each square adds to a position, and the tables of patterns.

use crate::layout::Layout;
use game::{Chance, Side};

use super::regions::{LANES, Lanes, PATTERNS, Regions};
use super::weights::{Phases, Weights, data};

/// The bits of the widest board.
const PLACES: usize = 128;
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
    pub(super) lanes: Lanes,
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
    /// How many lanes are in use; none without patterns.
    lanes: usize,
    /// Tables of the patterns of men, and those of kings: opening and ending.
    tables: [Vec<[i16; 2]>; 2],
}

/// The places of weights in one long list.
pub(super) struct Places {
    pub(super) squares: usize,
    pub(super) regions: usize,
}

impl Places {
    pub(super) fn of(layout: &Layout) -> Places {
        Places { squares: usize::from(layout.square_count()), regions: Regions::of(layout).len() }
    }

    pub(super) fn steps(&self) -> usize {
        2 * self.squares
    }

    pub(super) fn tempo(&self) -> usize {
        self.steps() + 2
    }

    pub(super) fn table(&self, king: bool, region: usize) -> usize {
        self.tempo() + 1 + (usize::from(king) * self.regions + region) * PATTERNS
    }

    pub(super) fn count(&self) -> usize {
        self.table(true, self.regions)
    }
}

impl Evaluator {
    /// The weights of a variant with this board.
    pub(crate) fn new(weights: &Weights, layout: &Layout) -> Evaluator {
        Evaluator::of_list(&list(weights, layout), layout)
    }

    /// The weights of a file with patterns.
    pub(super) fn of_file(bytes: &[u8], layout: &Layout) -> Evaluator {
        Evaluator::of_list(&data::decode(bytes, Places::of(layout).count()), layout)
    }

    /// The evaluator of a list of weights; without patterns if it is too short for them.
    fn of_list(list: &[[i16; 2]], layout: &Layout) -> Evaluator {
        let (regions, places) = (Regions::of(layout), Places::of(layout));
        let worth = |index: usize| {
            let [opening, ending] = list[index];
            Worth { opening: i32::from(opening), ending: i32::from(ending) }
        };
        let mut keys = Chance::new(KEYS);
        let mut shares = Box::new([[[Share::default(); PLACES]; 2]; 2]);
        for side in Side::BOTH {
            for (index, square) in layout.squares_by_bit().into_iter().enumerate() {
                for king in 0..2 {
                    let seen = if side == Side::First { index } else { places.squares - 1 - index };
                    let worth = worth(king * places.squares + seen);
                    shares[side.index()][king][usize::from(layout.bit(square))] = Share {
                        key: keys.roll(),
                        worth: if side == Side::First { worth } else { Worth::default().minus(worth) },
                        lanes: regions.lanes(side, index),
                    };
                }
            }
        }
        let has_patterns = list.len() >= places.count();
        let table = |king: bool| match has_patterns {
            true => list[places.table(king, 0)..places.table(king, places.regions)].to_vec(),
            false => Vec::new(),
        };
        Evaluator {
            shares,
            turn: keys.roll(),
            man_steps: worth(places.steps()),
            king_steps: worth(places.steps() + 1),
            tempo: worth(places.tempo()),
            lanes: if has_patterns { 2 * places.regions } else { 0 },
            tables: [table(false), table(true)],
        }
    }

    #[inline]
    pub(super) fn share(&self, side: Side, king: bool, place: u8) -> &Share {
        &self.shares[side.index()][usize::from(king)][usize::from(place) % PLACES]
    }

    /// The worth of the patterns of men, or of kings, as the side that moves first sees it.
    #[inline]
    pub(super) fn patterns(&self, king: bool, lanes: &Lanes) -> Worth {
        let (mut worth, table) = (Worth::default(), &self.tables[usize::from(king)]);
        for index in (0..self.lanes.min(LANES)).step_by(2) {
            let base = index / 2 * PATTERNS;
            let [own, other] =
                [table[base + usize::from(lanes[index])], table[base + usize::from(lanes[index + 1])]];
            worth.opening += i32::from(own[0]) - i32::from(other[0]);
            worth.ending += i32::from(own[1]) - i32::from(other[1]);
        }
        worth
    }
}

/// The weights as one list, which is shorter if they have no patterns.
pub(super) fn list(weights: &Weights, layout: &Layout) -> Vec<[i16; 2]> {
    match weights.learned {
        Some(bytes) => data::decode(bytes, Places::of(layout).count()),
        None => plain(weights),
    }
}

/// Weights without patterns as one list.
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
