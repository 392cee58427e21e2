//! How many tests passed and failed, read from what test programs print.

/// Tests counted so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Tests that passed.
    pub(crate) passed: u64,
    /// Tests that failed.
    pub(crate) failed: u64,
}

impl Tally {
    /// Takes note of a line of output, if it is a summary.
    pub(crate) fn read(&mut self, line: &str) {
        let line = plain(line);
        let line = line.trim();
        let numbers_of = |text: &str| (before(text, "passed"), before(text, "failed"));
        let (passed, failed) = if let Some(summary) = line.strip_prefix("test result:") {
            numbers_of(summary) // cargo test
        } else if line.starts_with("Summary [") || line.starts_with("Tests ") {
            numbers_of(line) // nextest, vitest
        } else if let Some(line) = line.strip_prefix("# ").or_else(|| line.strip_prefix("ℹ ")) {
            (after(line, "pass"), after(line, "fail")) // node --test
        } else if let [_, "passed,", _, "failed"] = line.split(' ').collect::<Vec<_>>()[..] {
            numbers_of(line) // tests/faults
        } else {
            return;
        };
        self.passed += passed.unwrap_or(0);
        self.failed += failed.unwrap_or(0);
    }
}

/// The number that stands before a word: `12 passed`.
fn before(text: &str, word: &str) -> Option<u64> {
    let words: Vec<&str> = text.split([' ', ';', ',']).filter(|word| !word.is_empty()).collect();
    let place = words.iter().position(|found| *found == word)?;
    words.get(place.checked_sub(1)?)?.parse().ok()
}

/// The number that stands alone after a word: `pass 12`.
fn after(text: &str, word: &str) -> Option<u64> {
    text.strip_prefix(word)?.trim().parse().ok()
}

/// The line without colours.
pub(crate) fn plain(line: &str) -> String {
    let mut parts = line.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').map_or("", |(_, rest)| rest))
}

#[cfg(test)]
mod tests {
    use super::Tally;

    fn check(line: &str, passed: u64, failed: u64) {
        let mut tally = Tally::default();
        tally.read(line);
        assert_eq!(tally, Tally { passed, failed }, "{line}");
    }

    #[test]
    fn summaries_of_every_test_program_are_counted() {
        check(
            "test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.0s",
            12,
            0,
        );
        check("test result: FAILED. 11 passed; 1 failed; 0 ignored", 11, 1);
        check("     Summary [   0.083s] 9 tests run: 9 passed, 1 skipped", 9, 0);
        check("     Summary [   0.083s] 9 tests run: 7 passed (1 slow), 2 failed, 1 skipped", 7, 2);
        check("      Tests  34 passed (34)", 34, 0);
        check("      Tests  1 failed | 33 passed (34)", 33, 1);
        check("# pass 5", 5, 0);
        check("12 passed, 1 failed", 12, 1);
        check("ℹ fail 2", 0, 2);
        check("\u{1b}[34mℹ pass 7\u{1b}[39m", 7, 0);
    }

    #[test]
    fn other_lines_are_not_counted() {
        check("3 passed the post", 0, 0);
        check("# passengers 5", 0, 0);
        check("", 0, 0);
    }
}
