//! `cargo xtask bench`: our figures beside those of others, from the same run.

use clap::Subcommand;

use crate::last_release;
use crate::needs::{self, Need};
use crate::postgres::PostgresServer;
use crate::redis::RedisServer;
use crate::step::Steps;
use crate::workshop::{cargo, path, program, release_binary};

/// Measure, beside the peers that the registries have
#[derive(Subcommand)]
#[command(after_help = "Example: cargo xtask bench perft")]
pub(crate) enum Bench {
    /// Counting leaves: parlour, npm `rapid-draughts`, crate `kish`
    Perft,
    /// A thousand games of checkers against bots at once: every one ends, no handler blocks
    Games,
    /// What durability costs: moves per second and their latency, with and without a disk
    Durability,
    /// How strong the bots are: depth, matches against the last release and others, endings
    Bots {
        /// A few games and endings of each kind: less than two minutes, once it is built, instead of some hours
        #[arg(long)]
        quick: bool,
        /// Measure only speed, budget, cuts, release, ladder, rapid-draughts, uct or endings
        #[arg(long, value_name = "PART")]
        only: Option<String>,
        /// Play so many games of each match
        #[arg(long, value_name = "NUMBER")]
        games: Option<u64>,
        /// Play so many won endings of each kind
        #[arg(long, value_name = "NUMBER")]
        endings: Option<usize>,
    },
    /// Whole games as fast as possible and at fixed rates, memory, writes, restarts: parlour, relays, boardgame.io
    Server {
        /// Fewer rounds and shorter windows: less than three minutes instead of fifteen
        #[arg(long)]
        quick: bool,
        /// Write the files in docs/bench also after a quick or partial run
        #[arg(long)]
        save: bool,
        /// Measure only saturation, fixed-rate, idle, checkers or restart; may be repeated
        #[arg(long, value_name = "MODE")]
        only: Vec<String>,
        /// Measure only the server of that name; may be repeated
        #[arg(long, value_name = "NAME")]
        server: Vec<String>,
    },
    /// One to three nodes on one database: moves per second, latency, and the CPU time of a move by process
    Cluster {
        /// One round and short windows: a minute and a half instead of six
        #[arg(long)]
        quick: bool,
        /// Write the files in docs/bench also after a quick run
        #[arg(long)]
        save: bool,
        /// Measure only the setups whose names begin so, and write nothing; may be repeated
        #[arg(long, value_name = "NAME", conflicts_with = "save")]
        only: Vec<String>,
    },
}

impl Bench {
    /// Measures and prints a table.
    pub(crate) fn run(self) -> Result<(), String> {
        let mut steps = Steps::default();
        match self {
            Bench::Perft => perft(&mut steps),
            Bench::Games => games(&mut steps),
            Bench::Durability => durability(&mut steps),
            Bench::Bots { quick, only, games, endings } => {
                let mut arguments = Vec::new();
                arguments.extend(quick.then(|| "--quick".to_owned()));
                arguments.extend(games.map(|games| format!("--games={games}")));
                arguments.extend(endings.map(|endings| format!("--endings={endings}")));
                if only.as_deref().is_none_or(|only| only == "release") {
                    let program = last_release::build(&mut steps)?;
                    arguments.push(format!("--last-release={}", program.display()));
                }
                arguments.extend(only.map(|part| format!("--only={part}")));
                bots(&mut steps, &arguments);
            }
            Bench::Server { quick, save, only, server } => {
                let mut arguments = Vec::new();
                arguments.extend(quick.then(|| "--quick".to_owned()));
                arguments.extend(save.then(|| "--save".to_owned()));
                arguments.extend(only.iter().map(|mode| format!("--only={mode}")));
                arguments.extend(server.iter().map(|name| format!("--server={name}")));
                self::server(&mut steps, &arguments);
            }
            Bench::Cluster { quick, save, only } => {
                let mut arguments = Vec::new();
                arguments.extend(quick.then(|| "--quick".to_owned()));
                arguments.extend(save.then(|| "--save".to_owned()));
                arguments.extend(only.iter().map(|name| format!("--only={name}")));
                cluster(&mut steps, &arguments);
            }
        }
        steps.report()
    }
}

fn perft(steps: &mut Steps) {
    if !needs::meet(steps, &[needs::PEERS]) {
        return;
    }
    let manifest = path("benches/peers").join("Cargo.toml");
    steps.run("bench perft", cargo().args(["run", "--release", "--manifest-path"]).arg(manifest));
}

fn bots(steps: &mut Steps, arguments: &[String]) {
    if !needs::meet(steps, &[needs::BOT_PEERS]) {
        return;
    }
    let mut run = cargo();
    run.args(["run", "--release", "--manifest-path"]).arg(path("benches/bots").join("Cargo.toml")).arg("--");
    steps.run("bench bots", run.args(arguments));
}

fn durability(steps: &mut Steps) {
    if !needs::meet(steps, &[needs::E2E]) {
        return;
    }
    steps.run("release binary", cargo().args(["build", "--release", "--package", "parlour"]));
    let mut measure = program("node", "tests/faults");
    steps.run("durability", measure.arg("durability.mjs").env("PARLOUR_BIN", release_binary()));
}

fn server(steps: &mut Steps, arguments: &[String]) {
    if !needs::meet(steps, &[needs::SERVER_PEERS]) {
        return;
    }
    steps.run("release binary", cargo().args(["build", "--release", "--package", "parlour"]));
    let manifest = path("benches/server").join("Cargo.toml");
    // All binaries, because the load starts the relays beside it.
    let mut build = cargo();
    build.args(["build", "--release", "--bins", "--manifest-path"]).arg(&manifest);
    if !steps.try_run("load and relays", &mut build, "") {
        return;
    }
    let mut run = cargo();
    run.args(["run", "--release", "--manifest-path"]).arg(&manifest).arg("--");
    steps.run("bench server", run.arg("--parlour").arg(release_binary()).args(arguments));
}

fn cluster(steps: &mut Steps, arguments: &[String]) {
    if !needs::meet(steps, &[Need::Postgres, Need::Redis]) {
        return;
    }
    steps.run("release binary", cargo().args(["build", "--release", "--package", "parlour"]));
    let manifest = path("benches/server").join("Cargo.toml");
    let mut build = cargo();
    build.args(["build", "--release", "--bin", "cluster-bench", "--manifest-path"]).arg(&manifest);
    if !steps.try_run("load", &mut build, "") {
        return;
    }
    let mut services = None;
    steps.call("start services", || {
        services = Some((PostgresServer::start()?, RedisServer::start()?));
        Ok(())
    });
    let Some((postgres, redis)) = services else { return };
    let mut run = cargo();
    run.args(["run", "--release", "--bin", "cluster-bench", "--manifest-path"]).arg(&manifest);
    run.arg("--").arg("--parlour").arg(release_binary());
    run.args(["--postgres", &postgres.url(), "--postgres-pid", &postgres.pid().to_string()]);
    run.args(["--redis", &redis.url(), "--redis-pid", &redis.pid().to_string()]);
    steps.run("bench cluster", run.args(arguments));
}

fn games(steps: &mut Steps) {
    if !needs::meet(steps, &[needs::E2E]) {
        return;
    }
    steps.run("release binary", cargo().args(["build", "--release", "--package", "parlour"]));
    let binary = release_binary();
    steps.run("bench games", program("node", ".").arg("tests/load/bot-games.js").env("PARLOUR_BIN", binary));
}
