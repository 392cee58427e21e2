//! What is promised, and whether it was kept: one table with a row for each figure.

use std::process::ExitCode;

use draughts::contest::Tally;

/// A match of fewer games says nothing about a promise.
const FEWEST_GAMES: u64 = 20;

/// The promises of a run.
#[derive(Default)]
pub(crate) struct Promises {
    broken: Vec<String>,
    open: usize,
}

/// How much a row was measured with.
pub(crate) struct Sample<'a>(pub(crate) u64, pub(crate) &'a str);

impl Promises {
    /// Prints the head of the table.
    pub(crate) fn begin() -> Promises {
        row("what", "sample", "result", "promised", "");
        row(&"-".repeat(NAME), &"-".repeat(SAMPLE), &"-".repeat(RESULT), &"-".repeat(PROMISED), "----");
        Promises::default()
    }

    /// A match of which a share of the points is promised, in percent.
    pub(crate) fn share(&mut self, name: &str, tally: &Tally, promised: f64) {
        let kept = (tally.games() >= FEWEST_GAMES).then(|| tally.share() * 100.0 >= promised);
        self.add(name, &games(tally), &figures(tally), &format!("{promised} %"), kept);
    }

    /// A match without a promise.
    pub(crate) fn figure(&mut self, name: &str, tally: &Tally) {
        row(name, &games(tally), &figures(tally), "", "");
    }

    /// A measurement without a promise.
    pub(crate) fn measurement(&mut self, name: &str, Sample(size, unit): Sample<'_>, result: &str) {
        row(name, &format!("{size} {unit}"), result, "", "");
    }

    /// A count of which all are promised.
    pub(crate) fn all(&mut self, name: &str, good: usize, all: usize) {
        let kept = (all > 0).then_some(good == all);
        self.add(name, &format!("{all} positions"), &format!("{good} of {all}"), "all", kept);
    }

    /// A measurement that was promised to be within a limit.
    pub(crate) fn within(
        &mut self,
        name: &str,
        Sample(size, unit): Sample<'_>,
        result: &str,
        limit: &str,
        kept: bool,
    ) {
        self.add(name, &format!("{size} {unit}"), result, limit, (size > 0).then_some(kept));
    }

    /// A promise that could not be measured, which counts as broken.
    pub(crate) fn not_measured(&mut self, name: &str, why: &str) {
        row(name, "none", &format!("not measured: {why}"), "", "BROKEN");
        self.broken.push(format!("{name} (not measured)"));
    }

    /// Success if no promise was broken.
    pub(crate) fn report(self) -> ExitCode {
        println!();
        if self.open > 0 {
            println!("{} promises had too small a sample to tell: run without --quick", self.open);
        }
        if self.broken.is_empty() {
            println!("no promise was broken");
            return ExitCode::SUCCESS;
        }
        println!("broken: {}", self.broken.join("; "));
        ExitCode::FAILURE
    }

    fn add(&mut self, name: &str, sample: &str, result: &str, promised: &str, kept: Option<bool>) {
        let verdict = match kept {
            Some(true) => "kept",
            Some(false) => "BROKEN",
            None => "too few to tell",
        };
        row(name, sample, result, promised, verdict);
        self.open += usize::from(kept.is_none());
        self.broken.extend((kept == Some(false)).then(|| name.to_owned()));
    }
}

/// The widths of the columns.
const NAME: usize = 38;
const SAMPLE: usize = 16;
const RESULT: usize = 46;
const PROMISED: usize = 12;

fn row(name: &str, sample: &str, result: &str, promised: &str, verdict: &str) {
    let line =
        format!("{name:<NAME$} | {sample:<SAMPLE$} | {result:<RESULT$} | {promised:<PROMISED$} | {verdict}");
    println!("{}", line.trim_end());
}

fn games(tally: &Tally) -> String {
    format!("{} games", tally.games())
}

fn figures(tally: &Tally) -> String {
    if tally.games() == 0 {
        return "no game was over in time".to_owned();
    }
    let (Tally { won, drawn, lost, .. }, elo) = (tally, tally.elo());
    let share = tally.share() * 100.0;
    format!(
        "+{won} ={drawn} -{lost}, {share:.1} %, Elo {:+.0} ({:+.0} to {:+.0})",
        elo.difference, elo.low, elo.high
    )
}
