//! The shared arguments of draughts commands: a variant and a position.

use clap::{Args, ValueEnum};
use draughts::fen::{self, Numbers, Reading};
use draughts::{Position, Variant, variants};

use crate::failure::{Failure, Problem};

/// A position of a variant.
#[derive(Args)]
pub(crate) struct PositionArguments {
    /// The variant; `parlour variants` lists them
    #[arg(long, value_name = "V")]
    pub(crate) variant: String,
    /// The position as FEN; without it the start of the variant
    #[arg(long, value_name = "F")]
    fen: Option<String>,
    /// Where square 1 lies when a FEN gives numbers in a variant whose squares have letters
    #[arg(long, value_enum, default_value_t)]
    pub(crate) numbers: NumbersArgument,
}

/// Where the numbers of squares begin, the first mover sitting at the bottom.
#[derive(Clone, Copy, Default, ValueEnum)]
pub(crate) enum NumbersArgument {
    /// 1 is the first square of the top row: b8 on a Russian board
    #[default]
    TopLeft,
    /// 1 is the first square of the bottom row: a1 on a Russian board
    BottomLeft,
}

impl From<NumbersArgument> for Numbers {
    fn from(argument: NumbersArgument) -> Numbers {
        match argument {
            NumbersArgument::TopLeft => Numbers::FromTopLeft,
            NumbersArgument::BottomLeft => Numbers::FromBottomLeft,
        }
    }
}

impl PositionArguments {
    /// The position, or the problem with the arguments.
    pub(crate) fn position(&self) -> Result<Position, Failure> {
        let variant = find_variant(&self.variant)?;
        let Some(text) = &self.fen else { return Ok(Position::start(variant)) };
        let reading = Reading::Lenient(self.numbers.into());
        let fen = fen::read(text, variant, &variant.rules().notation, reading).map_err(|error| {
            let start = Position::start(variant).fen();
            let problem = Problem::new(format!("the FEN `{text}` is wrong at {error}"));
            Failure::usage(problem.help(format!("the start position of {} is {start}", variant.name())))
        })?;
        Ok(fen.position)
    }
}

/// The variant with this name; the error suggests the nearest name.
pub(crate) fn find_variant(name: &str) -> Result<&'static Variant, Failure> {
    variants::find(name).ok_or_else(|| {
        let help = match protocol::closest(name, variants::ALL.iter().map(Variant::name)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`parlour variants` lists them".to_owned(),
        };
        Failure::usage(Problem::new(format!("there is no variant `{name}`")).help(help))
    })
}
