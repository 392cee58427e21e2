//! The weights of Spanish draughts, learned from its own games.

use super::{Phases, Weights};

#[rustfmt::skip]
pub(crate) const WEIGHTS: Weights = Weights {
    men: Phases {
        opening: &[
            0, 0, 0, 0,
            91, 132, 141, 148,
            94, 97, 111, 101,
            57, 86, 82, 86,
            69, 88, 85, 85,
            83, 82, 101, 86,
            88, 111, 115, 99,
            97, 124, 129, 130,
        ],
        ending: &[
            0, 0, 0, 0,
            106, 160, 165, 163,
            108, 135, 130, 104,
            83, 105, 112, 97,
            83, 94, 93, 80,
            65, 87, 73, 66,
            80, 78, 78, 68,
            72, 122, 86, 98,
        ],
    },
    kings: Phases {
        opening: &[
            275, 274, 266, 269,
            275, 287, 284, 281,
            282, 283, 287, 279,
            280, 284, 284, 280,
            283, 282, 283, 277,
            279, 288, 287, 279,
            282, 284, 283, 277,
            279, 281, 281, 277,
        ],
        ending: &[
            242, 252, 252, 240,
            258, 291, 285, 278,
            283, 288, 290, 261,
            263, 288, 287, 285,
            284, 286, 287, 263,
            270, 295, 292, 280,
            282, 289, 287, 254,
            270, 273, 270, 263,
        ],
    },
    man_steps: Phases { opening: 7, ending: -12 },
    king_steps: Phases { opening: -16, ending: -27 },
    turn: Phases { opening: -3, ending: 22 },
    learned: None,
};
