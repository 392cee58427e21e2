//! The lines along which kings fly.

use crate::direction::Direction;
use crate::layout::Layout;
use crate::ruleset::RuleSet;
use crate::word::Word;

/// For each direction and each square, the squares from there to the edge.
type Rays = [[u128; 128]; 8];

/// What a king sees along a line.
pub(super) struct Sight<W> {
    /// The free squares up to the first piece.
    pub(super) free: W,
    /// The first piece, if there is one.
    pub(super) piece: W,
}

/// Looks from a square along a line, as far as the squares are free.
#[inline(always)]
pub(super) fn look<R: RuleSet>(from: R::Word, direction: u8, free: R::Word) -> Sight<R::Word> {
    let rays = const { &rays(R::RULES.layout) };
    let ray = R::Word::of_bits(rays[usize::from(direction & 7)][usize::from(from.lowest() & 127)]);
    let pieces = ray & !free;
    if towards_higher_bits(direction) {
        let piece = pieces ^ pieces.without_lowest();
        Sight { free: ray & piece.below_lowest(), piece }
    } else {
        let piece = pieces.only_highest();
        Sight { free: ray & !pieces & piece.above_highest(), piece }
    }
}

/// The first square of a line, seen from where it begins.
#[inline(always)]
pub(super) fn nearest<W: Word>(line: W, direction: u8) -> W {
    if towards_higher_bits(direction) { line ^ line.without_lowest() } else { line.only_highest() }
}

#[inline(always)]
const fn towards_higher_bits(direction: u8) -> bool {
    matches!(direction, 2..=5)
}

const fn rays(layout: Layout) -> Rays {
    let mut rays = [[0; 128]; 8];
    let squares = layout.all_bits();
    let mut direction = 0;
    while direction < 8 {
        let (may_step, shift) =
            (layout.may_step(Direction::of_index(direction)), layout.shift(Direction::of_index(direction)));
        let mut place = 0;
        while place < 128 {
            let mut runner = squares & (1 << place);
            while runner != 0 {
                let stepping = runner & may_step;
                runner = squares & if shift > 0 { stepping << shift } else { stepping >> -shift };
                rays[direction as usize][place] |= runner;
            }
            place += 1;
        }
        direction += 1;
    }
    rays
}
