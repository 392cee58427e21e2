//! `cargo xtask perft`: reproduces every known leaf count.

use std::fs;
use std::time::Instant;

use clap::Args;
use draughts::perft::{self, Count, Known};
use draughts::{Position, Variant, variants};

use crate::step::Steps;
use crate::workshop::{self, cargo};

/// Counts up to this size are checked without `--deep`.
const USUAL: u64 = 100_000_000;

/// Counts up to this size are checked with `--deep`.
const DEEP: u64 = 10_000_000_000;

/// Random positions per kind; the test has two kinds, so a million in total.
const POSITIONS_OF_EACH_KIND: &str = "500000";

/// Reproduce every known count of leaves
///
/// Without --deep every count up to a hundred million; with it up to ten billion, with a table of positions, and then a
/// million random positions of each variant in which a second, simple generator must find the same moves.
#[derive(Args)]
#[command(after_help = "Example: cargo xtask perft --deep")]
pub(crate) struct Perft {
    /// Go on to ten billion leaves
    #[arg(long)]
    deep: bool,
    /// Only this variant
    #[arg(long, value_name = "V")]
    variant: Option<String>,
}

impl Perft {
    /// Checks each variant and fails if a count differs.
    pub(crate) fn run(self) -> Result<(), String> {
        let mut differing = 0;
        let chosen = |variant: &&Variant| self.variant.as_deref().is_none_or(|name| variant.name() == name);
        for variant in variants::ALL.iter().filter(chosen) {
            let started = Instant::now();
            let (checked, wrong) = self.check(variant)?;
            let seconds = started.elapsed().as_secs_f64();
            println!("{:<16} {checked:>4} counts, {wrong} differ, {seconds:.1} s", variant.name());
            differing += wrong;
        }
        if differing > 0 {
            return Err(format!("{differing} counts differ"));
        }
        if self.deep { self.compare() } else { Ok(()) }
    }

    /// Compares with the simple generator of the tests in a million random positions of each variant.
    fn compare(&self) -> Result<(), String> {
        let mut steps = Steps::default();
        let mut cargo = cargo();
        cargo.args(["test", "--release", "--package", "draughts", "--test", "reference", "--"]);
        cargo.args(self.variant.iter().map(|variant| variant.replace('-', "_")));
        steps.run("reference generator", cargo.env("DRAUGHTS_POSITIONS", POSITIONS_OF_EACH_KIND));
        steps.report()
    }

    fn check(&self, variant: &'static Variant) -> Result<(usize, usize), String> {
        let name = format!("crates/draughts/tests/fixtures/perft/{}.txt", variant.name());
        let text = fs::read_to_string(workshop::path(&name))
            .map_err(|error| format!("cannot read {name}: {error}"))?;
        let (mut checked, mut wrong) = (0, 0);
        for known in perft::known(&text)? {
            let position = Position::from_fen(variant, &known.fen).map_err(|error| error.to_string())?;
            let most = if self.deep { DEEP } else { USUAL };
            for (depth, leaves) in known.leaves.iter().filter(|(_, leaves)| *leaves <= most) {
                let found = self.count(&position, *depth, *leaves, &known);
                checked += 1;
                if found != *leaves {
                    wrong += 1;
                    println!("{} {} depth {depth}: {found} instead of {leaves}", variant.name(), known.fen);
                }
            }
        }
        Ok((checked, wrong))
    }

    fn count(&self, position: &Position, depth: u32, leaves: u64, known: &Known) -> u64 {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let table_bytes = if self.deep && leaves > USUAL { 512 << 20 } else { 0 };
        perft::count(
            position,
            &Count { counting: known.counting, threads, table_bytes, ..Count::to_depth(depth) },
        )
    }
}
