//! `--mode`: the mode of a tenant that a command applies to.

use clap::ValueEnum;
use common::Mode;

/// A mode on the command line.
#[derive(Clone, Copy, Default, ValueEnum)]
pub(crate) enum ModeArgument {
    /// Games of developers
    #[default]
    Test,
    /// Real games
    Live,
}

impl From<ModeArgument> for Mode {
    fn from(argument: ModeArgument) -> Mode {
        match argument {
            ModeArgument::Test => Mode::Test,
            ModeArgument::Live => Mode::Live,
        }
    }
}
