//! A match on several threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use common::lock;
use game::Side;

use super::{Contestant, Finished, Tally, opening, play};
use crate::Variant;

/// Makes a player for one of the threads.
pub type PlayerMaker<'a> = &'a (dyn Fn() -> Box<dyn Contestant + 'a> + Sync);

/// Who plays, and how much.
pub struct MatchUp<'a> {
    /// What they play.
    pub variant: &'static Variant,
    /// How many games; an even number.
    pub games: u64,
    /// The number of the first opening: matches with the same one have the same openings.
    pub first_opening: u64,
    /// How many random moves an opening has.
    pub opening_plies: usize,
    /// The player whose results are counted.
    pub a: PlayerMaker<'a>,
    /// Its opponent.
    pub b: PlayerMaker<'a>,
    /// Whether more games are wanted after these results.
    pub go_on: &'a (dyn Fn(&Tally) -> bool + Sync),
}

/// The results of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchResult {
    /// The results of A.
    pub tally: Tally,
    /// Why players lost games without a legal move.
    pub faults: Vec<String>,
}

impl MatchUp<'_> {
    /// Plays every opening twice, with the sides changed, on so many threads. The results do not depend on their number,
    /// unless the players do or the match ends early.
    #[must_use]
    pub fn play(&self, threads: usize) -> MatchResult {
        let (next, result) = (AtomicU64::new(0), Mutex::new(MatchResult::default()));
        let work = || {
            let (mut a, mut b) = ((self.a)(), (self.b)());
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number * 2 >= self.games || !(self.go_on)(&lock(&result).tally) {
                    break;
                }
                let game = opening(self.variant, self.opening_plies, self.first_opening + number);
                let first = play(game.clone(), [a.as_mut(), b.as_mut()], number * 2);
                let second = play(game, [b.as_mut(), a.as_mut()], number * 2 + 1);
                let mut result = lock(&result);
                result.tally.add_pair([points(&first, Side::First), points(&second, Side::Second)]);
                let faulty = [first, second].into_iter().filter(|finished| finished.fault.is_some());
                result.faults.extend(faulty.map(|finished| finished.reason));
            }
        };
        thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(work);
            }
            work();
        });
        result.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// The half points of the player with this side.
fn points(finished: &Finished, side: Side) -> u8 {
    match finished.winner {
        None => 1,
        Some(winner) if winner == side => 2,
        Some(_) => 0,
    }
}
