//! The commands, one file each.

mod admin;
mod analyse;
mod audit;
mod backup;
mod completions;
mod config;
mod conformance;
mod doctor;
mod health;
mod hub;
mod keys;
mod listen;
mod matches;
mod migrate;
mod mode_argument;
mod moves;
mod pdn;
mod perft;
mod play;
mod rooms;
mod rules;
mod serve;
mod tables;
mod tenant_list;
mod tenants;
mod trigger;
mod upgrade_check;
mod variants;
mod webhooks;

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::configuration::{Effective, Sources};
use crate::failure::Failure;

/// The commands.
#[derive(Subcommand)]
pub(crate) enum ParlourCommand {
    Serve(serve::Serve),
    Health(health::HealthCommand),
    #[command(subcommand)]
    Tenants(tenants::Tenants),
    #[command(subcommand)]
    Keys(keys::Keys),
    #[command(subcommand)]
    Webhooks(webhooks::Webhooks),
    #[command(subcommand)]
    Rooms(rooms::Rooms),
    #[command(subcommand)]
    Admin(admin::Admin),
    Audit(audit::Audit),
    Listen(listen::Listen),
    Trigger(trigger::Trigger),
    #[command(subcommand)]
    Config(config::ConfigCommand),
    Backup(backup::Backup),
    Restore(backup::Restore),
    Migrate(migrate::Migrate),
    UpgradeCheck(upgrade_check::UpgradeCheck),
    Doctor(doctor::Doctor),
    Variants(variants::VariantsCommand),
    Rules(rules::RulesCommand),
    Moves(moves::Moves),
    Perft(perft::Perft),
    Play(play::PlayCommand),
    Analyse(analyse::Analyse),
    Match(matches::MatchCommand),
    Hub(hub::Hub),
    #[command(subcommand)]
    Tables(tables::TablesCommand),
    #[command(subcommand)]
    Pdn(pdn::Pdn),
    Completions(completions::Completions),
    Conformance(conformance::Conformance),
}

impl ParlourCommand {
    /// Runs the command.
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        match self {
            ParlourCommand::Serve(command) => command.run(out),
            ParlourCommand::Health(command) => command.run(out),
            ParlourCommand::Tenants(command) => command.run(out),
            ParlourCommand::Keys(command) => command.run(out),
            ParlourCommand::Webhooks(command) => command.run(out),
            ParlourCommand::Rooms(command) => command.run(out),
            ParlourCommand::Admin(command) => command.run(out),
            ParlourCommand::Audit(command) => command.run(out),
            ParlourCommand::Listen(command) => command.run(out),
            ParlourCommand::Trigger(command) => command.run(out),
            ParlourCommand::Config(command) => command.run(out),
            ParlourCommand::Backup(command) => command.run(out),
            ParlourCommand::Restore(command) => command.run(out),
            ParlourCommand::Migrate(command) => command.run(out),
            ParlourCommand::UpgradeCheck(command) => command.run(out),
            ParlourCommand::Doctor(command) => command.run(out),
            ParlourCommand::Variants(command) => command.run(out),
            ParlourCommand::Rules(command) => command.run(out),
            ParlourCommand::Moves(command) => command.run(out),
            ParlourCommand::Perft(command) => command.run(out),
            ParlourCommand::Play(command) => command.run(out),
            ParlourCommand::Analyse(command) => command.run(out),
            ParlourCommand::Match(command) => command.run(out),
            ParlourCommand::Hub(command) => command.run(out),
            ParlourCommand::Tables(command) => command.run(out),
            ParlourCommand::Pdn(command) => command.run(out),
            ParlourCommand::Completions(command) => command.run(out),
            ParlourCommand::Conformance(command) => command.run(out),
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
    /// The PostgreSQL database that keeps games instead [environment: PARLOUR_STORE]
    #[arg(long, value_name = "URL")]
    store: Option<String>,
}

impl ConfigurationFlags {
    /// The sources of the configuration; these flags override the others.
    fn sources(self) -> Sources {
        let data = self.data.map(|data| ("--data", "data", data.to_string_lossy().into_owned()));
        let store = self.store.map(|store| ("--store", "store", store));
        let flags = data.into_iter().chain(store).collect();
        Sources { file: self.config, variables: Sources::environment(), flags, development: false }
    }

    /// The configuration in effect.
    fn load(self) -> Result<Effective, Failure> {
        self.sources().load()
    }
}
