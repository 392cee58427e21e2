//! How strong the bots are: speed, matches against the last release and others, endings; all from one run.

mod budget;
mod clock;
mod deadline;
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
use std::time::Instant;

use draughts::bot::{Limits, Searcher, Selectivity, Skill, TimeLimits};
use draughts::contest::Tally;
use draughts::tables::shipped;
use draughts::{Game, Variant, variants};
use game::Level;

use clock::Clock;
use deadline::Deadline;
use games::{Extent, play_at_once, play_match};
use players::{HardPlayer, LevelPlayer, NodesPlayer, RandomPlayer, RungPlayer, TimedPlayer};
use promise::{Promises, Sample};

/// How much is measured.
struct Size {
    /// Games of a match.
    games: u64,
    /// Won positions of each kind of ending, and of the small endings of each variant.
    endings: [usize; 2],
    /// Drawn positions of each kind; their games go on until a draw rule ends them.
    drawn_endings: usize,
    /// Searches in each variant that are timed.
    searches: u64,
    /// The variants in which the steps of the ladder are measured.
    ladder: &'static [&'static str],
    /// The program of the last release.
    last_release: Option<String>,
    /// When the part that is measured has to end.
    deadline: Deadline,
}

const FULL: Size = Size {
    games: 60,
    endings: [1000, 1000],
    drawn_endings: 100,
    searches: 8,
    ladder: &["english", "international", "russian", "brazilian"],
    last_release: None,
    deadline: Deadline::NONE,
};
const QUICK: Size =
    Size { games: 2, endings: [6, 1], drawn_endings: 1, searches: 1, ladder: &["english"], ..FULL };

impl Size {
    fn extent(&self, opening_plies: usize) -> Extent {
        Extent { games: self.games, opening_plies, deadline: self.deadline }
    }
}

/// A part of the table.
struct Part {
    name: &'static str,
    /// Adds its rows.
    measure: fn(&Size, &mut Promises),
    /// How long it may take in a quick run, in seconds. The sum leaves a busy machine some
    /// time to end what it has begun.
    quick_seconds: u64,
}

const PARTS: [Part; 8] = [
    Part { name: "speed", measure: speed, quick_seconds: 6 },
    Part { name: "budget", measure: budget::budget, quick_seconds: 8 },
    Part { name: "release", measure: against_last_release, quick_seconds: 34 },
    Part { name: "ladder", measure: ladder, quick_seconds: 16 },
    Part { name: "rapid-draughts", measure: rapid, quick_seconds: 12 },
    Part { name: "uct", measure: against_uct, quick_seconds: 8 },
    Part { name: "endings", measure: endings::endings, quick_seconds: 16 },
    // It has no promise, and so no place in a quick run.
    Part { name: "cuts", measure: cuts, quick_seconds: 0 },
];

/// How long one part alone may take in a quick run.
const ALL_QUICK_SECONDS: u64 = 100;

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
    if let Some(endings) = value_of("--endings=") {
        size.endings = [endings.parse().expect("a number of endings"); 2];
    }
    size.last_release = value_of("--last-release=").map(str::to_owned);
    println!(
        "{MILLIS} ms are processor time; openings are random and even, each played twice with the sides changed\n"
    );
    let mut promises = Promises::begin();
    let (begin, mut seconds) = (Instant::now(), 0);
    for Part { name, measure, quick_seconds } in PARTS {
        if only.map_or(!quick || quick_seconds > 0, |only| only == name) {
            // A part that took longer, because the machine is busy, leaves less to the others.
            seconds += if only.is_some() { ALL_QUICK_SECONDS } else { quick_seconds };
            if quick {
                size.deadline = Deadline::after(begin, seconds);
            }
            measure(&size, &mut promises);
        }
    }
    promises.report()
}

fn variant(name: &str) -> &'static Variant {
    variants::find(name).expect("a variant")
}

/// Depth and nodes per second at the start of a game, the best of three searches.
fn speed(size: &Size, promises: &mut Promises) {
    for name in ["english", "international", "russian", "brazilian", "buff-and-green", "turkish"] {
        let game = Game::new(variant(name));
        let in_time = |run: &u64| *run == 0 || !size.deadline.is_over();
        let runs = (0..3).take_while(in_time).map(|_| {
            let mut searcher = Searcher::new(variant(name), 32 << 20).with_endgames(shipped(variant(name)));
            let clock = Clock::start();
            let limit = std::time::Duration::from_millis(MILLIS);
            let time = TimeLimits { elapsed: &|| clock.elapsed(), soft: limit, hard: limit };
            let report = searcher.think(&game, &Limits { time: Some(time), ..Limits::NONE }, &mut |_| {});
            (report.nodes, report.depth, clock.elapsed().as_secs_f64())
        });
        let runs: Vec<_> = runs.collect();
        let (nodes, depth, seconds) =
            runs.iter().copied().max_by_key(|(nodes, ..)| *nodes).expect("at least one run");
        let result = format!("{depth} plies, {:.1} million nodes/s", nodes as f64 / seconds / 1e6);
        promises.measurement(
            &format!("{MILLIS} ms at the start, {name}"),
            Sample(runs.len() as u64, "searches"),
            &result,
        );
    }
}

/// What the cuts of the search are worth: with them against without them.
fn cuts(size: &Size, promises: &mut Promises) {
    let without = Selectivity { aspiration: 0, confirm_depth: 0, futility_depth: 0, ..Selectivity::DEFAULT };
    for name in ["english", "international", "russian"] {
        let player = |selectivity: Selectivity| {
            let searcher = Searcher::new(variant(name), 16 << 20).with_endgames(shipped(variant(name)));
            Box::new(NodesPlayer(searcher.with_selectivity(selectivity)))
        };
        let extent = Extent { games: size.games * 2, ..size.extent(6) };
        let tally = play_match(variant(name), extent, &|| player(Selectivity::DEFAULT), &|| player(without));
        promises.figure(&format!("cuts - none, {} nodes, {name}", NodesPlayer::NODES), &tally);
    }
}

/// The new hard, with the time that it has on a busy server, against the hard of the last release.
fn against_last_release(size: &Size, promises: &mut Promises) {
    let Some(program) = &size.last_release else {
        promises.not_measured("hard - last release", "name its program with --last-release=PATH");
        return;
    };
    let tallies = play_at_once(&["english", "international", "russian", "brazilian"], |name| {
        play_match(variant(name), size.extent(6), &|| Box::new(HardPlayer::new(MILLIS)), &|| {
            Box::new(last_release::start(program))
        })
    });
    for (name, tally) in tallies {
        promises.share(&format!("hard - last release, {name}"), &tally, 75.0);
    }
}

/// The steps of the ladder, from a random mover upwards, in each variant and in all of them together.
fn ladder(size: &Size, promises: &mut Promises) {
    for rung in 0..Skill::RUNGS.len() {
        let lower = rung.checked_sub(1);
        let tallies = play_at_once(size.ladder, |name| {
            let variant = variant(name);
            play_match(variant, size.extent(6), &|| Box::new(RungPlayer::new(variant, rung)), &|| match lower
            {
                Some(lower) => Box::new(RungPlayer::new(variant, lower)),
                None => Box::new(RandomPlayer),
            })
        });
        let step =
            format!("rung {rung} - {}", lower.map_or("random".to_owned(), |lower| format!("rung {lower}")));
        let mut all = Tally::default();
        for (name, tally) in &tallies {
            all.add(tally);
            promises.figure(&format!("{step}, {name}"), tally);
        }
        if tallies.len() > 1 {
            promises.figure(&format!("{step}, all {}", tallies.len()), &all);
        }
    }
}

/// Against npm `rapid-draughts` at equal time.
fn rapid(size: &Size, promises: &mut Promises) {
    if !rapid_draughts::is_there() {
        promises.not_measured("rapid-draughts", "it needs Node and `npm ci` in benches/bots");
        return;
    }
    let tally = play_match(
        variant("english"),
        size.extent(4),
        &|| Box::new(TimedPlayer::new(variant("english"), MILLIS)),
        &|| Box::new(rapid_draughts::start(MILLIS)),
    );
    promises.share(&format!("{MILLIS} ms - npm rapid-draughts, english"), &tally, 97.0);
}

/// Against a plain UCT player.
fn against_uct(size: &Size, promises: &mut Promises) {
    let tally = play_match(
        variant("buff-and-green"),
        size.extent(4),
        &|| Box::new(LevelPlayer(Level::Hard)),
        &|| Box::new(uct::Uct::new()),
    );
    promises.share(&format!("hard - UCT of {}, buff-and-green", uct::PLAY_OUTS), &tally, 99.0);
}
