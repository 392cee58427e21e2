//! What a client that joins a room must know besides board and history.

use common::{PlayerId, Timestamp};

/// Running clocks and open offers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoomStanding {
    /// The player who was warned for being idle, and when they lose.
    pub idle_warning: Option<(PlayerId, Timestamp)>,
    /// The players who are away, and when they lose.
    pub away: Vec<(PlayerId, Timestamp)>,
    /// The player who offers a draw.
    pub draw_offer: Option<PlayerId>,
    /// The player who offers a rematch.
    pub rematch_offer: Option<PlayerId>,
}
