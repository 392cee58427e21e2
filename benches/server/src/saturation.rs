//! The maximum rate of a server: every pair moves as soon as the previous move has arrived.

use std::time::{Duration, Instant};

use crate::contender::{Bench, Contender, Running};
use crate::lines;
use crate::machine;
use crate::network::Network;
use crate::pairs::Pairs;
use crate::results::{Saturation, Writes};
use crate::wal::WalCounter;

/// How long any step before the measurement may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// Measures one server with `pairs` pairs.
pub fn measure(
    bench: &Bench,
    contender: Contender,
    pairs: usize,
    warm_up: Duration,
    window: Duration,
) -> Result<Saturation, String> {
    let running = contender.start(bench)?;
    let (mut network, mut players) = seat(bench, contender, &running, pairs)?;
    players.play_to(&mut network, usize::MAX)?;
    players.play_for(&mut network, warm_up)?;
    let wal = contender.has_store().then(|| WalCounter::start(&running.data.path().join("data")));
    let before = Usage::now(&running)?;
    players.start_window();
    players.play_for(&mut network, window)?;
    players.end_window();
    let used = Usage::now(&running)?.since(&before);
    let moves = players.take_window().moves;
    let frames = wal.and_then(WalCounter::stop);
    if moves == 0 {
        return Err(format!("no move came back\n{}", running.log()));
    }
    let per_move = |figure: f64| figure / moves as f64;
    let writes = contender.has_store().then(|| Writes {
        bytes_per_move: per_move(used.written as f64),
        pages_per_move: per_move(used.written as f64 / 4096.0),
        wal_frames_per_move: frames.map(|frames| per_move(frames as f64)),
    });
    Ok(Saturation {
        moves_per_second: moves as f64 / used.elapsed.as_secs_f64(),
        moves_per_cpu_second: moves as f64 / used.server_cpu.as_secs_f64(),
        server_cpu_share: used.server_cpu.as_secs_f64() / used.elapsed.as_secs_f64(),
        load_cpu_share: used.load_cpu.as_secs_f64() / used.elapsed.as_secs_f64(),
        writes,
    })
}

/// Opens sockets and pairs them; no moves have been made.
pub fn seat(
    bench: &Bench,
    contender: Contender,
    running: &Running,
    pairs: usize,
) -> Result<(Network, Pairs), String> {
    let mut network = running.network(bench, contender.protocol())?;
    let players = seat_on(&mut network, Pairs::new(contender.protocol(), lines::tictactoe()), pairs)?;
    Ok((network, players))
}

/// Opens sockets of a network and pairs them; no moves have been made.
pub fn seat_on(network: &mut Network, mut players: Pairs, pairs: usize) -> Result<Pairs, String> {
    network.open(2 * pairs)?;
    network.run(&mut players, "connecting", PATIENCE, |players| players.joined() == 2 * pairs)?;
    players.seek_games(network)?;
    network.run(&mut players, "matchmaking", PATIENCE, |players| players.started() == pairs)?;
    Ok(players)
}

/// The usage up to a moment.
pub struct Usage {
    at: Instant,
    pub elapsed: Duration,
    pub server_cpu: Duration,
    pub load_cpu: Duration,
    pub written: u64,
}

impl Usage {
    pub fn now(running: &Running) -> Result<Usage, String> {
        let server = running.process.id();
        Ok(Usage {
            at: Instant::now(),
            elapsed: Duration::ZERO,
            server_cpu: machine::cpu_time(server)?,
            load_cpu: machine::cpu_time(std::process::id())?,
            written: machine::written_bytes(server)?,
        })
    }

    pub fn since(&self, before: &Usage) -> Usage {
        Usage {
            at: self.at,
            elapsed: self.at - before.at,
            server_cpu: self.server_cpu - before.server_cpu,
            load_cpu: self.load_cpu - before.load_cpu,
            written: self.written - before.written,
        }
    }
}
