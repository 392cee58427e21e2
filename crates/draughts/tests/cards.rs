//! Rule cards say what the engine does.

use draughts::card::{differences, rule_card};
use draughts::variants;

/// Checks that the card of a variant says this.
fn check(variant: &str, says: &str) {
    let card = rule_card(variants::find(variant).expect("a variant of that name").rules()).to_string();
    assert!(card.contains(says), "{card}");
}

#[test]
fn a_card_names_board_start_and_first_mover() {
    check("international", "10×10, played on the dark squares, one of them at each player's lower left");
    check("italian", "at each player's lower right");
    check("turkish", "8×8, played on every square");
    check("turkish", "16 men each, on two rows, the nearest row left empty. White moves first.");
    check("english", "12 men each, on the three nearest rows. Red moves first.");
}

#[test]
fn a_card_says_how_men_and_kings_go() {
    check("english", "A man moves one square diagonally forward. It captures diagonally forward.");
    check("russian", "It captures diagonally forward and backward.");
    check("italian", "A man cannot capture a king.");
    check("english", "A king moves one square diagonally in all four directions");
    check(
        "frisian",
        "A king moves any distance diagonally in all four directions. It captures in all eight directions.",
    );
    check("frisian", "The same king moves at most three times in a row");
    check("thai", "It lands directly behind the piece.");
    check("killer", "stops directly behind a king that it takes last");
}

#[test]
fn a_card_says_which_capture_goes_first() {
    check("english", "**Which capture.** Free choice.");
    check(
        "international",
        "**Which capture.** The most pieces must be captured. Equal captures: free choice.",
    );
    check(
        "italian",
        "The most pieces must be captured. A capture with a king goes before one with a man. The most kings must be captured. \
         The capture that meets a king earliest goes before others. The rules count in this order.",
    );
}

#[test]
fn a_card_names_every_draw() {
    check("english", "40 moves of each side without a capture or a man's move");
    check("pool", "Three kings against a lone king: 13 moves of the lone king");
    check(
        "russian",
        "Three pieces with a king against a lone king on the longest diagonal: 5 moves of each side",
    );
    check("turkish", "One piece each, both men or both kings: at once, unless a capture is possible");
}

#[test]
fn only_what_differs_is_a_difference() {
    let rules = |name| variants::find(name).expect("a variant of that name").rules();
    let questions = |one, other| -> Vec<&str> {
        differences(rules(one), rules(other)).iter().map(|difference| difference.question).collect()
    };
    assert_eq!(questions("spanish", "portuguese"), [""; 0]);
    assert_eq!(questions("international", "killer"), ["Kings"]);
    assert_eq!(questions("international", "canadian"), ["Board", "Start", "Notation"]);
}
