//! A rule set known at compile time, and the word its board fits in.

use crate::rules::Rules;
use crate::word::Word;

/// Rules as a constant: the generator asks them, and the compiler answers.
pub trait RuleSet: Copy + Send + Sync + 'static {
    /// The word that holds one bit for every square of the board.
    type Word: Word;
    /// The rules.
    const RULES: Rules;
}
