//! Moves as text: short where that is enough, long where it is not, read in every spelling.

use std::collections::BTreeSet;

use draughts::fen::Numbers;
use draughts::pdn::{Form, GameType, read_move, write_move};
use draughts::{Position, variants};
use game::Play;

mod pdn_damage;
use pdn_damage::Chance;

/// Reads a move in a position and shows the short form, the long form and the captured squares, or the refusal.
fn check(variant: &str, fen: &str, text: &str, expected: &str) {
    let variant = variants::find(variant).expect("the variant is in the list");
    let position = Position::from_fen(variant, fen).expect("a position");
    let game_type = GameType::of(variant);
    let shown = match read_move(&position, &game_type, Numbers::Refused, text) {
        Ok(play) => {
            let [short, long] = [Form::Shortest, Form::Long]
                .map(|form| write_move(&position, &game_type.notation, &play, form));
            if short == long { short } else { format!("{short} = {long}") }
        }
        Err(refusal) => format!("{}; {}", refusal.sentence, refusal.hint.unwrap_or_default()),
    };
    assert_eq!(shown, expected, "{} {fen} {text}", variant.name());
}

/// Two captures share their ends; the long form of each turns at different squares.
const TWO_WAYS: &str = "W:WK47:B14,19,29,31,42";

#[test]
fn the_short_form_is_enough_for_most_moves() {
    check("international", "W:W31-50:B1-20", "32-28", "32-28");
    check("international", "W:W28,32:B23", "28x19", "28x19");
    check("russian", "W:Wc3:Bd4,f6", "c3:g7", "c3:g7 = c3:e5:g7");
    check("brazilian", "W:Wc3:Bd4,f6", "c3:g7", "c3xg7 = c3xe5xg7");
    check("thai", "B:B11:W15", "11-18", "11-18");
}

#[test]
fn captures_that_share_their_ends_are_written_long() {
    check("international", TWO_WAYS, "47x38x24x13x36", "47x38x24x13x36");
    check("international", TWO_WAYS, "47x38x20x9x36", "47x38x20x9x36");
}

#[test]
fn a_short_form_that_fits_two_captures_is_refused_with_both() {
    let both = "47x36 can mean 2 captures; write 47x38x20x9x36 or 47x38x24x13x36";
    check("international", TWO_WAYS, "47x36", both);
}

#[test]
fn no_square_may_be_left_out_of_a_long_form() {
    let both = "write 47x38x20x9x36 or 47x38x24x13x36";
    for wrong in ["47x24x36", "47x38x13x36", "47x38x36"] {
        let expected = format!("{wrong} does not follow a capture square by square; {both}");
        check("international", TWO_WAYS, wrong, &expected);
    }
}

#[test]
fn a_reader_takes_full_sequences_and_every_landing_square() {
    check("international", "W:W28:B23,14", "28x19x10", "28x10 = 28x19x10");
    check("international", TWO_WAYS, "47x33x24x13x36", "47x38x24x13x36");
}

#[test]
fn separators_spelling_and_their_absence_do_not_matter() {
    for text in ["c3-d4", "c3xd4", "c3:d4", "c3d4", "C3D4", "c3Xd4"] {
        check("russian", "W:Wc3:Bh8", text, "c3-d4");
    }
    for text in ["32-28", "3228", "32x28", "032-028"] {
        check("international", "W:W31-50:B1-20", text, "32-28");
    }
}

#[test]
fn a_text_without_two_squares_is_no_move() {
    for text in ["", "32", "32-", "-28", "32--28", "x", "32+28", "é3-d4"] {
        let expected = format!("{text} is not a move: it names two or more squares, as in 32-28 or c3:e5; ");
        check("international", "W:W31-50:B1-20", text, &expected);
    }
}

#[test]
fn an_illegal_move_is_refused_with_the_rule_and_what_is_possible() {
    check(
        "international",
        "W:W28,33:B23",
        "33-29",
        "you have to capture: the piece on 28 can; possible: 28x19",
    );
    check("russian", "W:Wc3:Bh8", "h8-g7", "the piece on h8 belongs to Black; possible: c3-b4, c3-d4");
}

#[test]
fn a_square_outside_the_board_is_named() {
    check("international", "W:W31-50:B1-20", "32-51", "51 is not a square of play here; ");
    check("russian", "W:Wc3:Bh8", "c3-c4", "c4 is not a square of play here; ");
    check("russian", "W:Wc3:Bh8", "22-18", "22 is not a square of play here; ");
}

#[test]
fn a_capture_may_end_where_it_began_and_either_way_round_is_the_same_move() {
    for text in ["c3:c3", "c3:e5:g3:e1:c3", "c3:e1:g3:e5:c3"] {
        check("russian", "W:WKc3:Bd2,f2,d4,f4", text, "c3:c3 = c3:e5:g3:e1:c3");
    }
}

#[test]
fn every_legal_move_of_many_games_is_read_back_in_both_forms() {
    let mut chance = Chance::new(0x2545_f491_4f6c_dd1d);
    for variant in variants::ALL {
        let game_type = GameType::of(variant);
        for _ in 0..20 {
            let mut position = Position::start(variant);
            for _ in 0..120 {
                let plays = position.legal_plays();
                let mut texts = BTreeSet::new();
                for play in &plays {
                    for form in [Form::Shortest, Form::Long] {
                        let text = write_move(&position, &game_type.notation, play, form);
                        let read = read_move(&position, &game_type, Numbers::Refused, &text);
                        let same = read.as_ref().is_ok_and(|read| essence(read) == essence(play));
                        assert!(same, "{variant:?} {} {text} {play:?} {read:?}", position.fen());
                        if form == Form::Shortest {
                            assert!(texts.insert(text.clone()), "{variant:?} {} {text}", position.fen());
                        }
                    }
                }
                if plays.is_empty() {
                    break;
                }
                position = position.after(&plays[chance.below(plays.len())]);
            }
        }
    }
}

#[test]
fn a_hundred_thousand_damaged_moves_are_read_without_panic() {
    let mut chance = Chance::new(0x0dd0_ba11_0dd0_ba11);
    let mut legal = 0;
    for variant in variants::ALL {
        let game_type = GameType::of(variant);
        let mut position = Position::start(variant);
        for _ in 0..70 {
            let plays = position.legal_plays();
            if plays.is_empty() {
                position = Position::start(variant);
                continue;
            }
            for _ in 0..100 {
                let play = &plays[chance.below(plays.len())];
                let text = write_move(&position, &game_type.notation, play, Form::Long);
                let text =
                    String::from_utf8_lossy(&chance.damage(&text, b"-x:0123456789abcdefgh")).into_owned();
                let numbers =
                    chance.choose(&[Numbers::Refused, Numbers::FromTopLeft, Numbers::FromBottomLeft]);
                if let Ok(read) = read_move(&position, &game_type, numbers, &text) {
                    legal += 1;
                    assert!(plays.contains(&read), "{variant:?} {} {text}", position.fen());
                }
            }
            position = position.after(&plays[chance.below(plays.len())]);
        }
    }
    assert!(legal > 1_000, "some damaged moves are still legal, {legal} were");
}

/// What makes two moves the same, whatever the order of their captures.
fn essence(play: &Play) -> (Option<game::Square>, game::Square, BTreeSet<game::Square>, bool) {
    (play.from, play.to, play.captures.iter().copied().collect(), play.promotes)
}
