//! `parlour backup` and `parlour restore`: the whole data in one file, and back.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use store::Store;

use super::ConfigurationFlags;
use crate::administration::Administration;
use crate::failure::{Failure, Problem};

/// Copy all data to one new file, also while the server runs
#[derive(Args)]
#[command(
    after_help = "Example: parlour backup parlour-monday.db\n\nThe copy is of one moment; nobody is held up."
)]
pub(crate) struct Backup {
    /// The file to write; one that exists is left as it is
    file: PathBuf,
    #[command(flatten)]
    configuration: ConfigurationFlags,
}

/// Put a backup into a data directory that holds no data yet
#[derive(Args)]
#[command(after_help = "Example: parlour restore parlour-monday.db --data new-data\n\n\
    The backup is checked first. Then start the server on the new directory.")]
pub(crate) struct Restore {
    /// The backup to read
    file: PathBuf,
    #[command(flatten)]
    configuration: ConfigurationFlags,
}

impl Backup {
    /// Writes the backup.
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let configuration = self.configuration.load()?.configuration;
        let data = &configuration.settings.data;
        if configuration.store.is_none() && !data.is_dir() {
            return Err(no_data(data).into());
        }
        Administration::open(&configuration)?.store().backup(&self.file).wait()?;
        writeln!(out, "the data of {} is in {}", data.display(), self.file.display())?;
        Ok(())
    }
}

impl Restore {
    /// Reads the backup.
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let configuration = self.configuration.load()?.configuration;
        if configuration.store.is_some() {
            let problem = Problem::new("a backup of SQLite cannot be restored into PostgreSQL");
            return Err(problem.help("leave --store and PARLOUR_STORE out").into());
        }
        let data = configuration.settings.data;
        Store::restore(&self.file, &data).map_err(|error| {
            Problem::new(error.to_string())
                .help("choose a directory without data with --data, and a file of `parlour backup`")
        })?;
        writeln!(
            out,
            "{} is in {}; start the server with --data {}",
            self.file.display(),
            data.display(),
            data.display()
        )?;
        Ok(())
    }
}

fn no_data(data: &std::path::Path) -> Problem {
    Problem::new(format!("there is no data directory {}", data.display()))
        .help("choose it with --data or PARLOUR_DATA")
}
