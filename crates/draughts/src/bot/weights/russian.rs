//! The weights of Russian draughts, learned from its own games.

use super::{Phases, Weights};

#[rustfmt::skip]
pub(crate) const WEIGHTS: Weights = Weights {
    men: Phases {
        opening: &[
            0, 0, 0, 0,
            110, 99, 99, 119,
            92, 89, 91, 114,
            100, 82, 60, 83,
            91, 93, 95, 95,
            103, 92, 106, 101,
            107, 124, 112, 113,
            100, 103, 115, 113,
        ],
        ending: &[
            0, 0, 0, 0,
            113, 119, 118, 145,
            106, 101, 111, 97,
            69, 99, 94, 84,
            78, 94, 91, 76,
            72, 94, 80, 66,
            85, 76, 87, 82,
            91, 114, 90, 102,
        ],
    },
    kings: Phases {
        opening: &[
            245, 239, 244, 245,
            249, 248, 247, 249,
            248, 250, 251, 246,
            245, 249, 249, 248,
            247, 251, 248, 245,
            247, 251, 249, 248,
            248, 249, 251, 246,
            246, 247, 247, 246,
        ],
        ending: &[
            219, 219, 230, 225,
            240, 248, 247, 252,
            249, 254, 259, 235,
            235, 250, 253, 250,
            246, 254, 248, 237,
            242, 255, 251, 249,
            247, 252, 253, 235,
            230, 242, 245, 236,
        ],
    },
    man_steps: Phases { opening: 12, ending: -2 },
    king_steps: Phases { opening: 24, ending: -26 },
    turn: Phases { opening: -2, ending: 18 },
    learned: Some(include_bytes!("../../../weights/russian.weights")),
};
