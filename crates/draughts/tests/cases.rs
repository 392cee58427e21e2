//! Positions with their legal moves, from federations, other programs and a reference generator: those of a variant
//! are in `fixtures/cases/NAME.txt`.

mod fixture;

use draughts::{Position, RuleSet, variants};
use game::Play;

/// Checks every line of a fixture: `full` and `short` lists, a `count`, or the `length` of captures.
fn check(variant: &str, fixture: &str) {
    let variant = variants::find(variant).expect("a variant of that name");
    let mut checked = 0;
    for line in fixture.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
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
        checked += 1;
    }
    assert!(checked > 0, "{variant:?} needs a position with its legal moves in its fixture of cases");
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

macro_rules! tests {
    ($($module:ident $name:ident $word:ty),* $(,)?) => {
        mod the_legal_moves_are_those_of_every_case_in {
            use super::*;

            $(#[test]
            fn $module() {
                let name = variants::$name::RULES.name;
                check(name, &fixture::read("cases", name));
            })*
        }
    };
}

draughts::each_variant!(tests);

#[test]
fn every_file_of_cases_belongs_to_a_variant() {
    fixture::check_each_has_a_variant("cases");
}
