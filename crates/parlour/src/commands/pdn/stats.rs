//! `parlour pdn stats`: statistics of a collection of games.

use std::io::Write;

use clap::Args;
use draughts::pdn::{GameText, Statistics, replay};
use serde_json::{Value, json};

use super::{Files, input};
use crate::failure::Failure;

/// Count games, results, lengths, variants and openings
#[derive(Args)]
#[command(after_help = "Example: parlour pdn stats 2024.pdn 2025.pdn\n\n\
    Faulty games are counted as faulty and as nothing else; `parlour pdn check` says what is wrong with them.")]
pub(crate) struct StatsCommand {
    #[command(flatten)]
    files: Files,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl StatsCommand {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let assumptions = self.files.assumptions()?;
        let mut statistics = Statistics::default();
        for path in &self.files.files {
            for game in input::open(path)? {
                match game {
                    Ok(game) if GameText::is_game(&game) => statistics.add(&replay(&game, &assumptions)),
                    Ok(_) => {}
                    Err(_) => statistics.add_faulty(),
                }
            }
        }
        if self.json {
            return Ok(writeln!(out, "{:#}", described(&statistics))?);
        }
        Ok(write!(out, "{statistics}")?)
    }
}

fn described(statistics: &Statistics) -> Value {
    let openings: Vec<Value> = statistics
        .openings
        .iter()
        .map(|((variant, moves), games)| json!({ "variant": variant, "moves": moves, "games": games }))
        .collect();
    json!({
        "games": statistics.games,
        "faulty": statistics.faulty,
        "whiteWins": statistics.white_wins,
        "blackWins": statistics.black_wins,
        "draws": statistics.draws,
        "otherResults": statistics.others,
        "averagePlies": statistics.average_plies(),
        "variants": statistics.variants,
        "openings": openings,
    })
}
