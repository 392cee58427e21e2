//! `cargo xtask bench`: our figures beside those of others, from the same run.

use clap::Subcommand;

use crate::needs;
use crate::step::Steps;
use crate::workshop::{cargo, has, path};

/// Measure, beside the peers that the registries have
#[derive(Subcommand)]
#[command(after_help = "Example: cargo xtask bench perft")]
pub(crate) enum Bench {
    /// Counting leaves: parlour, npm `rapid-draughts`, crate `kish`
    Perft,
}

impl Bench {
    /// Measures and prints a table.
    pub(crate) fn run(self) -> Result<(), String> {
        let mut steps = Steps::default();
        let peers = "benches/peers";
        if has("npm", "--version") && !path(peers).join("node_modules").exists() {
            steps.run("peer packages", &mut needs::packages(peers));
        }
        let manifest = path(peers).join("Cargo.toml");
        steps.run("bench perft", cargo().args(["run", "--release", "--manifest-path"]).arg(manifest));
        steps.report()
    }
}
