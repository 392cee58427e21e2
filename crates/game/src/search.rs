//! The static door to a game, for search.

use crate::Side;

/// A position that can be searched: cheap to copy, moves without words.
pub trait Game: Clone {
    /// A move of this game.
    type Move: Copy;

    /// Whose turn it is.
    fn side_to_move(&self) -> Side;

    /// Shows every legal move of the side to move.
    fn each_move(&self, visit: impl FnMut(Self::Move));

    /// The position after a legal move.
    #[must_use]
    fn after(&self, chosen: Self::Move) -> Self;

    /// The result once the game is over: `Some(None)` is a draw.
    fn result(&self) -> Option<Option<Side>>;
}
