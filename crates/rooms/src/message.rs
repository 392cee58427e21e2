//! Messages of a room, and their recipients.

use common::{PlayerId, Timestamp};
use game::Side;

use crate::Connection;

/// A message to some of those present. It is rendered from the room in its state at that time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The recipients.
    pub to: Audience,
    /// The sequence number of the event, or the current one for a direct answer.
    pub seq: u64,
    /// The message.
    pub message: RoomMessage,
}

/// The recipients of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Both players and every listener.
    Everyone,
    /// The player on this seat.
    Player(Side),
    /// Everyone except the player on this seat.
    AllBut(Side),
    /// One connection.
    Connection(Connection),
}

/// The content of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoomMessage {
    /// The game begins.
    Started {
        /// The recipient's seat.
        you: Side,
        /// A guest's secret for their seat.
        reconnect_token: Option<String>,
    },
    /// The recipient has taken their seat again.
    Reconnected {
        /// The recipient's seat.
        you: Side,
        /// A guest's new secret for their seat.
        reconnect_token: Option<String>,
    },
    /// The recipient is a spectator now.
    Watching,
    /// The last move of the history has been made.
    Moved,
    /// The player to move is running out of time.
    IdleWarning {
        /// Who.
        player: PlayerId,
        /// The seconds they have left.
        seconds_remaining: u64,
        /// When the game ends.
        expires_at: Timestamp,
    },
    /// The warned player has moved.
    IdleWarningCleared,
    /// A player has left.
    Disconnected {
        /// Who.
        player: PlayerId,
        /// The public id of their connection.
        connection: Connection,
        /// When they lose the game unless they return.
        expires_at: Timestamp,
    },
    /// A player is back.
    Returned {
        /// Who.
        player: PlayerId,
    },
    /// A player offers a draw.
    DrawOffered {
        /// Who.
        player: PlayerId,
    },
    /// A player declines the draw.
    DrawDeclined {
        /// Who.
        player: PlayerId,
    },
    /// A player offers a rematch.
    RematchOffered {
        /// Who.
        player: PlayerId,
    },
    /// The game has ended.
    Over,
    /// A newer connection of the same player has taken the seat.
    TakenOver,
}
