//! Openings of a few random moves that leave the position even.

use game::{Chance, Wish};

use crate::bot::{Limits, Searcher};
use crate::{Game, Variant};

/// How many openings are tried before the most even of them is taken.
const TRIES: usize = 24;
/// The nodes of the search that says whether an opening is even.
const NODES: u64 = 20_000;
/// Beyond this, in hundredths of a man, one side is better.
const EVEN: i32 = 40;

/// A game after this many random moves, in a position that a short search finds even. The same seed returns the same opening.
#[must_use]
pub fn opening(variant: &'static Variant, plies: usize, seed: u64) -> Game {
    let mut chance = Chance::new(seed ^ 0x6f70_656e_696e_6773);
    let mut searcher = Searcher::new(variant, 1 << 20);
    let mut most_even: Option<(i32, Game)> = None;
    for _ in 0..TRIES {
        let Some(game) = random_moves(variant, plies, &mut chance) else { continue };
        searcher.forget();
        let report = searcher.think(&game, &Limits::of_nodes(NODES), &mut |_| {});
        let value = report.value().abs();
        if value <= EVEN {
            return game;
        }
        if most_even.as_ref().is_none_or(|(most, _)| value < *most) {
            most_even = Some((value, game));
        }
    }
    most_even.map_or_else(|| Game::new(variant), |(_, game)| game)
}

/// A game after random moves; `None` if it is over by then.
fn random_moves(variant: &'static Variant, plies: usize, chance: &mut Chance) -> Option<Game> {
    let mut game = Game::new(variant);
    for _ in 0..plies {
        let play = chance.pick(game.legal_plays())?.clone();
        game.play(&Wish::from(&play)).ok()?;
    }
    game.outcome().is_none().then_some(game)
}
