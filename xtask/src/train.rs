//! `cargo xtask train`: learns the weights of a variant from games that the bots play against themselves.

mod fit;
mod sample;
mod self_play;

use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use draughts::bot::training;
use draughts::{Variant, variants};

use self::fit::{Examples, Fit};
use self::sample::{BYTES, Sample};
use crate::progress_bar::progress_bar;
use crate::workshop;

/// The folder of games and weights.
const FOLDER: &str = "target/train";
/// How many games are played before they are written.
const GAMES_AT_ONCE: u32 = 16;

/// Learn the weights of a variant of draughts
///
/// Plays games of the bots against themselves, and fits the weights of pieces and patterns to the values and results of
/// their positions, beginning with the present weights. Games are kept in target/train, and a run that is stopped goes on
/// where it ended. A game depends only on the seed, its number and the present weights.
/// The new weights are in target/train; copy them to crates/draughts/weights when a match has shown that they are better.
#[derive(Args)]
#[command(after_help = "Example: cargo xtask train --variant russian --positions 1000000")]
pub(crate) struct Train {
    /// The variant
    #[arg(long, value_name = "V", default_value = "english")]
    variant: String,
    /// How many quiet positions to learn from
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    positions: u64,
    /// How many positions to search for each move
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    nodes: u64,
    /// The seed of the games
    #[arg(long, value_name = "N", default_value_t = 20_261_116)]
    seed: u64,
    /// How often to go over all positions
    #[arg(long, value_name = "N", default_value_t = 10)]
    rounds: usize,
    /// Stop playing after this many minutes, and fit to what is there
    #[arg(long, value_name = "N")]
    minutes: Option<u64>,
}

impl Train {
    /// Plays, fits, and writes the weights.
    pub(crate) fn run(self) -> Result<(), String> {
        let variant =
            variants::find(&self.variant).ok_or_else(|| format!("there is no variant {}", self.variant))?;
        let folder = workshop::path(FOLDER);
        fs::create_dir_all(&folder).map_err(|error| format!("cannot create {FOLDER}: {error}"))?;
        // The games of another seed or of longer searches are others.
        let games = folder.join(format!("{}-{}-{}.games", self.variant, self.seed, self.nodes));
        self.play_games(variant, &games)?;
        let weights = self.fit(variant, &games)?;
        let file = folder.join(format!("{}.weights", self.variant));
        fs::write(&file, &weights).map_err(|error| unwritable(&file, &error))?;
        println!("{} bytes in {}", weights.len(), file.display());
        println!("copy it to crates/draughts/weights if a match shows that it is better");
        Ok(())
    }

    /// Adds games to the file until it has enough positions.
    fn play_games(&self, variant: &'static Variant, file: &Path) -> Result<(), String> {
        let (mut count, mut number) = resume(file)?;
        let mut games = OpenOptions::new()
            .create(true)
            .append(true)
            .open(file)
            .map(BufWriter::new)
            .map_err(|error| unwritable(file, &error))?;
        let (begin, bar) = (Instant::now(), progress_bar(self.positions, "positions"));
        let limit = self.minutes.map(|minutes| Duration::from_secs(60 * minutes));
        while count < self.positions && limit.is_none_or(|limit| begin.elapsed() < limit) {
            let batch = number..number + GAMES_AT_ONCE;
            for samples in self_play::play_all(variant, self.nodes, self.seed, batch) {
                for sample in &samples {
                    games.write_all(&sample.to_bytes()).map_err(|error| unwritable(file, &error))?;
                }
                count += samples.len() as u64;
            }
            games.flush().map_err(|error| unwritable(file, &error))?;
            number += GAMES_AT_ONCE;
            bar.set_position(count);
        }
        bar.finish_and_clear();
        println!("{}: {count} positions of {number} games, seed {}", self.variant, self.seed);
        Ok(())
    }

    /// The bytes of the weights that fit the positions of a file best.
    fn fit(&self, variant: &'static Variant, file: &Path) -> Result<Vec<u8>, String> {
        let mut examples = Examples::new();
        each_sample(file, |sample| examples.add(variant, sample))?;
        if examples.len() == 0 {
            return Err("there are no positions to learn from".to_owned());
        }
        let mut fit = Fit::new(&training::present_weights(variant), &examples);
        println!("a lead of {:.1} men makes a win e times as likely as a loss", fit.scale());
        for round in 0..self.rounds {
            let shown = fit.round(&examples, round, round as f32 / self.rounds as f32);
            println!("round {:>2}: loss {:.5}, held out {:.5}", round + 1, shown.loss, shown.held_out);
        }
        Ok(training::encode(&fit.weights()))
    }
}

/// How many positions a file has, and the number of the next game. A game that was written in part is removed.
fn resume(file: &Path) -> Result<(u64, u32), String> {
    if !file.exists() {
        return Ok((0, 0));
    }
    let (mut count, mut last) = (0, None);
    each_sample(file, |sample| {
        count += 1;
        last = Some(sample.game);
    })?;
    let Some(last) = last else { return Ok((0, 0)) };
    let mut whole = 0;
    each_sample(file, |sample| whole += u64::from(sample.game != last))?;
    let open = OpenOptions::new().write(true).open(file).map_err(|error| unwritable(file, &error))?;
    open.set_len(whole * BYTES as u64).map_err(|error| unwritable(file, &error))?;
    debug_assert!(whole <= count);
    Ok((whole, last))
}

fn each_sample(file: &Path, mut visit: impl FnMut(&Sample)) -> Result<(), String> {
    let mut bytes = Vec::new();
    File::open(file)
        .and_then(|mut open| open.read_to_end(&mut bytes))
        .map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    for sample in bytes.chunks_exact(BYTES) {
        visit(&Sample::from_bytes(sample.try_into().expect("as many bytes as a sample has")));
    }
    Ok(())
}

fn unwritable(file: &Path, error: &std::io::Error) -> String {
    format!("cannot write {}: {error}", PathBuf::from(file).display())
}
