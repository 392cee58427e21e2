//! `parlour analyse`: what the search thinks of a position, or of every move of a game.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use draughts::bot::{SearchReport, Variation};
use draughts::pdn::{self, Assumptions, Form, GameType, Step};
use draughts::{Game, Position};
use game::{Play, Score, Wish};
use serde_json::{Value, json};

use super::pdn::input;
use crate::draughts_arguments::PositionArguments;
use crate::failure::{Failure, Problem};
use crate::progress::ProgressLine;
use crate::table_folder::tables_of;
use crate::thinker::{Goal, Stopwatch, Thinker};

/// Evaluate a position, or find the mistakes of a game
#[derive(Args)]
#[command(
    after_help = "Example: parlour analyse --variant english --fen \"W:WK18,K19:BK28\" --time 500 --lines 3\n\n\
    Scores are in hundredths of a man, positive for the side that moves first in the game."
)]
pub(crate) struct Analyse {
    #[command(flatten)]
    position: PositionArguments,
    /// Analyse every move of the first game of a PDN file instead; `-` is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    pdn: Option<PathBuf>,
    /// The time for each position, in milliseconds; one second without any limit
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    time: Option<u64>,
    /// The most plies to look ahead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=99))]
    depth: Option<u32>,
    /// The most positions to search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// How many of the best moves to show
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=100))]
    lines: u16,
    /// How many threads search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// The size of the table of positions, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// The folder of endgame tables; without it the king endings that ship
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A move that costs more than this, in hundredths of a man, is a mistake.
const MISTAKE: i32 = 60;
/// The value of a decided game, where mistakes are measured.
const DECIDED: i32 = 1000;

impl Analyse {
    /// Prints the analysis.
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        match &self.pdn {
            Some(path) => self.game(path, out),
            None => self.position(out),
        }
    }

    fn goal(&self) -> Goal {
        let is_open = self.time.is_none() && self.depth.is_none() && self.nodes.is_none();
        let time = self.time.or(is_open.then_some(1000)).map_or(Duration::MAX, Duration::from_millis);
        Goal {
            nodes: self.nodes.unwrap_or(u64::MAX),
            depth: self.depth.unwrap_or(u32::MAX),
            lines: self.lines.into(),
            ..Goal::of_time(time)
        }
    }

    fn thinker(&self, position: &Position) -> Result<Thinker, Failure> {
        let tables = tables_of(position.variant(), self.tables.as_deref())?;
        Ok(Thinker::new(position.variant(), self.hash as usize, self.threads.into(), tables))
    }

    fn position(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let position = self.position.position()?;
        let game = Game::from_position(position);
        // Unpacking the tables is not thinking time.
        let mut thinker = self.thinker(&position)?;
        let watch = Stopwatch::wall();
        let report = thinker.think(&game, self.goal(), &|| watch.elapsed(), &mut |_| {});
        let seconds = watch.elapsed().as_secs_f64();
        if self.json {
            let mut described = described(&position, &report);
            described["variant"] = json!(position.variant().name());
            described["seconds"] = json!(seconds);
            return Ok(writeln!(out, "{described:#}")?);
        }
        writeln!(out, "{}", position.fen())?;
        if report.variations.is_empty() {
            return Ok(writeln!(out, "the game is over")?);
        }
        let speed = report.nodes as f64 / seconds.max(1e-6) / 1e6;
        writeln!(
            out,
            "depth {}, {} nodes, {seconds:.2} s, {speed:.1} million/s",
            report.depth, report.nodes
        )?;
        for variation in report.variations.iter().filter(|variation| variation.is_valued()) {
            let score = variation.score(position.side_to_move());
            let words = score.words(position.rules().sides);
            writeln!(out, "{:>7}  {}  ({words})", score_text(score), line_text(&position, variation))?;
        }
        Ok(())
    }

    /// Follows the first game of a file and values the position after each move.
    fn game(&self, path: &Path, out: &mut dyn Write) -> Result<(), Failure> {
        let variant = crate::draughts_arguments::find_variant(&self.position.variant)?;
        let assumptions = Assumptions { variant, numbers: self.position.numbers.into() };
        let text = match input::open(path)?.next() {
            Some(Ok(text)) => text,
            Some(Err(fault)) => return Err(Problem::new(input::place(path, &fault)).into()),
            None => {
                let problem = Problem::new(format!("{} has no game", path.display()));
                return Err(problem.help("give a PDN file with a game").into());
            }
        };
        let replay = pdn::replay(&text, &assumptions);
        if let Some(fault) = replay.first_fault() {
            let problem = Problem::new(input::place(path, fault));
            return Err(problem.help("`parlour pdn check` lists every fault of a file").into());
        }
        let steps: Vec<&Step> = replay.main_line().collect();
        let mut thinker = self.thinker(&replay.start)?;
        let mut game = Game::from_position(replay.start);
        let line = ProgressLine::new("analysing".to_owned());
        let mut moves = Vec::new();
        for (done, step) in steps.iter().enumerate() {
            line.show(done, steps.len());
            moves.push(self.judged(&mut thinker, &game, step));
            if game.play(&Wish::from(&step.play)).is_err() {
                break;
            }
        }
        drop(line);
        if self.json {
            let moves: Vec<Value> = moves.iter().map(JudgedMove::described).collect();
            let game = json!({ "variant": replay.game_type.variant.name(), "start": replay.start.fen(), "moves": moves });
            return Ok(writeln!(out, "{game:#}")?);
        }
        moves.iter().try_for_each(|judged| judged.print(out))?;
        let mistakes = moves.iter().filter(|judged| judged.loss > MISTAKE).count();
        Ok(writeln!(out, "{} moves, {mistakes} mistakes", moves.len())?)
    }

    /// Values the best move of a position, and the move that was made.
    fn judged(&self, thinker: &mut Thinker, game: &Game, step: &Step) -> JudgedMove {
        let side = step.before.side_to_move();
        let watch = Stopwatch::wall();
        let best = thinker.think(game, self.goal(), &|| watch.elapsed(), &mut |_| {});
        let made_best = best.best_move() == Some(&step.play);
        let mut after = game.clone();
        let made = if made_best || after.play(&Wish::from(&step.play)).is_err() {
            best.value()
        } else {
            match after.outcome() {
                Some(outcome) => {
                    outcome.winner.map_or(0, |winner| if winner == side { DECIDED } else { -DECIDED })
                }
                None => {
                    let watch = Stopwatch::wall();
                    -thinker
                        .think(&after, Goal { lines: 1, ..self.goal() }, &|| watch.elapsed(), &mut |_| {})
                        .value()
                }
            }
        };
        let bounded = |value: i32| value.clamp(-DECIDED, DECIDED);
        JudgedMove {
            number: step.number,
            position: step.before,
            play: step.play.clone(),
            score: best.variations.first().map_or(Score::Men(0), |variation| variation.score(side)),
            best: best.best_move().filter(|_| !made_best).cloned(),
            loss: (bounded(best.value()) - bounded(made)).max(0),
        }
    }
}

/// A move of a game beside the best one.
struct JudgedMove {
    number: u32,
    position: Position,
    play: Play,
    score: Score,
    /// The best move, if another was made.
    best: Option<Play>,
    /// What the move costs, in hundredths of a man.
    loss: i32,
}

impl JudgedMove {
    fn print(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let text = move_text(&self.position, &self.play);
        let side = self.position.rules().sides[self.position.side_to_move().index()];
        write!(out, "{:>3}. {side:<6} {text:<10} {:>7}", self.number, score_text(self.score))?;
        if let Some(best) = self.best.as_ref().filter(|_| self.loss > MISTAKE) {
            write!(out, "  loses {}, better is {}", self.loss, move_text(&self.position, best))?;
        }
        Ok(writeln!(out)?)
    }

    fn described(&self) -> Value {
        json!({
            "number": self.number,
            "fen": self.position.fen(),
            "move": move_text(&self.position, &self.play),
            "score": score_json(self.score),
            "best": self.best.as_ref().map(|best| move_text(&self.position, best)),
            "loss": self.loss,
            "mistake": self.loss > MISTAKE,
        })
    }
}

fn described(position: &Position, report: &SearchReport) -> Value {
    let valued = report.variations.iter().filter(|variation| variation.is_valued());
    let lines: Vec<Value> = valued
        .map(|variation| {
            json!({
                "score": score_json(variation.score(position.side_to_move())),
                "moves": moves_of(position, variation),
            })
        })
        .collect();
    json!({ "fen": position.fen(), "depth": report.depth, "nodes": report.nodes, "lines": lines })
}

fn score_json(score: Score) -> Value {
    match score {
        Score::Men(value) => json!({ "men": f64::from(value) / 100.0 }),
        Score::Win { side, plies } => {
            let winner = ["first", "second"][side.index()];
            json!({ "winner": winner, "plies": plies })
        }
    }
}

/// A score such as `+35`, or `+#12` for a win in 12 plies.
fn score_text(score: Score) -> String {
    match score {
        Score::Men(value) => format!("{value:+}"),
        Score::Win { side, plies } => format!("{}#{plies}", ["+", "-"][side.index()]),
    }
}

fn line_text(position: &Position, variation: &Variation) -> String {
    moves_of(position, variation).join(" ")
}

fn moves_of(position: &Position, variation: &Variation) -> Vec<String> {
    let mut position = *position;
    let mut texts = Vec::new();
    for play in &variation.plays {
        texts.push(move_text(&position, play));
        position = position.after(play);
    }
    texts
}

/// A move in the notation of its variant.
pub(super) fn move_text(position: &Position, play: &Play) -> String {
    pdn::write_move(position, &GameType::of(position.variant()).notation, play, Form::Shortest)
}
