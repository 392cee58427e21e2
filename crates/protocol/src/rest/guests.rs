//! Requests for guests: players without a tenant.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::session_requests::required_game;
use super::{ApiError, MatchType, WantedSpectators};
use crate::{DisplayName, Fields, GameName, Incoming, PayloadError, PlaySettings};

/// The body of `POST /v1/guest/sessions`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuestSession {
    /// The game.
    pub game: GameName,
    /// The variant; the game's default unless said otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// How the opponent is found; matchmaking unless said otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub match_type: Option<MatchType>,
    /// The name that others see.
    pub display_name: DisplayName,
    /// The name of the second player, when two people share one screen; only for private games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent_name: Option<DisplayName>,
    /// How it is played.
    #[serde(flatten)]
    pub play: PlaySettings,
    /// Who may watch. Without it: a private game anyone who knows the room id, any other game anyone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spectators: Option<WantedSpectators>,
}

/// The body of `POST /v1/guest/join`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuestJoin {
    /// The code that the host shared.
    pub room_code: String,
    /// The game.
    pub game: GameName,
    /// The name that others see.
    pub display_name: DisplayName,
}

impl Incoming for GuestSession {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        let session = Self {
            game: required_game(fields)?,
            variant: fields.id("variant")?,
            match_type: fields.one_of("matchType")?,
            display_name: fields.required("displayName", Fields::display_name)?,
            opponent_name: fields.display_name("opponentName")?,
            play: PlaySettings::read(fields)?,
            spectators: fields.one_of("spectators")?,
        };
        if session.opponent_name.is_some() && session.match_type != Some(MatchType::Private) {
            let sentence = "opponentName is for two people at one screen: set matchType to private";
            return Err(ApiError::new(crate::ErrorCode::BadRequest, sentence).param("opponentName").into());
        }
        Ok(session)
    }
}

impl Incoming for GuestJoin {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        Ok(Self {
            game: required_game(fields)?,
            room_code: fields.required("roomCode", Fields::id)?.trim().to_ascii_uppercase(),
            display_name: fields.required("displayName", Fields::display_name)?,
        })
    }
}
