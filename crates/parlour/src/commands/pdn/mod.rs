//! `parlour pdn`: checks, formats, converts and counts games in PDN.

mod check;
pub(super) mod input;
mod rewrite;
mod stats;

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use draughts::pdn::Assumptions;

use crate::draughts_arguments::{NumbersArgument, find_variant};
use crate::failure::Failure;

/// Check, format, convert and count games in PDN
#[derive(Subcommand)]
#[command(after_help = "Example: parlour pdn check games.pdn")]
pub(crate) enum Pdn {
    Check(check::Check),
    Fmt(rewrite::Fmt),
    Convert(rewrite::Convert),
    Stats(stats::StatsCommand),
}

impl Pdn {
    /// Runs the command.
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        match self {
            Pdn::Check(command) => command.run(out),
            Pdn::Fmt(command) => command.run(out),
            Pdn::Convert(command) => command.run(out),
            Pdn::Stats(command) => command.run(out),
        }
    }
}

/// The files to read, and the defaults for what they omit.
#[derive(Args)]
struct Files {
    /// The files; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The variant of games without a GameType or Variant tag
    #[arg(long, value_name = "V", default_value = "english")]
    variant: String,
    /// Where square 1 lies when a game gives numbers in a variant whose squares have letters
    #[arg(long, value_enum, default_value_t)]
    numbers: NumbersArgument,
}

impl Files {
    fn assumptions(&self) -> Result<Assumptions, Failure> {
        Ok(Assumptions { variant: find_variant(&self.variant)?, numbers: self.numbers.into() })
    }
}
