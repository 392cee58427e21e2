//! How far searches exceed their time.

use std::time::Duration;

use draughts::contest::Contestant;
use draughts::{Game, variants};
use game::Wish;

use crate::clock::Clock;
use crate::players::HardPlayer;
use crate::promise::Promises;
use crate::{MILLIS, Size};

/// The longest excess that is promised.
const MOST_EXCESS: Duration = Duration::from_millis(20);
/// The moves of a game that are measured.
const MOVES: u64 = 8;

/// Plays the beginning of games of every variant, and prints the longest search.
pub(crate) fn budget(_: &Size, promises: &mut Promises) {
    println!("the longest of {MOVES} searches of hard with {MILLIS} ms in every variant, in processor time");
    let mut longest = (Duration::ZERO, "");
    for variant in variants::ALL {
        let (mut player, mut game) = (HardPlayer::new(MILLIS), Game::new(variant));
        game::Match::prepare_bots(&game);
        for number in 0..MOVES {
            let clock = Clock::start();
            let play = player.choose(&game, number).expect("the game goes on");
            longest = longest.max((clock.elapsed(), variant.name()));
            game.play(&Wish::from(&play)).expect("a legal move");
        }
    }
    let (time, name) = longest;
    let kept = time <= Duration::from_millis(MILLIS) + MOST_EXCESS;
    promises.fact(&format!("longest search: {:.1} ms, {name}", time.as_secs_f64() * 1000.0), kept);
}
