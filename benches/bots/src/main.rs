//! How strong the bots are: speed, matches against the last release and others, endings; all from one run.

mod budget;
mod clock;
mod endings;
mod games;
mod last_release;
mod move_text;
mod players;
mod process_player;
mod promise;
mod rapid_draughts;
mod uct;

use std::process::ExitCode;

use draughts::bot::{Limits, Searcher, Selectivity, Skill, TimeLimits};
use draughts::tables::shipped;
use draughts::{Game, Variant, variants};
use game::Level;

use clock::Clock;
use games::{play_at_once, play_match};
use players::{HardPlayer, LevelPlayer, NodesPlayer, RandomPlayer, RungPlayer, TimedPlayer};
use promise::Promises;

/// How much is measured.
struct Size {
    /// Games of a match.
    games: u64,
    /// Won positions of each kind of ending.
    endings: usize,
    /// Drawn positions of each kind; their games go on until a draw rule ends them.
    drawn_endings: usize,
    /// The program of the last release.
    last_release: Option<String>,
}

const FULL: Size = Size { games: 60, endings: 1000, drawn_endings: 100, last_release: None };
const QUICK: Size = Size { games: 2, endings: 40, drawn_endings: 2, last_release: None };

/// Measures one thing, and prints it.
type Part = fn(&Size, &mut Promises);

/// The time of a move in milliseconds, where it is limited by time.
const MILLIS: u64 = 100;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let quick = arguments.iter().any(|argument| argument == "--quick");
    let value_of = |flag: &str| arguments.iter().find_map(|argument| argument.strip_prefix(flag));
    let only = value_of("--only=");
    let mut size = if quick { QUICK } else { FULL };
    if let Some(games) = value_of("--games=") {
        size.games = games.parse().expect("a number of games");
    }
    size.last_release = value_of("--last-release=").map(str::to_owned);
    let mut promises = Promises::default();
    let parts: [(&str, Part); 8] = [
        ("speed", speed),
        ("budget", budget::budget),
        ("cuts", cuts),
        ("release", against_last_release),
        ("ladder", ladder),
        ("rapid-draughts", rapid),
        ("uct", against_uct),
        ("endings", endings::endings),
    ];
    for (name, part) in parts {
        if only.is_none_or(|only| only == name) {
            part(&size, &mut promises);
            println!();
        }
    }
    promises.report()
}

fn variant(name: &str) -> &'static Variant {
    variants::find(name).expect("a variant")
}

/// Depth and nodes per second at the start of a game, the best of three.
fn speed(_: &Size, _: &mut Promises) {
    println!("{MILLIS} ms of processor time at the start position");
    println!("{:<16} {:>5} {:>10} {:>10}", "variant", "depth", "nodes", "million/s");
    for name in ["english", "international", "russian", "brazilian", "buff-and-green", "turkish"] {
        let game = Game::new(variant(name));
        let best = (0..3).map(|_| {
            let mut searcher = Searcher::new(variant(name), 32 << 20).with_endgames(shipped(variant(name)));
            let clock = Clock::start();
            let limit = std::time::Duration::from_millis(MILLIS);
            let time = TimeLimits { elapsed: &|| clock.elapsed(), soft: limit, hard: limit };
            let report = searcher.think(&game, &Limits { time: Some(time), ..Limits::NONE }, &mut |_| {});
            (report.nodes, report.depth, clock.elapsed().as_secs_f64())
        });
        let (nodes, depth, seconds) = best.max_by_key(|(nodes, ..)| *nodes).expect("three runs");
        println!("{name:<16} {depth:>5} {nodes:>10} {:>10.1}", nodes as f64 / seconds / 1e6);
    }
}

/// What the cuts of the search are worth: with them against without them.
fn cuts(size: &Size, promises: &mut Promises) {
    println!("the search with its cuts against without them, {} nodes for each move", NodesPlayer::NODES);
    let without = Selectivity { aspiration: 0, confirm_depth: 0, futility_depth: 0, ..Selectivity::DEFAULT };
    for name in ["english", "international", "russian"] {
        let player = |selectivity: Selectivity| {
            let searcher = Searcher::new(variant(name), 16 << 20).with_endgames(shipped(variant(name)));
            Box::new(NodesPlayer(searcher.with_selectivity(selectivity)))
        };
        let tally = play_match(variant(name), (size.games * 2, 6), &|| player(Selectivity::DEFAULT), &|| {
            player(without)
        });
        promises.figure(&format!("with cuts - without, {name}"), &tally);
    }
}

/// The new hard against the hard of the last release.
fn against_last_release(size: &Size, promises: &mut Promises) {
    println!(
        "hard with {MILLIS} ms for each move, as on a busy server, against the hard of the last release"
    );
    let Some(program) = &size.last_release else {
        promises.not_measured("hard - last release", "name its program with --last-release=PATH");
        return;
    };
    let tallies = play_at_once(&["english", "international", "russian", "brazilian"], |name| {
        play_match(variant(name), (size.games, 6), &|| Box::new(HardPlayer::new(MILLIS)), &|| {
            Box::new(last_release::start(program))
        })
    });
    for (name, tally) in tallies {
        promises.share(&format!("hard - last release, {name}"), &tally, 75.0);
    }
}

/// The steps of the ladder, from a random mover upwards.
fn ladder(size: &Size, promises: &mut Promises) {
    println!("the ladder, english");
    let english = variant("english");
    let rungs: Vec<usize> = (0..Skill::RUNGS.len()).collect();
    let tallies = play_at_once(&rungs, |rung| {
        play_match(
            english,
            (size.games, 6),
            &|| Box::new(RungPlayer::new(english, rung)),
            &|| match rung.checked_sub(1) {
                Some(lower) => Box::new(RungPlayer::new(english, lower)),
                None => Box::new(RandomPlayer),
            },
        )
    });
    for (rung, tally) in tallies {
        let lower = rung.checked_sub(1).map_or("random".to_owned(), |lower| format!("rung {lower}"));
        promises.figure(&format!("rung {rung} - {lower}"), &tally);
    }
}

/// Against npm `rapid-draughts` at equal time.
fn rapid(size: &Size, promises: &mut Promises) {
    println!("against npm rapid-draughts, {MILLIS} ms of processor time for each move");
    if !rapid_draughts::is_there() {
        promises.not_measured("rapid-draughts", "it needs Node and `npm ci` in benches/bots");
        return;
    }
    let tally = play_match(
        variant("english"),
        (size.games, 4),
        &|| Box::new(TimedPlayer::new(variant("english"), MILLIS)),
        &|| Box::new(rapid_draughts::start(MILLIS)),
    );
    promises.share("100 ms - rapid-draughts, english", &tally, 97.0);
}

/// Against a plain UCT player.
fn against_uct(size: &Size, promises: &mut Promises) {
    println!("against a plain UCT player with {} play-outs", uct::PLAY_OUTS);
    let tally = play_match(
        variant("buff-and-green"),
        (size.games, 4),
        &|| Box::new(LevelPlayer(Level::Hard)),
        &|| Box::new(uct::Uct::new()),
    );
    promises.share("hard - UCT, buff-and-green", &tally, 99.0);
}
