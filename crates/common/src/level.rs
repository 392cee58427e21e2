//! The strength of a bot.

crate::named! {
    /// How strong a bot plays.
    #[derive(Default)]
    #[schemars(rename = "BotDifficulty")]
    pub enum Level {
        /// Makes mistakes.
        Easy = "easy",
        /// Plays solidly.
        #[default]
        Medium = "medium",
        /// Plays as well as it can.
        Hard = "hard",
    }
}

impl Level {
    /// 0 for easy, 1 for medium, 2 for hard.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}
