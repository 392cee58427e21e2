//! `parlour match`: two players, many games, and what the results say about their strength.

mod hub_player;
mod player;

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use clap::Args;
use common::lock;
use draughts::contest::{self, Contestant, Finished, Sprt, SprtVerdict, Tally};
use draughts::{Game, Variant};
use game::{Heading, Match, Side};
use serde_json::json;

use crate::draughts_arguments::find_variant;
use crate::failure::{Failure, Problem};
use crate::progress::ProgressLine;
use player::{Club, PlayerSpec};

/// Let two players play a match, and measure the difference
#[derive(Args)]
#[command(after_help = "Example: parlour match --variant english --a time:100 --b hard --games 40\n\n\
    A player is easy, medium, hard or random, rung:N (0 to 15 of the ladder), nodes:N, depth:N, time:MS (processor time of each move), or hub:COMMAND, a program that speaks\n\
    the Hub protocol and gets --time for each move. Each opening of a few random moves that leave the position even is played twice, with\n\
    the sides changed. With --sprt LOW,HIGH the match ends as soon as it is likely enough that A is HIGH Elo better than B, or only LOW.")]
pub(crate) struct MatchCommand {
    /// The variant; `parlour variants` lists them
    #[arg(long, value_name = "V", default_value = "english")]
    variant: String,
    /// The first player
    #[arg(long, value_name = "SPEC")]
    a: String,
    /// The second player
    #[arg(long, value_name = "SPEC")]
    b: String,
    /// The most games; an even number
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u64).range(2..=10_000_000))]
    games: u64,
    /// The time of a Hub program for each move, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    time: u64,
    /// How many random moves an opening has
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u16).range(0..=40))]
    opening_plies: u16,
    /// The seed of openings and of players that choose at random
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many games are played at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// End the match when A is HIGH Elo better than B, or only LOW
    #[arg(long, value_name = "LOW,HIGH", value_parser = read_sprt)]
    sprt: Option<Sprt>,
    /// The folder of endgame tables for players that search; without it the king endings that ship
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Write the games to this file
    #[arg(long, value_name = "FILE")]
    pdn: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl MatchCommand {
    /// Plays the match and prints its result.
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let variant = find_variant(&self.variant)?;
        let club = Club::new(variant, self.time, self.tables.as_deref())?;
        let specs = [PlayerSpec::read(&self.a)?, PlayerSpec::read(&self.b)?];
        let mut record = self
            .pdn
            .as_ref()
            .map(|path| {
                File::create(path).map_err(|error| {
                    let problem = Problem::new(format!("cannot write {}: {error}", path.display()));
                    problem.help("name a file in a folder that you may write to")
                })
            })
            .transpose()?;
        let run = MatchRun {
            command: &self,
            variant,
            club: &club,
            specs: &specs,
            state: Mutex::default(),
            next: AtomicU64::new(0),
            over: AtomicBool::new(false),
        };
        let state = run.play();
        if let Some(problem) = state.problem {
            return Err(problem);
        }
        if let Some(file) = &mut record {
            let separated = state.games.join("\n");
            file.write_all(separated.as_bytes())?;
        }
        self.print(variant, &state, out)
    }

    fn print(&self, variant: &Variant, state: &MatchState, out: &mut dyn Write) -> Result<(), Failure> {
        let Tally { won, drawn, lost, .. } = state.tally;
        let (elo, share) = (state.tally.elo(), state.tally.share() * 100.0);
        let verdict = self.sprt.map(|sprt| (sprt, state.tally.likelihood(sprt), state.tally.verdict(sprt)));
        if self.json {
            let finite = |number: f64| number.is_finite().then_some(number);
            let described = json!({
                "variant": variant.name(), "a": self.a, "b": self.b, "games": state.tally.games(),
                "won": won, "drawn": drawn, "lost": lost, "share": share,
                "elo": { "difference": finite(elo.difference), "low": finite(elo.low), "high": finite(elo.high) },
                "sprt": verdict.map(|(_, likelihood, verdict)| json!({ "likelihood": likelihood, "verdict": verdict_words(verdict) })),
                "faults": state.faults,
            });
            return Ok(writeln!(out, "{described:#}")?);
        }
        writeln!(out, "{}: {} against {}", variant.name(), self.a, self.b)?;
        writeln!(out, "+{won} ={drawn} -{lost} of {} games, {share:.1} %", state.tally.games())?;
        writeln!(out, "Elo {:+.0}, 95 % between {:+.0} and {:+.0}", elo.difference, elo.low, elo.high)?;
        if let Some((sprt, likelihood, verdict)) = verdict {
            let words = verdict_words(verdict);
            writeln!(
                out,
                "SPRT {} to {} Elo: {words} (log likelihood ratio {likelihood:.2})",
                sprt.low, sprt.high
            )?;
        }
        state.faults.iter().try_for_each(|fault| writeln!(out, "{fault}"))?;
        Ok(())
    }
}

/// A match while it is played.
struct MatchRun<'a> {
    command: &'a MatchCommand,
    variant: &'static Variant,
    club: &'a Club,
    specs: &'a [PlayerSpec; 2],
    state: Mutex<MatchState>,
    next: AtomicU64,
    over: AtomicBool,
}

#[derive(Default)]
struct MatchState {
    tally: Tally,
    games: Vec<String>,
    /// What players did wrong, in words; the first few.
    faults: Vec<String>,
    problem: Option<Failure>,
}

/// The most faults that are kept.
const MOST_FAULTS: usize = 10;

impl MatchRun<'_> {
    fn play(self) -> MatchState {
        let line =
            ProgressLine::new(format!("{} {} - {}", self.variant.name(), self.command.a, self.command.b));
        thread::scope(|scope| {
            for _ in 1..self.command.threads {
                scope.spawn(|| self.work(&line));
            }
            self.work(&line);
        });
        drop(line);
        self.state.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Plays one opening after the other with players of its own.
    fn work(&self, line: &ProgressLine) {
        let players = self.specs.each_ref().map(|spec| self.club.player(spec));
        let [mut a, mut b] = match players {
            [Ok(a), Ok(b)] => [a, b],
            [Err(problem), _] | [_, Err(problem)] => {
                self.over.store(true, Ordering::Relaxed);
                lock(&self.state).problem = Some(problem);
                return;
            }
        };
        let openings = self.command.games.div_ceil(2);
        while !self.over.load(Ordering::Relaxed) {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= openings {
                break;
            }
            let seed = self.command.seed.wrapping_mul(1_000_003).wrapping_add(number);
            let opening = contest::opening(self.variant, self.command.opening_plies.into(), seed);
            self.play_opening(&opening, [a.as_mut(), b.as_mut()], seed);
            let state = lock(&self.state);
            line.show(state.tally.games() as usize, self.command.games as usize);
            let decided =
                self.command.sprt.is_some_and(|sprt| state.tally.verdict(sprt) != SprtVerdict::Undecided);
            if decided {
                self.over.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Plays an opening twice, first with A on the first side.
    fn play_opening(&self, opening: &Game, [a, b]: [&mut dyn Contestant; 2], seed: u64) {
        let first = contest::play(opening.clone(), [a, b], seed * 2);
        let second = contest::play(opening.clone(), [b, a], seed * 2 + 1);
        let mut state = lock(&self.state);
        let points = |finished: &Finished, a: Side| match finished.winner {
            None => 1,
            Some(winner) => {
                if winner == a {
                    2
                } else {
                    0
                }
            }
        };
        state.tally.add_pair([points(&first, Side::First), points(&second, Side::Second)]);
        for (finished, a) in [(&first, Side::First), (&second, Side::Second)] {
            let names = if a == Side::First {
                [&self.command.a, &self.command.b]
            } else {
                [&self.command.b, &self.command.a]
            };
            if let Some(side) = finished.fault.filter(|_| state.faults.len() < MOST_FAULTS) {
                state.faults.push(format!("{} made no legal move: {}", names[side.index()], finished.reason));
            }
            if self.command.pdn.is_some() {
                let players = names.map(|name| (*name).clone());
                let heading = Heading { event: "parlour match".to_owned(), players, ..Heading::default() };
                state.games.extend(finished.game.transcript(&heading, Some(finished.winner)));
            }
        }
    }
}

fn verdict_words(verdict: SprtVerdict) -> &'static str {
    match verdict {
        SprtVerdict::Better => "A is better",
        SprtVerdict::NotBetter => "A is not better",
        SprtVerdict::Undecided => "undecided",
    }
}

fn read_sprt(text: &str) -> Result<Sprt, String> {
    let numbers = text
        .split_once(',')
        .and_then(|(low, high)| Some((low.trim().parse().ok()?, high.trim().parse().ok()?)));
    match numbers {
        Some((low, high)) if low < high => Ok(Sprt { low, high }),
        _ => Err("give two differences in Elo, the lower first, such as 0,10".to_owned()),
    }
}
