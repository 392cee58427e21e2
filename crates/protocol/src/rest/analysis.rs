//! What a bot thinks of a position.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Fields, Incoming, PayloadError, checkers};

/// The longest position text, in characters.
const POSITION_LENGTH: usize = 1024;
/// The deepest search that may be asked for, in plies.
const DEEPEST: u32 = 64;
/// The longest search that may be asked for, in milliseconds.
const LONGEST_MILLIS: u32 = 10_000;

/// The body of `POST /v1/analysis`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnalysisRequest {
    /// The variant of checkers; the default unless said otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<String>,
    /// The position in the variant's notation.
    #[schemars(length(max = POSITION_LENGTH))]
    pub position: String,
    /// How many plies to look ahead at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = DEEPEST))]
    pub depth: Option<u32>,
    /// How long to think at most, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = LONGEST_MILLIS))]
    pub time_ms: Option<u32>,
}

/// What a bot thinks of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Analysis {
    /// The variant.
    pub variant: String,
    /// The position as it was understood.
    pub position: String,
    /// How good it is for the side to move, in hundredths of a man.
    pub score: i32,
    /// In how many plies the game is decided, if that is certain.
    pub decided_in: Option<u32>,
    /// How many plies were looked ahead.
    pub depth: u32,
    /// How many positions were looked at.
    pub nodes: u64,
    /// The best play from here, the best move first; empty if the game is over.
    pub line: Vec<checkers::Move>,
    /// The same in the variant's notation.
    pub line_text: Vec<String>,
}

impl Incoming for AnalysisRequest {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        Ok(Self {
            variant: fields.id("variant")?,
            position: fields.required("position", |fields, name| fields.text(name, POSITION_LENGTH))?,
            depth: fields.number("depth", 1..=DEEPEST)?,
            time_ms: fields.number("timeMs", 1..=LONGEST_MILLIS)?,
        })
    }
}
