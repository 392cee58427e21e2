//! Matches on all cores, which end early if their time is over.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use common::lock;
use draughts::contest::{Contestant, Finished, PlayerMaker, Tally, opening, play};
use draughts::{Game, Variant};
use game::{Play, Side};

use crate::deadline::Deadline;

/// How much is played.
#[derive(Clone, Copy)]
pub(crate) struct Extent {
    /// The most games; an even number.
    pub(crate) games: u64,
    /// The random moves at the beginning of each.
    pub(crate) opening_plies: usize,
    /// Games that are not over by then do not count.
    pub(crate) deadline: Deadline,
}

/// Plays every opening twice, with the sides changed; the tally is that of A.
pub(crate) fn play_match<'a>(
    variant: &'static Variant,
    extent: Extent,
    a: PlayerMaker<'a>,
    b: PlayerMaker<'a>,
) -> Tally {
    let (next, tally) = (AtomicU64::new(0), Mutex::new(Tally::default()));
    let work = || {
        let (mut a, mut b) = (a(), b());
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number * 2 >= extent.games || extent.deadline.is_over() {
                break;
            }
            let game = opening(variant, extent.opening_plies, number);
            let mut half_points = [0; 2];
            for (index, side) in Side::BOTH.into_iter().enumerate() {
                let mut a = InTime { player: a.as_mut(), deadline: extent.deadline };
                let mut b = InTime { player: b.as_mut(), deadline: extent.deadline };
                let players: [&mut dyn Contestant; 2] =
                    if side == Side::First { [&mut a, &mut b] } else { [&mut b, &mut a] };
                let finished = play(game.clone(), players, number * 2 + index as u64);
                if finished.fault.is_some() && finished.reason == TOO_LATE {
                    return;
                }
                half_points[index] = points(&finished, side);
            }
            lock(&tally).add_pair(half_points);
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

/// The half points of the player with this side. A player without a legal move is a fault of this program.
fn points(finished: &Finished, side: Side) -> u8 {
    if finished.fault.is_some() {
        println!("a player made no legal move: {}", finished.reason);
    }
    match finished.winner {
        None => 1,
        Some(winner) if winner == side => 2,
        Some(_) => 0,
    }
}

const TOO_LATE: &str = "the time of this part is over";

/// A player that gives up when the time is over.
struct InTime<'a> {
    player: &'a mut dyn Contestant,
    deadline: Deadline,
}

impl Contestant for InTime<'_> {
    fn new_game(&mut self) {
        self.player.new_game();
    }

    fn choose(&mut self, game: &Game, seed: u64) -> Result<Play, String> {
        if self.deadline.is_over() { Err(TOO_LATE.to_owned()) } else { self.player.choose(game, seed) }
    }
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
