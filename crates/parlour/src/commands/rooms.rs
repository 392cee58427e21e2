//! `parlour rooms`: stored rooms that the server could not open and has set aside.

use std::io::Write;

use clap::{Args, Subcommand};
use serde_json::{Value, json};
use store::BrokenRoom;

use super::ConfigurationFlags;
use crate::administration::Administration;
use crate::failure::{Failure, Problem};

/// The maximum number of rooms listed.
const MOST_LISTED: u32 = 1000;

/// Look at stored rooms that could not be opened, try them again or remove them
#[derive(Subcommand)]
#[command(after_help = "Example: parlour rooms broken")]
pub(crate) enum Rooms {
    Broken(Broken),
    Show(Show),
    Retry(Retry),
    Remove(Remove),
}

/// List the rooms that were set aside, with the reason
#[derive(Args)]
#[command(after_help = "Example: parlour rooms broken --json")]
pub(crate) struct Broken {
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    flags: ConfigurationFlags,
}

/// Print what is stored of a room that was set aside
#[derive(Args)]
#[command(after_help = "Example: parlour rooms show 42")]
pub(crate) struct Show {
    #[command(flatten)]
    room: RoomArguments,
}

/// Let the next start of the server try a room again
#[derive(Args)]
#[command(
    after_help = "Example: parlour rooms retry 42\n\nFor rooms of a variant that an older release did not have, and rooms that were repaired."
)]
pub(crate) struct Retry {
    #[command(flatten)]
    room: RoomArguments,
}

/// Remove a room that was set aside; its session expires
#[derive(Args)]
#[command(after_help = "Example: parlour rooms remove 42\n\nThere is no way back but a backup.")]
pub(crate) struct Remove {
    #[command(flatten)]
    room: RoomArguments,
}

#[derive(Args)]
struct RoomArguments {
    /// The number of the room, as `parlour rooms broken` shows it
    number: i64,
    #[command(flatten)]
    flags: ConfigurationFlags,
}

impl Rooms {
    /// Lists, shows, retries or removes rooms.
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        match self {
            Rooms::Broken(command) => command.run(out),
            Rooms::Show(command) => command.run(out),
            Rooms::Retry(command) => command.run(out),
            Rooms::Remove(command) => command.run(out),
        }
    }
}

impl Broken {
    fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let administration = Administration::open(&self.flags.load()?.configuration)?;
        let rooms = administration.store().broken_rooms(MOST_LISTED).wait()?;
        if self.json {
            return Ok(writeln!(out, "{:#}", Value::Array(rooms.iter().map(described).collect()))?);
        }
        if rooms.is_empty() {
            writeln!(out, "no room was set aside")?;
        }
        for BrokenRoom { row, id, problem } in &rooms {
            writeln!(out, "{row:<8} {} {}", id.escape_debug(), problem.escape_debug())?;
        }
        Ok(())
    }
}

impl Show {
    fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let RoomArguments { number, flags } = self.room;
        let administration = Administration::open(&flags.load()?.configuration)?;
        match administration.store().broken_room(number).wait()? {
            Some(text) => Ok(write!(out, "{text}")?),
            None => Err(unknown(number)),
        }
    }
}

impl Retry {
    fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let RoomArguments { number, flags } = self.room;
        let administration = Administration::open(&flags.load()?.configuration)?;
        if !administration.store().retry_broken_room(number).wait()? {
            return Err(unknown(number));
        }
        administration.note_own("room.retry", &number.to_string())?;
        Ok(writeln!(out, "room {number} is tried again when the server starts next")?)
    }
}

impl Remove {
    fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let RoomArguments { number, flags } = self.room;
        let administration = Administration::open(&flags.load()?.configuration)?;
        if !administration.store().remove_broken_room(number).wait()? {
            return Err(unknown(number));
        }
        administration.note_own("room.remove", &number.to_string())?;
        Ok(writeln!(out, "removed room {number}")?)
    }
}

fn unknown(number: i64) -> Failure {
    let problem = Problem::new(format!("no room with the number {number} was set aside"));
    problem.help("`parlour rooms broken` lists those that were").into()
}

fn described(room: &BrokenRoom) -> Value {
    json!({ "number": room.row, "roomId": room.id, "problem": room.problem })
}
