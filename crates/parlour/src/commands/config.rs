//! `parlour config`: the settings in effect, and their sources.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde_json::{Map, json};

use super::ConfigurationFlags;
use crate::configuration::{Effective, Sources, entries};
use crate::failure::Failure;

/// Show or check the configuration
#[derive(Subcommand)]
#[command(after_help = "Example: parlour config show --config parlour.toml")]
pub(crate) enum ConfigCommand {
    Show(Show),
    Check(Check),
}

/// Print every setting in effect, with its source: default, file, environment or flag
#[derive(Args)]
#[command(after_help = "Example: PARLOUR_TIMES__RECONNECT_WINDOW=30s parlour config show\n\n\
    Without --json the output is itself a valid configuration file.")]
pub(crate) struct Show {
    #[command(flatten)]
    flags: ConfigurationFlags,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Say whether a configuration file is valid; the environment and flags are left out
#[derive(Args)]
#[command(after_help = "Example: parlour config check parlour.toml")]
pub(crate) struct Check {
    /// The configuration file, in TOML
    file: PathBuf,
}

impl ConfigCommand {
    /// Shows or checks the configuration.
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        match self {
            ConfigCommand::Show(Show { flags, json }) => {
                let effective = flags.load()?;
                if json { show_json(&effective, out) } else { show(&effective, out) }
            }
            ConfigCommand::Check(Check { file }) => {
                Sources { file: Some(file.clone()), ..Sources::default() }.load()?;
                Ok(writeln!(out, "{} is valid", file.display())?)
            }
        }
    }
}

fn show(effective: &Effective, out: &mut dyn Write) -> Result<(), Failure> {
    for entry in entries(&effective.configuration.settings.plans) {
        let line = match entry.value(&effective.configuration) {
            Some(value) => format!("{} = {value}", entry.key),
            None => format!("# {} is not set", entry.key),
        };
        writeln!(out, "{line:<56} # {}", effective.source(&entry.key))?;
    }
    Ok(())
}

fn show_json(effective: &Effective, out: &mut dyn Write) -> Result<(), Failure> {
    let settings: Map<_, _> = entries(&effective.configuration.settings.plans)
        .into_iter()
        .map(|entry| {
            let source = effective.source(&entry.key);
            let mut shown = json!({
                "value": entry.value(&effective.configuration),
                "source": source.word(),
                "variable": entry.variable(),
                "about": entry.about,
            });
            if source.word() != "default" {
                shown["from"] = source.to_string().into();
            }
            (entry.key, shown)
        })
        .collect();
    Ok(writeln!(out, "{:#}", serde_json::Value::Object(settings))?)
}
