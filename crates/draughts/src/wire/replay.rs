//! A game in Portable Draughts Notation, followed over the board.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wire::{Fields, Incoming, PayloadError};

use super::{Move, Piece};

/// The longest PDN text, in characters.
const PDN_LENGTH: usize = 60_000;

/// The body of `POST /v1/replay`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplayRequest {
    /// The text; its first game is followed.
    #[schemars(length(max = PDN_LENGTH))]
    pub pdn: String,
    /// The variant of a text that names none; the default unless said otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
}

/// A game that was followed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Replay {
    /// The variant.
    pub variant: String,
    /// The tags of the game, in order.
    pub tags: Vec<ReplayTag>,
    /// The position before the first move, in the variant's notation.
    pub start: String,
    /// The board before the first move, row by row from the top left.
    pub board: Vec<Option<Piece>>,
    /// Who is to move first: 0 is the side that begins a game of this variant.
    pub current_turn: u8,
    /// The moves of the game itself; variations are left out.
    pub plies: Vec<ReplayPly>,
    /// How the game ended, as the text says.
    pub result: Option<String>,
    /// What is wrong with the text, with its place.
    pub faults: Vec<ReplayFault>,
    /// How many games the text holds.
    pub games: u32,
}

/// A tag of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReplayTag {
    /// The name, such as `White`.
    pub name: String,
    /// The value.
    pub value: String,
}

/// A move of a followed game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReplayPly {
    /// The move in the variant's notation.
    pub text: String,
    /// The move.
    #[serde(rename = "move")]
    pub made: Move,
    /// The board after it, row by row from the top left.
    pub board: Vec<Option<Piece>>,
    /// Who is to move after it.
    pub current_turn: u8,
    /// The position after it, in the variant's notation.
    pub position: String,
}

/// A fault in a PDN text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReplayFault {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// What is wrong.
    pub message: String,
}

impl Incoming for ReplayRequest {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        Ok(Self {
            pdn: fields.required("pdn", |fields, name| fields.text(name, PDN_LENGTH))?,
            variant: fields.id("variant")?,
        })
    }
}
