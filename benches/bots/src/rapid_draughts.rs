//! npm `rapid-draughts` as a player, in a Node process.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use draughts::contest::Contestant;
use draughts::{Game, Position};
use game::{Play, Square};

const FOLDER: &str = env!("CARGO_MANIFEST_DIR");

/// Whether Node and the package are there.
pub(crate) fn is_there() -> bool {
    let node = Command::new("node").arg("--version").output().is_ok_and(|output| output.status.success());
    node && std::path::Path::new(FOLDER).join("node_modules/rapid-draughts").is_dir()
}

/// The running process.
pub(crate) struct RapidDraughts {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    millis: u64,
}

impl RapidDraughts {
    /// Starts the process.
    pub(crate) fn start(millis: u64) -> RapidDraughts {
        let mut process = Command::new("node")
            .arg("rapid-draughts.mjs")
            .current_dir(FOLDER)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("node starts");
        let input = process.stdin.take().expect("piped");
        let output = BufReader::new(process.stdout.take().expect("piped"));
        RapidDraughts { process, input, output, millis }
    }
}

impl Contestant for RapidDraughts {
    fn choose(&mut self, game: &Game, _seed: u64) -> Result<Play, String> {
        let moves: Vec<String> = game.plays().iter().map(|play| text(game.position(), play)).collect();
        let ended = |error: std::io::Error| format!("rapid-draughts has ended: {error}");
        writeln!(self.input, "{} {}", self.millis, moves.join(" ")).map_err(ended)?;
        self.input.flush().map_err(ended)?;
        let mut answer = String::new();
        self.output.read_line(&mut answer).map_err(ended)?;
        let found = game.legal_plays().iter().find(|play| text(game.position(), play) == answer.trim());
        found.cloned().ok_or_else(|| format!("rapid-draughts answered {answer:?}"))
    }
}

/// A move as `from,to,captured,…`, captured squares in order.
fn text(position: &Position, play: &Play) -> String {
    let number = |square: &Square| position.rules().notation.number(position.layout(), *square);
    let mut captured: Vec<u8> = play.captures.iter().map(number).collect();
    captured.sort_unstable();
    let ends = play.from.iter().chain([&play.to]).map(number);
    ends.chain(captured).map(|number| number.to_string()).collect::<Vec<String>>().join(",")
}

impl Drop for RapidDraughts {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
