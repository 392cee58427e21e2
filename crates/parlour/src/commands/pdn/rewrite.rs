//! `parlour pdn fmt` and `parlour pdn convert`: games written again.

use std::fs;
use std::io::Write;
use std::path::Path;

use clap::{Args, ValueEnum};
use draughts::notation::{Colour, Corner, Notation, SquareNames};
use draughts::pdn::{Assumptions, Form, GameText, Style, replay, rewrite, write_games};

use super::{Files, input};
use crate::failure::{Failure, Problem};

/// Write games in the exact form of PDN 3.0
#[derive(Args)]
#[command(after_help = "Example: parlour pdn fmt --write games.pdn\n\n\
    Faulty games are reported and left out; a file with one is not overwritten.")]
pub(crate) struct Fmt {
    #[command(flatten)]
    files: Files,
    /// Overwrite the files instead of printing
    #[arg(long)]
    write: bool,
}

/// Write games with other names of squares, or with short or long moves
#[derive(Args)]
#[command(after_help = "Example: parlour pdn convert --squares letters --form long games.pdn")]
pub(crate) struct Convert {
    #[command(flatten)]
    files: Files,
    /// How squares are named; without it as usual in the variant
    #[arg(long, value_enum)]
    squares: Option<SquaresArgument>,
    /// How much of a capture is written
    #[arg(long, value_enum, default_value_t)]
    form: FormArgument,
}

#[derive(Clone, Copy, ValueEnum)]
enum SquaresArgument {
    /// Numbers, 1 at White's top left
    Numbers,
    /// Letters and numbers, a1 at White's lower left
    Letters,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum FormArgument {
    /// First and last square, more only where it is needed
    #[default]
    Short,
    /// Every square
    Long,
}

impl Fmt {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let writer =
            PdnWriter { assumptions: self.files.assumptions()?, form: Form::Shortest, squares: None };
        let mut problems = Vec::new();
        for path in &self.files.files {
            if self.write {
                problems.extend(writer.overwrite(path)?);
            } else {
                problems.extend(writer.print(path, out)?);
            }
        }
        Failure::of(problems).map_or(Ok(()), Err)
    }
}

impl Convert {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let form = match self.form {
            FormArgument::Short => Form::Shortest,
            FormArgument::Long => Form::Long,
        };
        let writer = PdnWriter { assumptions: self.files.assumptions()?, form, squares: self.squares };
        let mut problems = Vec::new();
        for path in &self.files.files {
            problems.extend(writer.print(path, out)?);
        }
        Failure::of(problems).map_or(Ok(()), Err)
    }
}

struct PdnWriter {
    assumptions: Assumptions,
    form: Form,
    squares: Option<SquaresArgument>,
}

impl PdnWriter {
    /// Prints the valid games and returns the problems of the others.
    fn print(&self, path: &Path, out: &mut dyn Write) -> Result<Vec<Problem>, Failure> {
        let mut problems = Vec::new();
        let mut separator = "";
        for game in input::open(path)? {
            match game.and_then(|game| self.rewritten(&game)) {
                Ok(game) => write!(out, "{separator}{}", write_games([&game]))?,
                Err(fault) => {
                    problems.push(Problem::new(input::place(path, &fault)));
                    continue;
                }
            }
            separator = "\n";
        }
        Ok(problems)
    }

    /// Replaces the file at once, or leaves it unchanged if a game is faulty.
    fn overwrite(&self, path: &Path) -> Result<Vec<Problem>, Failure> {
        if path == Path::new("-") {
            let problem = Problem::new("standard input cannot be overwritten");
            return Err(Failure::usage(problem.help("leave out --write to print the games")));
        }
        let mut text = Vec::new();
        let problems = self.print(path, &mut text)?;
        if problems.is_empty() {
            let beside = path.with_extension("pdn.new");
            let replaced = fs::write(&beside, text).and_then(|()| fs::rename(&beside, path));
            replaced.map_err(|error| Problem::new(format!("cannot write {}: {error}", path.display())))?;
        }
        Ok(problems)
    }

    fn rewritten(&self, game: &GameText) -> Result<GameText, draughts::pdn::PdnError> {
        let variant = replay(game, &self.assumptions).game_type.variant;
        let notation = self.squares.map(|squares| squares.notation(&variant.rules().notation));
        rewrite(game, &self.assumptions, &Style { notation, form: self.form })
    }
}

impl SquaresArgument {
    /// The notation with these square names; the variant's own if it uses them anyway.
    fn notation(self, usual: &Notation) -> Notation {
        let (squares, white_first, black_first) = match self {
            SquaresArgument::Numbers => (SquareNames::Numbers, Corner::TopLeft, Corner::BottomRight),
            SquaresArgument::Letters => (SquareNames::Letters, Corner::BottomLeft, Corner::TopRight),
        };
        if usual.squares == squares {
            return *usual;
        }
        let corner = if usual.first == Colour::White { white_first } else { black_first };
        Notation { squares, corner, ..*usual }
    }
}
