//! How a game ended.

use common::{PlayerId, Timestamp};
use game::{Side, Square};
use serde::{Deserialize, Serialize};

/// Stands in the place of a rule if a game was ended by our own mistake.
pub(crate) const VOID: &str = "void";

/// How a game ended, once and for all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomEnding {
    /// Who won; `None` in a draw.
    pub winner: Option<Side>,
    /// The winner's id.
    pub winner_id: Option<PlayerId>,
    /// Why.
    pub reason: Reason,
    /// The squares that won, in games that have such a thing.
    pub line: Option<Vec<Square>>,
    /// The rule that made it a draw.
    pub draw_rule: Option<String>,
    /// The game in its players' notation, if it has one.
    pub transcript: Option<String>,
    /// When it ended, by the world's clock.
    pub at: Timestamp,
}

impl RoomEnding {
    /// Whether the game was ended by our own mistake, so that it counts for nothing.
    #[must_use]
    pub fn is_void(&self) -> bool {
        self.draw_rule.as_deref() == Some(VOID)
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// Won over the board.
    Victory,
    /// Drawn over the board or by agreement.
    Draw,
    /// The loser gave up.
    Resignation,
    /// The loser did not move in time.
    AfkTimeout,
    /// The loser did not come back in time.
    Disconnect,
}
