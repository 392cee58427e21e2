//! A game in progress, behind one object-safe trait.

use std::fmt::Debug;

use crate::{Analysis, Budget, Chance, Level, Outcome, Piece, Play, Refusal, Side, Square, Wish};

/// A game in progress: the position and everything its rules need to remember.
pub trait Match: Debug + Send + Sync {
    /// Whose turn it is.
    fn side_to_move(&self) -> Side;

    /// What stands on each square, row by row from the top left.
    fn board(&self) -> Vec<Option<Piece>>;

    /// Every legal move of the side to move; none once the game is over.
    fn legal_plays(&self) -> Vec<Play>;

    /// The one legal move that fits the wish and what it leads to, without making it; or a refusal in words.
    fn preview(&self, wish: &Wish) -> Result<Preview, Refusal> {
        let mut copy = self.boxed();
        let Played { play, highlights } = copy.play(wish)?;
        Ok(Preview { play, highlights, outcome: copy.outcome() })
    }

    /// Plays the one legal move that fits the wish, or refuses in words and changes nothing.
    fn play(&mut self, wish: &Wish) -> Result<Played, Refusal>;

    /// How the game ended over the board, once it has.
    fn outcome(&self) -> Option<Outcome>;

    /// The position in the notation of the game (FEN for draughts).
    fn position_text(&self) -> String;

    /// The game so far in the notation of its players (PDN for draughts), where it has one.
    /// `result` is the winner however the win came about; nothing while the game goes on.
    fn transcript(&self, heading: &Heading, result: Option<Option<Side>>) -> Option<String>;

    /// The move that a bot of this level makes within a budget; nothing once the game is over. The same question with the
    /// same seed has the same answer.
    fn bot_move(&self, level: Level, budget: Budget, seed: u64) -> Option<Play>;

    /// The best `lines` moves with what they are worth and the play that follows; none once the game is over.
    fn analyse(&self, budget: Budget, lines: usize) -> Analysis;

    /// Any legal move, at once.
    fn random_move(&self, seed: u64) -> Option<Play> {
        Chance::new(seed).pick(&self.legal_plays()).cloned()
    }

    /// A copy to think on.
    fn boxed(&self) -> Box<dyn Match>;
}

impl Clone for Box<dyn Match> {
    fn clone(&self) -> Self {
        self.as_ref().boxed()
    }
}

/// A move that was made, and what was remarkable about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The complete move.
    pub play: Play,
    /// What is worth telling others about it.
    pub highlights: Vec<Highlight>,
}

/// A legal move that has not been made, and what it would lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// The complete move.
    pub play: Play,
    /// What is worth telling others about it.
    pub highlights: Vec<Highlight>,
    /// How the game ends by it, if it does.
    pub outcome: Option<Outcome>,
}

/// Something remarkable about a move.
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

/// What stands above a transcript.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heading {
    /// Where or on what occasion the game was played.
    pub event: String,
    /// The day, as `2026.11.15`.
    pub date: String,
    /// The names of the players, first mover first.
    pub players: [String; 2],
}
