//! The weights of Italian draughts, learned from its own games.

use super::{Phases, Weights};

#[rustfmt::skip]
pub(crate) const WEIGHTS: Weights = Weights {
    men: Phases {
        opening: &[
            0, 0, 0, 0,
            100, 117, 115, 113,
            95, 104, 106, 110,
            106, 86, 85, 95,
            80, 85, 83, 112,
            101, 82, 99, 96,
            90, 108, 103, 100,
            92, 111, 119, 109,
        ],
        ending: &[
            0, 0, 0, 0,
            97, 134, 131, 133,
            122, 122, 116, 114,
            98, 107, 102, 117,
            109, 93, 97, 102,
            77, 87, 85, 92,
            86, 85, 79, 86,
            76, 97, 89, 99,
        ],
    },
    kings: Phases {
        opening: &[
            130, 137, 138, 131,
            128, 121, 130, 132,
            124, 137, 128, 129,
            130, 132, 132, 127,
            127, 136, 135, 125,
            128, 132, 133, 127,
            130, 130, 131, 131,
            128, 128, 127, 132,
        ],
        ending: &[
            151, 127, 126, 128,
            155, 144, 127, 128,
            149, 134, 126, 118,
            122, 132, 130, 122,
            125, 132, 129, 108,
            121, 132, 121, 145,
            122, 121, 145, 152,
            132, 122, 119, 156,
        ],
    },
    man_steps: Phases { opening: 11, ending: 3 },
    king_steps: Phases { opening: 77, ending: -21 },
    turn: Phases { opening: 9, ending: -1 },
    learned: None,
};
