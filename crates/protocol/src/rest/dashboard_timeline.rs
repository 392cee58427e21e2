//! What happened in a game, event by event, with the board after each.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wire::named;

use super::records::RoomPlayer;
use crate::{GameName, UtcTime};

named! {
    /// What happened in a room.
    pub enum TimelineName {
        /// The game began.
        Opened = "opened",
        /// A move was made.
        Moved = "moved",
        /// The player to move was warned that their time runs out.
        IdleWarned = "idle_warned",
        /// The warned player has moved.
        IdleWarningCleared = "idle_warning_cleared",
        /// A player was disconnected.
        Left = "left",
        /// A player came back.
        Returned = "returned",
        /// A draw was offered.
        DrawOffered = "draw_offered",
        /// A draw was declined.
        DrawDeclined = "draw_declined",
        /// The game ended.
        Ended = "ended",
        /// A rematch was offered.
        RematchOffered = "rematch_offered",
        /// A rematch began, in another room.
        RematchBegun = "rematch_begun",
        /// The offer of a rematch was withdrawn.
        RematchWithdrawn = "rematch_withdrawn",
        /// The server was down and is back.
        Restarted = "restarted",
    }
}

/// What happened in a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameTimeline {
    /// The room.
    pub room_id: String,
    /// The game.
    pub game: GameName,
    /// The variant.
    pub variant: String,
    /// The players; the first moves first.
    pub players: Vec<RoomPlayer>,
    /// The events, the first one first.
    pub events: Vec<TimelineEvent>,
    /// Whether there are more events than are listed.
    pub has_more: bool,
}

/// Something that happened in a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TimelineEvent {
    /// The number of the event in the log of the room, from 1.
    pub seq: u64,
    /// When it happened.
    pub at: UtcTime,
    /// What happened.
    pub name: TimelineName,
    /// Who did it or whom it concerns, as an index into `players`; `null` if nobody in particular.
    pub player: Option<u8>,
    /// The move, or how the game ended; `null` if there is no more to say.
    pub detail: Option<String>,
    /// The board after it, row by row from the top left; `null` if it is as before.
    pub board: Option<Vec<Value>>,
}
