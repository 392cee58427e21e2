//! The weights of American pool checkers, learned from its own games.

use super::{Phases, Weights};

#[rustfmt::skip]
pub(crate) const WEIGHTS: Weights = Weights {
    men: Phases {
        opening: &[
            0, 0, 0, 0,
            96, 100, 94, 115,
            95, 79, 91, 111,
            101, 81, 63, 71,
            89, 87, 91, 100,
            103, 91, 110, 102,
            121, 118, 122, 113,
            109, 101, 125, 121,
        ],
        ending: &[
            0, 0, 0, 0,
            119, 125, 111, 140,
            107, 102, 109, 89,
            76, 97, 94, 87,
            87, 100, 99, 78,
            80, 95, 83, 75,
            81, 88, 81, 84,
            91, 99, 86, 101,
        ],
    },
    kings: Phases {
        opening: &[
            237, 228, 231, 239,
            236, 238, 236, 240,
            239, 238, 240, 237,
            235, 238, 237, 237,
            237, 238, 238, 234,
            234, 240, 238, 235,
            238, 241, 238, 237,
            238, 237, 238, 238,
        ],
        ending: &[
            228, 205, 211, 232,
            231, 239, 235, 243,
            241, 241, 245, 228,
            225, 239, 238, 238,
            238, 239, 239, 221,
            227, 242, 239, 232,
            239, 247, 239, 235,
            238, 235, 234, 238,
        ],
    },
    man_steps: Phases { opening: 9, ending: 4 },
    king_steps: Phases { opening: 12, ending: -19 },
    turn: Phases { opening: -4, ending: 17 },
    learned: None,
};
