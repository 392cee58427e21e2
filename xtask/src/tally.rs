//! The number of passed, failed and skipped tests, read from the output of test programs.

/// Tests counted so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Tests that passed.
    pub(crate) passed: u64,
    /// Tests that failed.
    pub(crate) failed: u64,
    /// Tests that did not run here.
    pub(crate) skipped: u64,
}

impl Tally {
    /// Adds the tests of another step.
    pub(crate) fn add(&mut self, other: Tally) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }

    /// Counts the tests of a line of output, if it is a summary.
    pub(crate) fn read(&mut self, line: &str) {
        let line = plain(line);
        let line = line.trim();
        let numbers_of = |text: &str, skipped: &str| Tally {
            passed: before(text, "passed"),
            failed: before(text, "failed"),
            skipped: before(text, skipped),
        };
        if let Some(summary) = line.strip_prefix("test result:") {
            self.add(numbers_of(summary, "ignored")); // cargo test
        } else if line.starts_with("Summary [") || line.starts_with("Tests ") {
            self.add(numbers_of(line, "skipped")); // nextest, vitest
        } else if let Some(line) = line.strip_prefix("# ").or_else(|| line.strip_prefix("ℹ ")) {
            let number = |word| after(line, word).unwrap_or(0); // node --test
            self.add(Tally { passed: number("pass"), failed: number("fail"), skipped: number("skipped") });
        } else if let [_, "passed,", _, "failed,", _, "skipped"] = line.split(' ').collect::<Vec<_>>()[..] {
            self.add(numbers_of(line, "skipped")); // tests/faults
        }
    }
}

/// The number before a word, as in `12 passed`; zero if there is none.
fn before(text: &str, word: &str) -> u64 {
    let words: Vec<&str> = text.split([' ', ';', ',']).filter(|word| !word.is_empty()).collect();
    let place = words.iter().position(|found| *found == word);
    let number = place.and_then(|place| words.get(place.checked_sub(1)?));
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// The number after a word, as in `pass 12`.
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

    fn check(line: &str, passed: u64, failed: u64, skipped: u64) {
        let mut tally = Tally::default();
        tally.read(line);
        assert_eq!(tally, Tally { passed, failed, skipped }, "{line}");
    }

    #[test]
    fn summaries_of_every_test_program_are_counted() {
        check("test result: ok. 12 passed; 0 failed; 3 ignored; 0 measured; 0 filtered out", 12, 0, 3);
        check("test result: FAILED. 11 passed; 1 failed; 0 ignored", 11, 1, 0);
        check("     Summary [   0.083s] 9 tests run: 9 passed, 1 skipped", 9, 0, 1);
        check("     Summary [   0.083s] 9 tests run: 7 passed (1 slow), 2 failed, 1 skipped", 7, 2, 1);
        check("      Tests  34 passed (34)", 34, 0, 0);
        check("      Tests  1 failed | 33 passed | 2 skipped (36)", 33, 1, 2);
        check("# pass 5", 5, 0, 0);
        check("# skipped 4", 0, 0, 4);
        check("ℹ fail 2", 0, 2, 0);
        check("\u{1b}[34mℹ pass 7\u{1b}[39m", 7, 0, 0);
    }

    #[test]
    fn a_skipped_fault_scene_does_not_count_as_passed() {
        check("12 passed, 1 failed, 2 skipped", 12, 1, 2);
    }

    #[test]
    fn other_lines_are_not_counted() {
        check("3 passed the post", 0, 0, 0);
        check("# passengers 5", 0, 0, 0);
        check("", 0, 0, 0);
    }
}
