//! The `GameType` tag: numbers, full values and the dialects met in files.

use draughts::pdn::GameType;
use draughts::{Position, variants};

/// Reads a value and shows the variant and the start position in the notation of the text, or the error.
fn check(value: &str, expected: &str) {
    let shown = match GameType::read(value) {
        Ok(game_type) => {
            let start = Position::start(game_type.variant);
            format!("{} {}", game_type.variant.name(), draughts::fen::write(&start, &game_type.notation))
        }
        Err(message) => message,
    };
    assert_eq!(shown, expected, "{value}");
}

const A1_STYLE: &str = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8";

#[test]
fn a_full_value_is_read_as_the_variant_that_it_was_written_for() {
    for variant in variants::ALL {
        let Some(value) = GameType::of(variant).text() else { continue };
        assert_eq!(GameType::read(&value), Ok(GameType::of(variant)), "{value}");
    }
}

#[test]
fn full_values_are_those_of_the_standard() {
    let standard = [
        ("international", "20,W,10,10,N2,0"),
        ("english", "21,B,8,8,N1,0"),
        ("italian", "22,W,8,8,N2,1"),
        ("pool", "23,B,8,8,N1,0"),
        ("spanish", "24,W,8,8,N1,1"),
        ("russian", "25,W,8,8,A0,0"),
        ("brazilian", "26,W,8,8,A0,0"),
        ("canadian", "27,W,12,12,N2,0"),
        ("portuguese", "28,W,8,8,N1,1"),
        ("czech", "29,W,8,8,A0,0"),
        ("turkish", "30,W,8,8,A0,0"),
        ("thai", "31,B,8,8,N1,0"), // the numbering that engines share; the standard says N2
        ("frisian", "40,W,10,10,N2,0"),
    ];
    for (name, value) in standard {
        let variant = variants::find(name).expect("a variant of that name");
        assert_eq!(GameType::of(variant).text().as_deref(), Some(value), "{name}");
    }
}

#[test]
fn a_number_alone_is_enough() {
    check("20", "international W:W31-50:B1-20");
    check(" 21 ", "english B:W21-32:B1-12");
    check("25", &format!("russian {A1_STYLE}"));
}

#[test]
fn pool_has_three_notations() {
    check("23", "pool B:W21-32:B1-12");
    check("23,W,8,8,A0,0", &format!("pool {A1_STYLE}"));
    let jamaican = "B:Wb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8:Ba1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3";
    check("23,B,8,8,A1,1", &format!("pool {jamaican}"));
}

#[test]
fn an_old_corner_digit_keeps_the_usual_squares() {
    check("20,W,10,10,N1,0", "international W:W31-50:B1-20");
    check("25,W,8,8,A1,0", &format!("russian {A1_STYLE}"));
}

#[test]
fn numbers_may_be_stated_for_a_lettered_game() {
    check("25,W,8,8,N2,0", "russian W:W21-32:B1-12");
    check("26,W,8,8,N0,0", "brazilian W:W1-12:B21-32");
}

#[test]
fn clashing_numbers_are_told_apart_by_their_details() {
    check("27", "canadian W:W43-72:B1-30");
    check("27,B,8,8,N1,0", "pool B:W21-32:B1-12");
    check("31,W,8,8,N1,1", "portuguese W:W1-12:B21-32");
    check("31", "thai B:W25-32:B1-8");
    check("31,B,8,8,N2,0", "thai B:W1-8:B25-32"); // the numbering of the standard, where a text states it
    check("32,B,8,8,N1,0", "english B:W21-32:B1-12");
    assert_eq!(GameType::read("43").map(|read| read.variant.name()), Ok("turkish"));
}

#[test]
fn a_wrong_value_says_what_is_wrong() {
    check("", " is not a GameType");
    check("draughts", "draughts is not a GameType");
    check("20,W", "20,W is not a GameType");
    check("20,W,10,10,N9,0", "20,W,10,10,N9,0 is not a GameType");
    check("20,W,10,10,N2,0,1", "20,W,10,10,N2,0,1 is not a GameType");
    check("20,W,8,8,N2,0", "GameType 20 is played on a board of 10 by 10");
    check("98", "GameType 98 is not a variant that is known here");
}
