//! The weights of Buff and Green, learned from its own games.

use super::{Phases, Weights};

#[rustfmt::skip]
pub(crate) const WEIGHTS: Weights = Weights {
    men: Phases {
        opening: &[
            0, 0, 0, 0,
            98, 103, 105, 118,
            88, 89, 91, 116,
            100, 76, 63, 85,
            92, 88, 91, 105,
            99, 90, 102, 104,
            105, 116, 121, 102,
            107, 107, 116, 125,
        ],
        ending: &[
            0, 0, 0, 0,
            117, 131, 134, 146,
            106, 110, 120, 101,
            72, 100, 97, 97,
            81, 103, 97, 80,
            87, 96, 94, 73,
            87, 95, 87, 77,
            91, 98, 83, 95,
        ],
    },
    kings: Phases {
        opening: &[
            245, 238, 239, 248,
            244, 246, 245, 246,
            245, 245, 246, 247,
            243, 245, 244, 244,
            245, 246, 246, 245,
            245, 248, 245, 247,
            248, 248, 246, 245,
            247, 246, 245, 245,
        ],
        ending: &[
            235, 224, 236, 243,
            239, 246, 246, 246,
            246, 247, 249, 243,
            236, 243, 244, 244,
            245, 246, 245, 241,
            244, 250, 245, 248,
            248, 251, 248, 244,
            248, 248, 242, 244,
        ],
    },
    man_steps: Phases { opening: 5, ending: 16 },
    king_steps: Phases { opening: 13, ending: -10 },
    turn: Phases { opening: -3, ending: 16 },
    learned: None,
};
