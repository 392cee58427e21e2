//! The weights of Czech draughts, learned from its own games.

use super::{Phases, Weights};

#[rustfmt::skip]
pub(crate) const WEIGHTS: Weights = Weights {
    men: Phases {
        opening: &[
            0, 0, 0, 0,
            100, 131, 130, 139,
            91, 97, 97, 92,
            72, 76, 79, 84,
            70, 89, 84, 87,
            83, 87, 103, 97,
            95, 111, 116, 98,
            100, 125, 134, 132,
        ],
        ending: &[
            0, 0, 0, 0,
            108, 149, 156, 150,
            115, 124, 127, 98,
            102, 101, 105, 100,
            85, 95, 100, 75,
            75, 85, 76, 78,
            64, 77, 64, 88,
            75, 106, 102, 108,
        ],
    },
    kings: Phases {
        opening: &[
            273, 267, 272, 259,
            272, 285, 286, 285,
            282, 286, 286, 280,
            273, 286, 287, 284,
            281, 284, 285, 279,
            281, 286, 285, 285,
            285, 284, 285, 277,
            280, 282, 279, 279,
        ],
        ending: &[
            241, 247, 246, 232,
            254, 289, 286, 285,
            281, 290, 293, 263,
            250, 289, 292, 288,
            284, 287, 287, 257,
            268, 295, 291, 287,
            284, 290, 290, 258,
            269, 279, 259, 266,
        ],
    },
    man_steps: Phases { opening: 7, ending: -9 },
    king_steps: Phases { opening: -25, ending: -29 },
    turn: Phases { opening: -6, ending: 25 },
    learned: None,
};
