//! The servers that are measured, and how each is started.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::interruption::Interruption;
use crate::machine::Cores;
use crate::network::Network;
use crate::process::{Process, TemporaryFolder};
use crate::protocol::Protocol;

/// A server under test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Contender {
    Parlour,
    ParlourNotDurable,
    NodeRelay,
    BoardgameIo,
    SocketioxideRelay,
    SocketsRelay,
    WebsocketFloor,
}

/// Everything needed to start a server.
pub struct Bench {
    /// The release binary of our server.
    pub parlour: PathBuf,
    /// The folder of this package's relays.
    pub relays: PathBuf,
    /// The folder of scripts and packages for Node.
    pub scripts: PathBuf,
    /// The folder for server data; beside the build, because temporary files are often in memory.
    pub data: PathBuf,
    pub cores: Cores,
    pub interruption: Interruption,
}

impl Bench {
    /// The relays beside this program, the scripts of this package, and the given binary of our server.
    pub fn new(parlour: &Path) -> Result<Bench, String> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let relays = program.parent().ok_or("without a folder")?;
        Ok(Bench {
            parlour: parlour.canonicalize().map_err(|error| format!("{error}: build it first"))?,
            relays: relays.to_owned(),
            data: relays.join("bench-data"),
            scripts: Path::new(env!("CARGO_MANIFEST_DIR")).to_owned(),
            cores: Cores::take()?,
            interruption: Interruption::listen()?,
        })
    }
}

/// A running server with its data.
pub struct Running {
    pub process: Process,
    pub data: TemporaryFolder,
}

/// The settings of our server: no limit stops a load from one address; everything else is as shipped.
const GENEROUS_LIMITS: [(&str, &str); 12] = [
    ("PARLOUR_METRICS_LISTEN", "off"),
    ("PARLOUR_LOG", "warn"),
    ("PARLOUR_LIMITS__CONNECTIONS", "20000"),
    ("PARLOUR_LIMITS__CONNECTIONS_PER_ADDRESS", "20000"),
    ("PARLOUR_LIMITS__EVENTS_PER_SECOND", "1000000"),
    ("PARLOUR_LIMITS__EVENT_BURST", "1000000"),
    ("PARLOUR_LIMITS__ANONYMOUS_REQUESTS_PER_MINUTE", "1000000"),
    ("PARLOUR_LIMITS__OPERATOR_REQUESTS_PER_MINUTE", "1000000"),
    ("PARLOUR_LIMITS__WAITING_PLAYERS", "100000"),
    ("PARLOUR_LIMITS__ROOMS_PER_TENANT", "1000000"),
    ("PARLOUR_TIMES__IDLE__TICTACTOE__TIMEOUT", "600s"),
    ("PARLOUR_TIMES__IDLE__CHECKERS__TIMEOUT", "600s"),
];

impl Contender {
    pub const ALL: [Contender; 7] = [
        Contender::Parlour,
        Contender::ParlourNotDurable,
        Contender::NodeRelay,
        Contender::BoardgameIo,
        Contender::SocketioxideRelay,
        Contender::SocketsRelay,
        Contender::WebsocketFloor,
    ];

    /// The name in tables, in the JSON file and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Contender::Parlour => "parlour",
            Contender::ParlourNotDurable => "parlour-not-durable",
            Contender::NodeRelay => "node-relay",
            Contender::BoardgameIo => "boardgame.io",
            Contender::SocketioxideRelay => "socketioxide-relay",
            Contender::SocketsRelay => "sockets-relay",
            Contender::WebsocketFloor => "websocket-floor",
        }
    }

    /// A sentence for readers of the table.
    pub fn description(self) -> &'static str {
        match self {
            Contender::Parlour => "our server: rules, every move on the disk before it is told",
            Contender::ParlourNotDurable => "our server with durable = false",
            Contender::NodeRelay => "a relay on npm socket.io: no rules, no store",
            Contender::BoardgameIo => "the server of npm boardgame.io: rules, store in memory",
            Contender::SocketioxideRelay => "a relay on crate socketioxide: no rules, no store",
            Contender::SocketsRelay => "a relay on our crate sockets: no rules, no store",
            Contender::WebsocketFloor => "bare websockets on tungstenite: the same messages, no Socket.IO",
        }
    }

    /// The protocol of tic-tac-toe.
    pub fn protocol(self) -> Protocol {
        if self == Contender::BoardgameIo { Protocol::BoardgameIo } else { Protocol::Tictactoe }
    }

    /// Whether it stores anything.
    pub fn has_store(self) -> bool {
        matches!(self, Contender::Parlour | Contender::ParlourNotDurable)
    }

    /// Starts it on a free port with an empty data folder.
    pub fn start(self, bench: &Bench) -> Result<Running, String> {
        self.start_on(bench, TemporaryFolder::new(&bench.data)?, &[])
    }

    /// Starts it on possibly existing data, with additional environment variables.
    pub fn start_on(
        self,
        bench: &Bench,
        data: TemporaryFolder,
        more: &[(&str, &str)],
    ) -> Result<Running, String> {
        bench.interruption.check()?;
        let mut command = self.command(bench, &data);
        command.envs(more.iter().copied());
        let process = Process::start(&command, bench.cores.server, &data.path().join("log.txt"))?;
        Ok(Running { process, data })
    }

    fn command(self, bench: &Bench, data: &TemporaryFolder) -> Command {
        let relay = |name: &str| Command::new(bench.relays.join(name));
        let script = |name: &str| {
            let mut node = Command::new("node");
            node.arg(bench.scripts.join(name)).env("NODE_ENV", "production");
            node
        };
        match self {
            Contender::Parlour => parlour(bench, data, "true"),
            Contender::ParlourNotDurable => parlour(bench, data, "false"),
            Contender::NodeRelay => script("socket-io-relay.mjs"),
            Contender::BoardgameIo => script("boardgame-io-server.cjs"),
            Contender::SocketioxideRelay => relay("socketioxide-relay"),
            Contender::SocketsRelay => relay("sockets-relay"),
            Contender::WebsocketFloor => relay("websocket-floor"),
        }
    }
}

impl Running {
    /// A network to this server, without sockets.
    pub fn network(&self, bench: &Bench, protocol: Protocol) -> Result<Network, String> {
        Network::new(
            vec![self.process.address],
            protocol.namespace(),
            protocol.auth(),
            bench.interruption.clone(),
        )
    }

    /// The end of the log, for an error.
    pub fn log(&self) -> String {
        crate::process::last_lines(&self.data.path().join("log.txt"))
    }
}

/// A node that stores its games in PostgreSQL; with Redis, one of several.
pub fn node(bench: &Bench, data: &TemporaryFolder, store: &str, redis: Option<&str>) -> Command {
    let mut command = parlour(bench, data, "true");
    command.args(["--store", store]);
    if let Some(redis) = redis {
        command.args(["--redis", redis]);
    }
    command
}

fn parlour(bench: &Bench, data: &TemporaryFolder, durable: &str) -> Command {
    let mut command = Command::new(&bench.parlour);
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("PARLOUR_") {
            command.env_remove(name); // the user's settings must not affect the measurement
        }
    }
    command.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(data.path().join("data"));
    command.envs(GENEROUS_LIMITS).env("PARLOUR_DURABLE", durable);
    command
}
