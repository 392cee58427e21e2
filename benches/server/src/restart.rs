//! A restart with many running games: how long until the server is ready again, and whether every game is
//! there.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use serde::Deserialize;

use crate::contender::{Bench, Contender, Running};
use crate::lines::Move;
use crate::network::{Clients, Network, SocketNumber};
use crate::process::TemporaryFolder;
use crate::protocol::{Heard, Protocol};
use crate::results::Restart;

/// The connections that open games, each as one guest after another.
const SOCKETS: usize = 200;

/// How long opening all games, or becoming ready again, may take.
const PATIENCE: Duration = Duration::from_secs(240);

/// Players are absent for longer than the measurement takes, so that no game ends.
const LONG_ABSENCE: [(&str, &str); 2] =
    [("PARLOUR_TIMES__RECONNECT_WINDOW", "1h"), ("PARLOUR_TIMES__RECONNECT_TOTAL", "2h")];

/// Opens `games` games with one move each, then kills the server, starts it, stops it, starts it.
pub fn measure(bench: &Bench, games: usize) -> Result<Restart, String> {
    let running = Contender::Parlour.start_on(bench, TemporaryFolder::new(&bench.data)?, &LONG_ABSENCE)?;
    let began = Instant::now();
    let rooms = open_games(bench, &running, games)?;
    println!("        opened {games} games in {:.0} s", began.elapsed().as_secs_f64());
    let Running { process, data } = running;
    process.kill()?;
    let (running, ready_after_kill) = start_until_ready(bench, data)?;
    let lost_after_kill = lost(&running, &rooms)?;
    let Running { process, data } = running;
    let stop = process.stop()?;
    let (running, ready_after_stop) = start_until_ready(bench, data)?;
    let lost_after_stop = lost(&running, &rooms)?;
    Ok(Restart {
        games,
        ready_after_kill_seconds: ready_after_kill.as_secs_f64(),
        lost_after_kill,
        stop_seconds: stop.as_secs_f64(),
        ready_after_stop_seconds: ready_after_stop.as_secs_f64(),
        lost_after_stop,
    })
}

/// Opens games; returns their rooms.
fn open_games(bench: &Bench, running: &Running, games: usize) -> Result<Vec<String>, String> {
    let mut network = running.network(bench, Protocol::Tictactoe)?;
    let mut openers = Openers { wanted: games, seeking: 0, unanswered: HashMap::new(), rooms: Vec::new() };
    network.open(SOCKETS.min(2 * games))?;
    network.run(&mut openers, "opening games", PATIENCE, |openers| openers.rooms.len() == games)?;
    Ok(openers.rooms)
}

/// Sockets that look for a game, see its first move, and rejoin as other guests.
struct Openers {
    wanted: usize,
    /// How often a guest has looked for an opponent.
    seeking: usize,
    /// Rooms whose first move was sent and has not come back, by the mover's socket.
    unanswered: HashMap<SocketNumber, String>,
    /// Rooms whose first move has come back, so it must not be lost.
    rooms: Vec<String>,
}

impl Clients for Openers {
    fn joined(&mut self, network: &mut Network, socket: SocketNumber) -> Result<(), String> {
        if self.seeking == 2 * self.wanted {
            return Ok(());
        }
        self.seeking += 1;
        Protocol::Tictactoe.seek(network, socket)
    }

    fn event(
        &mut self,
        network: &mut Network,
        socket: SocketNumber,
        name: &str,
        payload: &str,
    ) -> Result<(), String> {
        match Protocol::Tictactoe.hear(name, payload)? {
            Heard::Started { room, player, moves_first: true } => {
                Protocol::Tictactoe.play(network, socket, &room, &player, 0, Move::Cell(4))?;
                self.unanswered.insert(socket, room);
                Ok(())
            }
            Heard::Moved => {
                self.rooms.extend(self.unanswered.remove(&socket));
                network.rejoin(socket)
            }
            _ => Ok(()),
        }
    }
}

/// Starts the server on its data; returns it with the time from its start until it was ready.
fn start_until_ready(bench: &Bench, data: TemporaryFolder) -> Result<(Running, Duration), String> {
    let started = Instant::now();
    let running = Contender::Parlour.start_on(bench, data, &LONG_ABSENCE)?;
    while get(running.process.address, "/readyz").map_or(true, |(status, _)| status != 200) {
        bench.interruption.check()?;
        if started.elapsed() > PATIENCE {
            return Err(format!("the server does not get ready\n{}", running.log()));
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    Ok((running, started.elapsed()))
}

#[derive(Deserialize)]
struct RoomList {
    rooms: Vec<Room>,
    after: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Room {
    room_id: String,
    move_count: usize,
}

/// The number of rooms that do not run with their one move.
fn lost(running: &Running, rooms: &[String]) -> Result<usize, String> {
    let mut found = HashMap::new();
    let mut place = String::new();
    loop {
        let path = format!("/v1/rooms?game=tictactoe&limit=100{place}");
        let (status, body) = get(running.process.address, &path)?;
        let list: RoomList =
            serde_json::from_slice(&body).map_err(|error| format!("{path}: {status}, {error}"))?;
        found.extend(list.rooms.into_iter().map(|room| (room.room_id, room.move_count)));
        match list.after {
            Some(after) => place = format!("&after={after}"),
            None => return Ok(rooms.iter().filter(|room| found.get(*room) != Some(&1)).count()),
        }
    }
}

/// The status and body of a response.
fn get(address: SocketAddr, path: &str) -> Result<(u16, Vec<u8>), String> {
    let ask = || -> std::io::Result<Vec<u8>> {
        let mut stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        write!(stream, "GET {path} HTTP/1.0\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        Ok(answer)
    };
    let answer = ask().map_err(|error| format!("{path}: {error}"))?;
    let status = answer.get(9..12).and_then(|code| std::str::from_utf8(code).ok()?.parse().ok());
    let body = answer.windows(4).position(|four| four == b"\r\n\r\n").map(|end| answer[end + 4..].to_vec());
    status.zip(body).ok_or_else(|| format!("{path} has no HTTP answer"))
}
