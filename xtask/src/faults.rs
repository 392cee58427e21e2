//! `cargo xtask faults`: injects faults while clients play; no acknowledged move may be lost.

use clap::Args;

use crate::needs;
use crate::step::Steps;
use crate::workshop::{binary, cargo, program};

/// Inject faults while clients play, and compare what they were told with what is stored
///
/// Kills, restarts, pauses, clock jumps, full, slow and broken disks, silent lines, everybody back at once: each
/// is a row of the table, with the acknowledged moves and what was lost. Installs
/// what it needs if it is missing: Node (as root, from apt-get) and the packages of tests/e2e.
#[derive(Args)]
#[command(after_help = "Example: cargo xtask faults --short")]
pub(crate) struct Faults {
    /// Fewer repetitions, as the whole suite runs it
    #[arg(long)]
    short: bool,
    /// The scenes to play, by the beginning of their file's name; all of them if none is given
    scenes: Vec<String>,
}

impl Faults {
    /// Builds the binary and runs the scenes.
    pub(crate) fn run(self) -> Result<(), String> {
        let mut steps = Steps::default();
        if !needs::meet(&mut steps, &[needs::E2E]) {
            return steps.report();
        }
        steps.run("binary", cargo().args(["build", "--package", "parlour"]));
        let mut play = program("node", "tests/faults");
        play.arg("run.js").args(self.short.then_some("--short")).args(self.scenes);
        steps.run("checker", program("node", "tests/faults").arg("--test"));
        steps.run("faults", play.env("PARLOUR_BIN", binary()));
        steps.report()
    }
}
