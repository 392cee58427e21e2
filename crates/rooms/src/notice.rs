//! What a tenant is told about a game.

use common::PlayerId;
use game::{Highlight, Side};

use crate::PlayedMove;

/// News for the tenant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The game has begun.
    Started,
    /// A move was made.
    Moved {
        /// The move.
        entry: PlayedMove,
        /// How many moves have been made, this one included.
        number: usize,
        /// The side to move now.
        turn: Side,
    },
    /// Something remarkable about the last move.
    Remarkable {
        /// Who moved.
        player: PlayerId,
        /// What is worth telling.
        highlight: Highlight,
    },
    /// A player was warned for idleness.
    IdleWarning {
        /// Who.
        player: PlayerId,
        /// How long they have left.
        seconds_remaining: u64,
    },
    /// A player lost by idleness.
    IdleTimeout {
        /// Who lost.
        loser: PlayerId,
        /// Who won.
        winner: PlayerId,
    },
    /// The game has ended.
    Ended,
}
