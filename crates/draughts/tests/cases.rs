//! Positions with their legal moves, from federations, other programs and a reference generator.

use draughts::{Position, variants};
use game::Play;

/// Checks every line of a fixture: `full` and `short` lists, a `count`, or the `length` of captures.
fn check(variant: &str, fixture: &str) {
    let variant = variants::find(variant).expect("a variant of that name");
    for line in fixture.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(" | ").collect();
        let position = Position::from_fen(variant, fields[1]).expect("a position");
        let plays = position.legal_plays();
        let found = match fields[0] {
            "full" => list(plays.iter().map(|play| full(&position, play))),
            "short" => list(plays.iter().map(|play| short(&position, play))),
            "count" => plays.len().to_string(),
            "length" => plays.iter().map(|play| play.captures.len()).max().unwrap_or(0).to_string(),
            kind => panic!("unknown kind {kind}"),
        };
        assert_eq!(found, list(fields[2].split(' ').map(sorted)), "{variant:?} {line}");
    }
}

fn list(moves: impl Iterator<Item = String>) -> String {
    let mut moves: Vec<String> = moves.collect();
    moves.sort();
    moves.dedup();
    moves.join(" ")
}

fn short(position: &Position, play: &Play) -> String {
    let (notation, layout) = (position.rules().notation, position.layout());
    let [from, to] = [play.from.expect("draughts moves have one"), play.to]
        .map(|square| notation.square_text(layout, square));
    format!("{from}{}{to}", if play.captures.is_empty() { "-" } else { "x" })
}

fn full(position: &Position, play: &Play) -> String {
    let (notation, layout) = (position.rules().notation, position.layout());
    let captured: Vec<String> =
        play.captures.iter().map(|square| notation.square_text(layout, *square)).collect();
    let captured = if captured.is_empty() { String::new() } else { format!("<{}>", captured.join(",")) };
    sorted(&format!("{}{captured}{}", short(position, play), if play.promotes { "+" } else { "" }))
}

/// The same move with its captured pieces in one order.
fn sorted(text: &str) -> String {
    let Some((before, rest)) = text.split_once('<') else { return text.to_owned() };
    let (captured, after) = rest.split_once('>').expect("a closing bracket");
    let mut captured: Vec<&str> = captured.split(',').collect();
    captured.sort_unstable();
    format!("{before}<{}>{after}", captured.join(","))
}

macro_rules! check {
    ($($test:ident $name:literal),* $(,)?) => {
        $(#[test]
        fn $test() {
            check($name, include_str!(concat!("fixtures/cases/", $name, ".txt")));
        })*
    };
}

check! {
    english_cases "english",
    international_cases "international",
    russian_cases "russian",
    brazilian_cases "brazilian",
    pool_cases "pool",
    czech_cases "czech",
    italian_cases "italian",
    spanish_cases "spanish",
    canadian_cases "canadian",
    frisian_cases "frisian",
    killer_cases "killer",
    turkish_cases "turkish",
    thai_cases "thai",
    buff_and_green_cases "buff-and-green",
}
