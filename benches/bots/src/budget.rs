//! How far searches exceed their time.

use std::time::Duration;

use draughts::contest::{Contestant, opening};
use draughts::variants;
use game::Wish;

use crate::clock::Clock;
use crate::players::HardPlayer;
use crate::promise::{Promises, Sample};
use crate::{MILLIS, Size};

/// The longest excess that is promised.
const MOST_EXCESS: Duration = Duration::from_millis(20);
/// The random moves before the first search: no position of an opening book.
const OPENING_PLIES: usize = 8;

/// Plays a few moves in games of every variant; the longest search is the result.
pub(crate) fn budget(size: &Size, promises: &mut Promises) {
    let (mut longest, mut searches) = ((Duration::ZERO, ""), 0);
    for variant in variants::ALL.iter().filter(|_| !size.deadline.is_over()) {
        let (mut player, mut game) = (HardPlayer::new(MILLIS), opening(variant, OPENING_PLIES, 1));
        game::Match::prepare_bots(&game);
        for number in 0..size.searches {
            let clock = Clock::start();
            let play = player.choose(&game, number).expect("the game goes on");
            longest = longest.max((clock.elapsed(), variant.name()));
            searches += 1;
            game.play(&Wish::from(&play)).expect("a legal move");
        }
    }
    let (time, name) = longest;
    let kept = time <= Duration::from_millis(MILLIS) + MOST_EXCESS;
    let result = format!("{:.1} ms, {name}", time.as_secs_f64() * 1000.0);
    let limit = MILLIS + MOST_EXCESS.as_millis() as u64;
    promises.within(
        &format!("longest search of hard with {MILLIS} ms"),
        Sample(searches, "searches"),
        &result,
        &format!("{limit} ms"),
        kept,
    );
}
