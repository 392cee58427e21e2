//! Measures our server beside others and prints tables; see `docs/bench/README.md`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use clap::{Parser, ValueEnum};
use server_bench::contender::{Bench, Contender};
use server_bench::machine::{allow_open_files, describe};
use server_bench::peers::versions;
use server_bench::plan::Plan;
use server_bench::results::Results;
use server_bench::{chart, checkers, fixed_rate, idle, report, restart, saturation};

/// Open files besides the sockets.
const OTHER_FILES: usize = 200;

/// Measure our server beside others, on one core each
#[derive(Parser)]
struct Arguments {
    /// The release binary of our server
    #[arg(long, value_name = "FILE")]
    parlour: PathBuf,
    /// Fewer rounds and shorter windows: less than three minutes
    #[arg(long)]
    quick: bool,
    /// Write the files in docs/bench also after a quick or partial run
    #[arg(long)]
    save: bool,
    /// Measure only this; may be repeated
    #[arg(long, value_name = "MODE")]
    only: Vec<Mode>,
    /// Measure only this server; may be repeated
    #[arg(long, value_name = "NAME", value_parser = contender)]
    server: Vec<Contender>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Mode {
    Saturation,
    FixedRate,
    Idle,
    Checkers,
    Restart,
}

fn main() -> ExitCode {
    server_bench::exit_code(run(&Arguments::parse()))
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let plan = if arguments.quick { Plan::quick() } else { Plan::full() };
    allow_open_files((plan.most_sockets() + OTHER_FILES) as u64)?;
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let bench = Bench::new(&arguments.parlour)?;
    let mut run = Run::new(arguments, plan, bench);
    run.measure()?;
    run.bench.interruption.check()?;
    print!("{}", report::text(&run.results));
    if arguments.save || run.is_whole() {
        save(&package.join("../../docs/bench"), &run.results)?;
    }
    let lost =
        run.results.restart.as_ref().map_or(0, |restart| restart.lost_after_kill + restart.lost_after_stop);
    if lost > 0 {
        return Err("a restart has lost games".into());
    }
    if report::has_errors(&run.results) { Err("not everything could be measured".into()) } else { Ok(()) }
}

fn save(folder: &Path, results: &Results) -> Result<(), String> {
    let write = |name: &str, text: String| {
        let file = folder.join(name);
        println!("wrote docs/bench/{name}");
        fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))
    };
    fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    let json = serde_json::to_string_pretty(results).map_err(|error| error.to_string())?;
    write("server.json", json + "\n")?;
    write("server.svg", chart::svg(results))
}

/// One run: its plan and its results so far.
struct Run<'a> {
    arguments: &'a Arguments,
    plan: Plan,
    bench: Bench,
    results: Results,
    started: Instant,
    /// The measurements so far, and in total.
    progress: (usize, usize),
}

impl Run<'_> {
    fn new(arguments: &Arguments, plan: Plan, bench: Bench) -> Run<'_> {
        let results = Results {
            machine: describe(),
            peers: versions(&bench.scripts),
            quick: arguments.quick,
            fixed_rate_pairs: plan.fixed_rate_pairs,
            checkers_rooms: plan.checkers_rooms,
            ..Results::default()
        };
        let mut run = Run { arguments, plan, bench, results, started: Instant::now(), progress: (0, 0) };
        run.progress.1 = run.count();
        run
    }

    /// Servers take turns in every round, so that other load on the machine affects all of them.
    fn measure(&mut self) -> Result<(), String> {
        self.measure_saturation()?;
        self.measure_fixed_rates()?;
        self.measure_idle()?;
        self.measure_checkers()?;
        self.measure_restart()
    }

    fn measure_saturation(&mut self) -> Result<(), String> {
        if !self.wants(Mode::Saturation) {
            return Ok(());
        }
        let (rounds, warm_up, window) = (self.plan.rounds, self.plan.warm_up, self.plan.window);
        for pairs in self.plan.saturation_pairs.clone() {
            for round in 1..=rounds {
                if !self.has_time_for(round, 0.5) {
                    break;
                }
                for contender in self.contenders() {
                    self.announce(&format!("{}, {pairs} pairs at once, round {round}", contender.name()))?;
                    let measured = saturation::measure(&self.bench, contender, pairs, warm_up, window);
                    let figures = self.results.saturation.entry(pairs).or_default();
                    figures.entry(contender.name()).or_default().add(measured);
                }
            }
        }
        Ok(())
    }

    fn measure_fixed_rates(&mut self) -> Result<(), String> {
        if !self.wants(Mode::FixedRate) {
            return Ok(());
        }
        let (pairs, warm_up, window) = (self.plan.fixed_rate_pairs, self.plan.warm_up, self.plan.window);
        for round in 1..=self.plan.fixed_rate_rounds {
            if !self.has_time_for(round, 0.75) {
                break;
            }
            for contender in self.contenders() {
                self.announce(&format!("{}, fixed rates, round {round}", contender.name()))?;
                let rates = &self.plan.rates;
                let measured = fixed_rate::measure(
                    &self.bench,
                    contender,
                    pairs,
                    rates,
                    warm_up,
                    window,
                    self.plan.grace,
                );
                self.results.fixed_rate.entry(contender.name()).or_default().add(measured);
            }
        }
        Ok(())
    }

    fn measure_idle(&mut self) -> Result<(), String> {
        if !self.wants(Mode::Idle) {
            return Ok(());
        }
        for round in 1..=self.plan.idle_rounds {
            for contender in self.contenders() {
                self.announce(&format!("{}, idle sockets, round {round}", contender.name()))?;
                let counts = &self.plan.idle_sockets;
                let measured = idle::measure(&self.bench, contender, counts, self.plan.settle);
                self.results.idle.entry(contender.name()).or_default().add(measured);
            }
        }
        Ok(())
    }

    fn measure_checkers(&mut self) -> Result<(), String> {
        if !self.wants(Mode::Checkers) {
            return Ok(());
        }
        for round in 1..=self.plan.checkers_rounds {
            if !self.has_time_for(round, 0.9) {
                break;
            }
            let rooms = self.plan.checkers_rooms;
            self.announce(&format!("parlour, a long game of checkers, round {round}"))?;
            self.results.checkers.add(checkers::measure(&self.bench, rooms, true));
            self.announce(&format!("parlour, the same without history, round {round}"))?;
            self.results.checkers_without_history.add(checkers::measure(&self.bench, rooms, false));
        }
        Ok(())
    }

    fn measure_restart(&mut self) -> Result<(), String> {
        if !self.wants(Mode::Restart) {
            return Ok(());
        }
        self.announce(&format!("parlour, a restart with {} running games", self.plan.restart_games))?;
        match restart::measure(&self.bench, self.plan.restart_games) {
            Ok(measured) => self.results.restart = Some(measured),
            Err(error) => self.results.restart_error = Some(error),
        }
        Ok(())
    }

    /// Prints the current measurement; an error if the user has interrupted.
    fn announce(&mut self, what: &str) -> Result<(), String> {
        self.bench.interruption.check()?;
        self.progress.0 += 1;
        let (done, all) = self.progress;
        println!("{:>4} s  {done} of {all}: {what}", self.started.elapsed().as_secs());
        Ok(())
    }

    /// Whether a round may begin: the first always, later ones only within a share of the time limit.
    fn has_time_for(&self, round: usize, share: f64) -> bool {
        let has_time = round == 1 || self.started.elapsed() < self.plan.time_limit.mul_f64(share);
        if !has_time {
            println!("round {round} is left out: this machine is slow");
        }
        has_time
    }

    fn count(&self) -> usize {
        let (plan, servers) = (&self.plan, self.contenders().len());
        let counts = [
            (Mode::Saturation, plan.saturation_pairs.len() * plan.rounds * servers),
            (Mode::FixedRate, plan.fixed_rate_rounds * servers),
            (Mode::Idle, plan.idle_rounds * servers),
            (Mode::Checkers, 2 * plan.checkers_rounds),
            (Mode::Restart, 1),
        ];
        counts.into_iter().filter(|(mode, _)| self.wants(*mode)).map(|(_, count)| count).sum()
    }

    fn wants(&self, mode: Mode) -> bool {
        self.arguments.only.is_empty() || self.arguments.only.contains(&mode)
    }

    fn contenders(&self) -> Vec<Contender> {
        if self.arguments.server.is_empty() { Contender::ALL.into() } else { self.arguments.server.clone() }
    }

    fn is_whole(&self) -> bool {
        !self.arguments.quick && self.arguments.only.is_empty() && self.arguments.server.is_empty()
    }
}

fn contender(name: &str) -> Result<Contender, String> {
    let found = Contender::ALL.into_iter().find(|contender| contender.name() == name);
    found.ok_or_else(|| format!("one of {}", Contender::ALL.map(Contender::name).join(", ")))
}
