//! The analysis of a position by a bot: scores, lines of play, and scores in words.

use crate::{Play, Side};

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// How many plies were searched.
    pub depth: u32,
    /// How many positions were searched.
    pub nodes: u64,
    /// The best lines, the best first; empty if the game is over.
    pub lines: Vec<Line>,
}

/// A move with the best play that follows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The score of the move.
    pub score: Score,
    /// The move and what follows.
    pub plays: Vec<Play>,
}

/// Who is better, and by how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a man; positive is good for the side that moves first in the game.
    Men(i32),
    /// A side can force a win.
    Win {
        /// Who wins.
        side: Side,
        /// The plies until the win, at most.
        plies: u32,
    },
}

impl Score {
    /// A score from hundredths of a man, where positive is good for `side`.
    #[must_use]
    pub const fn of_men(value: i32, side: Side) -> Score {
        match side {
            Side::First => Score::Men(value),
            Side::Second => Score::Men(-value),
        }
    }

    /// The score in words, such as `White is clearly better (a man up)`; `sides` are the names of the sides.
    #[must_use]
    pub fn words(self, sides: [&str; 2]) -> String {
        let (value, side) = match self {
            Score::Win { side, plies } => return won(sides[side.index()], plies),
            Score::Men(value) if value < 0 => (value.unsigned_abs(), sides[1]),
            Score::Men(value) => (value.unsigned_abs(), sides[0]),
        };
        let words = WORDS.iter().find(|row| value < row.below).unwrap_or(&BEYOND_WORDS);
        words.sentence.replace("{side}", side)
    }
}

fn won(side: &str, plies: u32) -> String {
    match plies {
        0 => format!("{side} has won"),
        1 => format!("{side} wins with this move"),
        _ => match plies.div_ceil(2) {
            1 => format!("{side} wins with the next move"),
            moves => format!("{side} wins in {moves} moves"),
        },
    }
}

/// A sentence for scores below a bound, in hundredths of a man.
struct Words {
    below: u32,
    sentence: &'static str,
}

const WORDS: [Words; 6] = [
    Words { below: 20, sentence: "The position is even" },
    Words { below: 60, sentence: "{side} is slightly better" },
    Words { below: 90, sentence: "{side} is better" },
    Words { below: 170, sentence: "{side} is clearly better (a man up)" },
    Words { below: 270, sentence: "{side} is much better (two men up)" },
    Words { below: 370, sentence: "{side} is winning (three men up)" },
];

const BEYOND_WORDS: Words = Words { below: u32::MAX, sentence: "{side} is winning" };
