//! Sessions: how a tenant's backend starts games for its players and reads their results.

use common::{Mode, SessionStatus};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::SessionResult;
use crate::{DisplayName, Fields, GameName, ID_LENGTH, Incoming, PayloadError, UtcTime};
use wire::named;

named! {
    /// How the opponent is found.
    pub enum MatchType {
        /// The next fitting player from the queue.
        Matchmaking = "matchmaking",
        /// A bot.
        Bot = "bot",
        /// A friend, by room code or as the second player.
        Private = "private",
    }
}

named! {
    /// Who may watch a game.
    #[schemars(rename = "Spectators")]
    pub enum WantedSpectators {
        /// Anyone; live matchmaking games are also listed by `GET /v1/rooms`.
        Public = "public",
        /// Anyone who knows the room id.
        Link = "link",
        /// Nobody.
        None = "none",
    }
}

named! {
    /// The side of the player who creates a private game.
    pub enum WantedSide {
        /// The side that moves first.
        First = "first",
        /// The side that answers.
        Second = "second",
        /// By lot.
        Random = "random",
    }
}

/// A player of a session, by the tenant's own id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionPlayer {
    /// The tenant's id of the user; results name it.
    #[schemars(length(min = 1, max = ID_LENGTH))]
    pub id: String,
    /// The name that others see.
    pub display_name: DisplayName,
}

/// The answer to a new or joined session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionCreated {
    /// The session.
    pub session_id: String,
    /// The token to hand to the first player's client.
    pub session_token: String,
    /// The page where the first player plays. The token is after `#`, so that no server logs it.
    pub play_url: String,
    /// The same game for a frame on a page of the tenant, with the board colours of the theme.
    pub embed_url: String,
    /// How many seconds there are to join.
    pub expires_in: u32,
    /// Until when there is time to join.
    pub expires_at: UtcTime,
    /// The game.
    pub game: GameName,
    /// The variant.
    pub variant: String,
    /// What the session is for.
    pub mode: Mode,
    /// How the opponent is found.
    pub match_type: MatchType,
    /// The code a friend joins with; `null` unless the session is private.
    pub room_code: Option<String>,
    /// The players.
    pub players: Vec<SessionPlayer>,
    /// The theme as it was given, or else the colours that the tenant has chosen on the dashboard.
    pub theme: Option<Map<String, Value>>,
    /// Whether webhooks tell about this session.
    pub webhooks_enabled: bool,
    /// A token for each player, when two were given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tokens: Vec<PlayerToken>,
}

/// The token of one player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlayerToken {
    /// The player.
    pub player_id: String,
    /// The token to hand to that player's client.
    pub session_token: String,
    /// The page where that player plays.
    pub play_url: String,
    /// The same game for a frame.
    pub embed_url: String,
}

/// A session and what became of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    /// The session.
    pub id: String,
    /// The game.
    pub game: GameName,
    /// The variant.
    pub variant: String,
    /// What the session is for.
    pub mode: Mode,
    /// How the opponent is found.
    pub match_type: MatchType,
    /// How far the session has come.
    pub status: SessionStatus,
    /// The players.
    pub players: Vec<SessionPlayer>,
    /// The room, once the game has begun.
    pub room_id: Option<String>,
    /// The result, once the game has ended.
    pub result: Option<SessionResult>,
    /// When the session was made.
    pub created_at: UtcTime,
}

/// A page of sessions, newest first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionList {
    /// The sessions.
    pub sessions: Vec<Session>,
    /// Whether there are more.
    pub has_more: bool,
    /// What to give as `after` for the next page; `null` on the last one.
    pub after: Option<String>,
}

/// What a session token is still good for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SessionValidation {
    /// How far the session has come.
    pub status: SessionStatus,
    /// The result, once the game has ended.
    pub result: Option<SessionResult>,
}

/// What a session token says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionClaims {
    /// The session.
    pub sid: String,
    /// The tenant.
    pub tid: String,
    /// The game.
    pub game: GameName,
    /// The variant.
    pub variant: String,
    /// What the session is for.
    pub mode: Mode,
    /// How the opponent is found.
    pub match_type: MatchType,
    /// The players, the holder of the token first.
    pub players: Vec<SessionPlayer>,
    /// Until when one may join, in seconds since 1970.
    pub exp: u64,
    /// When the token was made, in seconds since 1970.
    pub iat: u64,
}

impl Incoming for SessionPlayer {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        let id = fields.required("id", Fields::id)?;
        let display_name = match fields.display_name("displayName")? {
            Some(name) => name,
            None => DisplayName::clean(&id).ok_or_else(|| {
                fields.error(
                    "displayName",
                    "displayName is required when the id has no visible character".to_owned(),
                )
            })?,
        };
        Ok(Self { id, display_name })
    }
}
