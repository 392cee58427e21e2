//! The weights of Russian draughts, learned from its own games.

use super::{Phases, Weights};

#[rustfmt::skip]
pub(super) const WEIGHTS: Weights = Weights {
    men: Phases {
        opening: &[
            0, 0, 0, 0,
            103, 103, 100, 103,
            95, 94, 92, 117,
            103, 89, 71, 91,
            86, 83, 87, 111,
            94, 90, 102, 101,
            114, 119, 117, 117,
            84, 93, 123, 120,
        ],
        ending: &[
            0, 0, 0, 0,
            111, 118, 115, 117,
            100, 104, 109, 63,
            62, 95, 85, 75,
            77, 99, 89, 74,
            78, 86, 86, 75,
            74, 71, 80, 76,
            97, 100, 109, 99,
        ],
    },
    kings: Phases {
        opening: &[
            239, 238, 234, 235,
            241, 246, 246, 246,
            244, 244, 246, 238,
            240, 242, 247, 242,
            241, 243, 246, 243,
            239, 244, 245, 245,
            246, 240, 245, 241,
            235, 241, 240, 242,
        ],
        ending: &[
            204, 206, 216, 177,
            226, 256, 252, 252,
            243, 245, 244, 224,
            230, 246, 242, 244,
            240, 235, 249, 231,
            227, 242, 252, 249,
            250, 244, 250, 229,
            196, 231, 225, 228,
        ],
    },
    man_steps: Phases { opening: 22, ending: -18 },
    king_steps: Phases { opening: 32, ending: -59 },
    turn: Phases { opening: 5, ending: -4 },
};
