//! `parlour tables`: builds endgame tables, slice by slice.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use clap::{Args, Subcommand};
use draughts::Variant;
use draughts::tables::{MOST_PIECES, Slice, TableError, TableValue, TableWork, Tables};

use crate::draughts_arguments::{PositionArguments, find_variant};
use crate::failure::{Failure, Problem};
use crate::progress::ProgressLine;
use crate::table_folder::{TableFolder, tables_of};

/// Build endgame tables, and look positions up in them
#[derive(Subcommand)]
#[command(after_help = "Example: parlour tables build --variant english --pieces 4")]
pub(crate) enum TablesCommand {
    Build(Build),
    Probe(Probe),
}

impl TablesCommand {
    /// Runs the command.
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        match self {
            TablesCommand::Build(command) => command.run(out),
            TablesCommand::Probe(command) => command.run(out),
        }
    }
}

/// Build the tables of all positions of up to N pieces, and check every value
#[derive(Args)]
#[command(after_help = "Example: parlour tables build --variant english --pieces 5 --threads 2\n\n\
    Prints a line for each slice: its men and kings, positions, wins, draws and losses of the side to move, the longest win in plies, seconds.\n\
    What is there already is read and not built again, so that an interrupted build continues where it stopped.\n\
    Draws by counting moves or by repetition are not in the tables: programs that use them compare the distance of a win with the moves left.")]
pub(crate) struct Build {
    /// The variant; `parlour variants` lists them
    #[arg(long, value_name = "V")]
    variant: String,
    /// The most pieces of both sides together
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=i64::from(MOST_PIECES)))]
    pieces: u8,
    /// The folder of the tables; each variant has its own below it
    #[arg(long, value_name = "DIR", default_value = "tables")]
    out: PathBuf,
    /// How many threads share the work; as many as the machine has without it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Only the endings without men
    #[arg(long)]
    kings: bool,
}

impl Build {
    fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let variant = find_variant(&self.variant)?;
        let builder = Builder {
            variant,
            folder: TableFolder::new(&self.out, variant),
            threads: self.threads.map_or_else(cores, usize::from),
        };
        let mut slices = Slice::pairs(variant.rules(), self.pieces);
        slices.retain(|slice| !self.kings || slice.men() == 0);
        let started = Instant::now();
        let (mut tables, mut bytes, mut positions) = (Tables::empty(variant), 0, 0);
        writeln!(
            out,
            "{:<10} {:>11} {:>11} {:>11} {:>11} {:>7} {:>8}",
            "slice", "positions", "won", "drawn", "lost", "longest", "seconds"
        )?;
        for slice in slices {
            let begun = Instant::now();
            bytes += builder.provide(slice, &mut tables)?;
            for slice in slice.with_turned() {
                let figures = Figures::of(tables.bytes(slice).unwrap_or_default());
                positions += figures.positions();
                figures.print(slice, begun.elapsed().as_secs_f64(), out)?;
            }
            out.flush()?;
        }
        let seconds = started.elapsed().as_secs_f64();
        let megabytes = bytes as f64 / 1e6;
        Ok(writeln!(
            out,
            "{positions} positions of {} with up to {} pieces in {seconds:.1} s, {megabytes:.1} MB in {}",
            variant.name(),
            self.pieces,
            self.out.display()
        )?)
    }
}

struct Builder {
    variant: &'static Variant,
    folder: TableFolder,
    threads: usize,
}

impl Builder {
    /// Reads a slice, or builds, checks and writes it; returns the size of its file.
    fn provide(&self, slice: Slice, tables: &mut Tables) -> Result<usize, Failure> {
        if self.folder.read(slice, tables) {
            let size = std::fs::metadata(self.folder.file(slice)).map_or(0, |file| file.len());
            return Ok(size as usize);
        }
        let name = self.variant.name();
        // Every position is looked at when the slice is built, and again when it is checked.
        let all = 2 * slice.with_turned().len() * tables.size(slice);
        let (line, done) = (ProgressLine::new(format!("{name} {slice}")), AtomicUsize::new(0));
        let progress = |positions: usize| {
            line.show(done.fetch_add(positions, Ordering::Relaxed) + positions, all);
        };
        let work = TableWork { threads: self.threads, progress: &progress };
        tables.add(slice, work).map_err(refused)?;
        let wrong = tables.count_wrong(slice, work).map_err(refused)?;
        if wrong > 0 {
            let problem = Problem::new(format!("{wrong} values of {slice} in {name} are wrong"));
            return Err(problem.help("this is a fault of parlour: please report it").into());
        }
        self.folder.write(slice, tables)
    }
}

fn refused(error: TableError) -> Failure {
    Problem::new(error.to_string()).help("see `parlour tables build --help`").into()
}

/// How many threads the machine has.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// How many positions of a slice are won, drawn and lost.
struct Figures {
    counts: [u64; 3],
    longest: u8,
}

impl Figures {
    fn of(bytes: &[u8]) -> Figures {
        let mut figures = Figures { counts: [0; 3], longest: 0 };
        for byte in bytes {
            let (place, plies) = match TableValue::of_byte(*byte) {
                TableValue::Win { plies } => (0, plies),
                TableValue::Draw => (1, 0),
                TableValue::Loss { plies } => (2, plies),
            };
            figures.counts[place] += 1;
            figures.longest = figures.longest.max(plies);
        }
        figures
    }

    fn positions(&self) -> u64 {
        self.counts.iter().sum()
    }

    fn print(&self, slice: Slice, seconds: f64, out: &mut dyn Write) -> Result<(), Failure> {
        let ([won, drawn, lost], longest) = (self.counts, self.longest);
        let positions = self.positions();
        Ok(writeln!(
            out,
            "{:<10} {positions:>11} {won:>11} {drawn:>11} {lost:>11} {longest:>7} {seconds:>8.2}",
            slice.to_string()
        )?)
    }
}

/// Print the value of a position in the tables, and of each move
#[derive(Args)]
#[command(after_help = "Example: parlour tables probe --variant english --fen \"W:WK18,K19:BK28\"\n\n\
    Without --tables the king endings are asked that ship with the program.")]
pub(crate) struct Probe {
    #[command(flatten)]
    position: PositionArguments,
    /// The folder of the tables
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

impl Probe {
    fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let position = self.position.position()?;
        let tables = tables_of(position.variant(), self.tables.as_deref())?;
        let words = |value: Option<TableValue>| match value {
            None => "unknown".to_owned(),
            Some(TableValue::Draw) => "draw".to_owned(),
            Some(TableValue::Win { plies }) => format!("win in {plies}"),
            Some(TableValue::Loss { plies }) => format!("loss in {plies}"),
        };
        writeln!(out, "{} {}", position.fen(), words(tables.value(&position)))?;
        let mut moves: Vec<(i16, String)> = Vec::new();
        for play in position.legal_plays() {
            let value = tables.value(&position.after(&play)).map(TableValue::before);
            let rank = value.map_or(0, TableValue::rank);
            moves.push((-rank, format!("{} {}", super::moves::text(&position, &play), words(value))));
        }
        moves.sort();
        moves.iter().try_for_each(|(_, line)| writeln!(out, "{line}"))?;
        Ok(())
    }
}
