//! The commands, one file each.

mod backup;
mod completions;
mod config;
mod conformance;
mod doctor;
mod keys;
mod listen;
mod mode_argument;
mod moves;
mod pdn;
mod perft;
mod rooms;
mod rules;
mod serve;
mod tenants;
mod trigger;
mod variants;
mod webhooks;

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::configuration::{Effective, Sources};
use crate::failure::Failure;

/// What parlour can be asked to do.
#[derive(Subcommand)]
pub(crate) enum Command {
    Serve(serve::Serve),
    #[command(subcommand)]
    Tenants(tenants::Tenants),
    #[command(subcommand)]
    Keys(keys::Keys),
    #[command(subcommand)]
    Webhooks(webhooks::Webhooks),
    #[command(subcommand)]
    Rooms(rooms::Rooms),
    Listen(listen::Listen),
    Trigger(trigger::Trigger),
    #[command(subcommand)]
    Config(config::Config),
    Backup(backup::Backup),
    Restore(backup::Restore),
    Doctor(doctor::Doctor),
    Variants(variants::Variants),
    Rules(rules::Rules),
    Moves(moves::Moves),
    Perft(perft::Perft),
    #[command(subcommand)]
    Pdn(pdn::Pdn),
    Completions(completions::Completions),
    Conformance(conformance::Conformance),
}

impl Command {
    /// Does it.
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        match self {
            Command::Serve(command) => command.run(out),
            Command::Tenants(command) => command.run(out),
            Command::Keys(command) => command.run(out),
            Command::Webhooks(command) => command.run(out),
            Command::Rooms(command) => command.run(out),
            Command::Listen(command) => command.run(out),
            Command::Trigger(command) => command.run(out),
            Command::Config(command) => command.run(out),
            Command::Backup(command) => command.run(out),
            Command::Restore(command) => command.run(out),
            Command::Doctor(command) => command.run(out),
            Command::Variants(command) => command.run(out),
            Command::Rules(command) => command.run(out),
            Command::Moves(command) => command.run(out),
            Command::Perft(command) => command.run(out),
            Command::Pdn(command) => command.run(out),
            Command::Completions(command) => command.run(out),
            Command::Conformance(command) => command.run(out),
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
