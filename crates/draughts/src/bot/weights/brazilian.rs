//! The weights of Brazilian draughts, learned from its own games.

use super::{Phases, Weights};

#[rustfmt::skip]
pub(crate) const WEIGHTS: Weights = Weights {
    men: Phases {
        opening: &[
            0, 0, 0, 0,
            117, 96, 97, 116,
            89, 82, 95, 114,
            98, 88, 62, 87,
            86, 91, 94, 104,
            100, 91, 110, 103,
            106, 119, 117, 112,
            100, 105, 117, 103,
        ],
        ending: &[
            0, 0, 0, 0,
            104, 114, 120, 144,
            94, 101, 113, 103,
            63, 97, 89, 94,
            82, 89, 96, 73,
            77, 95, 86, 71,
            91, 87, 79, 65,
            87, 110, 94, 95,
        ],
    },
    kings: Phases {
        opening: &[
            237, 230, 232, 238,
            237, 240, 239, 239,
            238, 239, 240, 237,
            237, 240, 239, 239,
            239, 241, 238, 236,
            238, 241, 239, 238,
            241, 239, 239, 236,
            236, 238, 239, 238,
        ],
        ending: &[
            219, 209, 217, 225,
            227, 241, 242, 239,
            235, 242, 244, 228,
            230, 243, 243, 240,
            240, 246, 240, 225,
            235, 244, 240, 238,
            245, 239, 239, 225,
            222, 238, 236, 235,
        ],
    },
    man_steps: Phases { opening: 12, ending: 0 },
    king_steps: Phases { opening: 21, ending: -20 },
    turn: Phases { opening: -2, ending: 17 },
    learned: Some(include_bytes!("../../../weights/brazilian.weights")),
};
