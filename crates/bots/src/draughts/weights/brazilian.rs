//! The weights of Brazilian draughts, learned from its own games.

use super::{Phases, Weights};

#[rustfmt::skip]
pub(super) const WEIGHTS: Weights = Weights {
    men: Phases {
        opening: &[
            0, 0, 0, 0,
            96, 99, 100, 107,
            90, 90, 94, 111,
            105, 81, 77, 92,
            85, 93, 84, 104,
            99, 87, 110, 115,
            114, 117, 118, 110,
            83, 96, 109, 131,
        ],
        ending: &[
            0, 0, 0, 0,
            110, 109, 120, 126,
            98, 109, 110, 80,
            59, 97, 93, 88,
            77, 96, 100, 80,
            72, 90, 92, 69,
            64, 79, 79, 91,
            83, 99, 105, 102,
        ],
    },
    kings: Phases {
        opening: &[
            236, 238, 237, 231,
            238, 241, 244, 241,
            243, 242, 242, 238,
            239, 244, 239, 240,
            241, 238, 241, 240,
            236, 240, 241, 242,
            239, 242, 243, 240,
            233, 237, 238, 236,
        ],
        ending: &[
            204, 211, 224, 172,
            223, 244, 257, 247,
            248, 249, 235, 226,
            230, 247, 230, 237,
            245, 226, 242, 231,
            222, 237, 244, 243,
            243, 253, 246, 234,
            194, 225, 233, 218,
        ],
    },
    man_steps: Phases { opening: 23, ending: -16 },
    king_steps: Phases { opening: 34, ending: -54 },
    turn: Phases { opening: 6, ending: -3 },
};
