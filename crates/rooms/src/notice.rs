//! What the tenant's webhooks report about a game.

use common::PlayerId;
use game::{Highlight, Side};

use crate::PlayedMove;

/// An event for the tenant.
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
    /// A highlight of the last move.
    Remarkable {
        /// Who moved.
        player: PlayerId,
        /// The highlight.
        highlight: Highlight,
    },
    /// A player was warned for being idle.
    IdleWarning {
        /// Who.
        player: PlayerId,
        /// The seconds they have left.
        seconds_remaining: u64,
    },
    /// A player lost by being idle.
    IdleTimeout {
        /// Who lost.
        loser: PlayerId,
        /// Who won.
        winner: PlayerId,
    },
    /// The game has ended.
    Ended,
}
