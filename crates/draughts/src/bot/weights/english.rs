//! The weights of English draughts, learned from its own games.

use super::{Phases, Weights};

#[rustfmt::skip]
pub(crate) const WEIGHTS: Weights = Weights {
    men: Phases {
        opening: &[
            0, 0, 0, 0,
            108, 112, 112, 105,
            96, 98, 91, 106,
            102, 87, 89, 94,
            82, 86, 83, 107,
            99, 88, 97, 92,
            104, 115, 108, 98,
            94, 103, 123, 120,
        ],
        ending: &[
            0, 0, 0, 0,
            105, 125, 126, 121,
            104, 115, 110, 112,
            101, 107, 101, 114,
            108, 95, 102, 108,
            95, 90, 95, 92,
            86, 93, 101, 102,
            105, 105, 112, 115,
        ],
    },
    kings: Phases {
        opening: &[
            122, 131, 124, 131,
            124, 115, 122, 124,
            114, 128, 131, 122,
            122, 136, 134, 128,
            121, 131, 132, 124,
            123, 132, 128, 121,
            123, 124, 123, 124,
            125, 122, 121, 125,
        ],
        ending: &[
            137, 124, 128, 127,
            137, 142, 129, 122,
            135, 130, 132, 114,
            105, 129, 124, 122,
            111, 120, 121, 110,
            111, 128, 114, 131,
            112, 111, 132, 134,
            128, 108, 108, 134,
        ],
    },
    man_steps: Phases { opening: 13, ending: 4 },
    king_steps: Phases { opening: 71, ending: -24 },
    turn: Phases { opening: 7, ending: -2 },
    learned: Some(include_bytes!("../../../weights/english.weights")),
};
