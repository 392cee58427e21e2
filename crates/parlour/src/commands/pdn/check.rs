//! `parlour pdn check`: reports every fault of every game with its position.

use std::io::Write;
use std::path::Path;

use clap::Args;
use draughts::pdn::{self, Assumptions};
use serde_json::{Value, json};

use super::{Files, input};
use crate::failure::Failure;

/// Report every fault of every game; fails when there is one
#[derive(Args)]
#[command(after_help = "Example: parlour pdn check --variant international games.pdn\n\n\
    A bad game does not hide the ones after it.")]
pub(crate) struct Check {
    #[command(flatten)]
    files: Files,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Default)]
struct CheckTally {
    games: u64,
    faulty: u64,
    faults: Vec<Value>,
}

impl Check {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let assumptions = self.files.assumptions()?;
        let mut tally = CheckTally::default();
        for path in &self.files.files {
            tally.add(path, assumptions, self.json, out)?;
        }
        let CheckTally { games, faulty, faults } = tally;
        if self.json {
            let report = json!({ "games": games, "faulty": faulty, "faults": faults });
            writeln!(out, "{report:#}")?;
        } else {
            writeln!(out, "{games} games, {faulty} faulty")?;
        }
        if faulty == 0 { Ok(()) } else { Err(Failure::told()) }
    }
}

impl CheckTally {
    fn add(
        &mut self,
        path: &Path,
        assumptions: Assumptions,
        json: bool,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        for game in pdn::check(input::open(path)?, assumptions) {
            self.games += 1;
            self.faulty += u64::from(!game.faults.is_empty());
            for fault in &game.faults {
                if json {
                    self.faults.push(json!({
                        "file": path.display().to_string(),
                        "game": game.number,
                        "line": fault.line,
                        "column": fault.column,
                        "message": fault.message,
                    }));
                } else {
                    writeln!(out, "{} (game {})", input::place(path, fault), game.number)?;
                }
            }
        }
        Ok(())
    }
}
