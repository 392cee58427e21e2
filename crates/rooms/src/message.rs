//! What is said in a room, and to whom.

use common::{PlayerId, Timestamp};
use game::Side;

use crate::Connection;

/// Something to say to some of those present. What else it has to tell is read from the room as it stands then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Who hears it.
    pub to: Audience,
    /// The number of the event, or the current number for a direct answer.
    pub seq: u64,
    /// What is said.
    pub message: RoomMessage,
}

/// Who hears a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Both players and every listener.
    Everyone,
    /// The player on this seat.
    Player(Side),
    /// Everyone but the player on this seat.
    AllBut(Side),
    /// One connection.
    Connection(Connection),
}

/// What is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoomMessage {
    /// The game begins.
    Started {
        /// The seat of the listener.
        you: Side,
        /// A guest's key to their seat.
        reconnect_token: Option<String>,
    },
    /// The listener is back on their seat.
    Reconnected {
        /// The seat of the listener.
        you: Side,
        /// A guest's new key to their seat.
        reconnect_token: Option<String>,
    },
    /// The listener watches from now on.
    Watching,
    /// The last move of the history was made.
    Moved,
    /// The player to move has been idle for long.
    IdleWarning {
        /// Who.
        player: PlayerId,
        /// How long they have left.
        seconds_remaining: u64,
        /// When the game ends.
        expires_at: Timestamp,
    },
    /// The warned player has moved.
    IdleWarningCleared,
    /// A player has gone.
    Disconnected {
        /// Who.
        player: PlayerId,
        /// The public id of the connection they were behind.
        connection: Connection,
        /// When they lose the game.
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
    /// A player would like to play again.
    RematchOffered {
        /// Who.
        player: PlayerId,
    },
    /// The game has ended.
    Over,
    /// A newer connection of the same player has the seat now.
    TakenOver,
}
