//! The weights of Portuguese draughts, learned from its own games.

use super::{Phases, Weights};

#[rustfmt::skip]
pub(super) const WEIGHTS: Weights = Weights {
    men: Phases {
        opening: &[
            0, 0, 0, 0,
            124, 124, 126, 104,
            115, 107, 98, 96,
            98, 84, 77, 99,
            97, 81, 88, 77,
            89, 97, 84, 87,
            98, 107, 118, 93,
            117, 126, 100, 90,
        ],
        ending: &[
            0, 0, 0, 0,
            143, 141, 143, 100,
            61, 120, 123, 112,
            78, 96, 102, 75,
            67, 88, 86, 88,
            83, 80, 93, 75,
            69, 94, 76, 68,
            132, 111, 115, 71,
        ],
    },
    kings: Phases {
        opening: &[
            265, 269, 275, 276,
            287, 286, 288, 277,
            277, 294, 290, 281,
            281, 282, 280, 276,
            276, 281, 287, 280,
            285, 280, 283, 275,
            275, 282, 282, 281,
            270, 274, 275, 266,
        ],
        ending: &[
            143, 223, 227, 212,
            297, 297, 295, 222,
            243, 297, 286, 289,
            284, 283, 280, 246,
            243, 277, 285, 284,
            290, 279, 291, 235,
            221, 290, 292, 289,
            213, 243, 236, 146,
        ],
    },
    man_steps: Phases { opening: 26, ending: -39 },
    king_steps: Phases { opening: 17, ending: -73 },
    turn: Phases { opening: 8, ending: -3 },
};
