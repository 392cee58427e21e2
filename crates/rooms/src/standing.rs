//! What a newcomer to a room needs to know beside board and history.

use common::{PlayerId, Timestamp};

/// Clocks that run out, and offers without an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoomStanding {
    /// Who was warned for not moving, and when they lose.
    pub idle_warning: Option<(PlayerId, Timestamp)>,
    /// Who is away, and when they lose.
    pub away: Vec<(PlayerId, Timestamp)>,
    /// Who offers a draw.
    pub draw_offer: Option<PlayerId>,
    /// Who would like to play again.
    pub rematch_offer: Option<PlayerId>,
}
