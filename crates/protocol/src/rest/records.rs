//! Running and finished games, and the state of the server.

use common::Mode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::session_requests::{limit_or, optional_game};
use crate::game_list::game_list;
use crate::{EndReason, Fields, GameName, HistoryEntry, Incoming, PayloadError, Player, UtcTime, WireGame};

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "GameResult")]
pub struct SessionResult {
    /// The id of the winner; `null` if nobody won.
    pub winner: Option<String>,
    /// Why the game ended.
    pub reason: EndReason,
    /// How long it took, in seconds.
    pub duration: u64,
    /// How many moves were made.
    pub move_count: u32,
    /// The rule that made it a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw_rule: Option<String>,
    /// What the game adds.
    #[serde(flatten)]
    pub parts: ResultParts,
}

/// The games that can be watched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoomList {
    /// Running games between people, the newest first.
    pub rooms: Vec<RoomSummary>,
    /// Whether there are more.
    pub has_more: bool,
    /// What to send as `after` for the next page; `null` on the last one.
    pub after: Option<String>,
}

/// A running game, in short.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoomSummary {
    /// The room.
    pub room_id: String,
    /// The players; the first moves first.
    pub players: Vec<RoomPlayer>,
    /// How many moves were made.
    pub move_count: u32,
    /// The variant.
    pub variant: String,
}

/// A player, in short.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RoomPlayer {
    /// The player's id; for a guest an alias that is good for nothing else.
    pub id: String,
    /// The name that others see.
    pub username: String,
}

/// Everything that is known of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", bound = "")]
#[schemars(rename = "{G}Record", bound = "G: WireGame")]
pub struct Record<G: WireGame> {
    /// The room.
    pub room_id: String,
    /// The variant.
    pub variant: String,
    /// What the game was for.
    pub mode: Mode,
    /// Both players; index 0 moves first.
    pub players: Vec<Player<G>>,
    /// The board as it stands now, row by row from the top left.
    pub board: Vec<Option<G::Cell>>,
    /// Who is to move, as an index into `players`.
    pub current_turn: u8,
    /// Every move.
    pub move_history: Vec<HistoryEntry<G>>,
    /// When the game began.
    pub started_at: UtcTime,
    /// When it ended, if it has.
    pub ended_at: Option<UtcTime>,
    /// How it ended, if it has.
    pub result: Option<SessionResult>,
}

macro_rules! game_record {
    ($( $field:ident $variant:ident $name:literal $game:ty; )*) => {
        /// The full record of a game.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(tag = "game")]
        pub enum GameRecord {
            $( #[doc = concat!("A game of `", $name, "`.")] #[serde(rename = $name)] $variant(Record<$game>), )*
        }

        impl GameRecord {
            /// The ids of the players.
            #[must_use]
            pub fn players(&self) -> Vec<&str> {
                match self {
                    $( Self::$variant(record) => record.players.iter().map(|player| player.id.as_str()).collect(), )*
                }
            }

            /// How the game ended, if it has.
            #[must_use]
            pub fn result(&self) -> Option<&SessionResult> {
                match self {
                    $( Self::$variant(record) => record.result.as_ref(), )*
                }
            }
        }

        /// What games add to a result; only the fields of the game that was played are there.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
        pub struct ResultParts {
            $( #[doc = concat!("What `", $name, "` adds.")] #[serde(flatten)] pub $field: <$game as WireGame>::ResultPart, )*
        }

        impl ResultParts {
            /// The game in the notation of its players, if it has one.
            #[must_use]
            pub fn transcript(&self) -> Option<&str> {
                let transcripts = [$( <$game as WireGame>::transcript(&self.$field), )*];
                transcripts.into_iter().flatten().next()
            }
        }
    };
}

game_list!(game_record);

/// The process is alive.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Health {
    /// Always `ok`.
    pub status: String,
    /// The version of the server.
    pub version: String,
}

/// How well the server works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReadyStatus {
    /// Everything works.
    Ready,
    /// It takes games; something works more slowly, as the problems say.
    Degraded,
    /// It takes no games now.
    Unavailable,
}

/// Whether the server takes new games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Readiness {
    /// Whether everything that is needed works.
    pub ready: bool,
    /// The same in a word.
    pub status: ReadyStatus,
    /// What does not work, in words.
    pub problems: Vec<String>,
}

/// The query of `GET /v1/rooms`.
#[derive(Clone, Debug, PartialEq)]
pub struct ListRooms {
    /// The maximum number of rooms, 1 to 100.
    pub limit: u32,
    /// The cursor returned by the previous page.
    pub after: Option<String>,
    /// Only this game.
    pub game: Option<GameName>,
}

impl Incoming for ListRooms {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        const USUAL: u32 = 100;
        Ok(Self { limit: limit_or(fields, USUAL)?, after: fields.id("after")?, game: optional_game(fields)? })
    }
}
