//! `parlour hub`: a draughts engine that speaks the Hub protocol on standard input and output.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use draughts::bot::SearchReport;
use draughts::tables::Tables;
use draughts::{Game, Variant};
use game::Wish;

use crate::draughts_arguments::find_variant;
use crate::failure::Failure;
use crate::hub::{HubLine, HubNotation};
use crate::table_folder::tables_of;
use crate::thinker::{Goal, Thinker};

/// Play as an engine for programs that speak the Hub protocol, version 2
#[derive(Args)]
#[command(
    after_help = "Example: printf 'hub\\ninit\\nlevel move-time=0.1\\ngo think\\nquit\\n' | parlour hub --variant international\n\n\
    Squares have the numbers that players of the variant use; where they use letters, 1 is the first square of the top row."
)]
pub(crate) struct Hub {
    /// The variant; `parlour variants` lists them
    #[arg(long, value_name = "V", default_value = "international")]
    variant: String,
    /// The size of the table of positions, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// How many threads search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// The folder of endgame tables; without it the king endings that ship
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

impl Hub {
    /// Answers until standard input ends or says `quit`.
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        // Two threads write lines, each of them whole; the caller's buffer is not used.
        out.flush()?;
        let variant = find_variant(&self.variant)?;
        let tables = tables_of(variant, self.tables.as_deref())?;
        let signals = Arc::new(Signals::default());
        let (sender, lines) = mpsc::channel();
        let reader = Arc::clone(&signals);
        thread::spawn(move || reader.read(&sender));
        let mut engine = HubEngine::new(variant, &self, tables, signals);
        for line in lines {
            if !engine.answer(&line)? {
                break;
            }
        }
        Ok(())
    }
}

/// What the reading thread tells the searching one.
#[derive(Default)]
struct Signals {
    stop: AtomicBool,
    /// When the time of the search began; `None` while it ponders.
    begun: Mutex<Option<Instant>>,
}

impl Signals {
    /// Reads lines until there are none. Those that may come during a search are answered at once.
    fn read(&self, lines: &mpsc::Sender<HubLine>) {
        for text in io::stdin().lock().lines() {
            let Ok(text) = text else { break };
            let line = HubLine::read(&text);
            match line.command() {
                // A reader that has gone away is noticed when input ends.
                "ping" => drop(say(&HubLine::new("pong"))),
                "stop" => self.stop.store(true, Ordering::Relaxed),
                "ponder-hit" => *common::lock(&self.begun) = Some(Instant::now()),
                "quit" => break,
                _ => {
                    if lines.send(line).is_err() {
                        break;
                    }
                }
            }
        }
        self.stop.store(true, Ordering::Relaxed);
    }

    fn elapsed(&self) -> Duration {
        if self.stop.load(Ordering::Relaxed) {
            return Duration::MAX;
        }
        common::lock(&self.begun).map_or(Duration::ZERO, |begun| begun.elapsed())
    }
}

struct HubEngine {
    notation: HubNotation,
    thinker: Thinker,
    game: Game,
    goal: Goal,
    signals: Arc<Signals>,
}

impl HubEngine {
    fn new(variant: &'static Variant, flags: &Hub, tables: Arc<Tables>, signals: Arc<Signals>) -> HubEngine {
        HubEngine {
            notation: HubNotation::of(variant),
            thinker: Thinker::new(variant, flags.hash as usize, flags.threads.into(), tables),
            game: Game::new(variant),
            goal: Goal::NONE,
            signals,
        }
    }

    /// Answers a line; false ends the conversation. Commands that are not known are ignored, as the protocol asks.
    fn answer(&mut self, line: &HubLine) -> Result<bool, Failure> {
        match line.command() {
            "hub" => self.introduce()?,
            "init" => say(&HubLine::new("ready"))?,
            "new-game" => self.thinker.forget(),
            "pos" => {
                if let Err(problem) = self.set_position(line) {
                    say(&HubLine::new("error").with("message", problem))?;
                }
            }
            "level" => self.goal = goal_of(line),
            "go" => self.go(line)?,
            _ => {}
        }
        Ok(true)
    }

    fn introduce(&self) -> Result<(), Failure> {
        let variant = self.game.variant().name();
        let version = env!("CARGO_PKG_VERSION");
        let id = HubLine::new("id").with("name", "Parlour").with("version", version);
        say(&id.with("author", "the Parlour maintainers"))?;
        // Programs for 10×10 draughts call it normal.
        let value = if variant == "international" { "normal" } else { variant };
        let param = HubLine::new("param").with("name", "variant").with("value", value);
        say(&param.with("type", "enum").with("values", value))?;
        say(&HubLine::new("wait"))
    }

    fn set_position(&mut self, line: &HubLine) -> Result<(), String> {
        let position = match line.value("pos") {
            Some(text) => self.notation.read_position(text)?,
            None => return Err("a position is needed: pos pos=W…".to_owned()),
        };
        let mut game = Game::from_position(position);
        for text in line.value("moves").unwrap_or_default().split_whitespace() {
            let play = self.notation.read_move(&game, text)?;
            game.play(&Wish::from(&play)).map_err(|refusal| refusal.sentence)?;
        }
        self.game = game;
        Ok(())
    }

    fn go(&mut self, line: &HubLine) -> Result<(), Failure> {
        let ponders = line.value("ponder").is_some();
        *common::lock(&self.signals.begun) = (!ponders).then(Instant::now);
        let only = match self.game.legal_plays() {
            [] => return say(&HubLine::new("error").with("message", "the game is over: there is no move")),
            [only] if line.value("think").is_some() => Some(only.clone()),
            _ => None,
        };
        let HubEngine { thinker, game, notation, signals, .. } = self;
        let begun = Instant::now();
        let elapsed = || signals.elapsed();
        let mut tell = |report: &SearchReport| {
            // A reader that has gone away is noticed when input ends.
            let _ = say(&info(notation, report, begun.elapsed()));
        };
        let report = match &only {
            Some(_) => SearchReport::default(),
            None => thinker.think(game, self.goal, &elapsed, &mut tell),
        };
        let best = only.as_ref().or(report.best_move()).or(game.legal_plays().first());
        let mut done = HubLine::new("done")
            .with("move", best.map_or_else(String::new, |play| notation.write_move(play)));
        if let Some(expected) = report.variations.first().and_then(|variation| variation.plays.get(1)) {
            done = done.with("ponder", notation.write_move(expected));
        }
        signals.stop.store(false, Ordering::Relaxed);
        say(&done)
    }
}

/// A report as the protocol shows it: scores in men, time in seconds, speed in millions of nodes per second.
fn info(notation: &HubNotation, report: &SearchReport, time: Duration) -> HubLine {
    let seconds = time.as_secs_f64();
    let first = report.variations.first();
    let score = first.map_or(0.0, |first| match first.decided_in() {
        Some(plies) => (100.0 - f64::from(plies) / 100.0).copysign(first.value.into()),
        None => f64::from(first.value) / 100.0,
    });
    let line: Vec<String> =
        first.iter().flat_map(|first| &first.plays).map(|play| notation.write_move(play)).collect();
    HubLine::new("info")
        .with("depth", report.depth)
        .with("score", format!("{score:.2}"))
        .with("nodes", report.nodes)
        .with("time", format!("{seconds:.3}"))
        .with("nps", format!("{:.1}", report.nodes as f64 / seconds.max(1e-6) / 1e6))
        .with("pv", line.join(" "))
}

/// Kept back of every move's time for what happens beside the search.
const RESERVE: f64 = 0.003;
/// How many moves are expected to follow if the line does not say it.
const MOVES_TO_COME: f64 = 30.0;

/// The limits of a `level` line; those it does not name are open.
fn goal_of(line: &HubLine) -> Goal {
    let seconds = |seconds: f64| Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(Duration::MAX);
    let mut goal = Goal::NONE;
    if let Some(depth) = line.number("depth") {
        goal.depth = depth.max(1.0) as u32;
    }
    if let Some(nodes) = line.number("nodes") {
        goal.nodes = nodes.max(1.0) as u64;
    }
    if let Some(time) = line.number("move-time") {
        goal.soft = seconds((time - RESERVE).max(time / 2.0));
        goal.hard = goal.soft;
    } else if let Some(time) = line.number("time") {
        let moves = line.number("moves").filter(|moves| *moves >= 1.0).unwrap_or(MOVES_TO_COME);
        let share = time / moves + line.number("inc").unwrap_or(0.0) * 0.8;
        goal.soft = seconds(share.min(time / 2.0) * 0.6);
        goal.hard = seconds((share * 3.0).min(time / 2.0) - RESERVE);
    }
    goal
}

/// Writes a line at once.
fn say(line: &HubLine) -> Result<(), Failure> {
    Ok(writeln!(io::stdout().lock(), "{line}")?)
}
