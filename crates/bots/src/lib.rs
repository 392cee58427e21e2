//! Computer players for every game at three levels.
//!
//! [`answer`] is the one door: a match, a level, a seed and a budget go in, a legal move comes
//! out. The same question with the same seed and node budget has the same answer.

mod chance;
mod tictactoe;

pub use chance::Chance;

use game::{Level, Match, Play};

/// The move a bot of this level makes; nothing once the game is over.
#[must_use]
pub fn answer(game: &dyn Match, level: Level, seed: u64) -> Option<Play> {
    let mut chance = Chance::new(seed);
    let plays = game.legal_plays();
    if let Some(round) = game.as_any().downcast_ref::<::tictactoe::Round>() {
        let cell = tictactoe::choose(round.board_state(), level, &mut chance)?;
        return plays.into_iter().find(|play| play.to == cell);
    }
    chance.pick(&plays).cloned()
}
