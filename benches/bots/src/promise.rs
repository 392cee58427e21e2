//! What is promised, and whether it was kept.

use std::process::ExitCode;

use draughts::contest::Tally;

/// A match of fewer games says nothing about a promise.
const FEWEST_GAMES: u64 = 20;

/// The promises of a run.
#[derive(Default)]
pub(crate) struct Promises {
    broken: Vec<String>,
}

impl Promises {
    /// Prints a match, and whether the share of the points is as large as promised, in percent.
    pub(crate) fn share(&mut self, name: &str, tally: &Tally, promised: f64) {
        if tally.games() < FEWEST_GAMES {
            println!("{}, promised {promised} %, too few games to tell", figures(name, tally));
            return;
        }
        let kept = tally.share() * 100.0 >= promised;
        println!("{}, promised {promised} % {}", figures(name, tally), word(kept));
        self.keep(name, kept);
    }

    /// Prints a match.
    pub(crate) fn figure(&mut self, name: &str, tally: &Tally) {
        println!("{}", figures(name, tally));
    }

    /// Prints a count of which all are promised.
    pub(crate) fn all(&mut self, name: &str, good: usize, all: usize) {
        println!("{name:<40} {good} of {all}, promised all {}", word(good == all));
        self.keep(name, good == all);
    }

    /// Prints a fact that was promised to be within a limit.
    pub(crate) fn fact(&mut self, fact: &str, kept: bool) {
        println!("{fact}, {}", word(kept));
        self.keep(fact, kept);
    }

    /// Prints that a promise could not be measured, which counts as broken.
    pub(crate) fn not_measured(&mut self, name: &str, why: &str) {
        println!("{name:<40} not measured: {why}");
        self.keep(&format!("{name} (not measured)"), false);
    }

    /// Success if every promise was kept.
    pub(crate) fn report(self) -> ExitCode {
        if self.broken.is_empty() {
            println!("every promise was kept");
            return ExitCode::SUCCESS;
        }
        println!("broken: {}", self.broken.join("; "));
        ExitCode::FAILURE
    }

    fn keep(&mut self, name: &str, kept: bool) {
        if !kept {
            self.broken.push(name.to_owned());
        }
    }
}

fn figures(name: &str, tally: &Tally) -> String {
    let (Tally { won, drawn, lost, .. }, elo) = (tally, tally.elo());
    let share = tally.share() * 100.0;
    format!(
        "{name:<40} +{won} ={drawn} -{lost}, {share:.1} %, Elo {:+.0} ({:+.0} to {:+.0})",
        elo.difference, elo.low, elo.high
    )
}

fn word(kept: bool) -> &'static str {
    if kept { "kept" } else { "BROKEN" }
}
