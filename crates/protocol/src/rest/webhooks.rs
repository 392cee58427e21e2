//! Webhook bodies, and requests to list and replay deliveries.

use common::{Mode, SessionStatus};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::session_requests::limit;
use super::{MatchType, SessionPlayer, SessionResult};
use crate::game_list::game_list;
use crate::{Fields, GameName, Incoming, PayloadError, UtcTime};
use wire::{WireGame, named};

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

/// What happened in any game, with its data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", content = "data")]
pub enum CommonWebhook {
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
}

impl CommonWebhook {
    /// The names of these events.
    pub(crate) const NAMES: &'static [&'static str] =
        &["session.created", "session.started", "session.expired", "game.move", "game.ended"];
}

macro_rules! webhook_event {
    ($( $field:ident $variant:ident $name:literal $game:ty; )*) => {
        /// What happened, with its data.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(untagged)]
        pub enum WebhookEvent {
            /// An event that every game has.
            Common(CommonWebhook),
            $( #[doc = concat!("An event of `", $name, "`.")] $variant(<$game as WireGame>::Webhook), )*
        }

        /// A move as its game tells it in webhooks.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(untagged)]
        pub enum MoveData {
            $( #[doc = concat!("A move of `", $name, "`.")] $variant(<$game as WireGame>::MoveData), )*
        }

        /// The names of the webhook events of each game.
        pub(super) const OF_GAMES: &[&[&str]] = &[$( <$game as WireGame>::WEBHOOKS, )*];
    };
}

game_list!(webhook_event);

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

/// The game has ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameEnded {
    /// The room.
    pub room_id: String,
    /// How it ended.
    #[serde(flatten)]
    pub result: SessionResult,
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
    /// The maximum number of events, 1 to 100.
    pub limit: u32,
    /// The event after which to continue.
    pub after: Option<String>,
    /// The time from which to start.
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
