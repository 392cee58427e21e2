//! Requests for guests: players without a tenant.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wire::named;

use super::session_requests::{required_game, side_of};
use super::{ApiError, MatchType, WantedSide, WantedSpectators};
use crate::{DisplayName, Fields, GameName, Incoming, PayloadError, PlaySettings, TimeControl};

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
    /// The side of the host of a private game: the one who joins first moves first unless said otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<WantedSide>,
}

/// The invitation behind a room code.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuestInvitation {
    /// The code that the host shared.
    pub room_code: String,
    /// Whether it can be accepted.
    pub status: InvitationStatus,
    /// The game.
    pub game: GameName,
    /// The variant.
    pub variant: String,
    /// The name of the host.
    pub host: String,
    /// Whether the host waits at this moment.
    pub host_waits: bool,
    /// The side of the host, if it is settled; the one who joins first moves first otherwise.
    pub host_side: Option<WantedSide>,
    /// How much time the players have.
    pub time_control: Option<TimeControl>,
    /// The room of the game, if it has begun and anyone may watch it.
    pub room_id: Option<String>,
}

named! {
    /// Whether an invitation can be accepted.
    pub enum InvitationStatus {
        /// It can be accepted.
        Open = "open",
        /// Both seats are taken.
        Full = "full",
        /// The host has waited no longer, or its time has passed.
        Expired = "expired",
    }
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
            side: side_of(fields, fields.one_of("matchType")?)?,
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
