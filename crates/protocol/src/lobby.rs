//! The lobby: who is online, and which games wait for an opponent; an addition to the contract.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wire::{Fields, Incoming, PayloadError};

use crate::{EpochMillis, GameName, TimeControl};

/// The most games that wait in one list.
pub const MOST_SEEKS: usize = 50;

/// The wish to follow the lobby, or to follow it no longer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LobbyRequest {}

/// The lobby of the client's own tenant and mode, as it is now.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LobbyList {
    /// How many clients are connected.
    pub players_online: u32,
    /// How many games run.
    pub games_running: u32,
    /// The games that wait for an opponent, the oldest first; at most 50.
    pub seeks: Vec<Seek>,
}

/// A game that waits for an opponent. `matchmaking:join` with its `seekId`, in the namespace of its game, accepts it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Seek {
    /// The id of this wish to play; it says nothing of its player.
    pub seek_id: String,
    /// The game.
    pub game: GameName,
    /// The variant.
    pub variant: String,
    /// How much time the players have.
    pub time_control: TimeControl,
    /// The name of the player who waits.
    pub username: String,
    /// Their rating in this variant; left out while it is the one that every player begins with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
    /// Since when they wait, in milliseconds since 1970.
    pub waiting_since: EpochMillis,
}

impl Incoming for LobbyRequest {
    fn read(_: &Fields<'_>) -> Result<Self, PayloadError> {
        Ok(Self {})
    }
}
