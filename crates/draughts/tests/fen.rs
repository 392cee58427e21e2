//! FEN in the squares of every variant: strict and lenient reading, exact writing, errors with a place.

use draughts::fen::{Fen, Numbers, Reading, read};
use draughts::{Position, Variant, variants};
use game::{Piece, Rank, Side};
use proptest::prelude::*;

mod pdn_damage;
use pdn_damage::Chance;

const LENIENT: Reading = Reading::Lenient(Numbers::Refused);

/// Reads a text and shows what would be written, or the error.
fn check(variant: &str, reading: Reading, text: &str, expected: &str) {
    let shown = match parse(variant, reading, text) {
        Ok(fen) => fen.position.fen(),
        Err(error) => error,
    };
    assert_eq!(shown, expected, "{variant} {text}");
}

fn parse(variant: &str, reading: Reading, text: &str) -> Result<Fen, String> {
    let variant = named(variant);
    read(text, variant, &variant.rules().notation, reading).map_err(|error| error.to_string())
}

fn named(variant: &str) -> &'static Variant {
    variants::find(variant).expect("the variant is in the list")
}

#[test]
fn the_start_of_every_variant_can_be_read_again() {
    for variant in variants::ALL {
        let start = Position::start(variant);
        assert_eq!(Position::from_fen(variant, &start.fen()), Ok(start), "{variant:?}");
    }
}

#[test]
fn the_start_of_a_variant_is_written_in_its_own_squares() {
    let lettered = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8";
    let turkish =
        "W:Wa2,b2,c2,d2,e2,f2,g2,h2,a3,b3,c3,d3,e3,f3,g3,h3:Ba6,b6,c6,d6,e6,f6,g6,h6,a7,b7,c7,d7,e7,f7,g7,h7";
    let starts = [
        ("english", "B:W21-32:B1-12"),
        ("international", "W:W31-50:B1-20"),
        ("russian", lettered),
        ("brazilian", lettered),
        ("pool", "B:W21-32:B1-12"),
        ("czech", lettered),
        ("italian", "W:W21-32:B1-12"),
        ("spanish", "W:W1-12:B21-32"),
        ("portuguese", "W:W1-12:B21-32"),
        ("canadian", "W:W43-72:B1-30"),
        ("frisian", "W:W31-50:B1-20"),
        ("killer", "W:W31-50:B1-20"),
        ("turkish", turkish),
        ("thai", "B:W25-32:B1-8"),
        ("buff-and-green", "B:W21-32:B1-12"),
    ];
    for (name, fen) in starts {
        assert_eq!(Position::start(named(name)).fen(), fen, "{name}");
        assert_eq!(Position::from_fen(named(name), fen), Ok(Position::start(named(name))), "{name}");
    }
}

#[test]
fn kings_ranges_and_both_orders_of_the_lists_are_read() {
    check("international", Reading::Strict, "W:WK47:B14,19,29,31,42", "W:WK47:B14,19,29,31,42");
    check("international", Reading::Strict, "B:B12,16,20:W18,K10", "B:WK10,18:B12,16,20");
    check("international", Reading::Strict, "W:W31-33:BK12-14", "W:W31-33:BK12,K13,K14");
    check("russian", Reading::Strict, "B:Wc3,Ke5:Bd6", "B:Wc3,Ke5:Bd6");
}

#[test]
fn two_neighbours_are_listed_and_three_are_a_range() {
    check("international", Reading::Strict, "W:W31,32,34,35,36:B1", "W:W31,32,34-36:B1");
}

#[test]
fn a_list_may_be_empty_or_left_out() {
    check("international", Reading::Strict, "W:W28:B", "W:W28:B");
    check("international", Reading::Strict, "B:B13", "B:W:B13");
    check("international", LENIENT, "W", "W:W:B");
    check(
        "international",
        Reading::Strict,
        "W",
        "column 2: expected a list of squares such as :W31-50, found the end",
    );
}

#[test]
fn a_man_on_the_last_row_is_taken_as_it_is_written() {
    check("english", Reading::Strict, "B:W1:B32", "B:W1:B32");
}

#[test]
fn lenient_reading_forgives_spaces_dots_case_zeros_and_counters() {
    check("international", LENIENT, " w : w k27 , 023 : b 12 , k28 . ", "W:W23,K27:B12,K28");
    check("international", LENIENT, "W:W27,:B12,,13.", "W:W27:B12,13");
    check("russian", LENIENT, "b:wC3,kE5:bD6", "B:Wc3,Ke5:Bd6");
    check("frisian", LENIENT, "W:W31:B20:H2:F7:+226+0", "W:W31:B20");
    let fen = parse("international", LENIENT, "W:W31:B20:H12:F7").unwrap();
    assert_eq!((fen.half_moves, fen.full_move), (Some(12), Some(7)));
}

#[test]
fn strict_reading_forgives_nothing() {
    let strict = |text, expected| check("international", Reading::Strict, text, expected);
    strict("w:W31:B20", "column 1: expected W or B for the side to move, found `w`");
    strict("W: W31:B20", "column 3: expected W or B before a list of squares, found ` `");
    strict("W:W31:B20.", "column 10: expected a comma between squares, found `.`");
    strict("W:W031:B20", "column 4: a number is written without leading zeros");
    strict("W:W31,:B20", "column 7: expected a square after the comma, found `:`");
    strict("W:W31:B20:H0:F1", "column 11: expected W or B before a list of squares, found `H`");
    strict("W:W.", "column 4: expected the end of the position, found `.`");
}

#[test]
fn an_error_names_the_column_and_what_was_expected() {
    let lenient = |text, expected| check("international", LENIENT, text, expected);
    lenient("", "column 1: expected W or B for the side to move, found the end");
    lenient("?:W31:B20", "column 1: expected W or B for the side to move, found `?`");
    lenient("W:W31:W32", "column 7: this colour has a list already");
    lenient("W:W51", "column 4: 51 is not a square of play on a board of 10 by 10");
    lenient("W:W0", "column 4: 0 is not a square of play on a board of 10 by 10");
    lenient("W:W31-99", "column 7: 99 is not a square of play on a board of 10 by 10");
    lenient("W:W31:B31", "column 8: square 31 is taken twice");
    lenient("W:W31-35,33", "column 10: square 33 is taken twice");
    lenient("W:W35-31", "column 4: the range runs backwards, from 35 to 31");
    lenient("W:Wc3", "column 4: expected a square number, found `c`");
    lenient("W:W31;32", "column 6: expected a comma between squares, found `;`");
    lenient("W:W31:B20 é", "column 11: expected a comma between squares, found `é`");
    lenient("W:W99999999999", "column 4: the number is too large");
    check("russian", LENIENT, "W:Wa2", "column 4: a2 is not a square of play on a board of 8 by 8");
    check("russian", LENIENT, "W:Wj9", "column 4: j9 is not a square of play on a board of 8 by 8");
    check("russian", LENIENT, "W:Wc3-e3", "column 4: only numbers make a range");
}

#[test]
fn numbers_on_a_lettered_board_need_a_convention() {
    let refused = "column 4: squares of this game have letters, as in c3; two ways to number them are in use";
    check("russian", LENIENT, "W:W1:B32", refused);
    check("russian", Reading::Lenient(Numbers::FromTopLeft), "W:W29:BK4", "W:Wa1:BKh8");
    check("russian", Reading::Lenient(Numbers::FromBottomLeft), "W:W1,5:BK32", "W:Wa1,b2:BKh8");
    check(
        "brazilian",
        Reading::Lenient(Numbers::FromTopLeft),
        "W:W21-32:B1-12",
        &Position::start(named("brazilian")).fen(),
    );
    check("turkish", Reading::Lenient(Numbers::FromBottomLeft), "W:W1:BK64", "W:Wa1:BKh8");
}

#[test]
fn a_hundred_thousand_damaged_positions_are_read_without_panic() {
    let mut chance = Chance::new(0xfeed_face_cafe_beef);
    let mut good = 0;
    for _ in 0..100_000 {
        let variant = &variants::ALL[chance.below(variants::ALL.len())];
        let text = chance.damage(&Position::start(variant).fen(), b"WBK:,.-0123456789abcdefgh +HF");
        let text = String::from_utf8_lossy(&text);
        let reading = chance.choose(&[Reading::Strict, LENIENT, Reading::Lenient(Numbers::FromBottomLeft)]);
        if let Ok(fen) = read(&text, variant, &variant.rules().notation, reading) {
            good += 1;
            assert_eq!(Position::from_fen(variant, &fen.position.fen()), Ok(fen.position), "{text}");
        }
    }
    assert!(good > 5_000, "some damaged positions are still good, {good} were");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_position_of_every_variant_survives_writing(position in position()) {
        let text = position.fen();
        prop_assert_eq!(Position::from_fen(position.variant(), &text), Ok(position), "{}", text);
        let again = read(&text, position.variant(), &position.rules().notation, LENIENT).map(|fen| fen.position);
        prop_assert_eq!(again, Ok(position), "{}", text);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "[WBKwbk?:,.0-9a-h +-]{0,24}|\\PC{0,12}", variant in 0..variants::ALL.len()) {
        let variant = &variants::ALL[variant];
        for reading in [Reading::Strict, LENIENT, Reading::Lenient(Numbers::FromTopLeft)] {
            if let Ok(fen) = read(&text, variant, &variant.rules().notation, reading) {
                prop_assert_eq!(Position::from_fen(variant, &fen.position.fen()), Ok(fen.position));
            }
        }
    }
}

fn position() -> impl Strategy<Value = Position> {
    (0..variants::ALL.len(), prop::collection::vec(0_u8..8, 72), any::<bool>()).prop_map(
        |(variant, pieces, first)| {
            let side_to_move = if first { Side::First } else { Side::Second };
            let mut position = Position::empty(&variants::ALL[variant], side_to_move);
            for (square, piece) in position.layout().squares().zip(pieces) {
                let side = if piece % 2 == 0 { Side::First } else { Side::Second };
                let rank = if piece / 2 == 1 { Rank::King } else { Rank::Man };
                position.put(square, (piece < 4).then_some(Piece { side, rank }));
            }
            position
        },
    )
}
