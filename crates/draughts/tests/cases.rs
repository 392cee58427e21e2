//! Positions with their legal moves or their draw, from federations, other programs and a reference generator: those
//! of a variant are in `fixtures/cases/NAME.txt`.

mod fixture;

use draughts::board::Pieces;
use draughts::{Game, Position, RuleSet, Variant, variants};
use game::{Play, Rank, Wish};

/// Checks every line of a fixture: `full` and `short` lists, a `count`, the `length` of captures, or a `draw`.
fn check(variant: &'static Variant, fixture: &str) {
    let mut checked = 0;
    for line in fixture.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(" | ").collect();
        let position = Position::from_fen(variant, fields[1]).expect("a position");
        match fields[0] {
            "draw" => assert_eq!(draw(position, fields[2]), fields[2], "{variant:?} {line}"),
            kind => {
                let expected = list(fields[2].split(' ').map(sorted));
                assert_eq!(moves(&position, kind), expected, "{variant:?} {line}");
            }
        }
        checked += 1;
    }
    assert!(checked > 0, "{variant:?} needs a position with its legal moves in its fixture of cases");
}

/// What a fixture lists of this kind.
fn moves(position: &Position, kind: &str) -> String {
    let plays = position.legal_plays();
    match kind {
        "full" => list(plays.iter().map(|play| full(position, play))),
        "short" => list(plays.iter().map(|play| short(position, play))),
        "count" => plays.len().to_string(),
        "length" => plays.iter().map(|play| play.captures.len()).max().unwrap_or(0).to_string(),
        kind => panic!("unknown kind {kind}"),
    }
}

/// Moves kings to and fro, keeping to what the expected rule is about, until a rule ends the game: that rule, and how
/// many moves were made.
fn draw(position: Position, expected: &str) -> String {
    let rule = expected.split(' ').next().expect("the name of a rule");
    let mut game = Game::from_position(position);
    let material = game.variant().rules().draws.iter().find(|draw| draw.name == rule).expect(rule).material;
    let mut made = 0;
    while game.outcome().is_none() {
        let keeps_waiting = |play: &&Play| {
            let after = game.position().after(play);
            let met = game.positions().filter(|earlier| **earlier == after).count();
            play.captures.is_empty()
                && material.holds(&Pieces::<u128>::of(&after), after.layout().main_road_bits())
                && !after.must_capture()
                && met < 2
        };
        let mut plays = game.legal_plays().to_vec();
        let turn = made * 7 % plays.len();
        plays.rotate_left(turn);
        // A man moves now and then, so that only the rule in question is left to count.
        let man =
            |play: &Play| play.from.and_then(|from| game.position().piece(from)).map(|piece| piece.rank);
        plays.sort_by_key(|play| (man(play) == Some(Rank::Man)) != (made % 20 > 17));
        let wish = Wish::from(plays.iter().find(keeps_waiting).expect("a move that waits"));
        game.play(&wish).expect("a legal move");
        made += 1;
    }
    let ended_by = game.outcome().and_then(|outcome| outcome.draw_rule);
    format!("{} {made}", ended_by.unwrap_or("nothing"))
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
        mod moves_and_draws_are_those_of_every_case_in {
            use super::*;

            $(#[test]
            fn $module() {
                let name = variants::$name::RULES.name;
                check(variants::find(name).unwrap(), &fixture::read("cases", name));
            })*
        }
    };
}

draughts::each_variant!(tests);

#[test]
fn every_file_of_cases_belongs_to_a_variant() {
    fixture::check_each_has_a_variant("cases");
}
