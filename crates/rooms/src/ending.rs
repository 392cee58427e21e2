//! How a game ended.

use common::{PlayerId, Timestamp};
use game::{Side, Square};
use serde::{Deserialize, Serialize};

/// The draw rule of a game that was ended by a server error.
pub(crate) const VOID: &str = "void";

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoomEnding {
    /// Who won; `None` in a draw.
    pub winner: Option<Side>,
    /// The winner's id.
    pub winner_id: Option<PlayerId>,
    /// The reason.
    pub reason: Reason,
    /// The winning squares, in games that have them.
    pub line: Option<Vec<Square>>,
    /// The rule that made it a draw.
    pub draw_rule: Option<String>,
    /// The game in its players' notation, if it has one.
    pub transcript: Option<String>,
    /// When it ended, in wall-clock time.
    pub at: Timestamp,
}

impl RoomEnding {
    /// Whether a server error ended the game, so that it does not count.
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
    /// The loser's clock ran out.
    TimeForfeit,
    /// The loser did not come back in time.
    Disconnect,
}
