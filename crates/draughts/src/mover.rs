//! The side to move as a type, so that every direction is known to the compiler.

use game::Side;

/// The side whose turn it is.
pub(crate) trait Mover: Copy + 'static {
    /// The side that moves next.
    type Opponent: Mover<Opponent = Self>;
    /// Which side it is.
    const SIDE: Side;
}

/// The side that moves first and plays towards the top.
#[derive(Clone, Copy, Debug)]
pub(crate) enum First {}

/// The side that answers and plays towards the bottom.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Second {}

impl Mover for First {
    type Opponent = Second;
    const SIDE: Side = Side::First;
}

impl Mover for Second {
    type Opponent = First;
    const SIDE: Side = Side::Second;
}

/// Evaluates an expression with a side, known only at run time, as type `M`.
macro_rules! with_mover {
    ($side:expr, $body:expr) => {
        match $side {
            game::Side::First => {
                type M = $crate::mover::First;
                $body
            }
            game::Side::Second => {
                type M = $crate::mover::Second;
                $body
            }
        }
    };
}
pub(crate) use with_mover;
