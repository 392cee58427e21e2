//! A match on all cores.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use common::lock;
use draughts::Variant;
use draughts::contest::{Finished, Tally, opening, play};
use game::Side;

use crate::players::BoxedPlayer;

/// Who plays, and how much.
pub(crate) struct MatchUp<'a> {
    pub(crate) variant: &'static Variant,
    /// An even number.
    pub(crate) games: u64,
    pub(crate) opening_plies: usize,
    pub(crate) a: &'a (dyn Fn() -> BoxedPlayer + Sync),
    pub(crate) b: &'a (dyn Fn() -> BoxedPlayer + Sync),
}

/// Plays every opening twice, with the sides changed; the tally is that of A.
pub(crate) fn play_match(match_up: &MatchUp<'_>) -> Tally {
    let (next, tally) = (AtomicU64::new(0), Mutex::new(Tally::default()));
    let work = || {
        let (mut a, mut b) = ((match_up.a)(), (match_up.b)());
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number * 2 >= match_up.games {
                break;
            }
            let game = opening(match_up.variant, match_up.opening_plies, number);
            let first = play(game.clone(), [a.as_mut(), b.as_mut()], number * 2);
            let second = play(game, [b.as_mut(), a.as_mut()], number * 2 + 1);
            [&first, &second].into_iter().for_each(tell_fault);
            lock(&tally).add_pair([points(&first, Side::First), points(&second, Side::Second)]);
        }
    };
    thread::scope(|scope| {
        for _ in 1..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
        work();
    });
    tally.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn tell_fault(finished: &Finished) {
    if finished.fault.is_some() {
        println!("a player made no legal move: {}", finished.reason);
    }
}

fn points(finished: &Finished, a: Side) -> u8 {
    match finished.winner {
        None => 1,
        Some(winner) if winner == a => 2,
        Some(_) => 0,
    }
}
