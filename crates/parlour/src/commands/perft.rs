//! `parlour perft`: counts the leaves of the game tree, depth by depth.

use std::io::{self, IsTerminal, Write};
use std::time::Instant;

use clap::{Args, ValueEnum};
use draughts::Position;
use draughts::perft::{self, Count, Counting};

use super::moves;
use crate::draughts_arguments::PositionArguments;
use crate::failure::Failure;
use crate::progress::ProgressLine;

/// Count the leaves of the game tree: the proof of a move generator, and its speed
#[derive(Args)]
#[command(after_help = "Example: parlour perft --variant english --depth 10\n\n\
    Prints depth, leaves, seconds and leaves per second for every depth up to the one asked for.")]
pub(crate) struct Perft {
    #[command(flatten)]
    position: PositionArguments,
    /// The depth of the leaves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=99))]
    depth: u32,
    /// Print the leaves below each move, at that depth only
    #[arg(long)]
    divide: bool,
    /// Count a capture once per order of the captured pieces, or once per way of landing
    #[arg(long, value_enum, value_name = "WHAT", num_args = 0..=1, require_equals = true, default_missing_value = "paths")]
    keep: Option<CountingArgument>,
    /// How many threads share the work
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Remember positions in that many megabytes
    #[arg(long, value_name = "MB", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=1_048_576))]
    hash: u32,
}

/// What makes two captures of the same pieces different.
#[derive(Clone, Copy, ValueEnum)]
enum CountingArgument {
    /// The order of the captured pieces
    Paths,
    /// Every landing square
    Landings,
}

impl Perft {
    /// Counts and prints.
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let position = self.position.position()?;
        if io::stdout().is_terminal() {
            writeln!(out, "depth nodes seconds nodes/s")?;
        }
        let first = if self.divide { self.depth } else { 1 };
        for depth in first..=self.depth {
            self.count(&position, depth, out)?;
            out.flush()?;
        }
        Ok(())
    }

    fn count(&self, position: &Position, depth: u32, out: &mut dyn Write) -> Result<(), Failure> {
        let progress = ProgressLine::new(format!("depth {depth}"));
        let started = Instant::now();
        let below = perft::divide(
            position,
            &Count {
                depth,
                counting: self.counting(),
                threads: self.threads.into(),
                table_bytes: self.hash as usize * 1024 * 1024,
                progress: &|done, all| progress.show(done, all),
            },
        );
        let seconds = started.elapsed().as_secs_f64();
        drop(progress);
        if self.divide {
            let mut moves: Vec<String> = below
                .iter()
                .map(|(play, leaves)| format!("{} {leaves}", moves::text(position, play)))
                .collect();
            moves.sort();
            moves.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        }
        let leaves: u64 = below.iter().map(|(_, leaves)| leaves).sum();
        // Avoids an infinite speed if the clock did not advance.
        let speed = leaves as f64 / seconds.max(1e-9);
        Ok(writeln!(out, "{depth} {leaves} {seconds:.6} {speed:.0}")?)
    }

    fn counting(&self) -> Counting {
        match self.keep {
            None => Counting::Unique,
            Some(CountingArgument::Paths) => Counting::Paths,
            Some(CountingArgument::Landings) => Counting::Landings,
        }
    }
}
