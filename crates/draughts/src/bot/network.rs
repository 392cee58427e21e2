//! A small network that values positions: one row of weights for each kind of piece on each square, added up for all
//! pieces as either side sees them, clipped and squared, and added up again with the last weights, the head.
//!
//! Whole numbers only, and loops that the compiler turns into vector instructions where there are some.

use crate::layout::Layout;
use crate::word::Word;
use game::Side;

use super::evaluator::{PLACES, UNITS};

/// The units of the network: how many sums each side's view has.
pub const WIDTH: usize = 128;
/// How many heads there are; which one counts depends on the number of pieces.
pub const HEADS: usize = 8;
/// A sum of one, at which it is clipped.
pub(super) const ONE: i16 = 255;
/// The largest last weight, so that its product with a clipped sum fits its type.
pub(super) const MOST_LAST: i16 = 127;
/// The units of a last weight.
pub(super) const LAST_UNITS: i32 = UNITS / 2;

/// One number for each unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct UnitRow(pub(super) [i16; WIDTH]);

/// The weights of a network.
pub(super) struct Network {
    /// Own men, own kings, the opponent's men and kings, by their place from the own edge.
    rows: Vec<UnitRow>,
    /// The sums of an empty board.
    bias: UnitRow,
    /// The last weights of the view of the side to move, and of the other view.
    heads: Vec<[UnitRow; 2]>,
    /// What each head adds.
    head_bias: Vec<i32>,
    /// The row of a piece for each view, side, rank and bit.
    places: Box<[[[[u16; PLACES]; 2]; 2]; 2]>,
}

/// The bits of one kind of piece: the first side's men and kings, then the second side's.
pub(super) type Kinds<W> = [W; 4];

/// The sums of both views of a position, and the pieces that they are the sums of.
#[derive(Clone)]
pub(super) struct Sums<W> {
    pieces: Kinds<W>,
    views: [UnitRow; 2],
}

impl Network {
    /// How many numbers the weights of a network have.
    pub(super) fn count(layout: &Layout) -> usize {
        let squares = usize::from(layout.square_count());
        (4 * squares + 1) * WIDTH + HEADS * (2 * WIDTH + 1)
    }

    /// The network of a list of numbers: the rows, what is always added, and the heads, each with what it adds.
    pub(super) fn of_list(list: &[i16], layout: &Layout) -> Network {
        let squares = usize::from(layout.square_count());
        let row = |at: usize| UnitRow(list[at..at + WIDTH].try_into().expect("a row"));
        let last = |at: usize| UnitRow(row(at).0.map(|weight| weight.clamp(-MOST_LAST, MOST_LAST)));
        let bias = 4 * squares * WIDTH;
        let head = |head: usize| bias + WIDTH + head * (2 * WIDTH + 1);
        let mut places = Box::new([[[[0; PLACES]; 2]; 2]; 2]);
        for (view, places) in Side::BOTH.into_iter().zip(places.iter_mut()) {
            for side in Side::BOTH {
                let enemy = if side == view { 0 } else { 2 };
                for (index, square) in layout.squares_by_bit().into_iter().enumerate() {
                    let place = if view == Side::First { index } else { squares - 1 - index };
                    let bit = usize::from(layout.bit(square));
                    for (king, places) in places[side.index()].iter_mut().enumerate() {
                        places[bit] = ((enemy + king) * squares + place) as u16;
                    }
                }
            }
        }
        Network {
            rows: (0..4 * squares).map(|index| row(index * WIDTH)).collect(),
            bias: row(bias),
            heads: (0..HEADS).map(|index| [last(head(index)), last(head(index) + WIDTH)]).collect(),
            head_bias: (0..HEADS).map(|index| i32::from(list[head(index) + 2 * WIDTH])).collect(),
            places,
        }
    }

    /// The worth of a position for the side to move.
    #[inline]
    pub(super) fn worth<W>(&self, sums: &Sums<W>, side: Side, head: usize) -> i32 {
        let [own, other] = &self.heads[head];
        let [first, second] = &sums.views;
        let sum = match side {
            Side::First => dot(first, own) + dot(second, other),
            Side::Second => dot(second, own) + dot(first, other),
        };
        let one = i32::from(ONE);
        self.head_bias[head] + sum / (one * one / LAST_UNITS)
    }

    #[inline]
    fn row(&self, view: usize, kind: usize, place: u8) -> &UnitRow {
        let row = self.places[view][kind / 2][kind % 2][usize::from(place) % PLACES];
        &self.rows[usize::from(row)]
    }
}

impl<W: Word> Sums<W> {
    /// The sums of an empty board.
    pub(super) fn new(network: &Network) -> Sums<W> {
        Sums { pieces: [W::EMPTY; 4], views: [network.bias; 2] }
    }

    /// How many pieces differ.
    #[inline]
    pub(super) fn distance(&self, wanted: &Kinds<W>) -> u32 {
        self.pieces.iter().zip(wanted).map(|(have, want)| (*have ^ *want).count()).sum()
    }

    /// Changes the sums to those of other pieces: by what differs, or from nothing if that is less.
    #[inline]
    pub(super) fn change_to(&mut self, wanted: Kinds<W>, network: &Network) {
        let count: u32 = wanted.iter().map(|pieces| pieces.count()).sum();
        if self.distance(&wanted) > count {
            *self = Sums::new(network);
        }
        for (kind, (have, want)) in self.pieces.iter().zip(&wanted).enumerate() {
            let (mut gone, mut come) = (*have & !*want, *want & !*have);
            while gone.any() && come.any() {
                for (view, sums) in self.views.iter_mut().enumerate() {
                    let [minus, plus] = [gone, come].map(|pieces| network.row(view, kind, pieces.lowest()));
                    replace(sums, minus, plus);
                }
                (gone, come) = (gone.without_lowest(), come.without_lowest());
            }
            for piece in gone.each() {
                for (view, sums) in self.views.iter_mut().enumerate() {
                    subtract(sums, network.row(view, kind, piece.lowest()));
                }
            }
            for piece in come.each() {
                for (view, sums) in self.views.iter_mut().enumerate() {
                    add(sums, network.row(view, kind, piece.lowest()));
                }
            }
        }
        self.pieces = wanted;
    }
}

/// The head that counts with so many pieces, of the most that there can be.
#[inline]
pub(super) const fn head_of(count: i32, most: i32) -> usize {
    let head = (count * HEADS as i32 - 1) / most;
    if head < 0 { 0 } else { head as usize % HEADS }
}

fn add(sums: &mut UnitRow, plus: &UnitRow) {
    sums.0.iter_mut().zip(&plus.0).for_each(|(sum, plus)| *sum = sum.wrapping_add(*plus));
}

fn subtract(sums: &mut UnitRow, minus: &UnitRow) {
    sums.0.iter_mut().zip(&minus.0).for_each(|(sum, minus)| *sum = sum.wrapping_sub(*minus));
}

fn replace(sums: &mut UnitRow, minus: &UnitRow, plus: &UnitRow) {
    for ((sum, minus), plus) in sums.0.iter_mut().zip(&minus.0).zip(&plus.0) {
        *sum = sum.wrapping_add(plus.wrapping_sub(*minus));
    }
}

/// The sum of squared clipped sums, each with its last weight.
fn dot(sums: &UnitRow, last: &UnitRow) -> i32 {
    let mut total = 0;
    for (sum, last) in sums.0.iter().zip(&last.0) {
        let clipped = (*sum).clamp(0, ONE);
        total += i32::from(clipped.wrapping_mul(*last)) * i32::from(clipped);
    }
    total
}

#[cfg(test)]
mod tests {
    use crate::bot::evaluator::Evaluator;
    use crate::variants;

    use super::WIDTH;

    #[test]
    fn the_sums_of_any_pieces_stay_within_their_type() {
        for variant in variants::ALL {
            let rules = variant.rules();
            let Some(network) = Evaluator::new(rules.weights, &rules.layout).network else { continue };
            let squares = usize::from(rules.layout.square_count());
            for unit in 0..WIDTH {
                let [mut least, mut most] = [i32::from(network.bias.0[unit]); 2];
                for place in 0..squares {
                    // Any of the four kinds of piece may be there, or none.
                    let weight = |kind: usize| i32::from(network.rows[kind * squares + place].0[unit]);
                    least += (0..4).map(weight).fold(0, i32::min);
                    most += (0..4).map(weight).fold(0, i32::max);
                }
                let fits = i16::try_from(least).is_ok() && i16::try_from(most).is_ok();
                assert!(fits, "{}: unit {unit} is from {least} to {most}", variant.name());
            }
        }
    }
}
