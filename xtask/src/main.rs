//! The project's own commands: run, test, faults, ci, codegen, perft, puzzles, tables, bench, book, deb, dist, train, wasm.

#[cfg(test)]
mod architecture;
mod bench;
mod bill_of_materials;
mod book;
mod ci;
mod codegen;
mod deb;
mod dist;
mod failures;
mod faults;
mod last_release;
mod licences;
#[cfg(test)]
mod lock_files;
#[cfg(test)]
mod modules;
mod needs;
mod perft;
mod postgres;
mod progress_bar;
mod puzzles;
mod redis;
mod run;
mod skipped;
mod step;
mod symbols;
mod tables;
mod tally;
mod test;
mod train;
mod wasm;
mod workshop;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// The project's own commands
#[derive(Parser)]
#[command(name = "cargo xtask", arg_required_else_help = true, after_help = "Example: cargo xtask run")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Run(run::Run),
    Test(test::Test),
    Faults(faults::Faults),
    Ci(ci::Ci),
    Codegen(codegen::Codegen),
    Perft(perft::Perft),
    Puzzles(puzzles::Puzzles),
    Tables(tables::TablesCommand),
    #[command(subcommand)]
    Bench(bench::Bench),
    Book(book::BookCommand),
    Deb(deb::Deb),
    Dist(dist::Dist),
    Train(train::Train),
    Wasm(wasm::Wasm),
}

fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Run(command) => command.run(),
        Command::Test(command) => command.run(),
        Command::Faults(command) => command.run(),
        Command::Ci(command) => command.run(),
        Command::Codegen(command) => command.run(),
        Command::Perft(command) => command.run(),
        Command::Puzzles(command) => command.run(),
        Command::Tables(command) => command.run(),
        Command::Bench(command) => command.run(),
        Command::Book(command) => command.run(),
        Command::Deb(command) => command.run(),
        Command::Dist(command) => command.run(),
        Command::Train(command) => command.run(),
        Command::Wasm(command) => command.run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::FAILURE
        }
    }
}
