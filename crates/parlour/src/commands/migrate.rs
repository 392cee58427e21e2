//! `parlour migrate`: moves an installation from SQLite to PostgreSQL.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use store::{DatabaseAddress, OpenError, move_to_postgres};

use crate::administration::not_opened;
use crate::failure::{Failure, Problem};
use crate::progress::ProgressLine;

/// Copy a data directory into an empty database of PostgreSQL, with its running games
#[derive(Args)]
#[command(
    after_help = "Example: parlour migrate --from data --to postgres://parlour:secret@db.example/parlour\n\n\
    Stop the server first. Everything is copied or nothing, and the data directory stays as it is. Then start the server\n\
    with --store and the same secrets_key: running games go on, as after a restart."
)]
pub(crate) struct Migrate {
    /// The data directory
    #[arg(long, value_name = "DIR")]
    from: PathBuf,
    /// The address of the database
    #[arg(long, value_name = "URL")]
    to: String,
    /// A PEM file with the certificates that the one of the database is checked by
    #[arg(long, value_name = "FILE")]
    ca: Option<PathBuf>,
}

impl Migrate {
    /// Copies.
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let to = DatabaseAddress { url: self.to, ca: self.ca };
        let progress = ProgressLine::new("rows".to_owned());
        let moved = move_to_postgres(&self.from, &to, &|done, all| progress.show(done, all));
        drop(progress);
        let moved = moved.map_err(|error| match error {
            OpenError::Move { .. } => Problem::new(error.to_string()).help(
                "choose the data directory with --from and an empty database with --to; nothing was changed",
            ),
            OpenError::InUse { .. } => Problem::new(error.to_string()).help("stop the server first"),
            error => not_opened(error),
        })?;
        for (table, rows) in moved.iter().filter(|(_, rows)| *rows > 0) {
            writeln!(out, "{rows:>10} {table}")?;
        }
        writeln!(
            out,
            "next: parlour serve --store with the same address; {} stays as it is",
            self.from.display()
        )?;
        Ok(())
    }
}
