//! Two searches play a match, to see which settings are better:
//! `cargo run --release -p draughts --example match -- --variant english --games 400 --a nodes=20000,aspiration=30 --b nodes=20000`.
//!
//! A player is a list of `nodes=N` or `ms=N` (milliseconds of processor time), `weights=FILE` and the fields of `Selectivity`
//! with their values, instead of those that variants with a network use. `--sprt LOW:HIGH` ends the match when it is clear
//! which difference in Elo is right. `--first N` begins with the opening of that number, so that two matches do not have the
//! same openings.

use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use draughts::bot::{Limits, Searcher, Selectivity, TimeLimits};
use draughts::contest::{Contestant, MatchUp, Sprt, SprtVerdict};
use draughts::tables::shipped;
use draughts::{Game, Variant, variants};
use game::Play;

const USAGE: &str =
    "usage: match [--variant V] [--games N] [--first N] [--sprt LOW:HIGH] --a PLAYER --b PLAYER";
/// The random moves at the beginning of a game.
const OPENING_PLIES: usize = 6;
/// The table of a player.
const TABLE_BYTES: usize = 16 << 20;

struct Options {
    variant: &'static Variant,
    games: u64,
    first: u64,
    sprt: Option<Sprt>,
    players: [PlayerSettings; 2],
}

#[derive(Clone)]
struct PlayerSettings {
    nodes: u64,
    millis: Option<u64>,
    weights: Option<Vec<u8>>,
    selectivity: Selectivity,
}

fn main() -> ExitCode {
    match options(std::env::args().skip(1)) {
        Ok(options) => {
            play_match(&options);
            ExitCode::SUCCESS
        }
        Err(wrong) => {
            eprintln!("{wrong}\n{USAGE}");
            ExitCode::FAILURE
        }
    }
}

fn options(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let (mut variant, mut games, mut first, mut sprt) = ("english".to_owned(), 100, 0, None);
    let (mut a, mut b) = (None, None);
    while let Some(argument) = arguments.next() {
        let value = arguments.next().ok_or(format!("{argument} wants a value"))?;
        match argument.as_str() {
            "--variant" => variant = value,
            "--games" => games = number(&value)?,
            "--first" => first = number(&value)?,
            "--sprt" => {
                let (low, high) = value.split_once(':').ok_or("--sprt wants two differences in Elo")?;
                sprt = Some(Sprt { low: number(low)?, high: number(high)? });
            }
            "--a" => a = Some(settings(&value)?),
            "--b" => b = Some(settings(&value)?),
            _ => return Err(format!("{argument} is not known")),
        }
    }
    let variant = variants::find(&variant).ok_or(format!("there is no variant {variant}"))?;
    let players = [a.ok_or("--a is missing")?, b.ok_or("--b is missing")?];
    Ok(Options { variant, games, first, sprt, players })
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{text} is not a number"))
}

fn settings(text: &str) -> Result<PlayerSettings, String> {
    let selectivity = Selectivity::DEFAULT;
    let mut settings = PlayerSettings { nodes: u64::MAX, millis: None, weights: None, selectivity };
    for setting in text.split(',') {
        let (name, value) = setting.split_once('=').ok_or(format!("{setting} wants a value"))?;
        match name {
            "nodes" => settings.nodes = number(value)?,
            "ms" => settings.millis = Some(number(value)?),
            "weights" => {
                let bytes = std::fs::read(value).map_err(|error| format!("cannot read {value}: {error}"))?;
                settings.weights = Some(bytes);
            }
            name => *field(&mut settings.selectivity, name)? = number(value)?,
        }
    }
    Ok(settings)
}

/// The field of that name.
fn field<'a>(selectivity: &'a mut Selectivity, name: &str) -> Result<&'a mut i32, String> {
    Ok(match name {
        "aspiration" => &mut selectivity.aspiration,
        "confirm_depth" => &mut selectivity.confirm_depth,
        "confirm_margin" => &mut selectivity.confirm_margin,
        "confirm_share" => &mut selectivity.confirm_share,
        "futility_depth" => &mut selectivity.futility_depth,
        "futility_margin" => &mut selectivity.futility_margin,
        "known_replies_depth" => &mut selectivity.known_replies_depth,
        "offer_margin" => &mut selectivity.offer_margin,
        "ranked_depth" => &mut selectivity.ranked_depth,
        "reduction_depth" => &mut selectivity.reduction_depth,
        _ => return Err(format!("{name} is not known")),
    })
}

fn play_match(options: &Options) {
    let [a, b] = &options.players;
    let efforts = [Mutex::default(), Mutex::default()];
    let verdict = |tally: &draughts::contest::Tally| {
        options.sprt.map_or(SprtVerdict::Undecided, |sprt| tally.verdict(sprt))
    };
    let result = MatchUp {
        variant: options.variant,
        games: options.games,
        first_opening: options.first,
        opening_plies: OPENING_PLIES,
        a: &|| Box::new(Player::new(options.variant, a, &efforts[0])),
        b: &|| Box::new(Player::new(options.variant, b, &efforts[1])),
        go_on: &|tally| verdict(tally) == SprtVerdict::Undecided,
    }
    .play(std::thread::available_parallelism().map_or(1, usize::from));
    result.faults.iter().for_each(|fault| println!("a player made no legal move: {fault}"));
    for (name, effort) in ["a", "b"].into_iter().zip(&efforts) {
        effort.lock().expect("no player panics").print(name);
    }
    let (tally, elo) = (result.tally, result.tally.elo());
    println!(
        "{}: +{} ={} -{}, {:.1} %, Elo {:+.0} ({:+.0} to {:+.0}), {:?}",
        options.variant.name(),
        tally.won,
        tally.drawn,
        tally.lost,
        tally.share() * 100.0,
        elo.difference,
        elo.low,
        elo.high,
        verdict(&tally)
    );
}

/// A search with its settings.
struct Player<'a> {
    searcher: Searcher,
    settings: PlayerSettings,
    effort: &'a Mutex<Effort>,
}

/// What a player has done in all its moves.
#[derive(Default)]
struct Effort {
    moves: u64,
    depth: u64,
    nodes: u64,
    seconds: f64,
}

impl Effort {
    fn print(&self, name: &str) {
        let Effort { moves, depth, nodes, seconds } = self;
        let moves = *moves as f64;
        println!(
            "{name}: {:.1} plies deep, {:.0} nodes and {:.1} ms each move, {:.2} million nodes/s",
            *depth as f64 / moves,
            *nodes as f64 / moves,
            seconds * 1000.0 / moves,
            *nodes as f64 / seconds / 1e6
        );
    }
}

impl Player<'_> {
    fn new<'a>(
        variant: &'static Variant,
        settings: &PlayerSettings,
        effort: &'a Mutex<Effort>,
    ) -> Player<'a> {
        let searcher = match &settings.weights {
            Some(weights) => Searcher::with_weights(variant, TABLE_BYTES, weights),
            None => Searcher::new(variant, TABLE_BYTES),
        };
        let searcher = searcher.with_endgames(shipped(variant)).with_selectivity(settings.selectivity);
        Player { searcher, settings: settings.clone(), effort }
    }
}

impl Contestant for Player<'_> {
    fn new_game(&mut self) {
        self.searcher.forget();
    }

    fn choose(&mut self, game: &Game, _seed: u64) -> Result<Play, String> {
        if let [only] = game.legal_plays() {
            return Ok(only.clone());
        }
        let begin = seconds();
        let elapsed = || Duration::from_secs_f64(seconds() - begin);
        let time = self.settings.millis.map(|millis| {
            let limit = Duration::from_millis(millis);
            TimeLimits { elapsed: &elapsed, soft: limit, hard: limit }
        });
        let limits = Limits { nodes: self.settings.nodes, time, ..Limits::NONE };
        let report = self.searcher.think(game, &limits, &mut |_| {});
        let mut effort = self.effort.lock().expect("no player panics");
        effort.moves += 1;
        effort.depth += u64::from(report.depth);
        effort.nodes += report.nodes;
        effort.seconds += seconds() - begin;
        report.best_move().cloned().ok_or_else(|| "the game is over".to_owned())
    }
}

/// The processor time of this thread if the system reports it, else the elapsed time.
fn seconds() -> f64 {
    thread_local!(static BEGIN: Instant = Instant::now());
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = spent.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| BEGIN.with(|begin| begin.elapsed().as_secs_f64()), |spent| spent / 1e9)
}
