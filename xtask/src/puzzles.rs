//! `cargo xtask puzzles`: finds positions with one winning combination in games of the bots.

mod combination;
mod game_hunt;
mod puzzle_file;

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use clap::Args;
use draughts::{Variant, variants};

use self::combination::Combination;
use self::game_hunt::hunt;
use self::puzzle_file::{Puzzle, PuzzleFile};
use crate::progress_bar::progress_bar;
use crate::workshop;

/// The folder of what was found so far.
const FOLDER: &str = "target/puzzles";
/// The variants that have puzzles.
const VARIANTS: [&str; 4] = ["english", "international", "russian", "brazilian"];

/// Find puzzles: positions with one winning combination
///
/// Plays games of the bots with mistakes. Where one move wins and all others are clearly worse, a longer search proves it for
/// that turn and for every later one of the solver. What is found is kept in target/puzzles, and a run that is stopped goes on
/// where it ended; a game depends only on the seed and its number. The puzzles of the app are in web/app/puzzles: those of
/// the same seed stay, and the games after theirs are played.
#[derive(Args)]
#[command(after_help = "Example: cargo xtask puzzles --variant russian --count 300 --minutes 10")]
pub(crate) struct Puzzles {
    /// The variant; without it the four that have puzzles
    #[arg(long, value_name = "V")]
    variant: Option<String>,
    /// How many puzzles to find for each variant
    #[arg(long, value_name = "N", default_value_t = 300)]
    count: usize,
    /// How many positions to search for each turn of a proof
    #[arg(long, value_name = "N", default_value_t = 300_000)]
    nodes: u64,
    /// The seed of the games
    #[arg(long, value_name = "N", default_value_t = 20_261_117)]
    seed: u64,
    /// Stop after this many minutes for each variant, and write what was found
    #[arg(long, value_name = "N")]
    minutes: Option<u64>,
}

impl Puzzles {
    /// Finds and writes the puzzles of each variant.
    pub(crate) fn run(self) -> Result<(), String> {
        let names = self.variant.as_deref().map_or(VARIANTS.to_vec(), |name| vec![name]);
        for name in names {
            let variant = variants::find(name).ok_or_else(|| format!("there is no variant {name}"))?;
            let found = self.find(variant)?;
            found.write()?;
            println!("{name}: {} puzzles of {} games, seed {}", found.puzzles.len(), found.games, self.seed);
        }
        Ok(())
    }

    /// The puzzles of a variant: those that the app has, those of the log, and those of the games after both.
    fn find(&self, variant: &'static Variant) -> Result<PuzzleFile, String> {
        // The games of another seed are others, and those of longer searches have other puzzles.
        let name = format!("{}-{}-{}.txt", variant.name(), self.seed, self.nodes);
        let file = workshop::path(FOLDER).join(name);
        let (mut puzzles, mut number) = resume(&file)?;
        let is_alike = |shipped: &PuzzleFile| shipped.seed == self.seed && shipped.nodes == self.nodes;
        if let Some(shipped) = PuzzleFile::read(variant.name())?.filter(is_alike) {
            number = number.max(shipped.games);
            shipped.puzzles.into_iter().for_each(|puzzle| add(&mut puzzles, puzzle));
        }
        let mut log = append(&file)?;
        let (begin, bar) = (Instant::now(), progress_bar(self.count as u64, variant.name()));
        let limit = self.minutes.map(|minutes| Duration::from_secs(60 * minutes));
        while puzzles.len() < self.count && limit.is_none_or(|limit| begin.elapsed() < limit) {
            let found: Vec<Puzzle> =
                hunt(variant, self.seed, number, self.nodes).iter().map(puzzle_of).collect();
            for puzzle in &found {
                writeln!(log, "{number}\t{}\t{}", puzzle.position, puzzle.moves)
                    .map_err(|error| unwritable(&file, &error))?;
            }
            // The line of the game itself comes last: a game that was written in part is played again.
            writeln!(log, "{number}").map_err(|error| unwritable(&file, &error))?;
            found.into_iter().for_each(|puzzle| add(&mut puzzles, puzzle));
            number += 1;
            bar.set_position(puzzles.len() as u64);
        }
        bar.finish_and_clear();
        let variant = variant.name().to_owned();
        Ok(PuzzleFile { variant, seed: self.seed, games: number, nodes: self.nodes, puzzles })
    }
}

/// Adds a puzzle, unless its position is there already: two games may come to it and go on in different ways.
fn add(puzzles: &mut BTreeSet<Puzzle>, puzzle: Puzzle) {
    if puzzles.iter().all(|known| known.position != puzzle.position) {
        puzzles.insert(puzzle);
    }
}

fn puzzle_of(combination: &Combination) -> Puzzle {
    Puzzle::new(combination.start.fen(), combination.text())
}

/// Reads a line of the log: the number of the game, the position and the moves.
fn read_line(line: &str) -> Option<Puzzle> {
    let mut parts = line.split('\t').skip(1);
    Some(Puzzle::new(parts.next()?.to_owned(), parts.next()?.to_owned()))
}

/// The puzzles of the games in a log, and the number of the next game; one that was written in part is left out.
fn resume(file: &Path) -> Result<(BTreeSet<Puzzle>, u32), String> {
    if !file.exists() {
        return Ok((BTreeSet::new(), 0));
    }
    let text =
        fs::read_to_string(file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    let next = text.lines().filter_map(|line| line.parse::<u32>().ok()).max().map_or(0, |last| last + 1);
    let is_whole = |line: &&str| {
        line.split('\t')
            .next()
            .and_then(|number| number.parse().ok())
            .is_some_and(|number: u32| number < next)
    };
    Ok((text.lines().filter(is_whole).filter_map(read_line).collect(), next))
}

fn append(file: &Path) -> Result<fs::File, String> {
    let created = file.parent().map_or(Ok(()), fs::create_dir_all);
    let opened = created.and_then(|()| OpenOptions::new().create(true).append(true).open(file));
    opened.map_err(|error| unwritable(file, &error))
}

fn unwritable(file: &Path, error: &std::io::Error) -> String {
    format!("cannot write {}: {error}", file.display())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use draughts::bot::{Limits, Searcher};
    use draughts::fen::Numbers;
    use draughts::pdn::{self, Assumptions};
    use draughts::{Game, variants};

    use super::puzzle_file::{Puzzle, PuzzleFile};
    use super::{Combination, VARIANTS, read_line};

    fn shipped(variant: &str) -> Vec<Puzzle> {
        let file = PuzzleFile::read(variant).expect("it can be read").expect("every variant has a file");
        file.puzzles.into_iter().collect()
    }

    #[test]
    fn every_puzzle_that_ships_can_be_played_and_ends_with_a_move_of_the_solver() {
        for name in VARIANTS {
            let variant = variants::find(name).expect("a variant");
            let puzzles = shipped(name);
            let positions: BTreeSet<&str> = puzzles.iter().map(|puzzle| puzzle.position.as_str()).collect();
            assert!(positions.len() >= 200, "{name} has {} puzzles", puzzles.len());
            assert_eq!(positions.len(), puzzles.len(), "{name} has a position twice");
            for puzzle in puzzles {
                let text = format!("[FEN \"{}\"]\n\n{} *", puzzle.position, puzzle.moves);
                let games = pdn::read_games(&text);
                let game = games[0].as_ref().expect("it can be read");
                let replay = pdn::replay(game, &Assumptions { variant, numbers: Numbers::Refused });
                assert_eq!(replay.first_fault(), None, "{name}: {text}");
                assert_eq!(replay.steps.len() % 2, 1, "{name}: {text}");
            }
        }
    }

    #[test]
    fn the_first_move_of_a_puzzle_of_each_variant_is_clearly_the_best() {
        for name in VARIANTS {
            let variant = variants::find(name).expect("a variant");
            let puzzle = shipped(name).swap_remove(0);
            let start = draughts::Position::from_fen(variant, &puzzle.position).expect("a position");
            let limits = Limits { lines: 2, ..Limits::of_nodes(300_000) };
            let mut searcher = Searcher::new(variant, 16 << 20);
            let report = searcher.think(&Game::from_position(start), &limits, &mut |_| {});
            let plays = report.best_move().cloned().into_iter().collect();
            let best = Combination { start, plays }.text();
            assert_eq!(Some(best.as_str()), puzzle.moves.split(' ').next(), "{name}");
            assert!(report.variations[0].value >= report.variations[1].value + 50, "{name}: {report:?}");
        }
    }

    #[test]
    fn a_line_of_the_log_is_read_as_it_was_written() {
        let puzzle = Puzzle::new("W:W10:B1".to_owned(), "10-6 1x10".to_owned());
        assert_eq!(read_line("7\tW:W10:B1\t10-6 1x10"), Some(puzzle));
        assert_eq!(read_line("7"), None);
    }
}
