//! Games followed over the board: every move, every fault with its place, and the exact form.

use std::fmt::Write;

use draughts::fen::Numbers;
use draughts::pdn::{
    Assumptions, Form, GameText, GameType, Reader, Statistics, Style, check as checked, read_games, rewrite,
};
use draughts::{pdn, variants};

/// Shows how a text fares: the final position of each good game, the faults of each bad one.
fn check(variant: &str, text: &str, expected: &[&str]) {
    let mut shown = Vec::new();
    for game in read_games(text) {
        let replay = pdn::replay(&game.expect(text), &assumptions(variant));
        let faults = replay.faults.iter().map(ToString::to_string);
        match replay.main_line().last() {
            _ if !replay.faults.is_empty() => shown.extend(faults),
            Some(step) => shown.push(step.before.after(&step.play).fen()),
            None => shown.push(replay.start.fen()),
        }
    }
    assert_eq!(shown, expected, "{text}");
}

fn assumptions(variant: &str) -> Assumptions {
    Assumptions {
        variant: variants::find(variant).expect("the variant is in the list"),
        numbers: Numbers::FromTopLeft,
    }
}

fn rewritten(text: &str, style: &Style) -> String {
    let games: Vec<GameText> = read_games(text).into_iter().map(|game| game.expect(text)).collect();
    let mut all = String::new();
    for game in games {
        write!(all, "{}", rewrite(&game, &assumptions("international"), style).expect(text))
            .expect("a string grows");
    }
    all
}

const TWO_GAMES: &str = include_str!("fixtures/pdn_international.pdn");

#[test]
fn whole_games_are_followed_to_their_end() {
    check("english", TWO_GAMES, &["W:W6,K11,39:B1,15,29,35,K50", "W:WK2,48:B24,K29,31,K37"]);
}

#[test]
fn the_variant_comes_from_a_tag_or_is_assumed() {
    check("english", "11-15", &["W:W21-32:B1-10,12,15"]);
    check("english", "[GameType \"20\"] 32-28", &["B:W28,31,33-50:B1-20"]);
    check("english", "[Variant \"Killer\"] 32-28", &["B:W28,31,33-50:B1-20"]);
    check(
        "english",
        "[Variant \"chess\"] 32-28",
        &["line 1, column 1: chess is not a variant that is known here"],
    );
    check(
        "english",
        "[GameType \"98\"] 1-2",
        &["line 1, column 1: GameType 98 is not a variant that is known here"],
    );
}

#[test]
fn a_position_comes_from_the_fen_tag_and_from_set_ups() {
    check("international", "[FEN \"W:W28:B23.\"] 28x19", &["B:W19:B"]);
    check("international", "32-28 /FEN \"W:W28:B23\"/ 28x19", &["B:W19:B"]);
    check("international", "32-28 /FEN \"W::\"/ 33-29", &["B:W28,29,31,34-50:B1-20"]);
    check(
        "international",
        "[Event \"x\"]\n[FEN \"W:W99\"]",
        &[
            "line 2, column 1: the FEN tag is wrong at its column 4: 99 is not a square of play on a board of 10 by 10",
        ],
    );
    check(
        "international",
        "/FEN \"W:W\"/ /FEN \"Q\"/",
        &[
            "line 1, column 13: the set-up is wrong at its column 1: expected W or B for the side to move, found `Q`",
        ],
    );
}

#[test]
fn a_variation_replaces_the_last_move_or_goes_on_after_it() {
    check("international", "32-28 (33-29 18-23 (19-23) 29x18) 18-23", &["W:W28,31,33-50:B1-17,19,20,23"]);
    check("international", "32-28 (19-23 28x19) 18-23", &["W:W28,31,33-50:B1-17,19,20,23"]);
}

#[test]
fn a_set_up_mends_a_line_that_broke() {
    let illegal = "line 1, column 7: move 1, Black, 33-99: 99 is not a square of play here";
    check("international", "32-28 33-99 44-99 /FEN \"W:W28:B23\"/ 28x19", &[illegal]);
    check(
        "international",
        "32-28 33-99 44-99 /FEN \"W:W28:B23\"/ 28x19 /FEN \"W:W28:B23\"/ 28-99",
        &[illegal, "line 1, column 61: move 3, White, 28-99: 99 is not a square of play here"],
    );
}

#[test]
fn an_illegal_move_is_named_with_number_side_and_reason() {
    check(
        "international",
        "1. 32-28 19-23\n2. 33-29",
        &[
            "line 2, column 4: move 2, White, 33-29: you have to capture: the piece on 28 can; possible: 28x19",
        ],
    );
    check(
        "english",
        "1. 11-15 22-18 2. 8-11",
        &[
            "line 1, column 19: move 2, Black, 8-11: you have to capture: the piece on 15 can; possible: 15x22",
        ],
    );
    check(
        "international",
        "[FEN \"W:WK47:B14,19,29,31,42\"] 47x36",
        &[
            "line 1, column 32: move 1, White, 47x36: 47x36 can mean 2 captures; write 47x38x20x9x36 or 47x38x24x13x36",
        ],
    );
}

#[test]
fn one_broken_line_is_one_fault_and_variations_have_their_own() {
    check(
        "international",
        "32-28 (31-99) 18-23 (19-99 1-1x1) 28-99 99-98",
        &[
            "line 1, column 8: move 1, White, 31-99: 99 is not a square of play here",
            "line 1, column 22: move 1, Black, 19-99: 99 is not a square of play here",
            "line 1, column 35: move 2, White, 28-99: 99 is not a square of play here",
        ],
    );
}

#[test]
fn a_frisian_king_may_not_move_a_fourth_time_in_a_row() {
    check(
        "frisian",
        "[FEN \"W:WK50,31:B1,2,3\"] 50-45 3-8 45-50 8-13 50-45 1-6 45-50",
        &["line 1, column 57: move 4, White, 45-50: the king on 45 has moved 3 times in a row, \
         another piece has to move first; possible: 31-26, 31-27"],
    );
}

#[test]
fn nothing_can_follow_an_unknown_move() {
    check("international", "1. 32-28 - -", &["B:W28,31,33-50:B1-20"]);
    check(
        "international",
        "1. 32-28 - 2. 33-29",
        &["line 1, column 15: move 1, Black, 33-29: the move before it is not known"],
    );
}

#[test]
fn the_result_tag_and_the_ending_must_agree() {
    check("international", "[Result \"2-0\"] 32-28 1-0", &["B:W28,31,33-50:B1-20"]);
    check("international", "[Result \"*\"] 32-28 1-0", &["B:W28,31,33-50:B1-20"]);
    check(
        "international",
        "[Result \"2-0\"] 32-28 1-1",
        &["line 1, column 22: the game ends with 1-1, but its Result tag says 2-0"],
    );
}

#[test]
fn an_exact_game_has_short_moves_numbers_the_style_of_its_results_and_a_star() {
    let text = "[GameType \"20\"][Black \"b\"][Event \"e\"]{c} 32-28 {x} 19-23! $1 (18-23) 28x19 14x23 0-1";
    let expected = "[Event \"e\"]\n[Black \"b\"]\n[Result \"0-2\"]\n[GameType \"20,W,10,10,N2,0\"]\n\n\
                    {c} 1. 32-28 {x} 1... 19-23! $1 (1... 18-23) 2. 28x19 14x23 *\n";
    assert_eq!(rewritten(text, &Style::default()), expected);
    assert_eq!(rewritten(expected, &Style::default()), expected);
}

#[test]
fn a_game_can_be_written_with_long_moves_and_back() {
    let long = rewritten(TWO_GAMES, &Style { form: Form::Long, ..Style::default() });
    let short = rewritten(TWO_GAMES, &Style::default());
    assert!(long.contains("39x28x17x6") && short.contains("39x6"), "{long}");
    assert_eq!(rewritten(&long, &Style::default()), short);
}

#[test]
fn a_game_in_numbers_can_be_written_in_letters_and_back() {
    let numbers = "[GameType \"25,W,8,8,N2,0\"]\n\n1. 22-18 11-15 2. 18:11 /FEN \"B:W11:B8\"/ 2... 8:15 *\n";
    let letters =
        "[GameType \"25,W,8,8,A0,0\"]\n\n1. c3-d4 f6-e5 2. d4:f6 /FEN \"B:Wf6:Bg7\"/ 2... g7:e5 *\n";
    assert_eq!(rewritten(numbers, &Style::default()), letters);
    let notation = GameType::read("25,W,8,8,N2,0").unwrap().notation;
    assert_eq!(rewritten(letters, &Style { notation: Some(notation), ..Style::default() }), numbers);
}

#[test]
fn a_faulty_game_is_not_rewritten() {
    let game = read_games("32-28 19-99").remove(0).unwrap();
    let error = rewrite(&game, &assumptions("international"), &Style::default()).unwrap_err();
    assert_eq!(error.to_string(), "line 1, column 7: move 1, Black, 19-99: 99 is not a square of play here");
}

#[test]
fn ten_bad_games_are_reported_and_the_rest_is_checked() {
    let bad = ["32-22", "32-28 )", "[GameType \"7\"] 32-28", "[FEN \"W\"] 32-28", "32-28 {"];
    let text: String = bad
        .iter()
        .chain(&bad)
        .map(|bad| format!("[White \"bad\"]\n{bad}\n*\n\n[White \"good\"]\n\n32-28 *\n\n"))
        .collect();
    let games: Vec<_> = checked(Reader::new(text.as_bytes()), assumptions("international")).collect();
    let faulty = games.iter().filter(|game| game.faults.len() == 1).count();
    let good = games.iter().filter(|game| game.faults.is_empty()).count();
    assert_eq!((faulty, good), (10, 10), "{games:#?}");
    assert_eq!(games.last().map(|game| game.number), Some(20));
}

#[test]
fn statistics_count_results_lengths_variants_and_openings() {
    let text = format!("{TWO_GAMES}\n[GameType \"21\"]\n1. 11-15 23-19 2. 8-11 *\n32-28");
    let mut statistics = Statistics::default();
    for game in read_games(&text) {
        statistics.add(&pdn::replay(&game.unwrap(), &assumptions("english")));
    }
    statistics.add_faulty();
    let expected = "games          3\nfaulty         2\nwhite wins     0\nblack wins     1\ndraws          0\n\
                    other results  2\naverage plies  84.3\nvariant        english: 1\n\
                    variant        international: 2\nopening        english 11-15 23-19 8-11: 1\n\
                    opening        international 32-28 18-23 33-29: 1\n\
                    opening        international 33-29 17-22 39-33: 1\n";
    assert_eq!(statistics.to_string(), expected);
}
