//! Clock times inside the comments of a game.

use draughts::pdn::Comment;

/// Shows the clock times of a comment as they would be written.
fn check(comment: &str, expected: &[&str]) {
    let times = Comment::new(comment).expect("no closing brace inside").clock_times();
    assert_eq!(times.iter().map(ToString::to_string).collect::<Vec<_>>(), expected, "{comment}");
}

#[test]
fn a_comment_tells_the_time_left() {
    check("[%clk 1:55:21]", &["[%clk 1:55:21]"]);
    check("a word before [%clk 0:49:11] and after", &["[%clk 0:49:11]"]);
    check("[%clk 0:00:09.5]", &["[%clk 0:00:09.500]"]);
}

#[test]
fn a_comment_tells_the_time_used() {
    check(
        "[%emt 0:00:03][%egt 0:10:00] [%mct 1:00:00]",
        &["[%emt 0:00:03]", "[%egt 0:10:00]", "[%mct 1:00:00]"],
    );
}

#[test]
fn both_clocks_may_be_given_and_a_capital_letter_marks_the_running_one() {
    check("[%clock w0:00:10 B0:00:03]", &["[%clk w0:00:10]", "[%clk B0:00:03]"]);
}

#[test]
fn what_is_no_clock_time_is_left_alone() {
    for text in [
        "",
        "[%clk]",
        "[%clk 1:60:00]",
        "[%clk 1:00]",
        "[%clk x]",
        "[%eval 0.3]",
        "[%clk 1:00:00",
        "[%clk 1:2:3:4]",
    ] {
        check(text, &[]);
    }
    check("[%clk 99999999999999999999:00:00]", &[]);
}
