//! `parlour completions`: shell completions of the commands.

use std::io::Write;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::Cli;
use crate::failure::Failure;

/// Print completions for a shell
#[derive(Args)]
#[command(after_help = "Example: parlour completions bash > /etc/bash_completion.d/parlour")]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    /// Prints the script.
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "parlour", &mut script);
        Ok(out.write_all(&script)?)
    }
}
