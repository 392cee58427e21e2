//! Each level is stronger than the one below it, and the lowest is stronger than chance.

use draughts::{Game, variants};
use game::{Budget, Chance, Level, Match as _, Side, Wish};

/// Random moves at the beginning of each game.
const OPENING_PLIES: usize = 4;
/// A fortieth of what the strongest level takes, so that the series is short.
const BUDGET: Budget = Budget::of_nodes(10_000);

/// Plays a short series with fixed seeds: the stronger has to win more games than it loses. Nothing is chance.
fn check(name: &str, stronger: Level, weaker: Option<Level>) {
    let mut balance = 0;
    for number in 0..6 {
        let side = Side::BOTH[number % 2];
        balance += match winner(name, number, |to_move| if to_move == side { Some(stronger) } else { weaker })
        {
            None => 0,
            Some(winner) if winner == side => 1,
            Some(_) => -1,
        };
    }
    assert!(balance > 0, "{name}: {stronger:?} against {weaker:?} is {balance}");
}

fn winner(name: &str, number: usize, level: impl Fn(Side) -> Option<Level>) -> Option<Side> {
    let mut game = Game::new(variants::find(name).expect("a variant of that name"));
    let mut chance = Chance::new(number as u64 / 2);
    while game.outcome().is_none() {
        let level = level(game.position().side_to_move()).filter(|_| game.plays().len() >= OPENING_PLIES);
        let seed = chance.roll();
        let play = match level {
            Some(level) => game.bot_move(level, BUDGET, seed),
            None => game.random_move(seed),
        };
        game.play(&Wish::from(&play.expect("the game goes on"))).expect("a legal move");
    }
    game.outcome().and_then(|outcome| outcome.winner)
}

#[test]
fn levels_in_english() {
    check("english", Level::Hard, Some(Level::Medium));
    check("english", Level::Medium, Some(Level::Easy));
    check("english", Level::Easy, None);
}

#[test]
fn levels_in_russian() {
    check("russian", Level::Hard, Some(Level::Medium));
    check("russian", Level::Medium, Some(Level::Easy));
    check("russian", Level::Easy, None);
}

#[test]
fn levels_in_international() {
    check("international", Level::Hard, Some(Level::Medium));
    check("international", Level::Medium, Some(Level::Easy));
    check("international", Level::Easy, None);
}
