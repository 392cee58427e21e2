//! A variant of a game: its board, its names, its habits, and how to start a match.

use crate::{Match, Refusal, Square};

/// A rule set that can be played.
pub trait Variant: Send + Sync {
    /// Board, names and habits.
    fn description(&self) -> &Description;

    /// A new match from the start position.
    fn start(&self) -> Box<dyn Match>;

    /// A new match from a position in the game's notation.
    fn start_from(&self, position: &str) -> Result<Box<dyn Match>, Refusal>;

    /// The rules in words, as Markdown.
    fn rule_card(&self) -> String;
}

/// What a player, a board on a screen and a waiting room need to know of a variant.
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
    /// What the notation calls each square; nothing for squares that are not played on.
    pub labels: Vec<Option<String>>,
    /// The sides, first mover first.
    pub sides: [SideName; 2],
    /// How long a player may think before the game takes it for absence.
    pub idle: IdleLimits,
    /// How long a bot of each level lets its opponent wait, easy first.
    pub answer_delays: [AnswerDelay; 3],
    /// Whether the players may agree on a draw.
    pub draws_by_agreement: bool,
    /// Whether captured pieces leave the board one by one during a chain.
    pub captures_leave_at_once: bool,
}

/// How a side is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideName {
    /// On the wire, such as `red` or `X`.
    pub wire: &'static str,
    /// On the screen, such as `White` or `Buff`.
    pub name: &'static str,
}

/// The default patience of a game, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdleLimits {
    /// After this long without a move the game is lost.
    pub timeout_seconds: u32,
    /// This long before the end the player is warned.
    pub warning_seconds: u32,
}

/// The range from which a bot's answer time is drawn, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnswerDelay {
    /// At the soonest.
    pub from_millis: u32,
    /// At the latest.
    pub to_millis: u32,
}
