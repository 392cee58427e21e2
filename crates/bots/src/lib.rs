//! Computer players for every game at three levels.
//!
//! [`answer`] is the one door: a match, a level and a seed go in, a legal move comes out. The same question
//! with the same seed and budget has the same answer. [`analyse`] tells what a position is worth.

mod analysis;
mod budget;
mod chance;
mod draughts;
mod skill;
mod tictactoe;

pub use analysis::{Analysis, Line, Score};
pub use budget::Budget;
pub use chance::Chance;
pub use skill::Skill;

use game::{Level, Match, Play};

/// The move a bot of this level makes; nothing once the game is over.
#[must_use]
pub fn answer(game: &dyn Match, level: Level, seed: u64) -> Option<Play> {
    answer_with(game, level, seed, Budget::of_nodes(u64::MAX))
}

/// The same within a budget, for a server with too much to think about.
#[must_use]
pub fn answer_with(game: &dyn Match, level: Level, seed: u64, budget: Budget) -> Option<Play> {
    let mut chance = Chance::new(seed);
    if let Some(round) = game.as_any().downcast_ref::<::tictactoe::Round>() {
        let cell = tictactoe::choose(round.board_state(), level, &mut chance)?;
        return game.legal_plays().into_iter().find(|play| play.to == cell);
    }
    if let Some(game) = game.as_any().downcast_ref::<::draughts::Game>() {
        return draughts::choose(game, level, budget, &mut chance);
    }
    random_move(game, seed)
}

/// Any legal move, at once: better than letting an opponent wait when too many bots think.
#[must_use]
pub fn random_move(game: &dyn Match, seed: u64) -> Option<Play> {
    Chance::new(seed).pick(&game.legal_plays()).cloned()
}

/// The best `lines` moves with what they are worth and the play that follows; none once the game is over.
#[must_use]
pub fn analyse(game: &dyn Match, budget: Budget, lines: usize) -> Analysis {
    if let Some(round) = game.as_any().downcast_ref::<::tictactoe::Round>() {
        return tictactoe::analyse(round.board_state(), lines);
    }
    if let Some(game) = game.as_any().downcast_ref::<::draughts::Game>() {
        return draughts::analyse(game, budget, lines);
    }
    Analysis { depth: 0, nodes: 0, lines: Vec::new() }
}
