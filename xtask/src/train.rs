//! `cargo xtask train`: learns the weights of a variant from games that the bots play against themselves.

mod descent;
mod examples;
mod network;
mod sample;
mod self_play;

use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use draughts::bot::training::LearnedWeights;
use draughts::{Variant, variants};

use self::descent::Descent;
use self::examples::Examples;
use self::network::Network;
use self::sample::{BYTES, Sample};
use crate::progress_bar::progress_bar;
use crate::workshop;

/// The folder of games and weights.
const FOLDER: &str = "target/train";
/// How many games are played before they are written.
const GAMES_AT_ONCE: u32 = 16;
/// The longest step of a fit that begins with nothing.
const LONGEST_STEP: f32 = 0.003;
/// The longest step of a fit that goes on from learned weights: longer ones forget what few new games do not show.
const LONGEST_STEP_ON: f32 = 0.0003;

/// Learn the weights of a variant of draughts
///
/// Plays games of the bots against themselves, and fits a network to the values and results of their positions. Games are
/// kept in target/train, and a run that is stopped goes on where it ended. A game depends only on the seed, its number, the
/// nodes and the present weights. The network is fitted to the games of all seeds that are there, and begins with nothing
/// or, with --continue, with the weights in use. The new weights are in target/train; copy them to crates/draughts/weights
/// when a match has shown that they are better.
#[derive(Args)]
#[command(after_help = "Example: cargo xtask train --variant russian --positions 1000000")]
pub(crate) struct Train {
    /// The variant
    #[arg(long, value_name = "V", default_value = "english")]
    variant: String,
    /// How many quiet positions to have from games of this seed
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    positions: u64,
    /// How many positions to search for each move
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    nodes: u64,
    /// The seed of the games
    #[arg(long, value_name = "N", default_value_t = 20_261_116)]
    seed: u64,
    /// How often to go over all positions
    #[arg(long, value_name = "N", default_value_t = 20)]
    rounds: usize,
    /// Go on from the weights in use, with shorter steps, instead of from nothing
    #[arg(long = "continue")]
    goes_on: bool,
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
        let weights = self.fit(variant, &folder)?;
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

    /// The bytes of the weights that fit the positions of all games of the variant in the folder best.
    fn fit(&self, variant: &'static Variant, folder: &Path) -> Result<Vec<u8>, String> {
        let mut examples = Examples::default();
        for file in game_files(folder, &self.variant)? {
            let before = examples.len();
            each_sample(&file, |sample| examples.add(variant, sample))?;
            println!("{} positions in {}", examples.len() - before, file.display());
        }
        let [fitted, held_out] = examples.split();
        if fitted.is_empty() {
            return Err("there are no positions to learn from: play more games".to_owned());
        }
        let scale = examples.scale();
        println!("a lead of {scale} men makes a win e times as likely as a loss");
        let (mut network, longest_step) = self.begin(variant, scale)?;
        let bar = progress_bar((fitted.len() * self.rounds) as u64, "positions");
        let mut descent = Descent::new(&examples, fitted, self.rounds, longest_step, &network, self.seed);
        let [before, results] = network.loss(&examples, &held_out).mean();
        println!("before: held out {before:.5}, of the results alone {results:.5}");
        for round in 1..=self.rounds {
            let [loss, _] = descent.round(&mut network, &|count| bar.inc(count)).mean();
            let [held_out, results] = network.loss(&examples, &held_out).mean();
            bar.suspend(|| {
                println!("round {round:>2}: loss {loss:.5}, held out {held_out:.5}, of the results alone {results:.5}");
            });
        }
        bar.finish_and_clear();
        Ok(network.learned().encode())
    }

    /// The network that a fit begins with, and its longest step.
    fn begin(&self, variant: &'static Variant, scale: f32) -> Result<(Network, f32), String> {
        let squares = usize::from(variant.rules().layout.square_count());
        if !self.goes_on {
            return Ok((Network::new(squares, scale, self.seed), LONGEST_STEP));
        }
        let learned = LearnedWeights::in_use(variant)
            .ok_or_else(|| format!("{} has no learned weights to go on from", self.variant))?;
        Ok((Network::of_learned(&learned, squares, scale), LONGEST_STEP_ON))
    }
}

/// The files with games of a variant.
fn game_files(folder: &Path, variant: &str) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("cannot read {FOLDER}: {error}"))?;
    let is_wanted = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.strip_prefix(variant).is_some_and(|rest| rest.starts_with('-')) && name.ends_with(".games")
    };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(is_wanted).collect();
    files.sort();
    Ok(files)
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
