//! A room against its reference model: after any sequence of inputs both send the same messages and have the
//! same state.

mod deed;
mod friendly;
mod pair;
mod presence;
mod reference;
#[path = "../table/mod.rs"]
mod table;
mod words;

use std::cell::RefCell;
use std::collections::BTreeSet;

use deed::scene;
use pair::Pair;
use proptest::test_runner::{Config, TestError, TestRunner};
use reference::Limit;

/// Plays many random stories and returns the kinds of messages seen.
fn stories(names: [&'static str; 2], limit: Limit) -> BTreeSet<String> {
    let heard = RefCell::new(BTreeSet::new());
    let config = Config { cases: 500, failure_persistence: None, ..Config::default() };
    let story = proptest::collection::vec(scene(), 1..60);
    let outcome = TestRunner::new(config).run(&story, |steps| {
        let mut pair = Pair::open(names, limit);
        for step in steps.into_iter().flatten() {
            if pair.forgotten {
                return Ok(());
            }
            if let Err(code) = pair.take(&step) {
                heard.borrow_mut().insert(format!("refused {code}"));
            }
            heard.borrow_mut().append(&mut pair.heard);
        }
        pair.nothing_is_stuck();
        heard.borrow_mut().append(&mut pair.heard);
        Ok(())
    });
    if let Err(TestError::Fail(reason, steps)) = outcome {
        let story: String = steps.iter().flatten().map(|step| format!("\n  {step:?}")).collect();
        panic!("{reason}\nafter{story}");
    }
    heard.into_inner()
}

/// Plays stories until every expected message was seen: rare ones may take more than one round.
fn stories_with(names: [&'static str; 2], limit: Limit, expected: &[&str]) -> BTreeSet<String> {
    let mut heard = BTreeSet::new();
    for _ in 0..MOST_ROUNDS {
        heard.append(&mut stories(names, limit));
        if expected.iter().all(|words| heard.contains(*words)) {
            return heard;
        }
    }
    let missing: Vec<_> = expected.iter().filter(|words| !heard.contains(**words)).collect();
    panic!("the stories never got to {missing:?}");
}

/// After how many rounds an expected message counts as never sent.
const MOST_ROUNDS: usize = 20;

const EVERYWHERE: [&str; 27] = [
    "started",
    "reconnected",
    "watching",
    "moved",
    "gone",
    "returned",
    "draw offered",
    "draw declined",
    "rematch offered",
    "rematch",
    "taken over",
    "over victory",
    "over draw",
    "over resignation",
    "over disconnect",
    "refused unknown_room",
    "refused not_your_seat",
    "refused not_your_turn",
    "refused game_over",
    "refused stale_ply",
    "refused spectators_cannot",
    "refused taken_over",
    "refused rate_limited",
    "refused illegal_move",
    "refused out_of_board",
    "refused cell_taken",
    "forgotten",
];

#[test]
fn a_room_of_two_people_does_what_its_reference_says() {
    let clock = ["warning", "warning cleared", "over afk_timeout", "an idle end waits", "a short window"];
    stories_with(["ann", "ben"], Limit::PerMove, &[&EVERYWHERE[..], &clock[..]].concat());
}

#[test]
fn a_room_without_an_idle_clock_does_what_its_reference_says() {
    let heard = stories_with(["ann", "ben"], Limit::None, &EVERYWHERE);
    assert!(!heard.contains("warning") && !heard.contains("over afk_timeout"));
}

#[test]
fn a_room_with_clocks_does_what_its_reference_says() {
    let clocks = ["over time_forfeit", "an absent player loses on time", "clocks stand still"];
    let heard = stories_with(["ann", "ben"], Limit::Clocks, &[&EVERYWHERE[..], &clocks[..]].concat());
    assert!(!heard.contains("warning") && !heard.contains("over afk_timeout"));
    stories_with(["ann", "bot"], Limit::Clocks, &["think", "over time_forfeit", "over victory"]);
}

#[test]
fn a_room_with_a_bot_does_what_its_reference_says() {
    stories_with(["ann", "bot"], Limit::PerMove, &["think", "warning", "over afk_timeout", "over victory"]);
    stories_with(["bot", "ben"], Limit::PerMove, &["think", "draw declined", "rematch", "over disconnect"]);
}
