//! Tic-tac-toe: the smallest game, and the one to copy when adding another.
//!
//! [`Board`] is the position and the rules; [`Round`] is a match that takes wishes and refuses
//! in words; [`TicTacToe`] is the variant that starts one.

mod board;
mod bot;
mod round;
mod variant;
pub mod wire;

pub use board::{Board, LINES};
pub use round::Round;
pub use variant::TicTacToe;
