//! What a bot thinks of a position.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wire::{Fields, Incoming, PayloadError};

use super::Move;

/// The longest position text, in characters.
const POSITION_LENGTH: usize = 1024;
/// The deepest search that may be asked for, in plies.
const DEEPEST: u32 = 64;
/// The most lines that may be asked for.
const MOST_LINES: u32 = 5;

/// The body of `POST /v1/analysis`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnalysisRequest {
    /// The variant of checkers; the default unless said otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The position in the variant's notation; the start unless said otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = POSITION_LENGTH))]
    pub position: Option<String>,
    /// How many plies to look ahead at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = DEEPEST))]
    pub depth: Option<u32>,
    /// How many lines to show; 1 unless said otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = MOST_LINES))]
    pub lines: Option<u32>,
}

/// What a bot thinks of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Analysis {
    /// The variant.
    pub variant: String,
    /// The position as it was understood.
    pub position: String,
    /// How many plies were looked ahead.
    pub depth: u32,
    /// How many positions were looked at.
    pub nodes: u64,
    /// The best lines, the best first; none if the game is over.
    pub lines: Vec<AnalysisLine>,
}

/// A move with the best play that follows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnalysisLine {
    /// How good it is for the side that begins a game of this variant, in hundredths of a man.
    pub score: i32,
    /// In how many plies the game is decided, if that is certain.
    pub decided_in: Option<u32>,
    /// The score in words, such as `White is clearly better`.
    pub words: String,
    /// The best move and what follows.
    pub moves: Vec<Move>,
    /// The same in the variant's notation.
    pub text: Vec<String>,
}

impl Incoming for AnalysisRequest {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        Ok(Self {
            variant: fields.id("variant")?,
            position: fields.text("position", POSITION_LENGTH)?,
            depth: fields.number("depth", 1..=DEEPEST)?,
            lines: fields.number("lines", 1..=MOST_LINES)?,
        })
    }
}
