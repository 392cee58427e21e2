//! The weights of Italian draughts, learned from its own games.

use super::{Phases, Weights};

#[rustfmt::skip]
pub(crate) const WEIGHTS: Weights = Weights {
    men: Phases {
        opening: &[
            0, 0, 0, 0,
            113, 115, 117, 100,
            110, 106, 104, 95,
            95, 85, 86, 106,
            112, 83, 85, 80,
            96, 99, 82, 101,
            100, 103, 108, 90,
            109, 119, 111, 92,
        ],
        ending: &[
            0, 0, 0, 0,
            133, 131, 134, 97,
            114, 116, 122, 122,
            117, 102, 107, 98,
            102, 97, 93, 109,
            92, 85, 87, 77,
            86, 79, 85, 86,
            99, 89, 97, 76,
        ],
    },
    kings: Phases {
        opening: &[
            131, 138, 137, 130,
            132, 130, 121, 128,
            129, 128, 137, 124,
            127, 132, 132, 130,
            125, 135, 136, 127,
            127, 133, 132, 128,
            131, 131, 130, 130,
            132, 127, 128, 128,
        ],
        ending: &[
            128, 126, 127, 151,
            128, 127, 144, 155,
            118, 126, 134, 149,
            122, 130, 132, 122,
            108, 129, 132, 125,
            145, 121, 132, 121,
            152, 145, 121, 122,
            156, 119, 122, 132,
        ],
    },
    man_steps: Phases { opening: 11, ending: 3 },
    king_steps: Phases { opening: 77, ending: -21 },
    turn: Phases { opening: 9, ending: -1 },
};
