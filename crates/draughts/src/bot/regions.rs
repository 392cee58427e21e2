//! The regions of a board whose patterns of men and of kings have weights: blocks of four rows and four columns.
//!
//! The pattern of a region is a number: one digit in base three for each of its squares, zero if it is empty, one for an
//! own piece, two for one of the opponent. Each side looks at the region from its own edge, so that one table of weights
//! does for both, and for the region that lies opposite.

use crate::layout::{Layout, Playable};
use game::Side;

/// The rows and the columns of a region.
const SIZE: usize = 4;
/// The distance from a region to the next.
const STRIDE: usize = 2;
/// The patterns of a region, which has eight squares of play.
pub(super) const PATTERNS: usize = 3_usize.pow(8);
/// The most patterns that a position has: those of each region, seen from either side.
pub(super) const LANES: usize = 16;

/// What pieces add to the numbers of all patterns of a position, two for each region: as the first side sees it, and as
/// the second does.
pub(super) type Lanes = [u16; LANES];

/// The regions of a board; none on boards that they do not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Regions {
    /// The squares of each region by their place in the order of bits, as the first side sees it.
    squares: Vec<Vec<usize>>,
    count: usize,
}

impl Regions {
    pub(super) fn of(layout: &Layout) -> Regions {
        let count = usize::from(layout.square_count());
        let mut squares: Vec<Vec<usize>> = Vec::new();
        if layout.playable != Playable::All {
            let (rows, columns) = (usize::from(layout.rows), usize::from(layout.columns));
            for top in (0..=rows - SIZE).step_by(STRIDE) {
                for left in (0..=columns - SIZE).step_by(STRIDE) {
                    let region = block(columns, count, top, left);
                    let mut opposite: Vec<usize> = region.iter().map(|place| count - 1 - place).collect();
                    opposite.sort_unstable();
                    if !squares.contains(&opposite) {
                        squares.push(region);
                    }
                }
            }
        }
        if squares.len() * 2 > LANES {
            squares.clear();
        }
        Regions { squares, count }
    }

    /// How many regions there are; each has one table of weights.
    pub(super) fn len(&self) -> usize {
        self.squares.len()
    }

    /// What a piece on a square adds to the numbers of the patterns.
    pub(super) fn lanes(&self, side: Side, place: usize) -> Lanes {
        let mut lanes = [0; LANES];
        for (index, region) in self.squares.iter().enumerate() {
            for (view, seen) in [(Side::First, place), (Side::Second, self.count - 1 - place)] {
                if let Some(digit) = region.iter().position(|square| *square == seen) {
                    let worth = if side == view { 1 } else { 2 };
                    lanes[2 * index + view.index()] = worth * 3_u16.pow(digit as u32);
                }
            }
        }
        lanes
    }
}

/// The squares of play of a block, by their place in the order of bits.
fn block(columns: usize, count: usize, top: usize, left: usize) -> Vec<usize> {
    let in_row = columns / 2;
    let is_inside = |place: &usize| {
        let row = place / in_row;
        let column = place % in_row * 2 + (row + 1) % 2;
        (top..top + SIZE).contains(&row) && (left..left + SIZE).contains(&column)
    };
    (0..count).filter(is_inside).collect()
}
