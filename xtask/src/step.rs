//! Steps that run one after the other, with their time and their tests, and a table at the end.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use std::{io, thread};

use crate::failures;
use crate::tally::Tally;

/// Everything that was done so far.
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

/// What a program has printed so far.
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
    /// Runs a command; a failure is noted, and the next step runs all the same.
    pub(crate) fn run(&mut self, name: &'static str, command: &mut Command) {
        println!("\n── {name}: {}", shown(command));
        let (started, printed) = (Instant::now(), Mutex::new(Printed::default()));
        let outcome = match watched(command, &printed) {
            Ok(status) if status.success() => Outcome::Passed,
            Ok(status) => Outcome::Failed(status.to_string()),
            Err(error) => Outcome::Failed(format!("cannot be started: {error}")),
        };
        self.finish(name, outcome, started, printed.into_inner().unwrap_or_default());
    }

    /// Runs a function of our own.
    pub(crate) fn call(&mut self, name: &'static str, work: impl FnOnce() -> Result<(), String>) {
        println!("\n── {name}");
        let started = Instant::now();
        let outcome = work().map_or_else(Outcome::Failed, |()| Outcome::Passed);
        self.finish(name, outcome, started, Printed::default());
    }

    /// Notes that a step cannot run here, and why.
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

    /// Prints what failed once more, then the table; fails when a step has failed.
    pub(crate) fn report(self) -> Result<(), String> {
        for step in self.done.iter().filter(|step| matches!(step.outcome, Outcome::Failed(_))) {
            println!("\n── what failed in {}", step.name);
            failures::picked(&step.output).iter().for_each(|line| println!("{line}"));
        }
        println!("\n{:<14} {:>8} {:>8} {:>8}  outcome", "step", "seconds", "passed", "failed");
        let mut total = Tally::default();
        for Step { name, outcome, took, tests, .. } in &self.done {
            let outcome = match outcome {
                Outcome::Passed => "ok".to_owned(),
                Outcome::Failed(how) => format!("FAILED ({how})"),
                Outcome::LeftOut(why) => format!("left out, {why}"),
            };
            println!(
                "{name:<14} {:>8.1} {:>8} {:>8}  {outcome}",
                took.as_secs_f64(),
                tests.passed,
                tests.failed
            );
            total.passed += tests.passed;
            total.failed += tests.failed;
        }
        println!("{:<14} {:>8} {:>8} {:>8}", "all", "", total.passed, total.failed);
        let failed = self.done.iter().filter(|step| matches!(step.outcome, Outcome::Failed(_))).count();
        if failed == 0 { Ok(()) } else { Err(format!("{failed} of {} steps failed", self.done.len())) }
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

/// Runs a command, shows its output as it comes, and counts the tests it reports.
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
    // A program that closes its output early has nothing more to say.
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

fn shown(command: &Command) -> String {
    let program = std::path::Path::new(command.get_program()).file_name().unwrap_or_default();
    let words = std::iter::once(program).chain(command.get_args());
    words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}
