//! Games that were played, written as PDN and followed again.

use std::time::Duration;

use draughts::fen::Numbers;
use draughts::pdn::{Assumptions, read_games, record, replay};
use draughts::{Position, variants};
use game::{Heading, Play, Side};

mod pdn_damage;
use pdn_damage::Chance;

/// Plays the moves of a game, writes it and compares the text.
fn check(variant: &str, fen: Option<&str>, moves: &[&str], result: Option<Option<Side>>, expected: &str) {
    let variant = variants::find(variant).expect("the variant is in the list");
    let start = fen.map_or(Position::start(variant), |fen| Position::from_fen(variant, fen).expect(fen));
    let game_type = draughts::pdn::GameType::of(variant);
    let mut position = start;
    let mut plays: Vec<Play> = Vec::new();
    for text in moves {
        let play = draughts::pdn::read_move(&position, &game_type, Numbers::Refused, text).expect(text);
        position = position.after(&play);
        plays.push(play);
    }
    let heading = Heading {
        event: "Club  \"night\"".to_owned(),
        date: "2026.11.15".to_owned(),
        players: ["Ann".to_owned(), String::new()],
        clocks: Vec::new(),
    };
    assert_eq!(record(&start, &plays, &heading, result).to_string(), expected);
}

#[test]
fn a_game_has_the_seven_tags_its_type_its_moves_and_a_star() {
    check(
        "international",
        None,
        &["32-28", "19-23", "28x19", "14x23"],
        Some(None),
        "[Event \"Club \\\"night\\\"\"]\n[Site \"?\"]\n[Date \"2026.11.15\"]\n[Round \"?\"]\n[White \"Ann\"]\n[Black \"?\"]\n\
         [Result \"1-1\"]\n[GameType \"20,W,10,10,N2,0\"]\n\n1. 32-28 19-23 2. 28x19 14x23 *\n",
    );
}

#[test]
fn the_first_mover_is_black_where_the_notation_says_so() {
    check(
        "english",
        None,
        &["11-15"],
        Some(Some(Side::First)),
        "[Event \"Club \\\"night\\\"\"]\n[Site \"?\"]\n[Date \"2026.11.15\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"Ann\"]\n\
         [Result \"0-1\"]\n[GameType \"21,B,8,8,N1,0\"]\n\n1. 11-15 *\n",
    );
}

#[test]
fn a_game_from_a_position_tells_it_and_counts_from_the_side_to_move() {
    check(
        "killer",
        Some("B:W28:B1,23"),
        &["23x32"],
        None,
        "[Event \"Club \\\"night\\\"\"]\n[Site \"?\"]\n[Date \"2026.11.15\"]\n[Round \"?\"]\n[White \"Ann\"]\n[Black \"?\"]\n\
         [Result \"*\"]\n[Variant \"killer\"]\n[FEN \"B:W28:B1,23\"]\n\n1... 23x32 *\n",
    );
}

#[test]
fn a_game_with_clocks_tells_the_time_left_after_each_move_and_is_read_again() {
    let variant = variants::find("international").expect("the variant is in the list");
    let start = Position::start(variant);
    let (mut position, mut plays) = (start, Vec::new());
    for text in ["32-28", "19-23", "28x19"] {
        let game_type = draughts::pdn::GameType::of(variant);
        let play = draughts::pdn::read_move(&position, &game_type, Numbers::Refused, text).expect(text);
        position = position.after(&play);
        plays.push(play);
    }
    let clocks = [3_723_999, 59_000].map(|left| Some(Duration::from_millis(left))).to_vec();
    let text = record(&start, &plays, &Heading { clocks, ..Heading::default() }, None).to_string();
    let (_, moves) = text.split_once("\n\n").expect("the moves follow the tags");
    assert_eq!(moves, "1. 32-28 {[%clk 1:02:03]} 1... 19-23 {[%clk 0:00:59]} 2. 28x19 *\n");
    let assumptions = Assumptions { variant: &variants::ALL[0], numbers: Numbers::Refused };
    let again = replay(read_games(&text)[0].as_ref().expect("the text is a game"), &assumptions);
    assert_eq!(again.faults, []);
    assert_eq!(again.main_line().count(), 3);
}

#[test]
fn a_game_of_every_variant_is_followed_to_the_same_position() {
    let mut chance = Chance::new(0x1234_5678_9abc_def1);
    let assumptions = Assumptions { variant: &variants::ALL[0], numbers: Numbers::Refused };
    for variant in variants::ALL {
        for _ in 0..25 {
            let start = Position::start(variant);
            let (mut position, mut plays) = (start, Vec::new());
            while plays.len() < 150 && !position.legal_plays().is_empty() {
                let mut legal = position.legal_plays();
                let play = legal.swap_remove(chance.below(legal.len()));
                position = position.after(&play);
                plays.push(play);
            }
            let text = record(&start, &plays, &Heading::default(), Some(None)).to_string();
            let again = replay(read_games(&text)[0].as_ref().unwrap(), &assumptions);
            assert_eq!(again.faults, [], "{text}");
            let last = again.main_line().last().map(|step| step.before.after(&step.play));
            assert_eq!(last, Some(position), "{text}");
        }
    }
}
