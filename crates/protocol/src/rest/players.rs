//! Players and their ratings.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::session_requests::required_game;
use crate::{Fields, GameName, Incoming, PayloadError};

/// A player of the tenant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlayerProfile {
    /// The tenant's id of the user.
    pub id: String,
    /// The name last used.
    pub display_name: String,
    /// The strength in each variant that was played.
    pub ratings: Vec<PlayerRating>,
}

/// How strong a player is in one variant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlayerRating {
    /// The game.
    pub game: GameName,
    /// The variant.
    pub variant: String,
    /// The rating.
    pub rating: f64,
    /// How sure the rating is; smaller is surer.
    pub deviation: f64,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

/// The strongest players of a variant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Leaderboard {
    /// The game.
    pub game: GameName,
    /// The variant.
    pub variant: String,
    /// The players, the strongest first.
    pub entries: Vec<LeaderboardEntry>,
}

/// A place on the leaderboard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeaderboardEntry {
    /// The place, from 1.
    pub rank: u32,
    /// The tenant's id of the user.
    pub player_id: String,
    /// The name last used.
    pub display_name: String,
    /// The rating.
    pub rating: f64,
    /// Games played.
    pub games: u32,
}

/// The query of `GET /v1/leaderboard`.
#[derive(Clone, Debug, PartialEq)]
pub struct GetLeaderboard {
    /// The game.
    pub game: GameName,
    /// The variant; by default the game's default variant.
    pub variant: Option<String>,
    /// The maximum number of entries, 1 to 100.
    pub limit: u32,
}

impl Incoming for GetLeaderboard {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        let limit = super::session_requests::limit(fields)?;
        Ok(Self { game: required_game(fields)?, variant: fields.id("variant")?, limit })
    }
}
