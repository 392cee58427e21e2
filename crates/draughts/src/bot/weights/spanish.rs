//! The weights of Spanish draughts, learned from its own games.

use super::{Phases, Weights};

#[rustfmt::skip]
pub(crate) const WEIGHTS: Weights = Weights {
    men: Phases {
        opening: &[
            0, 0, 0, 0,
            148, 141, 132, 91,
            101, 111, 97, 94,
            86, 82, 86, 57,
            85, 85, 88, 69,
            86, 101, 82, 83,
            99, 115, 111, 88,
            130, 129, 124, 97,
        ],
        ending: &[
            0, 0, 0, 0,
            163, 165, 160, 106,
            104, 130, 135, 108,
            97, 112, 105, 83,
            80, 93, 94, 83,
            66, 73, 87, 65,
            68, 78, 78, 80,
            98, 86, 122, 72,
        ],
    },
    kings: Phases {
        opening: &[
            269, 266, 274, 275,
            281, 284, 287, 275,
            279, 287, 283, 282,
            280, 284, 284, 280,
            277, 283, 282, 283,
            279, 287, 288, 279,
            277, 283, 284, 282,
            277, 281, 281, 279,
        ],
        ending: &[
            240, 252, 252, 242,
            278, 285, 291, 258,
            261, 290, 288, 283,
            285, 287, 288, 263,
            263, 287, 286, 284,
            280, 292, 295, 270,
            254, 287, 289, 282,
            263, 270, 273, 270,
        ],
    },
    man_steps: Phases { opening: 7, ending: -12 },
    king_steps: Phases { opening: -16, ending: -27 },
    turn: Phases { opening: -3, ending: 22 },
};
