//! Steps that run in sequence, with their time and tests, and a table at the end.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use std::{io, thread};

use crate::failures;
use crate::skipped;
use crate::tally::Tally;

/// The steps so far.
#[derive(Default)]
pub(crate) struct Steps {
    done: Vec<Step>,
}

struct Step {
    name: &'static str,
    outcome: Outcome,
    took: Duration,
    tests: Tally,
    output: Vec<String>,
}

/// The output of a program so far.
#[derive(Default)]
struct Printed {
    tests: Tally,
    output: Vec<String>,
}

enum Outcome {
    Passed,
    Failed(String),
    LeftOut(&'static str),
}

impl Steps {
    /// Runs a command; a failure is recorded, and the next step still runs.
    pub(crate) fn run(&mut self, name: &'static str, command: &mut Command) {
        self.try_run(name, command, "");
    }

    /// Runs a command and returns whether it succeeded; a failure is reported with `advice`.
    pub(crate) fn try_run(&mut self, name: &'static str, command: &mut Command, advice: &str) -> bool {
        println!("\n── {name}: {}", shown(command));
        let (started, printed) = (Instant::now(), Mutex::new(Printed::default()));
        let outcome = match watched(command, &printed) {
            Ok(status) if status.success() => Outcome::Passed,
            Ok(status) => Outcome::Failed(advised(&status.to_string(), advice)),
            Err(error) => Outcome::Failed(advised(&format!("cannot be started: {error}"), advice)),
        };
        let succeeded = matches!(outcome, Outcome::Passed);
        self.finish(name, outcome, started, printed.into_inner().unwrap_or_default());
        succeeded
    }

    /// Runs a function.
    pub(crate) fn call(&mut self, name: &'static str, work: impl FnOnce() -> Result<(), String>) {
        println!("\n── {name}");
        let started = Instant::now();
        let outcome = work().map_or_else(Outcome::Failed, |()| Outcome::Passed);
        self.finish(name, outcome, started, Printed::default());
    }

    /// Records that a step cannot run here, and why.
    pub(crate) fn leave_out(&mut self, name: &'static str, why: &'static str) {
        println!("\n── {name}: left out, {why}");
        self.done.push(Step {
            name,
            outcome: Outcome::LeftOut(why),
            took: Duration::ZERO,
            tests: Tally::default(),
            output: Vec::new(),
        });
    }

    /// Prints failures and skipped tests again, then the table; fails if a step has failed.
    pub(crate) fn report(self) -> Result<(), String> {
        let has_failed = |step: &&Step| matches!(step.outcome, Outcome::Failed(_));
        for step in self.done.iter().filter(has_failed) {
            println!("\n── what failed in {}", step.name);
            failures::picked(&step.output).iter().for_each(|line| println!("{line}"));
        }
        for step in &self.done {
            let skipped = skipped::picked(&step.output);
            if !skipped.is_empty() {
                println!("\n── what was skipped in {}\n{}", step.name, skipped.join("\n"));
            }
        }
        self.print_table();
        let failed = self.done.iter().filter(has_failed).count();
        if failed == 0 { Ok(()) } else { Err(format!("{failed} of {} steps failed", self.done.len())) }
    }

    fn print_table(&self) {
        println!(
            "\n{:<17} {:>8} {:>8} {:>8} {:>8}  outcome",
            "step", "seconds", "passed", "failed", "skipped"
        );
        let mut total = Tally::default();
        for Step { name, outcome, took, tests, .. } in &self.done {
            let outcome = match outcome {
                Outcome::Passed => "ok".to_owned(),
                Outcome::Failed(how) => format!("FAILED ({how})"),
                Outcome::LeftOut(why) => format!("left out, {why}"),
            };
            let Tally { passed, failed, skipped } = tests;
            let seconds = took.as_secs_f64();
            println!("{name:<17} {seconds:>8.1} {passed:>8} {failed:>8} {skipped:>8}  {outcome}");
            total.add(*tests);
        }
        let Tally { passed, failed, skipped } = total;
        println!("{:<17} {:>8} {passed:>8} {failed:>8} {skipped:>8}", "all", "");
    }

    fn finish(&mut self, name: &'static str, outcome: Outcome, started: Instant, printed: Printed) {
        let took = started.elapsed();
        let word = if matches!(outcome, Outcome::Passed) { "ok" } else { "FAILED" };
        if let Outcome::Failed(how) = &outcome {
            println!("{how}");
        }
        println!("── {name}: {word} after {:.1} s", took.as_secs_f64());
        let Printed { tests, output } = printed;
        self.done.push(Step { name, outcome, took, tests, output });
    }
}

/// Runs a command, shows its output as it arrives, and counts the tests it reports.
fn watched(command: &mut Command, printed: &Mutex<Printed>) -> io::Result<std::process::ExitStatus> {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let outputs: [Option<Box<dyn io::Read + Send>>; 2] = [
        child.stdout.take().map(|output| Box::new(output) as _),
        child.stderr.take().map(|output| Box::new(output) as _),
    ];
    thread::scope(|scope| {
        for output in outputs.into_iter().flatten() {
            scope.spawn(move || follow(output, printed));
        }
    });
    child.wait()
}

fn follow(output: impl io::Read, printed: &Mutex<Printed>) {
    let mut lines = BufReader::new(output);
    let mut line = Vec::new();
    // Ends when the program closes its output.
    while lines.read_until(b'\n', &mut line).is_ok_and(|read| read > 0) {
        let text = String::from_utf8_lossy(&line);
        print!("{text}");
        let mut printed = printed.lock().expect("no reader panics");
        printed.tests.read(&text);
        printed.output.push(text.into_owned());
        drop(printed);
        line.clear();
    }
}

fn advised(failure: &str, advice: &str) -> String {
    if advice.is_empty() { failure.to_owned() } else { format!("{failure}: {advice}") }
}

fn shown(command: &Command) -> String {
    let program = std::path::Path::new(command.get_program()).file_name().unwrap_or_default();
    let words = std::iter::once(program).chain(command.get_args());
    words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}
