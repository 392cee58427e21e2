//! The results, as written to the JSON file.

use std::collections::BTreeMap;

use serde::Serialize;

/// A figure of one server, or the error.
pub type Measured<T> = Result<T, String>;

/// The rounds of each server, by its name.
pub type ByServer<T> = BTreeMap<&'static str, Rounds<T>>;

/// The results of one run.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Results {
    pub machine: String,
    /// The versions of what our server is compared with.
    pub peers: String,
    pub quick: bool,
    /// By pairs, then by server: one figure for each round.
    pub saturation: BTreeMap<usize, ByServer<Saturation>>,
    /// By server: one list of rates for each round.
    pub fixed_rate: ByServer<Vec<FixedRate>>,
    pub fixed_rate_pairs: usize,
    pub idle: ByServer<Idle>,
    pub checkers: Rounds<Vec<PlyBand>>,
    /// The same for clients that opt out of the move history.
    pub checkers_without_history: Rounds<Vec<PlyBand>>,
    pub checkers_rooms: usize,
    pub restart: Option<Restart>,
    /// Why there are no figures for a restart.
    pub restart_error: Option<String>,
}

/// The rounds of one measurement, and the first error.
#[derive(Serialize)]
pub struct Rounds<T> {
    pub rounds: Vec<T>,
    pub error: Option<String>,
}

#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Saturation {
    pub moves_per_second: f64,
    pub moves_per_cpu_second: f64,
    /// Share of one core.
    pub server_cpu_share: f64,
    /// Share of one core; close to 1 means that the load generator was the limit.
    pub load_cpu_share: f64,
    pub writes: Option<Writes>,
}

#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Writes {
    /// As the kernel counts a process's writes to the disk.
    pub bytes_per_move: f64,
    /// The same in pages of 4096 bytes.
    pub pages_per_move: f64,
    /// Pages appended to the write-ahead log of SQLite.
    pub wal_frames_per_move: Option<f64>,
}

#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FixedRate {
    /// Moves per second that were intended.
    pub rate: u32,
    /// Moves per second that came back.
    pub reached: f64,
    pub p50_ms: Option<f64>,
    pub p99_ms: Option<f64>,
    pub server_cpu_share: f64,
}

#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Idle {
    /// The server before the first socket.
    pub empty_megabytes: f64,
    pub counts: Vec<IdleCount>,
    /// Share of one core, with the most sockets and no activity.
    pub idle_cpu_share: f64,
    /// With the most sockets, every two of them in a running game.
    pub kilobytes_per_player: f64,
}

#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct IdleCount {
    pub sockets: usize,
    pub kilobytes_per_socket: f64,
}

#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PlyBand {
    pub from: usize,
    pub to: usize,
    pub cpu_microseconds_per_move: f64,
}

#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Restart {
    pub games: usize,
    /// From the start of the process until `/readyz` returns 200, after SIGKILL.
    pub ready_after_kill_seconds: f64,
    pub lost_after_kill: usize,
    /// From SIGTERM until the process has ended.
    pub stop_seconds: f64,
    /// From the start of the process until `/readyz` returns 200, after SIGTERM.
    pub ready_after_stop_seconds: f64,
    pub lost_after_stop: usize,
}

impl<T> Default for Rounds<T> {
    fn default() -> Rounds<T> {
        Rounds { rounds: Vec::new(), error: None }
    }
}

impl<T> Rounds<T> {
    /// Adds a round, or keeps the first error.
    pub fn add(&mut self, round: Measured<T>) {
        match round {
            Ok(round) => self.rounds.push(round),
            Err(error) => {
                self.error.get_or_insert(error);
            }
        }
    }

    /// The median of a figure over the rounds; `None` after an error.
    pub fn median(&self, figure: impl Fn(&T) -> Option<f64>) -> Option<f64> {
        if self.error.is_some() {
            return None;
        }
        crate::latency::median(self.rounds.iter().filter_map(figure))
    }
}
