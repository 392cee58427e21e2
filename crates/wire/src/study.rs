//! Studying a game: texts that are replayed over the board, and positions that a bot analyses.

use game::{Analysis, Match};
use serde_json::Value;

/// Replay and analysis of a game that has a notation.
pub trait Study: Send + Sync {
    /// The name of the default variant.
    fn default_variant(&self) -> &'static str;

    /// Replays the first game of a text; `variant` applies if the text names none.
    fn replay(&self, text: &str, variant: &str) -> Result<Value, StudyError>;

    /// A position of a variant; the start position if none is given.
    fn position(&self, variant: &str, position: Option<&str>)
    -> Result<Box<dyn StudiedPosition>, StudyError>;
}

/// A position to analyse.
pub trait StudiedPosition: Send {
    /// A game that begins with it.
    fn game(&self) -> Box<dyn Match>;

    /// An analysis of it, as JSON.
    fn analysis(&self, analysis: &Analysis) -> Value;
}

/// Why a text or a position cannot be studied.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StudyError {
    /// The game has no such variant.
    #[error("there is no such variant")]
    UnknownVariant,
    /// The text or the position cannot be read, and why.
    #[error("{0}")]
    Unreadable(String),
}
