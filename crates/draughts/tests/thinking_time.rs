//! No search takes longer than it may.
#![cfg(target_os = "linux")]

use std::time::Duration;

use draughts::{Game, Position, variants};
use game::{BotMemory, Budget, Level, Match as _, ThinkingTime};

/// How much longer than its time a search may take.
const TOLERANCE: Duration = Duration::from_millis(20);

/// The processor time of this thread: that of others does not count.
fn spent() -> Duration {
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux tells");
    let nanoseconds = statistics.split_whitespace().next().and_then(|number| number.parse().ok());
    Duration::from_nanos(nanoseconds.expect("a number"))
}

fn check(game: &Game, millis: u64) {
    game.prepare_bots();
    let (begin, limit) = (spent(), Duration::from_millis(millis));
    let elapsed = || spent() - begin;
    let time = ThinkingTime { elapsed: &elapsed, soft: limit, hard: limit };
    let mut memory = BotMemory::default();
    let answer = game.bot_move_in_time(Level::Hard, &time, Budget::of_nodes(u64::MAX), &mut memory, 1);
    let took = spent() - begin;
    assert!(answer.play.is_some());
    assert!(took <= limit + TOLERANCE, "{took:?} of {limit:?} in {}", game.position().fen());
}

#[test]
fn a_search_ends_in_time_in_every_variant() {
    for variant in variants::ALL {
        check(&Game::new(variant), 30);
    }
}

#[test]
fn a_search_ends_in_time_when_it_is_the_first_to_use_the_endgame_tables() {
    let variant = variants::find("english").expect("a variant");
    let kings = Position::from_fen(variant, "W:WK1,K6,K14,K18:BK29,K32,K23").expect("a position");
    check(&Game::from_position(kings), 10);
}
