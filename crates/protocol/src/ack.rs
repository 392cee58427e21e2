//! Answers to client events: `{ ok: true, … }` or `{ ok: false, error, code, … }`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use crate::{AfkStatus, WireRefusal};

/// The answer to a client event.
#[derive(Clone, Debug, PartialEq)]
pub enum Ack<T> {
    /// It was done, and this is what there is to say.
    Accepted(T),
    /// It was refused, and nothing has changed.
    Refused(WireRefusal),
}

impl<T: Serialize> Serialize for Ack<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Accepted(content) => AckBody { ok: true, content }.serialize(serializer),
            Self::Refused(content) => AckBody { ok: false, content }.serialize(serializer),
        }
    }
}

impl<T> From<Result<T, WireRefusal>> for Ack<T> {
    fn from(result: Result<T, WireRefusal>) -> Self {
        match result {
            Ok(content) => Self::Accepted(content),
            Err(refusal) => Self::Refused(refusal),
        }
    }
}

#[derive(Serialize)]
struct AckBody<'a, T> {
    ok: bool,
    #[serde(flatten)]
    content: &'a T,
}

/// It was done; there is nothing more to say.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Done {}

/// The player waits in the queue, or plays already.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Joined {
    /// The player's id, with the one given to a guest.
    pub player_id: String,
    /// The place in the queue; absent once a game has begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<u32>,
    /// The room, if a game has begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub room_id: Option<String>,
}

/// The move was made and will not be lost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MoveAccepted {
    /// The room of the game.
    pub room_id: String,
    /// The room's counter.
    pub seq: u64,
    /// How many moves have been made, this one included.
    pub ply: u32,
}

/// The idle clock, as `afk:status` tells it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AfkAnswer {
    /// Whose clock runs; `null` if none does.
    pub status: Option<AfkStatus>,
}
