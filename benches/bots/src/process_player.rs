//! A player that is a program: each line of input ends with the moves so far, each line of output is a move.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use draughts::Game;
use draughts::contest::Contestant;
use game::Play;

use crate::move_text;

/// What stands before the moves in a line, for a game and a seed.
type LineStart = Box<dyn Fn(&Game, u64) -> String>;

/// The running program.
pub(crate) struct ProcessPlayer {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    line_start: LineStart,
}

impl ProcessPlayer {
    /// Starts the program.
    ///
    /// # Panics
    /// If it cannot be started.
    pub(crate) fn start(
        command: &mut Command,
        line_start: impl Fn(&Game, u64) -> String + 'static,
    ) -> ProcessPlayer {
        let spawned = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut process = spawned.unwrap_or_else(|error| panic!("{command:?} does not start: {error}"));
        let input = process.stdin.take().expect("piped");
        let output = BufReader::new(process.stdout.take().expect("piped"));
        ProcessPlayer { process, input, output, line_start: Box::new(line_start) }
    }

    fn ask(&mut self, line: &str) -> io::Result<String> {
        writeln!(self.input, "{line}")?;
        self.input.flush()?;
        let mut answer = String::new();
        self.output.read_line(&mut answer)?;
        Ok(answer)
    }
}

impl Contestant for ProcessPlayer {
    fn choose(&mut self, game: &Game, seed: u64) -> Result<Play, String> {
        let moves: Vec<String> =
            game.plays().iter().map(|play| move_text::text(game.position(), play)).collect();
        let line = format!("{} {}", (self.line_start)(game, seed), moves.join(" "));
        let answer = self.ask(&line).map_err(|error| format!("the program has ended: {error}"))?;
        let found = move_text::find(game, answer.trim());
        found.cloned().ok_or_else(|| format!("the program answered {answer:?}"))
    }
}

impl Drop for ProcessPlayer {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
