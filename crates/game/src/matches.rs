//! A game in progress, behind one object-safe trait.

use std::fmt::Debug;
use std::time::Duration;

use crate::{
    Analysis, BotAnswer, BotMemory, Budget, Chance, Level, Outcome, Piece, Play, Refusal, Side, Square,
    ThinkingTime, Wish,
};

/// A game in progress: the position and everything its rules need to remember.
pub trait Match: Debug + Send + Sync {
    /// Whose turn it is.
    fn side_to_move(&self) -> Side;

    /// What stands on each square, row by row from the top left.
    fn board(&self) -> Vec<Option<Piece>>;

    /// Every legal move of the side to move; empty if the game is over.
    fn legal_plays(&self) -> Vec<Play>;

    /// Returns the one legal move that fits the wish and its result, without making it.
    ///
    /// # Errors
    /// The rule that forbids the wish, in words.
    fn preview(&self, wish: &Wish) -> Result<Preview, Refusal> {
        let mut copy = self.boxed();
        let Played { play, highlights } = copy.play(wish)?;
        Ok(Preview { play, highlights, outcome: copy.outcome() })
    }

    /// Plays the one legal move that fits the wish. On `Err` the match is unchanged.
    ///
    /// # Errors
    /// The rule that forbids the wish, in words.
    fn play(&mut self, wish: &Wish) -> Result<Played, Refusal>;

    /// How the game ended over the board; `None` if it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// The position in the notation of the game (FEN for draughts).
    fn position_text(&self) -> String;

    /// The game so far in the notation of its players (PDN for draughts); `None` if the game has no notation.
    /// `result` is the winner, also by resignation or on time, or `Some(None)` for a draw; `None` if the game goes on.
    fn transcript(&self, heading: &Heading, result: Option<Option<Side>>) -> Option<String>;

    /// The last move in the notation of the players; `None` before the first, or if the game has no notation.
    fn last_move_text(&self) -> Option<String> {
        None
    }

    /// Returns the move of a bot of this level within a budget; `None` if the game is over. The same seed in the same
    /// position returns the same move.
    fn bot_move(&self, level: Level, budget: Budget, seed: u64) -> Option<Play>;

    /// Returns the move of a bot of this level within a time. The bot may use and change `memory`, which is of the same
    /// game or empty; the answer depends on how fast the machine is. A bot that does not look at the time searches
    /// within `budget`.
    fn bot_move_in_time(
        &self,
        level: Level,
        time: &ThinkingTime<'_>,
        budget: Budget,
        memory: &mut BotMemory,
        seed: u64,
    ) -> BotAnswer {
        let (_, _) = (time, memory);
        BotAnswer { play: self.bot_move(level, budget, seed), ..BotAnswer::default() }
    }

    /// Loads what the bots of this game need, so that no search has to wait for it. Only the first call for a variant takes
    /// time: up to a tenth of a second.
    fn prepare_bots(&self) {}

    /// Returns the move of a bot on a rung of the ladder, 0 the weakest, that searches at most `nodes` positions. The bot may
    /// use and change `memory`, which is of the same variant or empty. A game without a ladder of its own has three rungs,
    /// the levels; a rung beyond the last is the last.
    fn rung_move(&self, rung: usize, nodes: u64, memory: &mut BotMemory, seed: u64) -> BotAnswer {
        let _ = memory;
        let level = [Level::Easy, Level::Medium, Level::Hard][rung.min(2)];
        BotAnswer { play: self.bot_move(level, Budget::of_nodes(nodes), seed), ..BotAnswer::default() }
    }

    /// Returns the best `lines` moves, each with its score and the play that follows; no lines if the game is over.
    fn analyse(&self, budget: Budget, lines: usize) -> Analysis;

    /// Analyses as [`Match::analyse`] does, and goes on from what earlier calls have found: the bot may use and change
    /// `memory`, which is of the same variant or empty. So a caller can search in steps and stop between them.
    fn analyse_further(&self, budget: Budget, lines: usize, memory: &mut BotMemory) -> Analysis {
        let _ = memory;
        self.analyse(budget, lines)
    }

    /// Returns a legal move chosen by the seed, without a search; `None` if the game is over.
    fn random_move(&self, seed: u64) -> Option<Play> {
        Chance::new(seed).pick(&self.legal_plays()).cloned()
    }

    /// A boxed copy.
    fn boxed(&self) -> Box<dyn Match>;
}

impl Clone for Box<dyn Match> {
    fn clone(&self) -> Self {
        self.as_ref().boxed()
    }
}

/// A move that was made, with its highlights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The complete move.
    pub play: Play,
    /// The events that others are notified of.
    pub highlights: Vec<Highlight>,
}

/// A legal move that has not been made, with its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// The complete move.
    pub play: Play,
    /// The events that others are notified of.
    pub highlights: Vec<Highlight>,
    /// How the game ends with this move; `None` if it goes on.
    pub outcome: Option<Outcome>,
}

/// An event that others are notified of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Highlight {
    /// A man became a king.
    King {
        /// Where it stands now.
        square: Square,
    },
    /// Pieces were captured, one or a whole chain.
    Capture {
        /// Where the capturing piece came from.
        from: Square,
        /// Where it came to rest.
        to: Square,
        /// The captured pieces, in order.
        captures: Vec<Square>,
    },
    /// The move threatens to win in two or more places at once.
    Fork {
        /// The square just taken.
        square: Square,
        /// Where the next move would win.
        threats: Vec<Square>,
    },
}

/// The header of a transcript.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heading {
    /// Where or on what occasion the game was played.
    pub event: String,
    /// The day, as `2026.11.15`.
    pub date: String,
    /// The names of the players, first mover first.
    pub players: [String; 2],
    /// What the clock of its player showed after each move, the first move first; moves after the last entry have none.
    pub clocks: Vec<Option<Duration>>,
}
