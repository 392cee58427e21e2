//! Measures one to three nodes on one database and prints a table; see `docs/bench/README.md`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Parser;
use server_bench::cluster::{self, ClusterResults, Measurements, Plan, SETUPS, Services, Setup};
use server_bench::cluster_report;
use server_bench::contender::Bench;
use server_bench::machine::{allow_open_files, describe};
use server_bench::results::Rounds;

/// Open files besides the sockets.
const OTHER_FILES: usize = 200;

/// Measure one to three nodes on one database
#[derive(Parser)]
struct Arguments {
    /// The release binary of our server
    #[arg(long, value_name = "FILE")]
    parlour: PathBuf,
    /// A database of PostgreSQL in which others can be created
    #[arg(long, value_name = "URL")]
    postgres: String,
    /// The process of PostgreSQL
    #[arg(long, value_name = "PID")]
    postgres_pid: u32,
    /// The address of Redis
    #[arg(long, value_name = "URL")]
    redis: String,
    /// The process of Redis
    #[arg(long, value_name = "PID")]
    redis_pid: u32,
    /// One round and short windows: a minute and a half
    #[arg(long)]
    quick: bool,
    /// Write the files in docs/bench also after a quick run
    #[arg(long)]
    save: bool,
    /// Measure only the setups whose names begin so, and compare nothing; may be repeated
    #[arg(long, value_name = "NAME", conflicts_with = "save")]
    only: Vec<String>,
}

fn main() -> ExitCode {
    server_bench::exit_code(run(&Arguments::parse()))
}

impl Arguments {
    /// The setups to measure.
    fn setups(&self) -> Result<Vec<Setup>, String> {
        let is_wanted = |setup: &&Setup| {
            self.only.is_empty() || self.only.iter().any(|name| setup.name.starts_with(name.as_str()))
        };
        let setups: Vec<Setup> = SETUPS.iter().filter(is_wanted).copied().collect();
        if setups.is_empty() {
            let names = SETUPS.map(|setup| setup.name);
            return Err(format!("no setup has such a name; there are: {}", names.join("; ")));
        }
        Ok(setups)
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let plan = if arguments.quick { Plan::quick() } else { Plan::full() };
    allow_open_files((2 * plan.pairs + OTHER_FILES) as u64)?;
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let bench = Bench::new(&arguments.parlour)?;
    let services = Services {
        postgres: arguments.postgres.clone(),
        postgres_pid: arguments.postgres_pid,
        redis: arguments.redis.clone(),
        redis_pid: arguments.redis_pid,
    };
    let setups = arguments.setups()?;
    let results = measure(&bench, &services, &plan, &setups, arguments.quick)?;
    let mut table = String::from("\n");
    cluster_report::table(&mut table, &results);
    println!("{table}");
    if setups.len() < SETUPS.len() {
        return cluster_report::all_measured(&results);
    }
    if arguments.save || !arguments.quick {
        save(&package.join("../../docs/bench"), &results)?;
    }
    conclude(&results)
}

/// The setups take turns in every round, so that other load on the machine affects all of them.
fn measure(
    bench: &Bench,
    services: &Services,
    plan: &Plan,
    setups: &[Setup],
    quick: bool,
) -> Result<ClusterResults, String> {
    let empty = |setup: &Setup| Measurements {
        name: setup.name,
        nodes: setup.nodes,
        placement: setup.placement,
        rounds: Rounds::default(),
    };
    let mut measurements: Vec<Measurements> = setups.iter().map(empty).collect();
    for round in 1..=plan.rounds {
        for (setup, measured) in setups.iter().zip(&mut measurements) {
            println!("{}, round {round} of {}", setup.name, plan.rounds);
            measured.rounds.add(cluster::measure(bench, services, *setup, plan));
            bench.interruption.check()?;
        }
    }
    Ok(ClusterResults {
        machine: describe(),
        services: versions(services),
        quick,
        pairs: plan.pairs,
        rate: plan.rate,
        setups: measurements,
    })
}

fn conclude(results: &ClusterResults) -> Result<(), String> {
    cluster_report::all_measured(results)?;
    let kept = cluster_report::kept(results).ok_or("there are no figures")?;
    let equal_load = cluster_report::kept_at_equal_load(results).ok_or("there are no figures")?;
    let fan_out = cluster_report::kept_by_fan_out(results).ok_or("there are no figures")?;
    let one_node = cluster_report::kept_by_one_node(results).ok_or("there are no figures")?;
    let goal = cluster_report::GOAL;
    println!(
        "several nodes with every pair apart keep {kept:.2} of one node's moves per CPU-second, and {equal_load:.2} with equal load for each node; the goal is {goal}\n\
         of what as many nodes make with every pair together, they keep {fan_out:.2}\n\
         one node with Redis keeps {one_node:.2} of one without"
    );
    Ok(())
}

fn save(folder: &Path, results: &ClusterResults) -> Result<(), String> {
    let json = serde_json::to_string_pretty(results).map_err(|error| error.to_string())?;
    let files = [("cluster.json", json + "\n"), ("cluster.md", cluster_report::markdown(results))];
    for (name, text) in files {
        let file = folder.join(name);
        fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
        println!("wrote docs/bench/{name}");
    }
    Ok(())
}

/// The versions of PostgreSQL and Redis.
fn versions(services: &Services) -> String {
    let postgres = cluster::psql(&services.postgres, "SHOW server_version").unwrap_or_default();
    let redis = Command::new("redis-server").arg("--version").output();
    let redis = redis.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let redis =
        redis.split_whitespace().find_map(|word| word.strip_prefix("v=")).unwrap_or("unknown").to_owned();
    format!("PostgreSQL {}, Redis {redis}", postgres.split_whitespace().next().unwrap_or("unknown"))
}
