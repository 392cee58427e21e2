//! A player that is another program, which speaks the Hub protocol.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use draughts::contest::Contestant;
use draughts::{Game, Variant};
use game::Play;

use crate::failure::{Failure, Problem};
use crate::hub::{HubLine, HubNotation};

/// How long a program may take to start.
const START: Duration = Duration::from_secs(30);
/// How long beyond its time a program may take for a move before it loses.
const LATE: Duration = Duration::from_secs(20);

/// A running program.
pub(super) struct HubPlayer {
    process: Child,
    input: ChildStdin,
    lines: Receiver<HubLine>,
    notation: HubNotation,
    time: Duration,
}

impl HubPlayer {
    /// Starts a program: its path and its arguments, separated by spaces.
    pub(super) fn start(
        command: &str,
        variant: &'static Variant,
        time: Duration,
    ) -> Result<HubPlayer, Failure> {
        let mut words = command.split_whitespace();
        let program = words.next().unwrap_or_default();
        let failed = |why: String| {
            let problem = Problem::new(format!("the Hub program `{command}` {why}"));
            Failure::from(problem.help(
                "give a program and its arguments that speak the Hub protocol, such as `hub:./scan hub`",
            ))
        };
        let started = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut process = started.map_err(|error| failed(format!("cannot be started: {error}")))?;
        let (input, output) = (process.stdin.take().expect("piped"), process.stdout.take().expect("piped"));
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for text in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(HubLine::read(&text)).is_err() {
                    break;
                }
            }
        });
        let mut player = HubPlayer { process, input, lines, notation: HubNotation::of(variant), time };
        player.begin(variant).map_err(failed)?;
        Ok(player)
    }

    fn begin(&mut self, variant: &Variant) -> Result<(), String> {
        self.say(&HubLine::new("hub"))?;
        let deadline = Instant::now() + START;
        let mut knows_variant = false;
        loop {
            let line = self.next(deadline)?;
            knows_variant |= line.command() == "param" && line.value("name") == Some("variant");
            if line.command() == "wait" {
                break;
            }
        }
        if knows_variant {
            // Programs for 10×10 draughts call it normal.
            let name = if variant.name() == "international" { "normal" } else { variant.name() };
            self.say(&HubLine::new("set-param").with("name", "variant").with("value", name))?;
        }
        self.say(&HubLine::new("init"))?;
        while self.next(deadline)?.command() != "ready" {}
        Ok(())
    }

    fn say(&mut self, line: &HubLine) -> Result<(), String> {
        writeln!(self.input, "{line}")
            .and_then(|()| self.input.flush())
            .map_err(|error| format!("has ended: {error}"))
    }

    fn next(&mut self, deadline: Instant) -> Result<HubLine, String> {
        let left = deadline.saturating_duration_since(Instant::now());
        self.lines.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => "did not answer in time".to_owned(),
            RecvTimeoutError::Disconnected => "has ended".to_owned(),
        })
    }
}

impl Contestant for HubPlayer {
    fn new_game(&mut self) {
        // A program that has ended is noticed at its next move.
        let _ = self.say(&HubLine::new("new-game"));
    }

    fn choose(&mut self, game: &Game, _seed: u64) -> Result<Play, String> {
        let mut moves = Vec::new();
        for play in game.plays() {
            moves.push(self.notation.write_move(play));
        }
        let mut position = HubLine::new("pos").with("pos", self.notation.write_position(game.start()));
        if !moves.is_empty() {
            position = position.with("moves", moves.join(" "));
        }
        self.say(&position)?;
        self.say(&HubLine::new("level").with("move-time", self.time.as_secs_f64()))?;
        self.say(&HubLine::new("go").flag("think"))?;
        let deadline = Instant::now() + self.time + LATE;
        loop {
            let line = self.next(deadline)?;
            match (line.command(), line.value("move")) {
                ("done", Some(text)) => return self.notation.read_move(game, text),
                ("error", _) => return Err(line.value("message").unwrap_or("an error").to_owned()),
                _ => {}
            }
        }
    }
}

impl Drop for HubPlayer {
    fn drop(&mut self) {
        // The program ends by itself, or is ended; both are fine.
        let _ = self.say(&HubLine::new("quit"));
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
