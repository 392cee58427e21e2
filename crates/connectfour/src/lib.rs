//! Connect four: seven columns, six rows, four discs in a line win.
//!
//! [`Board`] is the position and the rules; [`ConnectFourMatch`] is a match that takes moves as players ask for them and refuses in
//! words; [`ConnectFour`] is the game and its one variant.

mod board;
mod bot;
mod connect_four_match;
mod search;
mod variant;
pub mod wire;

pub use board::{Board, COLUMNS, ROWS};
pub use connect_four_match::ConnectFourMatch;
pub use variant::ConnectFour;
