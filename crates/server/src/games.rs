//! The games this server offers.

use game::{Catalogue, Variant};
use tictactoe::TicTacToe;

/// Every game and variant, in catalogue order.
#[must_use]
pub fn catalogue() -> Catalogue {
    let tictactoe: &'static dyn Variant = &TicTacToe;
    Catalogue::new(std::iter::once(tictactoe).chain(draughts::variants::on_offer()).collect())
}
