//! Requests of a tenant's backend about sessions.

use common::{Mode, SessionStatus};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{ApiError, MatchType, SessionPlayer, WantedSide, WantedSpectators};
use crate::{ErrorCode, Fields, GameName, Incoming, PayloadError, PlaySettings};

/// The longest `theme`, in bytes of JSON.
const THEME_BYTES: usize = 4096;
/// The longest session token, in characters.
const TOKEN_LENGTH: usize = 4096;

/// The body of `POST /v1/sessions`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateSession {
    /// The game.
    pub game: GameName,
    /// The variant; the game's default unless said otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// What the session is for; the key's own mode unless said otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// How the opponent is found; matchmaking unless said otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub match_type: Option<MatchType>,
    /// One player, or two for a private game; none for training.
    #[serde(default)]
    #[schemars(length(max = 2))]
    pub players: Vec<SessionPlayer>,
    /// How many anonymous players a training session has; 1 unless said otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 2))]
    pub player_count: Option<u32>,
    /// How it is played.
    #[serde(flatten)]
    pub play: PlaySettings,
    /// Anything the tenant's own page wants to know about its looks. Frames take `light`, `dark`, `first`, `second` and
    /// `mark` as colours of the board, such as `#a5744a`. Without it: the colours chosen on the dashboard, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theme: Option<Map<String, Value>>,
    /// Who may watch. Without it: a private game nobody, any other game the tenant's own players, or whom the tenant
    /// lets watch its live matchmaking games. Of two sessions with different settings the narrower one counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spectators: Option<WantedSpectators>,
    /// The side of the first player of a private game: the one who joins first moves first unless said otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<WantedSide>,
}

/// The body of `POST /v1/sessions/join`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct JoinSession {
    /// The code that the host shared.
    pub room_code: String,
    /// The game.
    pub game: GameName,
    /// The friend.
    pub player: SessionPlayer,
}

/// The query of `GET /v1/sessions/:id`.
#[derive(Clone, Debug, PartialEq)]
pub struct GetSession {
    /// The game the session must be of, if given.
    pub game: Option<GameName>,
}

/// The query of `GET /v1/sessions`.
#[derive(Clone, Debug, PartialEq)]
pub struct ListSessions {
    /// The maximum number of sessions, 1 to 100.
    pub limit: u32,
    /// The cursor returned by the previous page.
    pub after: Option<String>,
    /// Only this game.
    pub game: Option<GameName>,
    /// Only this status.
    pub status: Option<SessionStatus>,
}

/// The query of `GET /v1/sessions/validate`.
#[derive(Clone, Debug, PartialEq)]
pub struct ValidateSession {
    /// The session token.
    pub token: String,
}

impl Incoming for CreateSession {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        let session = Self {
            game: required_game(fields)?,
            variant: fields.id("variant")?,
            mode: fields.one_of("mode")?,
            match_type: fields.one_of("matchType")?,
            players: fields.objects("players", 2)?.unwrap_or_default(),
            player_count: fields.number("playerCount", 1..=2)?,
            play: PlaySettings::read(fields)?,
            theme: fields.free_object("theme", THEME_BYTES)?,
            spectators: fields.one_of("spectators")?,
            side: side_of(fields, fields.one_of("matchType")?)?,
        };
        if session.players.is_empty() && session.mode != Some(Mode::Training) {
            return Err(ApiError::players_required().into());
        }
        if let [first, second] = session.players.as_slice()
            && first.id == second.id
        {
            return Err(
                fields.error("players[1].id", "players[1].id must differ from players[0].id".to_owned())
            );
        }
        Ok(session)
    }
}

/// The side of the first player; only a private game has the choice.
pub(super) fn side_of(
    fields: &Fields<'_>,
    match_type: Option<MatchType>,
) -> Result<Option<WantedSide>, PayloadError> {
    let side = fields.one_of("side")?;
    if side.is_some() && match_type != Some(MatchType::Private) {
        let sentence = "only a private game has a choice of sides: set matchType to private";
        return Err(ApiError::new(ErrorCode::BadRequest, sentence).param("side").into());
    }
    Ok(side)
}

impl Incoming for JoinSession {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        Ok(Self {
            game: required_game(fields)?,
            room_code: fields.required("roomCode", Fields::id)?.trim().to_ascii_uppercase(),
            player: fields.required("player", Fields::object)?,
        })
    }
}

impl Incoming for GetSession {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        Ok(Self { game: optional_game(fields)? })
    }
}

impl Incoming for ListSessions {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        let limit = limit(fields)?;
        Ok(Self {
            limit,
            after: fields.id("after")?,
            game: optional_game(fields)?,
            status: fields.one_of("status")?,
        })
    }
}

impl Incoming for ValidateSession {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        let token = fields.required("token", |fields, name| fields.text(name, TOKEN_LENGTH))?;
        Ok(Self { token })
    }
}

/// The requested number of rows of a list.
pub(super) fn limit(fields: &Fields<'_>) -> Result<u32, PayloadError> {
    const USUAL: u32 = 20;
    limit_or(fields, USUAL)
}

/// The requested number of rows of a list, by default `usual`.
pub(super) fn limit_or(fields: &Fields<'_>, usual: u32) -> Result<u32, PayloadError> {
    const MOST: u32 = 100;
    let Some(text) = fields.id("limit")? else { return Ok(usual) };
    match text.parse() {
        Ok(limit @ 1..=MOST) => Ok(limit),
        _ => Err(fields.expected("limit", "a whole number from 1 to 100", &Value::String(text))),
    }
}

pub(super) fn required_game(fields: &Fields<'_>) -> Result<GameName, PayloadError> {
    optional_game(fields)?.ok_or_else(|| ApiError::game_required().into())
}

pub(super) fn optional_game(fields: &Fields<'_>) -> Result<Option<GameName>, PayloadError> {
    if fields.is_blank("game") {
        return Ok(None);
    }
    fields.one_of("game").map_err(|_| ApiError::invalid_game().into())
}
