//! `cargo xtask faults`: injects faults while clients play; no acknowledged move may be lost.

use clap::Args;

use crate::needs;
use crate::step::Steps;
use crate::workshop::{binary, cargo, program};

/// Inject faults while clients play, and compare what they were told with what is stored
///
/// Kills, restarts, pauses, clock jumps, full, slow and broken disks, silent lines, everybody back at once: each
/// is a row of the table, with the acknowledged moves and what was lost. With `--cluster` three nodes share a
/// PostgreSQL and a Redis, which are started for it: nodes are killed, stopped and restarted, and so are PostgreSQL
/// and Redis. Installs what it needs if it is missing: Node, PostgreSQL and Redis (as root, from apt-get) and the
/// packages of tests/e2e.
#[derive(Args)]
#[command(after_help = "Example: cargo xtask faults --short\nExample: cargo xtask faults --cluster kills")]
pub(crate) struct Faults {
    /// Fewer repetitions, as the whole suite runs it
    #[arg(long)]
    short: bool,
    /// Faults of several nodes, of PostgreSQL and of Redis
    #[arg(long)]
    cluster: bool,
    /// The scenes to play, by the beginning of their file's name; all of them if none is given
    scenes: Vec<String>,
}

impl Faults {
    /// Builds the binary and runs the scenes.
    pub(crate) fn run(self) -> Result<(), String> {
        let mut steps = Steps::default();
        let needed = if self.cluster { needs::OF_CLUSTERS.as_slice() } else { &[needs::E2E] };
        if !needs::meet(&mut steps, needed) {
            return steps.report();
        }
        steps.run("binary", cargo().args(["build", "--package", "parlour"]));
        let mut play = program("node", "tests/faults");
        play.arg("run.js").args(self.short.then_some("--short"));
        play.args(self.cluster.then_some("--cluster")).args(self.scenes);
        steps.run("checker", program("node", "tests/faults").arg("--test"));
        steps.run("faults", play.env("PARLOUR_BIN", binary()));
        steps.report()
    }
}
