//! The file of a variant's puzzles in the app: one puzzle in a line, and where they come from.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::workshop;

/// The folder of the puzzles in the app.
const FOLDER: &str = "web/app/puzzles";

/// A puzzle in notation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Puzzle {
    /// How many moves it has: the shortest come first.
    plies: usize,
    pub(crate) position: String,
    pub(crate) moves: String,
}

impl Puzzle {
    pub(crate) fn new(position: String, moves: String) -> Puzzle {
        Puzzle { plies: moves.split(' ').count(), position, moves }
    }
}

/// The puzzles of a variant, and the games that they were found in.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct PuzzleFile {
    pub(crate) variant: String,
    /// The seed of the games.
    pub(crate) seed: u64,
    /// How many games were played.
    pub(crate) games: u32,
    /// How many positions were searched for each turn of a proof.
    pub(crate) nodes: u64,
    pub(crate) puzzles: BTreeSet<Puzzle>,
}

impl PuzzleFile {
    /// Where the file of a variant is.
    pub(crate) fn path(variant: &str) -> PathBuf {
        workshop::path(FOLDER).join(format!("{variant}.json"))
    }

    /// Reads the file of a variant; none if there is no such file.
    pub(crate) fn read(variant: &str) -> Result<Option<PuzzleFile>, String> {
        let file = PuzzleFile::path(variant);
        if !file.exists() {
            return Ok(None);
        }
        let problem = |problem: &str| format!("cannot read {}: {problem}", file.display());
        let text = fs::read_to_string(&file).map_err(|error| problem(&error.to_string()))?;
        PuzzleFile::parse(&text).map(Some).map_err(|error| problem(&error))
    }

    fn parse(text: &str) -> Result<PuzzleFile, String> {
        let value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let number = |name: &str| value[name].as_u64().ok_or(format!("{name} is no number"));
        let puzzles = value["puzzles"].as_array().ok_or("it has no puzzles")?;
        let puzzle = |value: &Value| Some(Puzzle::new(value[0].as_str()?.into(), value[1].as_str()?.into()));
        Ok(PuzzleFile {
            variant: value["variant"].as_str().ok_or("it names no variant")?.to_owned(),
            seed: number("seed")?,
            games: u32::try_from(number("games")?).map_err(|error| error.to_string())?,
            nodes: number("nodes")?,
            puzzles: puzzles
                .iter()
                .map(puzzle)
                .collect::<Option<_>>()
                .ok_or("a puzzle is no pair of texts")?,
        })
    }

    /// Writes the file.
    pub(crate) fn write(&self) -> Result<(), String> {
        write(&PuzzleFile::path(&self.variant), &self.text())
    }

    fn text(&self) -> String {
        let PuzzleFile { variant, seed, games, nodes, puzzles } = self;
        let about = json!({ "variant": variant, "seed": seed, "games": games, "nodes": nodes }).to_string();
        let mut text = format!("{},\n\"puzzles\": [\n", about.trim_end_matches('}'));
        let last = puzzles.len().saturating_sub(1);
        for (index, puzzle) in puzzles.iter().enumerate() {
            let comma = if index == last { "" } else { "," };
            writeln!(text, "{}{comma}", json!([puzzle.position, puzzle.moves]))
                .expect("a text can be written to");
        }
        text + "]}\n"
    }
}

fn write(file: &Path, content: &str) -> Result<(), String> {
    let created = file.parent().map_or(Ok(()), fs::create_dir_all);
    let written = created.and_then(|()| fs::write(file, content));
    written.map_err(|error| format!("cannot write {}: {error}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::{Puzzle, PuzzleFile};

    #[test]
    fn a_file_is_read_as_it_was_written() {
        let puzzle = |moves: &str| Puzzle::new("W:W10:B1".to_owned(), moves.to_owned());
        let file = PuzzleFile {
            variant: "english".to_owned(),
            seed: 7,
            games: 12,
            nodes: 300,
            puzzles: [puzzle("10-6 1x10 7-3"), puzzle("10-7")].into(),
        };
        assert_eq!(PuzzleFile::parse(&file.text()), Ok(file));
    }

    #[test]
    fn what_is_no_file_of_puzzles_is_refused_in_words() {
        for (text, problem) in [
            (r#"{"variant": "english"}"#, "it has no puzzles"),
            (r#"{"variant": "english", "puzzles": []}"#, "seed is no number"),
            (
                r#"{"variant": "a", "seed": 1, "games": 1, "nodes": 1, "puzzles": [7]}"#,
                "a puzzle is no pair of texts",
            ),
        ] {
            assert_eq!(PuzzleFile::parse(text), Err(problem.to_owned()));
        }
    }
}
