//! `cargo xtask bench`: our figures beside those of others, from the same run.

use clap::Subcommand;

use crate::needs;
use crate::step::Steps;
use crate::workshop::{cargo, path, program, release_binary};

/// Measure, beside the peers that the registries have
#[derive(Subcommand)]
#[command(after_help = "Example: cargo xtask bench perft")]
pub(crate) enum Bench {
    /// Counting leaves: parlour, npm `rapid-draughts`, crate `kish`
    Perft,
    /// A thousand games of checkers against bots at once: every one ends, no handler blocks
    Games,
    /// What durability costs: moves per second and their latency, with and without a disk
    Durability,
}

impl Bench {
    /// Measures and prints a table.
    pub(crate) fn run(self) -> Result<(), String> {
        let mut steps = Steps::default();
        match self {
            Bench::Perft => perft(&mut steps),
            Bench::Games => games(&mut steps),
            Bench::Durability => durability(&mut steps),
        }
        steps.report()
    }
}

fn perft(steps: &mut Steps) {
    if !needs::meet(steps, &[needs::PEERS]) {
        return;
    }
    let manifest = path("benches/peers").join("Cargo.toml");
    steps.run("bench perft", cargo().args(["run", "--release", "--manifest-path"]).arg(manifest));
}

fn durability(steps: &mut Steps) {
    if !needs::meet(steps, &[needs::E2E]) {
        return;
    }
    steps.run("release binary", cargo().args(["build", "--release", "--package", "parlour"]));
    let mut measure = program("node", "tests/faults");
    steps.run("durability", measure.arg("durability.mjs").env("PARLOUR_BIN", release_binary()));
}

fn games(steps: &mut Steps) {
    if !needs::meet(steps, &[needs::E2E]) {
        return;
    }
    steps.run("release binary", cargo().args(["build", "--release", "--package", "parlour"]));
    let binary = release_binary();
    steps.run("bench games", program("node", ".").arg("tests/load/bot-games.js").env("PARLOUR_BIN", binary));
}
