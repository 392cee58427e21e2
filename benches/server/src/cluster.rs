//! One to three nodes on one database: what a move costs each process.

use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::contender::{self, Bench};
use crate::lines;
use crate::machine;
use crate::network::{Network, Placement};
use crate::pairs::{Pace, Pairs};
use crate::process::{Process, TemporaryFolder};
use crate::protocol::Protocol;
use crate::results::Rounds;
use crate::saturation::seat_on;

/// The number of nodes, whether events go through Redis, and which node each client is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    pub name: &'static str,
    pub nodes: usize,
    pub has_redis: bool,
    pub placement: Placement,
}

/// What is measured, in the order of the table. The first is what the others are compared with.
pub const SETUPS: [Setup; 6] = [
    Setup { has_redis: false, ..setup("1 node, no Redis", 1, Placement::Together) },
    setup("1 node", 1, Placement::Together),
    setup("2 nodes, pairs together", 2, Placement::Together),
    setup("2 nodes, pairs apart", 2, Placement::Apart),
    setup("3 nodes, pairs together", 3, Placement::Together),
    setup("3 nodes, pairs apart", 3, Placement::Apart),
];

const fn setup(name: &'static str, nodes: usize, placement: Placement) -> Setup {
    Setup { name, nodes, has_redis: true, placement }
}

/// The servers that all nodes share.
pub struct Services {
    /// The address of a database of PostgreSQL, in which others can be created.
    pub postgres: String,
    pub postgres_pid: u32,
    pub redis: String,
    pub redis_pid: u32,
}

/// The size of a measurement.
pub struct Plan {
    pub rounds: usize,
    pub pairs: usize,
    pub warm_up: Duration,
    pub window: Duration,
    /// Moves per second for each node, for the latency and for CPU times at equal load.
    pub rate: u32,
    /// How long moves intended in the window may take.
    pub grace: Duration,
}

impl Plan {
    /// About six minutes.
    pub fn full() -> Plan {
        Plan {
            rounds: 3,
            pairs: 200,
            warm_up: Duration::from_secs(2),
            window: Duration::from_secs(6),
            rate: 500,
            grace: Duration::from_secs(2),
        }
    }

    /// A minute and a half: enough to detect breakage.
    pub fn quick() -> Plan {
        let (warm_up, window) = (Duration::from_millis(500), Duration::from_millis(1500));
        Plan { rounds: 1, warm_up, window, ..Plan::full() }
    }
}

/// The results of one run.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ClusterResults {
    pub machine: String,
    pub services: String,
    pub quick: bool,
    pub pairs: usize,
    pub rate: u32,
    /// In the order of [`SETUPS`].
    pub setups: Vec<Measurements>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Measurements {
    pub name: &'static str,
    pub nodes: usize,
    #[serde(skip)]
    pub placement: Placement,
    #[serde(flatten)]
    pub rounds: Rounds<Figures>,
}

/// The figures of one round.
#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Figures {
    pub moves_per_second: f64,
    /// Moves per CPU-second of all nodes together.
    pub moves_per_node_cpu_second: f64,
    /// CPU time per move at the highest rate, in microseconds.
    pub cpu_microseconds: CpuPerMove,
    /// Bytes of the write-ahead log of PostgreSQL per move.
    pub wal_bytes_per_move: f64,
    /// The share of pairs whose players are on different nodes.
    pub pairs_apart: f64,
    pub at_fixed_rate: FixedRate,
}

/// The figures at so many moves per second for each node.
#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FixedRate {
    /// CPU time of all nodes per move, in microseconds.
    pub node_microseconds: f64,
    /// From the intended time of a move until its player has it.
    pub p50_ms: Option<f64>,
    pub p99_ms: Option<f64>,
    /// Moves per second that came back, of those intended.
    pub reached: f64,
}

/// CPU time by process, in microseconds.
#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CpuPerMove {
    /// All nodes together.
    pub nodes: f64,
    pub postgres: f64,
    pub redis: f64,
    /// The load, for comparison.
    pub load: f64,
}

/// Measures one setup once, on an empty database.
pub fn measure(bench: &Bench, services: &Services, setup: Setup, plan: &Plan) -> Result<Figures, String> {
    let cluster = Cluster::start(bench, services, setup)?;
    let protocol = Protocol::Tictactoe;
    let interruption = bench.interruption.clone();
    let mut network = Network::new(cluster.addresses(), protocol.namespace(), protocol.auth(), interruption)?;
    network.place(setup.placement);
    let mut players = Pairs::new(protocol, lines::tictactoe());
    players.meet_one_by_one();
    let mut players = seat_on(&mut network, players, plan.pairs)?;
    let pairs_apart = share_apart(&network, &players);
    players.play_to(&mut network, usize::MAX)?;
    players.play_for(&mut network, plan.warm_up)?;
    let wal_before = wal_position(services)?;
    let before = cluster.usage(services)?;
    players.start_window();
    players.play_for(&mut network, plan.window)?;
    players.end_window();
    let used = cluster.usage(services)?.since(&before);
    let wal = wal_position(services)? - wal_before;
    let moves = players.take_window().moves as f64;
    if moves == 0.0 {
        return Err("no move came back".into());
    }
    let at_fixed_rate = play_at_fixed_rate(&cluster, services, &mut network, &mut players, plan)?;
    let per_move = |time: Duration| time.as_secs_f64() * 1e6 / moves;
    Ok(Figures {
        moves_per_second: moves / used.elapsed.as_secs_f64(),
        moves_per_node_cpu_second: moves / used.nodes.as_secs_f64(),
        cpu_microseconds: CpuPerMove {
            nodes: per_move(used.nodes),
            postgres: per_move(used.postgres),
            redis: per_move(used.redis),
            load: per_move(used.load),
        },
        wal_bytes_per_move: wal / moves,
        pairs_apart,
        at_fixed_rate,
    })
}

/// Latency and CPU time with the same load for each node, however many there are.
fn play_at_fixed_rate(
    cluster: &Cluster,
    services: &Services,
    network: &mut Network,
    players: &mut Pairs,
    plan: &Plan,
) -> Result<FixedRate, String> {
    let rate = f64::from(plan.rate) * cluster.nodes.len() as f64;
    players.set_pace(Pace::Every(Duration::from_secs_f64(plan.pairs as f64 / rate)));
    players.play_for(network, plan.warm_up)?;
    let before = cluster.usage(services)?;
    players.start_window();
    players.play_for(network, plan.window)?;
    players.end_window();
    let used = cluster.usage(services)?.since(&before);
    players.play_for(network, plan.grace)?;
    let mut counted = players.take_window().latencies;
    let moves = counted.count() as f64;
    Ok(FixedRate {
        node_microseconds: used.nodes.as_secs_f64() * 1e6 / moves,
        p50_ms: counted.percentile(50.0),
        p99_ms: counted.percentile(99.0),
        reached: moves / used.elapsed.as_secs_f64(),
    })
}

/// The bytes that PostgreSQL has written to its log so far.
fn wal_position(services: &Services) -> Result<f64, String> {
    let bytes = psql(&services.postgres, "SELECT pg_current_wal_lsn() - '0/0'::pg_lsn")?;
    bytes.parse().map_err(|error| format!("{bytes}: {error}"))
}

fn share_apart(network: &Network, players: &Pairs) -> f64 {
    let apart = |[one, other]: &[usize; 2]| network.server_of(*one) != network.server_of(*other);
    let (apart, all) = (players.sockets().filter(apart).count(), players.sockets().count());
    apart as f64 / all as f64
}

/// Running nodes with their database.
struct Cluster {
    nodes: Vec<(Process, TemporaryFolder)>,
    // Dropped after the nodes, which are connected to it.
    _database: Database,
}

impl Cluster {
    fn start(bench: &Bench, services: &Services, setup: Setup) -> Result<Cluster, String> {
        bench.interruption.check()?;
        let database = Database::create(&services.postgres)?;
        let redis = setup.has_redis.then_some(services.redis.as_str());
        let nodes = (0..setup.nodes).map(|_| {
            let data = TemporaryFolder::new(&bench.data)?;
            let command = contender::node(bench, &data, &database.url, redis);
            let process = Process::start(&command, bench.cores.server, &data.path().join("log.txt"))?;
            Ok((process, data))
        });
        Ok(Cluster { nodes: nodes.collect::<Result<_, String>>()?, _database: database })
    }

    fn addresses(&self) -> Vec<std::net::SocketAddr> {
        self.nodes.iter().map(|(process, _)| process.address).collect()
    }

    fn usage(&self, services: &Services) -> Result<Usage, String> {
        let nodes = self.nodes.iter().map(|(process, _)| machine::cpu_time(process.id()));
        Ok(Usage {
            at: Instant::now(),
            elapsed: Duration::ZERO,
            nodes: nodes.sum::<Result<Duration, String>>()?,
            postgres: machine::cpu_time_with_children(services.postgres_pid)?,
            redis: machine::cpu_time(services.redis_pid)?,
            load: machine::cpu_time(std::process::id())?,
        })
    }
}

/// CPU times up to a moment.
struct Usage {
    at: Instant,
    elapsed: Duration,
    nodes: Duration,
    postgres: Duration,
    redis: Duration,
    load: Duration,
}

impl Usage {
    fn since(&self, before: &Usage) -> Usage {
        Usage {
            at: self.at,
            elapsed: self.at - before.at,
            nodes: self.nodes - before.nodes,
            postgres: self.postgres.saturating_sub(before.postgres),
            redis: self.redis - before.redis,
            load: self.load - before.load,
        }
    }
}

/// An empty database, removed when dropped.
struct Database {
    server: String,
    name: String,
    url: String,
}

impl Database {
    fn create(server: &str) -> Result<Database, String> {
        let name = format!("bench_{}_{}", std::process::id(), unique());
        psql(server, &format!("CREATE DATABASE {name}"))?;
        let (host, _) = server.rsplit_once('/').ok_or("the address of PostgreSQL names no database")?;
        Ok(Database { server: server.to_owned(), url: format!("{host}/{name}"), name })
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        if let Err(error) = psql(&self.server, &format!("DROP DATABASE {} WITH (FORCE)", self.name)) {
            println!("the database {} stays: {error}", self.name);
        }
    }
}

/// A number that no other call of this program has returned.
fn unique() -> u32 {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    COUNT.fetch_add(1, Ordering::Relaxed)
}

/// Runs a statement; returns what it prints.
pub fn psql(url: &str, statement: &str) -> Result<String, String> {
    let output = Command::new("psql")
        .args(["--quiet", "--no-psqlrc", "--tuples-only", "--no-align", "--command", statement, url])
        .output()
        .map_err(|error| format!("psql cannot be started: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
    }
    Err(String::from_utf8_lossy(&output.stderr).trim().to_owned())
}
