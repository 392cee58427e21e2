//! A match on all cores.

use draughts::Variant;
use draughts::contest::{MatchUp, PlayerMaker, Tally};

/// Plays a match of an even number of games after openings of so many random moves; the tally is that of A.
pub(crate) fn play_match<'a>(
    variant: &'static Variant,
    (games, opening_plies): (u64, usize),
    a: PlayerMaker<'a>,
    b: PlayerMaker<'a>,
) -> Tally {
    let match_up = MatchUp { variant, games, opening_plies, a, b, go_on: &|_| true };
    let result = match_up.play(std::thread::available_parallelism().map_or(1, usize::from));
    result.faults.iter().for_each(|fault| println!("a player made no legal move: {fault}"));
    result.tally
}
