//! A progress bar, for people who wait longer than two seconds at a terminal.

use std::io::{self, IsTerminal};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use common::lock;

const PATIENCE: Duration = Duration::from_secs(2);
const STEP: Duration = Duration::from_millis(100);
const WIDTH: usize = 30;

/// A bar on standard error; it is wiped away when dropped.
pub(crate) struct ProgressLine {
    label: String,
    started: Instant,
    at_terminal: bool,
    drawn: Mutex<Option<Instant>>,
}

impl ProgressLine {
    /// A bar that has not been drawn yet.
    pub(crate) fn new(label: String) -> ProgressLine {
        let at_terminal = io::stderr().is_terminal();
        ProgressLine { label, started: Instant::now(), at_terminal, drawn: Mutex::new(None) }
    }

    /// Draws how much is done, unless it was drawn a moment ago or nobody has waited yet.
    pub(crate) fn show(&self, done: usize, all: usize) {
        if !self.at_terminal || self.started.elapsed() < PATIENCE {
            return;
        }
        let mut drawn = lock(&self.drawn);
        if drawn.is_some_and(|drawn| drawn.elapsed() < STEP) {
            return;
        }
        *drawn = Some(Instant::now());
        eprint!("\r{}", bar(&self.label, done, all, self.started.elapsed()));
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        let drawn = self.drawn.get_mut().unwrap_or_else(PoisonError::into_inner);
        if drawn.is_some() {
            eprint!("\r\x1b[K");
        }
    }
}

fn bar(label: &str, done: usize, all: usize, elapsed: Duration) -> String {
    let all = all.max(1);
    let (full, percent) = (WIDTH * done / all, 100 * done / all);
    let (full, rest) = ("█".repeat(full), "░".repeat(WIDTH - full.min(WIDTH)));
    format!("{label} {full}{rest} {percent:>3} % {:.0} s", elapsed.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::bar;

    #[test]
    fn the_bar_fills_as_the_work_is_done() {
        assert_eq!(
            bar("depth 9", 0, 4, Duration::from_secs(2)),
            format!("depth 9 {}   0 % 2 s", "░".repeat(30))
        );
        assert_eq!(
            bar("depth 9", 2, 4, Duration::from_secs(5)),
            format!("depth 9 {}{}  50 % 5 s", "█".repeat(15), "░".repeat(15))
        );
        assert_eq!(
            bar("depth 9", 4, 4, Duration::from_secs(9)),
            format!("depth 9 {} 100 % 9 s", "█".repeat(30))
        );
    }
}
