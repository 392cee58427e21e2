//! The weights of the evaluation for each variant, as data; `cargo run --release -p draughts --example tune` prints it.

pub(crate) mod brazilian;
pub(crate) mod buff_and_green;
pub(crate) mod canadian;
pub(crate) mod czech;
pub(crate) mod data;
pub(crate) mod english;
pub(crate) mod frisian;
pub(crate) mod international;
pub(crate) mod italian;
pub(crate) mod killer;
pub(crate) mod pool;
pub(crate) mod russian;
pub(crate) mod spanish;
pub(crate) mod thai;
pub(crate) mod turkish;

use crate::layout::Layout;

/// The weights of a variant, in hundredths of a man.
#[derive(Debug, PartialEq)]
pub struct Weights {
    /// A man on each square of play.
    pub(crate) men: Phases<&'static [i16]>,
    /// A king on each square of play.
    pub(crate) kings: Phases<&'static [i16]>,
    /// Each square that a man could step to.
    pub(crate) man_steps: Phases<i16>,
    /// Each square next to a king that it could step to.
    pub(crate) king_steps: Phases<i16>,
    /// For the side to move.
    pub(crate) turn: Phases<i16>,
    /// A file of weights with a network, which replace all others.
    pub(crate) learned: Option<&'static [u8]>,
}

impl Weights {
    /// Whether there is a weight for each square of play, and for no more.
    #[must_use]
    pub(crate) const fn fit(&self, layout: &Layout) -> bool {
        let squares = layout.square_count() as usize;
        self.men.opening.len() == squares
            && self.men.ending.len() == squares
            && self.kings.opening.len() == squares
            && self.kings.ending.len() == squares
    }
}

/// A weight with all pieces on the board, and one with none; between them it slides. Squares go row by row
/// from the top left, as the side that moves up the board sees them, and from the top right on a board that has
/// a square of play at the lower right: so the weights of a variant fit its relative in a mirror, too.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Phases<T> {
    pub(crate) opening: T,
    pub(crate) ending: T,
}
