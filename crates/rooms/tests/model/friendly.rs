//! Tic-tac-toe in which the players may agree on a draw.

use std::sync::LazyLock;

use game::{Description, Match, Refusal, Variant};
use tictactoe::TicTacToe;

pub(crate) struct Friendly;

static FRIENDLY: LazyLock<Description> =
    LazyLock::new(|| Description { draws_by_agreement: true, ..TicTacToe.description().clone() });

impl Variant for Friendly {
    fn description(&self) -> &Description {
        &FRIENDLY
    }

    fn start(&self) -> Box<dyn Match> {
        TicTacToe.start()
    }

    fn start_from(&self, position: &str) -> Result<Box<dyn Match>, Refusal> {
        TicTacToe.start_from(position)
    }

    fn rule_card(&self) -> game::RuleCard {
        TicTacToe.rule_card()
    }
}
