//! The commands, one file each.

mod completions;
mod config;

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::configuration::{Effective, Sources};
use crate::failure::Failure;

/// What parlour can be asked to do.
#[derive(Subcommand)]
pub(crate) enum Command {
    #[command(subcommand)]
    Config(config::Config),
    Completions(completions::Completions),
}

impl Command {
    /// Does it.
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        match self {
            Command::Config(command) => command.run(out),
            Command::Completions(command) => command.run(out),
        }
    }
}

/// The flags of every command that needs the configuration.
#[derive(Args)]
pub(crate) struct ConfigurationFlags {
    /// The configuration file, in TOML [environment: PARLOUR_CONFIG]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The data directory [environment: PARLOUR_DATA] [default: data]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl ConfigurationFlags {
    /// The sources of the configuration, these flags being the strongest.
    fn sources(self) -> Sources {
        let data = self.data.map(|data| ("--data", "data", data.to_string_lossy().into_owned()));
        Sources { file: self.config, variables: Sources::environment(), flags: data.into_iter().collect() }
    }

    /// The configuration in effect.
    fn load(self) -> Result<Effective, Failure> {
        self.sources().load()
    }
}
