//! The skipped tests of a step with their reasons, extracted from its output.

use crate::tally::plain;

/// The lines that report a skipped test: node --test in its two forms, cargo test, and the fault tests.
pub(crate) fn picked(output: &[String]) -> Vec<String> {
    let names_a_skipped_test = |line: &str| {
        let line = line.trim_start();
        (line.starts_with("ok ") && line.contains("# SKIP"))
            || line.starts_with("﹣ ")
            || (line.starts_with("test ") && line.contains(" ... ignored"))
            || line.starts_with("SKIP ")
    };
    let lines = output.iter().map(|line| plain(line));
    lines.filter(|line| names_a_skipped_test(line)).map(|line| line.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::picked;

    #[test]
    fn a_skipped_test_is_shown_with_its_reason() {
        let skipped = [
            "ok 3 - python-socketio plays whole games # SKIP there is no Python with python-socketio",
            "\u{1b}[90m﹣ python-socketio plays whole games (0.5ms) # there is no Python\u{1b}[39m",
            "test long_search ... ignored, takes an hour",
            "SKIP full disk (0.1 s): a small disk cannot be mounted here, that takes root",
        ];
        let mut output: Vec<String> = skipped.iter().map(|line| format!("{line}\n")).collect();
        assert_eq!(picked(&output).len(), skipped.len());
        assert_eq!(picked(&output)[3], skipped[3]);
        output = ["ok 4 - a test that ran\n", "PASS kill -9 (3.0 s)\n", "test it ... ok\n"]
            .map(str::to_owned)
            .into();
        assert!(picked(&output).is_empty());
    }
}
