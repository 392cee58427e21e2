//! Matches on all cores.

use std::thread;

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
    let result = match_up.play(thread::available_parallelism().map_or(1, usize::from));
    result.faults.iter().for_each(|fault| println!("a player made no legal move: {fault}"));
    result.tally
}

/// The tallies of several matches that are played at the same time: each player is given the time of its own thread.
pub(crate) fn play_at_once<T: Copy + Send + Sync>(
    pairings: &[T],
    play: impl Fn(T) -> Tally + Sync,
) -> Vec<(T, Tally)> {
    let play = &play;
    thread::scope(|scope| {
        let matches: Vec<_> =
            pairings.iter().map(|pairing| (*pairing, scope.spawn(|| play(*pairing)))).collect();
        let played = matches.into_iter().map(|(pairing, tally)| (pairing, tally.join()));
        played.map(|(pairing, tally)| (pairing, tally.expect("no match panics"))).collect()
    })
}
