//! The weights of Thai draughts, learned from its own games.

use super::{Phases, Weights};

#[rustfmt::skip]
pub(crate) const WEIGHTS: Weights = Weights {
    men: Phases {
        opening: &[
            0, 0, 0, 0,
            110, 142, 141, 156,
            96, 106, 99, 91,
            76, 86, 86, 78,
            73, 97, 88, 91,
            82, 88, 104, 80,
            86, 106, 113, 92,
            81, 118, 126, 108,
        ],
        ending: &[
            0, 0, 0, 0,
            132, 155, 153, 154,
            118, 116, 117, 122,
            127, 91, 95, 104,
            89, 78, 86, 118,
            108, 81, 76, 68,
            68, 84, 72, 95,
            79, 95, 83, 89,
        ],
    },
    kings: Phases {
        opening: &[
            236, 246, 239, 249,
            241, 241, 239, 241,
            239, 242, 241, 246,
            244, 238, 238, 239,
            239, 243, 242, 248,
            243, 245, 241, 242,
            241, 242, 242, 244,
            243, 242, 249, 240,
        ],
        ending: &[
            244, 249, 244, 254,
            242, 240, 235, 239,
            238, 239, 237, 247,
            251, 238, 241, 236,
            236, 245, 244, 254,
            246, 246, 238, 241,
            241, 240, 242, 248,
            247, 245, 252, 242,
        ],
    },
    man_steps: Phases { opening: 4, ending: 47 },
    king_steps: Phases { opening: 2, ending: 17 },
    turn: Phases { opening: 5, ending: 12 },
    learned: None,
};
