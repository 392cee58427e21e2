//! Where something stands in a text: line and column, both counted from one.

use std::fmt;
use std::ops::Deref;

/// A line and a column, counted from one; a column is one character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line, the first one is 1.
    pub line: u32,
    /// The character within the line, the first one is 1.
    pub column: u32,
}

impl Place {
    /// The first character of a text.
    pub const START: Place = Place { line: 1, column: 1 };
}

impl Default for Place {
    fn default() -> Place {
        Place::START
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A value with the place it was read from; two are equal if their values are, at any place.
#[derive(Clone, Debug)]
pub struct Placed<T> {
    /// Where the value was read, or the start for one that was never read.
    pub place: Place,
    /// What was read.
    pub value: T,
}

impl<T> Placed<T> {
    /// A value at its place.
    pub fn at(place: Place, value: T) -> Placed<T> {
        Placed { place, value }
    }
}

impl<T> From<T> for Placed<T> {
    fn from(value: T) -> Placed<T> {
        Placed::at(Place::START, value)
    }
}

impl<T> Deref for Placed<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: PartialEq> PartialEq for Placed<T> {
    fn eq(&self, other: &Placed<T>) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Placed<T> {}
