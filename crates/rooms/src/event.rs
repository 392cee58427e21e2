//! The log of a room: every change of its state, as data.

use std::time::Duration;

use common::{RoomId, Timestamp};
use game::{Play, Side, Square};
use serde::{Deserialize, Serialize};

use crate::{Connection, Moment, Reason, Scope, Seat, Spectators, TimeLimit, Timing};

/// One entry of a room's log. Replaying the log restores the room exactly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// When it was decided.
    pub at: Moment,
    /// What changes.
    pub change: Change,
}

/// What an event changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// The game begins. Always the first event of a log, and only the first.
    Opened(Box<Opened>),
    /// The side to move has made a move.
    Moved {
        /// The move.
        play: Play,
    },
    /// The player to move was warned that their time is running out.
    IdleWarned,
    /// The warned player has moved.
    IdleWarningCleared,
    /// A player has left.
    Left {
        /// Who.
        side: Side,
        /// Their connection.
        connection: Connection,
        /// Whether it was lost with its server; then the absence does not count.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        with_server: bool,
    },
    /// A player has taken their seat again.
    Returned {
        /// Who.
        side: Side,
        /// Their new connection.
        connection: Connection,
        /// The digest of a guest's next secret.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        digest: Option<String>,
        /// The digest of the secret that the guest sent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        shown: Option<String>,
    },
    /// A player offers a draw.
    DrawOffered {
        /// Who.
        side: Side,
    },
    /// A player declines the draw.
    DrawDeclined {
        /// Who.
        side: Side,
    },
    /// The game has ended.
    Ended {
        /// Who won; `None` in a draw.
        winner: Option<Side>,
        /// The reason.
        reason: Reason,
        /// The winning squares, in games that have them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        line: Option<Vec<Square>>,
        /// The rule that made it a draw.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        draw_rule: Option<String>,
    },
    /// A player offers a rematch.
    RematchOffered {
        /// Who.
        side: Side,
    },
    /// The rematch has begun, in another room.
    RematchBegun,
    /// The offered rematch is withdrawn.
    RematchWithdrawn,
    /// The server is back after being down.
    Restarted {
        /// When it was last running.
        down_since: Timestamp,
    },
}

/// How a game begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opened {
    /// The id of the room.
    pub id: RoomId,
    /// The tenant and mode it belongs to.
    #[serde(rename = "house")] // the name in stored logs
    pub scope: Scope,
    /// The game.
    pub game: String,
    /// The variant of the game.
    pub variant: String,
    /// The players, first mover first.
    pub seats: [Seat; 2],
    /// How much time the players have.
    #[serde(flatten)]
    pub time_limit: TimeLimit,
    /// The durations.
    pub timing: Timing,
    /// The seed of the room's random numbers.
    pub seed: u64,
    /// Whether the same players have just played each other.
    pub is_rematch: bool,
    /// Who may watch.
    pub spectators: Spectators,
}

impl Serialize for Event {
    /// Serializes as a list instead of an object: most events are moves, and a log has many of them.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let lag = u64::try_from(self.at.lag.as_millis()).unwrap_or(u64::MAX);
        (self.at.now, lag, &self.change).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Event {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Event, D::Error> {
        let (now, lag, change) = Deserialize::deserialize(deserializer)?;
        Ok(Event { at: Moment { now, lag: Duration::from_millis(lag) }, change })
    }
}
