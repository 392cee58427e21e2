//! Client events, for every game.

use common::Level;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wire::{DisplayName, Fields, Incoming, PayloadError, WireGame};

use crate::TimeControl;

/// The maximum number of moves of a game; a larger `ply` is invalid.
pub const MOST_MOVES: u32 = 100_000;
/// The shortest and longest idle timeout in seconds.
pub const AFK_TIMEOUT_SECONDS: std::ops::RangeInclusive<u32> = 10..=600;

/// How long an idle player is waited for; what is left out falls back to the session, then to the game. Without effect in
/// games whose `timeControl` is a clock or none.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AfkSettings {
    /// Whether idle players lose at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub afk_timeout_enabled: Option<bool>,
    /// After so many seconds without a move the game is lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = *AFK_TIMEOUT_SECONDS.start(), max = *AFK_TIMEOUT_SECONDS.end()))]
    pub afk_timeout_seconds: Option<u32>,
    /// So many seconds before that the player is warned; less than `afkTimeoutSeconds`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = AFK_TIMEOUT_SECONDS.end() - 1))]
    pub afk_warn_seconds: Option<u32>,
}

/// How a game is played; what is left out falls back to the session, then to the game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlaySettings {
    /// How strong the bot plays; medium unless said otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot_difficulty: Option<Level>,
    /// How long an idle player is waited for.
    #[serde(flatten)]
    pub afk: AfkSettings,
    /// How much time the players have; a time per move unless said otherwise. All games of a session have that of the session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_control: Option<TimeControl>,
}

/// The wish to play: enter the queue, start a bot game, or take the seat of a session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchmakingJoin {
    /// The name that others see.
    pub username: DisplayName,
    /// The player's id: that of the session token, or for a guest a UUID that nobody else plays under; a new one is
    /// given to a guest that has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player_id: Option<String>,
    /// The session to play in, which must be that of the session token.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    /// Play a bot at once instead of waiting for a person.
    #[serde(default)]
    pub wants_bot: bool,
    /// How it is played.
    #[serde(flatten)]
    pub play: PlaySettings,
    /// The variant to play; the game's default unless said otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The game of the lobby to accept, with its variant and time; without it, any opponent will do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seek_id: Option<String>,
}

/// The wish to leave the queue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchmakingLeave {
    /// The waiting player.
    pub player_id: String,
}

/// The wish to make a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", bound = "")]
#[schemars(rename = "{G}MoveRequest", bound = "G: WireGame")]
pub struct MoveRequest<G: WireGame> {
    /// The room of the game.
    pub room_id: String,
    /// The player who moves.
    pub player_id: String,
    /// The move.
    #[serde(flatten)]
    pub wanted: G::Move,
    /// How many moves the client has seen; makes a repeated request harmless.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
}

/// A request to make a move, with the move as the rules represent it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveCommand {
    /// The room of the game.
    pub room_id: String,
    /// The player who moves.
    pub player_id: String,
    /// The move.
    pub wish: game::Wish,
    /// The number of moves the client has seen.
    pub ply: Option<u32>,
}

/// The question where a piece may go, or with no `position` every legal move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GetMoves {
    /// The room of the game.
    pub room_id: String,
    /// The square of the piece; without it, every legal move of the side to move is listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<u8>,
    /// The player who asks.
    pub player_id: String,
}

/// Something a seated player wants in a room.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SeatRequest {
    /// The room.
    pub room_id: String,
    /// The player.
    pub player_id: String,
}

/// Something that concerns a room; whoever sent it is known by the connection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoomRequest {
    /// The room.
    pub room_id: String,
    /// The player; the connection's own unless said otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player_id: Option<String>,
}

/// The wish to come back to a game after a lost connection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reconnect {
    /// The player who comes back.
    pub player_id: String,
    /// The token from `game:started`, which proves a guest's seat from any address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reconnect_token: Option<String>,
}

/// The wish to watch a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Spectate {
    /// The room to watch.
    pub room_id: String,
    /// The name of the spectator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub username: Option<DisplayName>,
}

impl Incoming for AfkSettings {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        let timeout = fields.number("afkTimeoutSeconds", AFK_TIMEOUT_SECONDS)?;
        let longest_warning = timeout.unwrap_or(*AFK_TIMEOUT_SECONDS.end()) - 1;
        Ok(Self {
            afk_timeout_enabled: fields.flag("afkTimeoutEnabled")?,
            afk_timeout_seconds: timeout,
            afk_warn_seconds: fields.number("afkWarnSeconds", 1..=longest_warning)?,
        })
    }
}

impl Incoming for PlaySettings {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        Ok(Self {
            bot_difficulty: fields.one_of("botDifficulty")?,
            afk: AfkSettings::read(fields)?,
            time_control: fields.object("timeControl")?,
        })
    }
}

impl Incoming for MatchmakingJoin {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        Ok(Self {
            username: fields.required("username", Fields::display_name)?,
            player_id: fields.id("playerId")?,
            session_id: fields.id("sessionId")?,
            wants_bot: fields.flag("wantsBot")?.unwrap_or(false),
            play: PlaySettings::read(fields)?,
            variant: fields.id("variant")?,
            seek_id: fields.id("seekId")?,
        })
    }
}

impl Incoming for MatchmakingLeave {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        Ok(Self { player_id: fields.required("playerId", Fields::id)? })
    }
}

impl<G: WireGame> Incoming for MoveRequest<G> {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        Ok(Self {
            room_id: fields.required("roomId", Fields::id)?,
            player_id: fields.required("playerId", Fields::id)?,
            wanted: G::Move::read(fields)?,
            ply: fields.number("ply", 0..=MOST_MOVES)?,
        })
    }
}

impl<G: WireGame> From<MoveRequest<G>> for MoveCommand {
    fn from(request: MoveRequest<G>) -> Self {
        let MoveRequest { room_id, player_id, wanted, ply } = request;
        Self { room_id, player_id, wish: G::wish(&wanted), ply }
    }
}

impl Incoming for GetMoves {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        Ok(Self {
            room_id: fields.required("roomId", Fields::id)?,
            position: fields.square("position")?,
            player_id: fields.required("playerId", Fields::id)?,
        })
    }
}

impl Incoming for SeatRequest {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        Ok(Self {
            room_id: fields.required("roomId", Fields::id)?,
            player_id: fields.required("playerId", Fields::id)?,
        })
    }
}

impl Incoming for RoomRequest {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        Ok(Self { room_id: fields.required("roomId", Fields::id)?, player_id: fields.id("playerId")? })
    }
}

impl Incoming for Reconnect {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        Ok(Self {
            player_id: fields.required("playerId", Fields::id)?,
            reconnect_token: fields.id("reconnectToken")?,
        })
    }
}

impl Incoming for Spectate {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        Ok(Self {
            room_id: fields.required("roomId", Fields::id)?,
            username: fields.display_name("username")?,
        })
    }
}
