//! How well a bot plays.

/// The three strengths of a bot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Level {
    /// Good company for beginners.
    Easy,
    /// Plays solid moves.
    #[default]
    Medium,
    /// As strong as it can.
    Hard,
}

impl Level {
    /// 0 for easy, 1 for medium, 2 for hard.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}
