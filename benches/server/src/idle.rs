//! Memory per connected socket, and per player of a running game.

use std::thread;
use std::time::Duration;

use crate::contender::{Bench, Contender};
use crate::lines;
use crate::machine;
use crate::pairs::Pairs;
use crate::results::{Idle, IdleCount};

/// How long connecting may take.
const PATIENCE: Duration = Duration::from_secs(90);

/// Moves in each game whose players are counted.
const PLIES: usize = 2;

/// Measures one server with increasing numbers of sockets, then with a running game for every two of them.
pub fn measure(
    bench: &Bench,
    contender: Contender,
    counts: &[usize],
    settle: Duration,
) -> Result<Idle, String> {
    let running = contender.start(bench)?;
    thread::sleep(settle);
    let pid = running.process.id();
    let empty = machine::resident_memory(pid)?;
    let per_socket = |sockets: usize| -> Result<f64, String> {
        let grown = machine::resident_memory(pid)?.saturating_sub(empty);
        Ok(grown as f64 / sockets as f64 / 1024.0)
    };
    let mut network = running.network(bench, contender.protocol())?;
    let mut players = Pairs::new(contender.protocol(), lines::tictactoe());
    let mut measured = Vec::new();
    let mut open = 0;
    for count in counts.iter().copied() {
        network.open(count - open)?;
        open = count;
        network.run(&mut players, "connecting", PATIENCE, |players| players.joined() == count)?;
        players.play_for(&mut network, settle)?;
        measured.push(IdleCount { sockets: count, kilobytes_per_socket: per_socket(count)? });
    }
    let before = machine::cpu_time(pid)?;
    players.play_for(&mut network, settle)?;
    let used = machine::cpu_time(pid)? - before;
    players.seek_games(&mut network)?;
    network.run(&mut players, "matchmaking", PATIENCE, |players| players.started() == open / 2)?;
    players.play_to(&mut network, PLIES)?;
    network.run(&mut players, "two moves in each game", PATIENCE, Pairs::all_held)?;
    players.play_for(&mut network, settle)?;
    Ok(Idle {
        empty_megabytes: empty as f64 / (1024.0 * 1024.0),
        counts: measured,
        idle_cpu_share: used.as_secs_f64() / settle.as_secs_f64(),
        kilobytes_per_player: per_socket(open)?,
    })
}
