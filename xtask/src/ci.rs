//! `cargo xtask ci`: what must pass before a change lands.

use std::process::Stdio;

use clap::Args;

use crate::codegen;
use crate::step::Steps;
use crate::test;
use crate::workshop::{cargo, cargo_has};

/// The crates that other programs can use, and those that they need.
const PUBLISHED: [&str; 5] =
    ["parlour-common", "parlour-game", "parlour-wire", "draughts", "parlour-sockets"];

/// Check format, lints, documentation, dependencies, generated files and packages, then run all tests
#[derive(Args)]
#[command(after_help = "Example: cargo xtask ci")]
pub(crate) struct Ci {}

impl Ci {
    /// Runs every step and prints the outcome of each.
    pub(crate) fn run(self) -> Result<(), String> {
        let mut steps = Steps::default();
        steps.run("format", cargo().args(["fmt", "--all", "--check"]));
        let clippy = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
        steps.run("clippy", cargo().args(clippy));
        let docs = ["doc", "--workspace", "--no-deps", "--document-private-items"];
        steps.run("docs", cargo().args(docs).env("RUSTDOCFLAGS", "-D warnings"));
        dependencies(&mut steps);
        steps.call("codegen", codegen::check);
        // Without building them: cargo keeps the sources of an earlier run with the same version.
        let publish = ["publish", "--dry-run", "--no-verify", "--locked", "--allow-dirty"];
        let packages = PUBLISHED.into_iter().flat_map(|name| ["--package", name]);
        steps.run("packages", cargo().args(publish).args(packages));
        test::all(&mut steps);
        steps.report()
    }
}

/// Checks bans, licences, sources and advisories of dependencies.
fn dependencies(steps: &mut Steps) {
    if !cargo_has("deny") {
        steps.leave_out("deny", "cargo-deny is not installed");
        return;
    }
    steps.run("deny", cargo().args(["deny", "--locked", "check", "bans", "licenses", "sources"]));
    let fetched = cargo().args(["deny", "fetch", "db"]).stderr(Stdio::null()).status();
    if fetched.is_ok_and(|status| status.success()) {
        steps.run("advisories", cargo().args(["deny", "--frozen", "check", "advisories"]));
    } else {
        steps.leave_out("advisories", "the database of advisories is out of reach");
    }
}
