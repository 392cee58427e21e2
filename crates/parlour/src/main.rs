//! The parlour binary: one file per command.

mod administration;
mod browser;
mod build_info;
mod commands;
mod configuration;
mod development;
mod draughts_arguments;
mod event_name;
mod event_stream;
mod exposure;
mod failure;
mod forwarder;
mod hub;
mod logging;
mod moment;
mod open_files;
mod probe;
mod progress;
mod running_file;
mod runtime;
mod service_manager;
mod table_folder;
mod thinker;
mod unreadable;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::Parser;

use crate::commands::ParlourCommand;

/// Games as a service for classic board games, on your own machine.
#[derive(Parser)]
#[command(
    name = "parlour",
    version,
    long_version = build_info::LONG_VERSION.as_str(),
    arg_required_else_help = true,
    after_help = "Example: parlour serve --dev\n\nExit codes: 0 it worked, 1 it failed, 2 it was asked wrongly."
)]
struct Cli {
    #[command(subcommand)]
    command: ParlourCommand,
}

fn main() -> ExitCode {
    // Not locked, because `parlour hub` answers from two threads.
    let mut out = BufWriter::new(io::stdout());
    let done = Cli::parse().command.run(&mut out).and_then(|()| Ok(out.flush()?));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // Prints the output before the failure; a closed pipe does not matter.
            let _ = out.flush();
            failure.tell()
        }
    }
}
