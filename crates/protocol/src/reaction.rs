//! Quick reactions between the people at a board: words from a fixed list, an addition to the contract.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wire::{Fields, Incoming, PayloadError, named};

named! {
    /// What a player may say; clients show it in their own words.
    pub enum Reaction {
        /// A greeting.
        Hello = "hello",
        /// Good luck.
        GoodLuck = "good_luck",
        /// That was a good move.
        WellPlayed = "well_played",
        /// Thank you.
        Thanks = "thanks",
        /// That was a mistake.
        Oops = "oops",
        /// It was a good game.
        GoodGame = "good_game",
    }
}

/// The wish to react.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReactionRequest {
    /// The room.
    pub room_id: String,
    /// The player.
    pub player_id: String,
    /// What to say.
    pub reaction: Reaction,
}

/// A player has reacted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlayerReaction {
    /// The room.
    pub room_id: String,
    /// The room's counter, which a reaction leaves as it is.
    pub seq: u64,
    /// The player.
    pub player_id: String,
    /// What they say.
    pub reaction: Reaction,
}

impl Incoming for ReactionRequest {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        Ok(Self {
            room_id: fields.required("roomId", Fields::id)?,
            player_id: fields.required("playerId", Fields::id)?,
            reaction: fields.required("reaction", Fields::one_of)?,
        })
    }
}
