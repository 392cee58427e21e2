//! Openings of a few random moves that leave the game even, as the ballots of a tournament do.

use game::{Budget, Chance, Match, Play, Side, Wish};

use crate::hint::for_side;

/// How many openings are tried before the most even one is taken.
const TRIES: usize = 12;
/// The positions that are searched to judge one.
const NODES: Budget = Budget::of_nodes(8_000);
/// Beyond this, in hundredths of a man, one side is better.
const EVEN: i32 = 40;

/// Moves from this position that leave it even; none if every try ends the game.
pub(crate) fn opening(start: &dyn Match, plies: usize, seed: u64) -> Vec<Play> {
    let mut chance = Chance::new(seed);
    let mut most_even: Option<(i32, Vec<Play>)> = None;
    for _ in 0..TRIES {
        let Some((game, plays)) = random_moves(start, plies, &mut chance) else { continue };
        let analysis = game.analyse(NODES, 1);
        let Some(best) = analysis.lines.first() else { continue };
        let value = for_side(best.score, Side::First).abs();
        if value <= EVEN {
            return plays;
        }
        if most_even.as_ref().is_none_or(|(least, _)| value < *least) {
            most_even = Some((value, plays));
        }
    }
    most_even.map_or_else(Vec::new, |(_, plays)| plays)
}

/// A copy of the game after random moves, with the moves; `None` if it is over by then.
fn random_moves(start: &dyn Match, plies: usize, chance: &mut Chance) -> Option<(Box<dyn Match>, Vec<Play>)> {
    let mut game = start.boxed();
    let mut plays = Vec::with_capacity(plies);
    for _ in 0..plies {
        let play = chance.pick(&game.legal_plays())?.clone();
        game.play(&Wish::from(&play)).ok()?;
        plays.push(play);
    }
    game.outcome().is_none().then_some((game, plays))
}
