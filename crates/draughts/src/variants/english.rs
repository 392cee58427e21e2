//! English draughts, American checkers: the default of the game.

use crate::bot::weights;
use crate::direction::Directions;
use crate::draws::{REPETITION, no_progress};
use crate::layout::Layout;
use crate::notation::{Colour, Corner, Notation, ResultStyle, SquareNames};
use crate::rules::{Capturable, Landing, Promotion, Reach, Removal, Rules, Start, TurningBack};

/// The rules of the World Checkers and Draughts Federation.
pub const RULES: Rules = Rules {
    name: "english",
    title: "English draughts",
    sides: ["Red", "White"],                        // the dark and the light pieces; PDN writes Black and White
    layout: Layout::draughtboard(8),                // WCDF 1.1, 1.4
    start: Start { empty_rows: 0, rows_of_men: 3 }, // WCDF 1.11
    man_moves: Directions::FORWARD_DIAGONALS,       // WCDF, ordinary move of a man
    man_captures: Directions::FORWARD_DIAGONALS,    // WCDF 1.18
    man_takes: Capturable::MenAndKings,             // WCDF 1.18
    king_moves: Directions::DIAGONALS,              // WCDF 1.17
    king_captures: Directions::DIAGONALS,           // WCDF, capturing move of a king
    king_reach: Reach::OneStep,                     // WCDF 1.17
    landing: Landing::DirectlyBehind,               // WCDF 1.18
    turning_back: TurningBack::Allowed,             // no rule forbids it; nothing is left to take there
    removal: Removal::AfterTheMove,                 // WCDF 1.19: no piece is jumped twice
    promotion: Promotion::EndsTheMove,              // WCDF 1.19
    priority: &[],                                  // WCDF 1.20: free choice
    king_moves_in_a_row: None,
    draws: &[no_progress(40), REPETITION], // WCDF 1.32.1, 1.32.2
    notation: Notation {
        game_type: Some(21), // PDN GameType 21,B,8,8,N1,0
        first: Colour::Black,
        squares: SquareNames::Numbers,
        corner: Corner::BottomRight,
        capture_sign: 'x',
        results: ResultStyle::OnePoint,
    },
    weights: &weights::english::WEIGHTS,
};
