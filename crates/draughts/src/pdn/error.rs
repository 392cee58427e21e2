//! What is wrong with a PDN text, and where.

use super::place::Place;
use std::fmt;

/// The kind of a fault in a PDN text, one kind per reaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// The input could not be read; the reader stops.
    Input,
    /// The text breaks the grammar; the reader goes on with the next game.
    Syntax,
    /// The game is larger than the reader allows; the reader goes on with the next game.
    Limit,
    /// The text is well formed, but the game breaks the rules of play.
    Rules,
}

/// A fault in a PDN text with its place and one sentence about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdnError {
    /// The kind of the fault.
    pub fault: Fault,
    /// The line, counted from one.
    pub line: u32,
    /// The character within the line, counted from one.
    pub column: u32,
    /// What was wrong and what was expected, in lower case.
    pub message: String,
}

impl PdnError {
    pub(crate) fn new(fault: Fault, place: Place, message: impl Into<String>) -> PdnError {
        PdnError { fault, line: place.line, column: place.column, message: message.into() }
    }

    pub(crate) fn syntax(place: Place, message: impl Into<String>) -> PdnError {
        PdnError::new(Fault::Syntax, place, message)
    }

    pub(crate) fn rules(place: Place, message: impl Into<String>) -> PdnError {
        PdnError::new(Fault::Rules, place, message)
    }

    /// Where the fault is.
    pub fn place(&self) -> Place {
        Place { line: self.line, column: self.column }
    }
}

impl fmt::Display for PdnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place(), self.message)
    }
}

impl std::error::Error for PdnError {}
