//! The cost of a move early and late in a long game: CPU time of our server in ranges of plies.

use std::time::Duration;

use crate::contender::{Bench, Contender};
use crate::lines;
use crate::machine;
use crate::pairs::Pairs;
use crate::protocol::Protocol;
use crate::results::PlyBand;

/// How long connecting, pairing or one range of moves may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// The measured plies: from the first, up to but not including the second.
pub const BANDS: [(usize, usize); 5] = [(0, 10), (10, 20), (50, 60), (90, 100), (110, 120)];

/// Plays the same long line in `rooms` rooms at once; all wait at the end of each range. Without `history`
/// the players opt out of the move history.
pub fn measure(bench: &Bench, rooms: usize, history: bool) -> Result<Vec<PlyBand>, String> {
    let running = Contender::Parlour.start(bench)?;
    let pid = running.process.id();
    let protocol = Protocol::Checkers { history };
    let mut network = running.network(bench, protocol)?;
    let mut players = Pairs::new(protocol, lines::checkers());
    network.open(2 * rooms)?;
    network.run(&mut players, "connecting", PATIENCE, |players| players.joined() == 2 * rooms)?;
    players.seek_games(&mut network)?;
    network.run(&mut players, "matchmaking", PATIENCE, |players| players.started() == rooms)?;
    let mut measured = Vec::new();
    for (from, to) in BANDS {
        players.play_to(&mut network, from)?;
        network.run(&mut players, "the moves before a band", PATIENCE, Pairs::all_held)?;
        let before = machine::cpu_time(pid)?;
        players.play_to(&mut network, to)?;
        network.run(&mut players, "the moves of a band", PATIENCE, Pairs::all_held)?;
        let used = machine::cpu_time(pid)? - before;
        let moves = rooms * (to - from);
        measured.push(PlyBand {
            from,
            to,
            cpu_microseconds_per_move: used.as_secs_f64() * 1e6 / moves as f64,
        });
    }
    Ok(measured)
}
