//! `cargo xtask tables`: builds the king endings that ship with the program.

use std::fs;

use clap::Args;
use draughts::tables::{Slice, TableWork, Tables, shipped_slices};
use draughts::{Variant, variants};

use crate::workshop;

/// Where the files lie.
const FOLDER: &str = "crates/draughts/src/tables/shipped";

/// Build the king endings that ship with the program
///
/// Takes about half a minute in a release build: cargo run --release -p xtask -- tables
#[derive(Args)]
#[command(after_help = "Example: cargo xtask tables --variant russian")]
pub(crate) struct TablesCommand {
    /// Only this variant
    #[arg(long, value_name = "V")]
    variant: Option<String>,
}

impl TablesCommand {
    /// Writes one file for each variant.
    pub(crate) fn run(self) -> Result<(), String> {
        let chosen = |variant: &&Variant| self.variant.as_deref().is_none_or(|name| variant.name() == name);
        for variant in variants::ALL.iter().filter(chosen) {
            let file = file(variant)?;
            let name = format!("{FOLDER}/{}.table", variant.name().replace('-', "_"));
            println!("{name}: {} bytes", file.len());
            fs::write(workshop::path(&name), file)
                .map_err(|error| format!("cannot write {name}: {error}"))?;
        }
        Ok(())
    }
}

/// The shipped slices of a variant as one file.
fn file(variant: &'static Variant) -> Result<Vec<u8>, String> {
    let wanted = shipped_slices(variant.rules());
    let pieces = wanted.iter().map(|slice| slice.pieces()).max().unwrap_or(0);
    let most_kings = |slice: &Slice| slice.own_kings.max(slice.enemy_kings);
    let most = wanted.iter().map(most_kings).max().unwrap_or(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let work = TableWork { threads, ..TableWork::ALONE };
    let mut tables = Tables::empty(variant);
    for slice in Slice::pairs(variant.rules(), pieces) {
        // Captures of kings lead to fewer kings of either side, so that no other slice is needed.
        if slice.men() == 0 && most_kings(&slice) <= most {
            tables.add(slice, work).map_err(|error| error.to_string())?;
            let wrong = tables.count_wrong(slice, work).map_err(|error| error.to_string())?;
            if wrong > 0 {
                return Err(format!("{wrong} values of {slice} in {} are wrong", variant.name()));
            }
        }
    }
    tables.to_file(&wanted).ok_or_else(|| format!("a slice of {} was not built", variant.name()))
}
