//! `cargo xtask book`: finds the good first moves of a variant by long searches.

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::fs::{self, File, OpenOptions};
use std::hash::{Hash, Hasher};
use std::io::Write as _;
use std::iter;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use draughts::bot::book::{self, BookStep, BookWalk};
use draughts::bot::{Limits, Searcher};
use draughts::{Game, Variant, variants};

use crate::progress_bar::progress_bar;
use crate::workshop;

/// The folder of what was searched so far.
const LOG_FOLDER: &str = "target/book";
/// The folder of the books that ship.
const FOLDER: &str = "crates/draughts/books";
/// The variants that have books.
const VARIANTS: [&str; 4] = ["english", "international", "russian", "brazilian"];
/// How many of the best moves of a position are valued.
const LINES: usize = 6;
/// A position in which one side is this far ahead, in hundredths of a man, is left to the search of the bots.
const NOT_EVEN: i32 = 70;
/// The table of a search.
const TABLE_BYTES: usize = 32 << 20;

/// Make the opening books of the bots
///
/// Searches the first positions of a variant, and keeps the moves that are nearly as good as the best: after every way to play
/// the first three plies, and after good moves from there on. Nothing is random: a book depends on the weights and on these
/// numbers. Each search is written to target/book, and a run that is stopped goes on where it ended.
#[derive(Args)]
#[command(after_help = "Example: cargo xtask book --variant english --positions 1000")]
pub(crate) struct BookCommand {
    /// The variant; without it the four that have books
    #[arg(long, value_name = "V")]
    variant: Option<String>,
    /// How many positions to look at for each variant
    #[arg(long, value_name = "N", default_value_t = 300)]
    positions: usize,
    /// How many positions to search for each of them
    #[arg(long, value_name = "N", default_value_t = 150_000)]
    nodes: u64,
    /// How much worse than the best a good move may be, in hundredths of a man
    #[arg(long, value_name = "N", default_value_t = 12)]
    margin: i32,
    /// Stop searching after this many minutes for each variant, and write what was found
    #[arg(long, value_name = "N")]
    minutes: Option<u64>,
}

/// The best moves of a position with their values, the best first; a move is its place among the legal ones.
type Values = Vec<(usize, i32)>;

/// What was searched already, by FEN.
struct Log {
    known: HashMap<String, Values>,
    file: File,
    path: PathBuf,
}

impl BookCommand {
    /// Searches and writes the book of each variant.
    pub(crate) fn run(self) -> Result<(), String> {
        let names = self.variant.as_deref().map_or(VARIANTS.to_vec(), |name| vec![name]);
        for name in names {
            let variant = variants::find(name).ok_or_else(|| format!("there is no variant {name}"))?;
            let choices = self.search(variant)?;
            let bytes = book::encode(&choices);
            let file = workshop::path(FOLDER).join(format!("{name}.book"));
            fs::write(&file, &bytes).map_err(|error| unwritable(&file, &error))?;
            let entries = choices.iter().filter(|choices| **choices > 0).count();
            println!("{name}: {entries} of {} positions, {} bytes", choices.len(), bytes.len());
        }
        Ok(())
    }

    /// The good moves of each position as bits, in the order of the walk.
    fn search(&self, variant: &'static Variant) -> Result<Vec<u64>, String> {
        let mut log = Log::open(self.log_path(variant))?;
        let (mut walk, mut found) = (BookWalk::new(variant), Vec::new());
        let (begin, bar) = (Instant::now(), progress_bar(self.positions as u64, variant.name()));
        let limit = self.minutes.map(|minutes| Duration::from_secs(60 * minutes));
        let threads = thread::available_parallelism().map_or(1, usize::from);
        while found.len() < self.positions && limit.is_none_or(|limit| begin.elapsed() < limit) {
            let most = threads.min(self.positions - found.len());
            let steps: Vec<BookStep> = iter::from_fn(|| walk.take()).take(most).collect();
            if steps.is_empty() {
                break;
            }
            let known = &log.known;
            let search = |step: &BookStep| {
                known.get(&step.position.fen()).cloned().unwrap_or_else(|| self.values(variant, step))
            };
            let values: Vec<Values> = thread::scope(|scope| {
                let search = &search;
                let searches: Vec<_> = steps.iter().map(|step| scope.spawn(move || search(step))).collect();
                searches.into_iter().map(|search| search.join().expect("no search panics")).collect()
            });
            for (step, values) in steps.iter().zip(values) {
                let choices = self.good_moves(&values);
                log.add(step, values)?;
                walk.follow(step, choices);
                found.push(choices);
            }
            bar.set_position(found.len() as u64);
        }
        bar.finish_and_clear();
        Ok(found)
    }

    /// The values of the best moves; only the move if there is one.
    fn values(&self, variant: &'static Variant, step: &BookStep) -> Values {
        if step.legal.len() == 1 {
            return vec![(0, 0)];
        }
        let mut searcher = Searcher::new(variant, TABLE_BYTES);
        let limits = Limits { lines: LINES, ..Limits::of_nodes(self.nodes) };
        let report = searcher.think(&Game::from_position(step.position), &limits, &mut |_| {});
        let place = |play| step.legal.iter().position(|legal| legal == play).expect("a legal move");
        let lines = report.variations.iter().filter(|line| line.is_valued());
        lines.filter_map(|line| Some((place(line.plays.first()?), line.value))).collect()
    }

    /// The moves that are nearly as good as the best, as bits; none if the position is not even.
    fn good_moves(&self, values: &Values) -> u64 {
        let Some((_, best)) = values.first().filter(|(_, best)| best.abs() < NOT_EVEN) else { return 0 };
        let good = values.iter().filter(|(_, value)| *value >= best - self.margin);
        good.map(|(place, _)| 1 << place).sum()
    }

    /// The log of these searches. Other weights find other moves.
    fn log_path(&self, variant: &Variant) -> PathBuf {
        let mut weights = DefaultHasher::new();
        variant.learned_weights().hash(&mut weights);
        let name = format!("{}-{}-{:x}.txt", variant.name(), self.nodes, weights.finish());
        workshop::path(LOG_FOLDER).join(name)
    }
}

impl Log {
    /// Reads a log if there is one, and opens it for more.
    fn open(path: PathBuf) -> Result<Log, String> {
        let text = if path.exists() {
            fs::read_to_string(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))?
        } else {
            String::new()
        };
        let created = path.parent().map_or(Ok(()), fs::create_dir_all);
        let opened = created.and_then(|()| OpenOptions::new().create(true).append(true).open(&path));
        let mut log =
            Log { known: known(&text), file: opened.map_err(|error| unwritable(&path, &error))?, path };
        if !text.is_empty() && !text.ends_with('\n') {
            log.write("\n")?;
        }
        Ok(log)
    }

    /// Adds a position, unless it is there.
    fn add(&mut self, step: &BookStep, values: Values) -> Result<(), String> {
        let fen = step.position.fen();
        if self.known.contains_key(&fen) {
            return Ok(());
        }
        let texts: Vec<String> = values.iter().map(|(place, value)| format!("{place}:{value}")).collect();
        self.write(&format!("{fen} {} .\n", texts.join(" ")))?;
        self.known.insert(fen, values);
        Ok(())
    }

    fn write(&mut self, text: &str) -> Result<(), String> {
        self.file.write_all(text.as_bytes()).map_err(|error| unwritable(&self.path, &error))
    }
}

/// The positions of a log. A line that was written in part has no full stop, and is left out.
fn known(text: &str) -> HashMap<String, Values> {
    let value = |text: &str| {
        let (place, value) = text.split_once(':')?;
        Some((place.parse().ok()?, value.parse().ok()?))
    };
    let entry = |line: &str| {
        let mut words = line.strip_suffix(" .")?.split(' ');
        Some((words.next()?.to_owned(), words.filter_map(value).collect()))
    };
    text.lines().filter_map(entry).collect()
}

fn unwritable(file: &Path, error: &std::io::Error) -> String {
    format!("cannot write {}: {error}", file.display())
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::known;

    #[test]
    fn a_line_of_the_log_that_was_written_in_part_is_left_out() {
        let whole =
            HashMap::from([("W:W10:B1".to_owned(), vec![(5, 12), (0, -3)]), ("B:W7:B2".to_owned(), vec![])]);
        assert_eq!(known("W:W10:B1 5:12 0:-3 .\nB:W7:B2  .\nW:W11:B1 1:4"), whole);
    }
}
