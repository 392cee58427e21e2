//! A refusal as sent to socket clients, in an acknowledgement or in `game:error`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wire::{ErrorCode, PayloadError};

use crate::LegalMove;

/// Why a request was refused; a refusal changes nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Refusal")]
pub struct WireRefusal {
    /// What was wrong, in one sentence.
    pub error: String,
    /// What was wrong, for programs.
    pub code: ErrorCode,
    /// What is possible instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The field that was wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub param: Option<String>,
    /// The legal moves that fit an ambiguous one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<LegalMove>,
}

impl WireRefusal {
    /// A refusal without a hint.
    #[must_use]
    pub fn new(code: ErrorCode, error: impl Into<String>) -> Self {
        Self { error: error.into(), code, hint: None, param: None, candidates: Vec::new() }
    }

    /// Adds what to do instead.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Adds the invalid field.
    #[must_use]
    pub fn param(mut self, param: impl Into<String>) -> Self {
        self.param = Some(param.into());
        self
    }
}

impl From<PayloadError> for WireRefusal {
    fn from(error: PayloadError) -> Self {
        Self { param: error.param, ..Self::new(error.code, error.message) }
    }
}
