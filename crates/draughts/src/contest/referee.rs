//! One game between two players.

use game::{Play, Side, Wish};

use crate::Game;

/// A player. An error is a sentence that says why it has no move.
pub trait Contestant {
    /// Prepares for a game that has nothing to do with the one before.
    fn new_game(&mut self) {}

    /// The move in a game that goes on; the same seed should return the same move.
    ///
    /// # Errors
    /// Why there is no move, in words.
    fn choose(&mut self, game: &Game, seed: u64) -> Result<Play, String>;
}

/// A game that is over.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The game with all its moves.
    pub game: Game,
    /// The winner; `None` in a draw.
    pub winner: Option<Side>,
    /// How it ended, in words: the draw rule, or what a player did wrong.
    pub reason: String,
    /// The side that made no legal move, and lost by it.
    pub fault: Option<Side>,
}

/// The longest game, in plies; a longer one is drawn.
const LONGEST: usize = 600;

/// Plays a game to its end; `players` has the player of the first side first. A player that has no legal move to offer loses.
pub fn play(mut game: Game, mut players: [&mut dyn Contestant; 2], seed: u64) -> Finished {
    players.iter_mut().for_each(|player| player.new_game());
    while game.outcome().is_none() && game.plays().len() < LONGEST {
        let side = game.position().side_to_move();
        let seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(game.plays().len() as u64);
        let chosen = players[side.index()].choose(&game, seed);
        let made = chosen.and_then(|play| game.play(&Wish::from(&play)).map_err(|refusal| refusal.sentence));
        if let Err(problem) = made {
            let winner = Some(side.other());
            return Finished { game, winner, reason: problem, fault: Some(side) };
        }
    }
    let outcome = game.outcome().cloned();
    let winner = outcome.as_ref().and_then(|outcome| outcome.winner);
    let reason = match outcome {
        None => "too_long",
        Some(outcome) => outcome.draw_rule.unwrap_or("victory"),
    };
    Finished { game, winner, reason: reason.to_owned(), fault: None }
}
