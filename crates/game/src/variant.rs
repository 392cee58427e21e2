//! A variant of a game: its board, its names, its time limits, and how to start a match.

use crate::{Match, Refusal, RuleCard, Square};

/// A rule set that can be played.
pub trait Variant: Send + Sync {
    /// The board, the names and the time limits.
    fn description(&self) -> &Description;

    /// A new match from the start position.
    fn start(&self) -> Box<dyn Match>;

    /// A new match from a position in the game's notation.
    fn start_from(&self, position: &str) -> Result<Box<dyn Match>, Refusal>;

    /// The rules in words.
    fn rule_card(&self) -> RuleCard;
}

/// The properties of a variant that clients and the server need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The game on the wire, such as `checkers`.
    pub game: &'static str,
    /// The variant on the wire, such as `russian`.
    pub variant: &'static str,
    /// The name people use.
    pub name: &'static str,
    /// Width of the board.
    pub columns: u8,
    /// Height of the board.
    pub rows: u8,
    /// The squares that pieces can stand on.
    pub playable: Vec<Square>,
    /// The name of each square in the notation; `None` for squares that are not played on.
    pub labels: Vec<Option<String>>,
    /// The sides, first mover first.
    pub sides: [SideName; 2],
    /// After how long without a move a player loses.
    pub idle: IdleLimits,
    /// How long a bot of each level waits before it moves, easy first.
    pub answer_delays: [AnswerDelay; 3],
    /// Whether the players may agree on a draw.
    pub draws_by_agreement: bool,
    /// Whether captured pieces leave the board one by one during a chain.
    pub captures_leave_at_once: bool,
}

/// The names of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideName {
    /// On the wire, such as `red` or `X`.
    pub wire: &'static str,
    /// On the screen, such as `White` or `Buff`.
    pub name: &'static str,
}

/// The default idle limits of a game, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdleLimits {
    /// After this long without a move the game is lost.
    pub timeout_seconds: u32,
    /// The player is warned this long before that.
    pub warning_seconds: u32,
}

/// The range of a bot's answer time, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnswerDelay {
    /// The shortest.
    pub from_millis: u32,
    /// The longest.
    pub to_millis: u32,
}
