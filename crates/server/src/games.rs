//! The games this server offers.

use game::Catalogue;
use tictactoe::TicTacToe;

/// Every game and variant, in catalogue order.
#[must_use]
pub fn catalogue() -> Catalogue {
    Catalogue::new(vec![&TicTacToe])
}
