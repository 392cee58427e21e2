//! What a tenant's server is told, and how deliveries are looked up and repeated.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::session_requests::limit;
use super::{GameResult, MatchType, Mode, SessionPlayer, SessionStatus};
use crate::named::named;
use crate::{Fields, GameName, Incoming, PayloadError, UtcTime, checkers};

/// The body of a webhook.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Webhook {
    /// The event itself; the same over all attempts.
    pub id: String,
    /// What happened.
    #[serde(flatten)]
    pub event: WebhookEvent,
    /// This delivery; another for each attempt.
    pub delivery_id: String,
    /// The session.
    pub session_id: String,
    /// The game.
    pub game: GameName,
    /// The variant.
    pub variant: String,
    /// What the session is for.
    pub mode: Mode,
    /// When it happened.
    pub timestamp: UtcTime,
}

/// What happened, with its data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", content = "data")]
pub enum WebhookEvent {
    /// A session was made.
    #[serde(rename = "session.created")]
    SessionCreated(SessionNotice),
    /// Both players are here and the game begins.
    #[serde(rename = "session.started")]
    SessionStarted(SessionNotice),
    /// Nobody came in time.
    #[serde(rename = "session.expired")]
    SessionExpired(SessionNotice),
    /// A move was made.
    #[serde(rename = "game.move")]
    GameMove(MoveNotice),
    /// The game has ended.
    #[serde(rename = "game.ended")]
    GameEnded(GameEnded),
    /// A man became a king.
    #[serde(rename = "checkers.king")]
    CheckersKing(Promotion),
    /// Pieces were captured; one event per chain.
    #[serde(rename = "checkers.capture")]
    CheckersCapture(Capture),
    /// The player to move has been idle for long.
    #[serde(rename = "checkers.afk_warning")]
    CheckersAfkWarning(AfkNotice),
    /// The idle player has lost; `game.ended` follows.
    #[serde(rename = "checkers.afk_timeout")]
    CheckersAfkTimeout(AfkForfeit),
    /// A mark threatens to win in two or more places.
    #[serde(rename = "tictactoe.fork")]
    TicTacToeFork(Fork),
}

/// How far a session has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionNotice {
    /// How far the session has come.
    pub status: SessionStatus,
    /// How the opponent is found.
    pub match_type: MatchType,
    /// The players.
    pub players: Vec<SessionPlayer>,
    /// The room, once the game has begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room_id: Option<String>,
}

/// A move was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MoveNotice {
    /// The room.
    pub room_id: String,
    /// Who moved.
    pub player_id: String,
    /// The move.
    #[serde(flatten)]
    pub made: MoveData,
    /// The number of the move, from 1.
    pub move_number: u32,
    /// Who is to move now, as an index into the players.
    pub current_turn: u8,
}

/// A move: a cell in tic-tac-toe, a move in checkers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum MoveData {
    /// The cell that was marked.
    Position {
        /// The cell.
        position: u8,
    },
    /// The move that was made.
    Move {
        /// The move.
        #[serde(rename = "move")]
        made: checkers::Move,
    },
}

/// The game has ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameEnded {
    /// The room.
    pub room_id: String,
    /// How it ended.
    #[serde(flatten)]
    pub result: GameResult,
}

/// A man became a king.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Promotion {
    /// Whose king it is.
    pub player_id: String,
    /// Where it stands.
    pub square: u8,
}

/// Pieces were captured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Capture {
    /// Who captured.
    pub player_id: String,
    /// Where the capturing piece came from.
    pub from: u8,
    /// Where it came to rest.
    pub to: u8,
    /// The captured pieces, in order.
    pub captures: Vec<u8>,
}

/// A player has been idle for long.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AfkNotice {
    /// The idle player.
    pub player_id: String,
    /// The seconds that are left.
    pub seconds_remaining: u32,
}

/// An idle player has lost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AfkForfeit {
    /// The player who was idle.
    pub forfeited_player_id: String,
    /// The player who wins.
    pub winner_id: String,
}

/// A mark threatens to win in two or more places.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Fork {
    /// Who made the mark.
    pub player_id: String,
    /// Row and column of the mark.
    pub cell: [u8; 2],
    /// Row and column of every cell that would win.
    pub threat_cells: Vec<[u8; 2]>,
}

named! {
    /// How far a webhook event has come.
    pub enum WebhookState {
        /// It is still to be delivered.
        Open = "open",
        /// The receiver has it.
        Delivered = "delivered",
        /// It was given up and waits for a replay.
        Dead = "dead",
    }
}

/// One attempt to deliver a webhook.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Delivery {
    /// The delivery.
    pub delivery_id: String,
    /// The event it carried.
    pub id: String,
    /// The event's name.
    pub event: String,
    /// The session.
    pub session_id: String,
    /// How far the event has come since.
    pub state: WebhookState,
    /// Which attempt it was, from 1.
    pub attempt: u32,
    /// When it was made.
    pub at: UtcTime,
    /// The HTTP status of the answer; `null` if none came.
    pub status: Option<u16>,
    /// How long the answer took, in milliseconds.
    pub duration_ms: u64,
    /// What went wrong, in words.
    pub error: Option<String>,
}

/// A page of deliveries, newest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeliveryList {
    /// The deliveries.
    pub deliveries: Vec<Delivery>,
    /// Whether there are more.
    pub has_more: bool,
    /// What to give as `after` for the next page; `null` on the last one.
    pub after: Option<String>,
}

/// The query of `GET /v1/webhooks/events`.
#[derive(Clone, Debug, PartialEq)]
pub struct ListWebhookEvents {
    /// How many at most, 1 to 100.
    pub limit: u32,
    /// The event after which to go on.
    pub after: Option<String>,
    /// The time from which to begin.
    pub since: Option<UtcTime>,
}

/// A page of webhook events, oldest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebhookList {
    /// The events, as webhooks carry them; their `deliveryId` is their `id`.
    pub events: Vec<Webhook>,
    /// Whether there are more.
    pub has_more: bool,
    /// What to give as `after` to go on; `null` when the page is empty.
    pub after: Option<String>,
}

/// The body of `POST /v1/webhooks/replay`: one event, or all that failed since a time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ReplayWebhooks {
    /// This event.
    Id(String),
    /// Every event that failed since then.
    Since(UtcTime),
}

impl Incoming for ReplayWebhooks {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        match (fields.id("id")?, since(fields)?) {
            (Some(id), None) => Ok(Self::Id(id)),
            (None, Some(since)) => Ok(Self::Since(since)),
            _ => Err(fields.error("id", "give either id or since".to_owned())),
        }
    }
}

impl Incoming for ListWebhookEvents {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        Ok(Self { limit: limit(fields)?, after: fields.id("after")?, since: since(fields)? })
    }
}

fn since(fields: &Fields<'_>) -> Result<Option<UtcTime>, PayloadError> {
    let Some(text) = fields.id("since")? else { return Ok(None) };
    match text.parse() {
        Ok(since) => Ok(Some(since)),
        Err(expectation) => Err(fields.error("since", format!("since is not a time: {expectation}"))),
    }
}
