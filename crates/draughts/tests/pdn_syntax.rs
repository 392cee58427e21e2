//! PDN as text: what is read, how it is written again, and where a fault is reported.

use draughts::pdn::{GameText, Limits, MoveText, PdnError, Reader, read_games, write_games};

/// Reads a text and shows each game as it is written again, each error with its place.
fn check(text: &str, expected: &[&str]) {
    assert_eq!(shown(read_games(text)), expected, "{text}");
}

fn shown(games: impl IntoIterator<Item = Result<GameText, PdnError>>) -> Vec<String> {
    let show = |game: Result<GameText, PdnError>| match game {
        Ok(game) => game.to_string().trim_end().to_owned(),
        Err(error) => error.to_string(),
    };
    games.into_iter().map(show).collect()
}

#[test]
fn a_game_is_tags_and_moves_and_an_ending() {
    check(
        "[Event \"Cup\"]\n[Result \"2-0\"]\n1.32-28 19-23 2.28x19 *",
        &["[Event \"Cup\"]\n[Result \"2-0\"]\n\n1. 32-28 19-23 2. 28x19 *"],
    );
}

#[test]
fn a_game_may_lack_tags_or_moves() {
    check("32-28", &["32-28"]);
    check("[White \"A\"]", &["[White \"A\"]"]);
    check("", &[]);
    check(" \r\n\n", &[]);
}

#[test]
fn games_are_separated_by_a_star_or_by_results() {
    check("32-28 * 33-29 *", &["32-28 *", "33-29 *"]);
    check("32-28 1-0 33-29 1/2-1/2 34-30 0-2", &["32-28 1-0", "33-29 1/2-1/2", "34-30 0-2"]);
    check("32-28\n[Event \"2\"]\n33-29", &["32-28", "[Event \"2\"]\n\n33-29"]);
    check("* 32-28 * * *", &["32-28 *"]);
}

#[test]
fn a_move_is_not_split_into_a_result_and_a_rest() {
    check("1-18 10-15 2-07 1-1", &["1-18 10-15 2-07 1-1"]);
}

#[test]
fn a_number_before_a_result_is_no_move() {
    check("1. 2-0", &["1. 2-0"]);
}

#[test]
fn an_unusual_result_is_known_by_its_tag() {
    let games = read_games("[Result \"4-6\"]\n13-19 4-6\n\n% next\n[Result \"1-9\"]\n1-9 1-9");
    let endings: Vec<String> = games
        .into_iter()
        .map(|game| game.unwrap().ending.map(|ending| ending.to_string()).unwrap_or_default())
        .collect();
    assert_eq!(endings, ["4-6", "1-9"]);
}

#[test]
fn moves_are_read_with_every_separator_and_with_none() {
    check(
        "32-28 28x19x10 a3:c5:e7 a3b4 c3xe5 3228 A3-B4",
        &["32-28 28x19x10 a3:c5:e7 a3b4 c3xe5 3228 A3-B4"],
    );
}

#[test]
fn spaces_inside_a_move_are_read_and_not_written() {
    check("1 - 7 28 x 19 c3 : e5", &["1-7 28x19 c3:e5"]);
}

#[test]
fn a_lone_hyphen_is_an_unknown_move_and_dots_are_a_move_made_before() {
    check("41. - - 1. ... 7-12 2... 8-12", &["41. - - 1. ... 7-12 2... 8-12"]);
    check("32-28 - 19-23", &["32-28 - 19-23"]);
}

#[test]
fn strength_marks_stay_with_their_move() {
    check("1.32-28!? 19-23(!?!!!) 2.28x19 ! *", &["1. 32-28!? 19-23(!?!!!) 2. 28x19! *"]);
}

#[test]
fn comments_variations_marks_and_set_ups_may_stand_anywhere() {
    check(
        "{a} 32-28 $1 19-23 (18-23 38-32 (37-32? 23-29! {wins}) 12-18) /FEN \"B::\"/",
        &["{a} 32-28 $1 19-23 (18-23 38-32 (37-32? 23-29! {wins}) 12-18) /FEN \"B::\"/"],
    );
}

#[test]
fn a_line_comment_keeps_its_line() {
    check(
        "% International\n[Date \"2012.02.01\"]\n1. 32-28 % best\n19-23",
        &["% International\n[Date \"2012.02.01\"]\n\n1. 32-28\n% best\n19-23"],
    );
}

#[test]
fn a_comment_keeps_its_spaces_and_lines() {
    check("32-28 { two\n  lines [%clk 0:01:00] }", &["32-28 { two\n  lines [%clk 0:01:00] }"]);
}

#[test]
fn quotes_and_backslashes_in_a_tag_are_escaped() {
    check(r#"[White "The \"Fox\" \\ C:\dir"]"#, &[r#"[White "The \"Fox\" \\ C:\\dir"]"#]);
}

#[test]
fn a_byte_order_mark_and_carriage_returns_are_read() {
    check("\u{feff}[Event \"x\"]\r\n\r\n32-28\r\n*\r\n", &["[Event \"x\"]\n\n32-28 *"]);
}

#[test]
fn long_lines_are_broken_between_words_and_a_number_stays_with_its_move() {
    let text = (1..=40).map(|number| format!("{number}. 32-28 19-23 ")).collect::<String>();
    let written = read_games(&text)[0].as_ref().unwrap().to_string();
    assert!(written.lines().all(|line| line.len() <= 79 && !line.ends_with('.')), "{written}");
    check(&written, &[written.trim_end()]);
}

#[test]
fn an_error_names_its_line_and_column_and_what_was_expected() {
    check("[Event Cup]", &["line 1, column 8: expected a tag value in double quotes, found `C`"]);
    check(
        "[Event \"Cup\"\n32-28",
        &["line 2, column 1: expected ] to close the tag opened at line 1, column 1, found `3`"],
    );
    check("[event \"x\"]", &["line 1, column 2: a tag name is a capital letter, then letters, digits and _"]);
    check("[Event \"x\n", &["line 1, column 8: the text is not closed by a double quote on its line"]);
    check("32-28 é 19-23", &["line 1, column 7: did not expect `é`"]);
    check("é {ü} 32-28", &["line 1, column 1: did not expect `é`"]);
    check("{ü} 32-28 ö", &["line 1, column 11: did not expect `ö`"]);
    check("32-", &["line 1, column 4: expected a square after the separator, found the end of the text"]);
    check("A6 1. c3-d4", &["line 1, column 3: expected a second square, as in c3-d4, found ` `"]);
    check("32 19-23", &["line 1, column 3: expected a dot after 32 for a move number, or - or x for a move"]);
    check("! 32-28", &["line 1, column 1: ! does not follow a move"]);
    check("32-28 )", &["line 1, column 7: this ) closes no variation"]);
    check("32-28 ( 19-23 *", &["line 1, column 7: the variation is not closed by ) before the game ends"]);
    check("32-28 ()", &["line 1, column 7: the variation is empty"]);
    check("32-28 {never", &["line 1, column 7: the comment is never closed by }"]);
    check(
        "/PGN \"\"/",
        &["line 1, column 2: expected FEN after /, as in /FEN \"W:W31-50:B1-20\"/, found `P`"],
    );
    check("$x", &["line 1, column 2: expected a number from 0 to 65535 after $"]);
    check("99999999999. 32-28", &["line 1, column 1: the move number is too large"]);
    check("32-28 * 1-0", &["32-28 *", "line 1, column 9: a result stands here without a game"]);
}

#[test]
fn text_that_is_not_utf8_is_reported_where_it_breaks() {
    let bytes =
        b"[Event \"a\"]\n32-28 *\n[White \"\xe9t\xe9\"]\n[Black \"b\"]\n\n32-28 *\n[Event \"c\"]\n33-28 *";
    let expected = [
        "[Event \"a\"]\n\n32-28 *",
        "line 3, column 9: the text is not UTF-8 here",
        "[Event \"c\"]\n\n33-28 *",
    ];
    assert_eq!(shown(Reader::new(&bytes[..])), expected);
}

#[test]
fn ten_bad_games_give_ten_errors_and_the_rest_is_read() {
    let faults = [
        "[White \"a]\n[Black \"b\"]\n\n32-28 *",
        "[White a]\n[Black \"b\"]\n\n32-28 {x} 1-0",
        "[White \"a\"\n[Black \"b\"]\n\n1. 32-28 0-2",
        "[white \"a\"]\n\n32-28 *",
        "[White \"a\"]\n\n32-28 xx {* in a comment} 19-23 *",
        "[White \"a\"]\n\n32-28 {never closed 19-23 *",
        "[White \"a\"]\n\n32-28 (19-23 *",
        "[White \"a\"]\n\n32-28 19- \n28x19 *",
        "[White \"a\"]\n\n32-28 /FEN \"W\" 19-23 *",
        "[White \"a\"]\n\n32-28 ) 19-23",
    ];
    let text: String =
        faults.iter().map(|fault| format!("{fault}\n\n[Event \"good\"]\n\n33-28 *\n\n")).collect();
    let games = read_games(&text);
    let errors = games.iter().filter(|game| game.is_err()).count();
    let good = games.iter().flatten().filter(|game| game.value("Event") == Some("good")).count();
    assert_eq!((errors, good, games.len()), (10, 10, 20), "{games:#?}");
}

#[test]
fn a_bad_game_on_the_same_line_does_not_hide_the_next() {
    check("32-28 zz 19-23 * 33-28 *", &["line 1, column 7: did not expect `z`", "33-28 *"]);
}

#[test]
fn a_game_beyond_the_limits_is_one_error_and_the_next_is_read() {
    let limits = Limits { bytes: 64, depth: 2 };
    let long = "[Event \"long\"]\n\n".to_owned() + &"32-28 19-23\n".repeat(20) + "*\n[Event \"x\"]\n32-28 *";
    let expected = ["line 7, column 1: the game is longer than 64 bytes", "[Event \"x\"]\n\n32-28 *"];
    assert_eq!(shown(Reader::with_limits(long.as_bytes(), limits)), expected);
    let line = "1. 32-28 19-23 ".repeat(10) + "\n*\n33-28 *";
    let expected = ["line 1, column 1: the game is longer than 64 bytes", "33-28 *"];
    assert_eq!(shown(Reader::with_limits(line.as_bytes(), limits)), expected);
    let deep = "32-28 (19-23 (18-23 (17-22))) * 33-28 *";
    let expected = ["line 1, column 21: variations nest deeper than 2 levels", "33-28 *"];
    assert_eq!(shown(Reader::with_limits(deep.as_bytes(), limits)), expected);
}

#[test]
fn an_input_that_fails_is_reported_once() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("the disk is gone"))
        }
    }
    let reader = Reader::new(std::io::BufReader::new(Broken));
    assert_eq!(shown(reader), ["line 1, column 1: the input cannot be read: the disk is gone"]);
}

#[test]
fn written_games_are_closed_by_a_star() {
    let games: Vec<GameText> = read_games("32-28 [Event \"2\"] 33-28 1-0").into_iter().flatten().collect();
    assert_eq!(write_games(&games), "32-28\n*\n\n[Event \"2\"]\n\n33-28 1-0\n");
}

#[test]
fn a_move_text_is_one_move_and_nothing_else() {
    assert_eq!(MoveText::new("47x38x24(!)").map(|text| text.to_string()), Ok("47x38x24(!)".to_owned()));
    for wrong in ["", "32", "32-28 19-23", "1-0", "32-28*", "x23", "32-28 !"] {
        assert!(MoveText::new(wrong).is_err(), "{wrong}");
    }
}
