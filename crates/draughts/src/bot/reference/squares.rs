//! What each piece on each square adds to the key and to the worth of a position.

use crate::RuleSet;
use crate::layout::Layout;
use game::{Side, Square};

use crate::bot::weights::Weights;
use game::Chance;

/// The bits of the widest board.
const PLACES: usize = 128;
/// Any fixed number: keys need to differ, not to be secret.
const KEYS: u64 = 0x0D12_A964;

/// A worth at the beginning of a game and at its end, in hundredths of a man.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Worth {
    pub(super) opening: i32,
    pub(super) ending: i32,
}

impl Worth {
    pub(super) fn plus(self, other: Worth) -> Worth {
        Worth { opening: self.opening + other.opening, ending: self.ending + other.ending }
    }

    pub(super) fn minus(self, other: Worth) -> Worth {
        Worth { opening: self.opening - other.opening, ending: self.ending - other.ending }
    }
}

/// One piece on one square.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Share {
    pub(super) key: u64,
    /// For the side that moves first: negative for the pieces of the other.
    pub(super) worth: Worth,
}

/// The shares of every piece on every square of a board.
pub(super) struct Squares {
    shares: Box<[[[Share; PLACES]; 2]; 2]>,
    /// The key that stands for the second side to move.
    pub(super) turn: u64,
}

impl Squares {
    pub(super) fn of<R: RuleSet>(weights: &Weights) -> Squares {
        let mut keys = Chance::new(KEYS);
        let mut shares = Box::new([[[Share::default(); PLACES]; 2]; 2]);
        let layout = R::RULES.layout;
        for side in Side::BOTH {
            for (index, square) in layout.squares_by_bit().into_iter().enumerate() {
                for (king, worths) in [&weights.men, &weights.kings].into_iter().enumerate() {
                    let seen = seen_from(side, index, layout);
                    let worth = Worth {
                        opening: i32::from(worths.opening[seen]),
                        ending: i32::from(worths.ending[seen]),
                    };
                    let worth = if side == Side::First { worth } else { Worth::default().minus(worth) };
                    shares[side.index()][king][place(layout, square)] = Share { key: keys.roll(), worth };
                }
            }
        }
        Squares { shares, turn: keys.roll() }
    }

    #[inline]
    pub(super) fn share(&self, side: Side, king: bool, place: u8) -> Share {
        self.shares[side.index()][usize::from(king)][usize::from(place) % PLACES]
    }
}

fn place(layout: Layout, square: Square) -> usize {
    usize::from(layout.bit(square))
}

/// The index of a square as its side sees the board: turned round for the second side.
fn seen_from(side: Side, index: usize, layout: Layout) -> usize {
    match side {
        Side::First => index,
        Side::Second => usize::from(layout.square_count()) - 1 - index,
    }
}
