//! The weights of American pool checkers, learned from its own games.

use super::{Phases, Weights};

#[rustfmt::skip]
pub(super) const WEIGHTS: Weights = Weights {
    men: Phases {
        opening: &[
            0, 0, 0, 0,
            109, 101, 99, 103,
            95, 93, 94, 133,
            107, 88, 68, 96,
            79, 88, 81, 107,
            96, 93, 97, 100,
            111, 117, 118, 114,
            88, 102, 114, 111,
        ],
        ending: &[
            0, 0, 0, 0,
            104, 123, 114, 114,
            106, 111, 112, 56,
            59, 102, 87, 60,
            82, 97, 96, 63,
            77, 85, 93, 66,
            76, 80, 71, 78,
            94, 100, 111, 106,
        ],
    },
    kings: Phases {
        opening: &[
            240, 237, 240, 237,
            241, 245, 248, 250,
            243, 243, 247, 241,
            241, 244, 243, 246,
            245, 244, 246, 243,
            242, 246, 244, 247,
            248, 246, 247, 242,
            231, 242, 242, 239,
        ],
        ending: &[
            193, 206, 209, 142,
            203, 249, 261, 258,
            248, 243, 251, 220,
            226, 242, 234, 255,
            247, 241, 242, 226,
            224, 252, 242, 252,
            251, 256, 250, 211,
            146, 219, 225, 193,
        ],
    },
    man_steps: Phases { opening: 25, ending: -25 },
    king_steps: Phases { opening: 16, ending: -60 },
    turn: Phases { opening: 5, ending: -4 },
};
