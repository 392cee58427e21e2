//! The failures of a step, extracted from its output and shown again at the end.

use crate::tally::plain;

/// The start of a line that reports a failure: nextest, vitest and the fault tests, node --test, cargo test,
/// cargo.
const MARKS: [&str; 5] = ["FAIL ", "not ok ", "---- ", "error:", "error["];

/// How many lines after such a line contain the reason.
const REASON: usize = 30;

/// The maximum number of lines shown per step.
const MOST: usize = 200;

/// How many of the last lines are shown if no line reports a failure.
const TAIL: usize = 40;

/// How a report begins that shows what a browser had on its page: it comes after the failures themselves.
const PAGE: &str = "---- http";

/// The lines that report failures with their reasons; the last lines if there are none.
pub(crate) fn picked(output: &[String]) -> Vec<&str> {
    let mut reports: Vec<Vec<&str>> = Vec::new();
    let mut reason = 0;
    for line in output {
        let text = plain(line);
        if MARKS.iter().any(|mark| text.trim_start().starts_with(mark)) {
            reports.push(Vec::new());
            reason = REASON + 1;
        }
        if let Some(report) = reports.last_mut().filter(|_| reason > 0) {
            report.push(line.trim_end());
            reason -= 1;
        }
    }
    reports
        .sort_by_key(|report| report.first().is_some_and(|line| plain(line).trim_start().starts_with(PAGE)));
    let mut picked: Vec<&str> = reports.into_iter().flatten().take(MOST).collect();
    if picked.is_empty() {
        picked.extend(output.iter().skip(output.len().saturating_sub(TAIL)).map(|line| line.trim_end()));
    }
    picked
}

#[cfg(test)]
mod tests {
    use super::{MOST, REASON, TAIL, picked};

    fn check(failure: &str) {
        let mut output = vec!["quiet before".to_owned(); 100];
        output.push(failure.to_owned());
        output.extend((0..100).map(|number| format!("reason {number}")));
        let picked = picked(&output);
        assert_eq!(picked[0], failure.trim_end());
        assert_eq!(picked.len(), 1 + REASON, "{failure}");
    }

    #[test]
    fn failures_of_every_test_program_are_picked_with_their_reason() {
        check("        FAIL [   0.008s] rooms::stories a_room_ends_once");
        check("\u{1b}[41m FAIL \u{1b}[49m tests/play.test.ts > two browsers finish a game\n");
        check("not ok 12 - all 9 cells filled with no winner is a draw");
        check("---- tests::summaries stdout ----");
        check("error[E0308]: mismatched types");
        check("error: unused variable");
        check("FAIL kill -9 (3.0 s)");
    }

    #[test]
    fn what_a_page_showed_comes_after_the_failures() {
        let lines =
            ["---- http://127.0.0.1:1/ shows:", "Welcome", "FAIL tests/play.test.ts > a game", "expected 1"];
        let output = lines.map(str::to_owned);
        assert_eq!(picked(&output), [lines[2], lines[3], lines[0], lines[1]]);
    }

    #[test]
    fn a_step_that_reports_nothing_shows_its_last_lines() {
        let output: Vec<String> = (0..100).map(|number| format!("line {number}\n")).collect();
        let picked = picked(&output);
        assert_eq!(picked.len(), TAIL);
        assert_eq!(picked.last(), Some(&"line 99"));
    }

    #[test]
    fn a_flood_of_failures_is_cut() {
        assert_eq!(picked(&vec!["not ok 1 - flood".to_owned(); 1_000]).len(), MOST);
    }
}
