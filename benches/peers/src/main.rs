//! Counting leaves on one thread, without a table: parlour beside the peers that the registries have.

use std::process::{Command, ExitCode};
use std::time::Instant;

use draughts::board::Board;
use draughts::perft::{Counting, leaves};
use draughts::variants::{Brazilian, English, International, Russian, Turkish};
use draughts::RuleSet;

/// Every figure is the best of so many runs.
const RUNS: usize = 3;

/// A measured count.
#[derive(Clone, Copy)]
struct Figure {
    leaves: u64,
    seconds: f64,
}

impl Figure {
    fn speed(self) -> f64 {
        self.leaves as f64 / self.seconds
    }
}

/// A peer, and the ratio we promise to keep.
struct Peer {
    name: &'static str,
    depth: u32,
    figure: Option<Figure>,
    promise: f64,
}

fn main() -> ExitCode {
    let rapid = Peer { name: "rapid-draughts", depth: 8, figure: rapid_draughts(8), promise: 200.0 };
    let kish = Peer { name: "kish", depth: 8, figure: Some(best(|| kish_leaves(8))), promise: 1.1 };
    println!("{:<14} {:>5} {:>12} {:>10}  beside", "variant", "depth", "leaves", "million/s");
    let kept = [
        row::<English>(11, 85_242_128, Some(&rapid)),
        row::<International>(9, 41_022_423, None),
        row::<Russian>(10, 22_444_032, None),
        row::<Brazilian>(10, 21_560_022, None),
        row::<Turkish>(8, 123_285_642, Some(&kish)),
    ];
    if kept.iter().all(|kept| *kept) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Measures a variant and prints it beside its peer; false when a count or a promise is broken.
fn row<R: RuleSet>(depth: u32, expected: u64, peer: Option<&Peer>) -> bool {
    let board = Board::<R>::start();
    let ours = best(|| leaves(&board, depth, Counting::Unique));
    let speed = ours.speed() / 1e6;
    print!("{:<14} {depth:>5} {:>12} {speed:>10.1}  ", R::RULES.name, ours.leaves);
    let mut kept = ours.leaves == expected;
    if let Some(peer) = peer {
        kept &= beside(ours, peer);
    }
    println!("{}", if ours.leaves == expected { "" } else { "WRONG COUNT" });
    kept
}

fn beside(ours: Figure, peer: &Peer) -> bool {
    let Some(theirs) = peer.figure else {
        print!("{} cannot run here: it needs Node and `npm install` in this folder", peer.name);
        return true;
    };
    let ratio = ours.speed() / theirs.speed();
    let kept = ratio >= peer.promise;
    print!(
        "{} (depth {}) {:.1}, ratio {ratio:.2}, promised {} {}",
        peer.name,
        peer.depth,
        theirs.speed() / 1e6,
        peer.promise,
        if kept { "kept" } else { "BROKEN" }
    );
    kept
}

fn best(count: impl Fn() -> u64) -> Figure {
    let run = |_| {
        let started = Clock::now();
        let leaves = count();
        Figure { leaves, seconds: started.elapsed() }
    };
    let runs = (0..RUNS).map(run);
    runs.min_by(|a, b| a.seconds.total_cmp(&b.seconds)).expect("there is at least one run")
}

fn kish_leaves(depth: u64) -> u64 {
    kish::Board::new_default().perft(depth)
}

/// The best of the peer's runs in Node, where Node and the package are there.
fn rapid_draughts(depth: u32) -> Option<Figure> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/rapid-draughts.mjs");
    let run = |_| {
        let output = Command::new("node").arg(script).arg(depth.to_string()).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        let (leaves, seconds) = text.trim().split_once(' ')?;
        Some(Figure { leaves: leaves.parse().ok()?, seconds: seconds.parse().ok()? })
    };
    let runs = (0..RUNS).filter_map(run);
    runs.min_by(|a, b| a.seconds.total_cmp(&b.seconds))
}

/// The time this thread has run, so that a busy machine does not slow anybody down; elsewhere the time on the wall.
enum Clock {
    Thread(f64),
    Wall(Instant),
}

impl Clock {
    fn now() -> Clock {
        thread_seconds().map_or_else(|| Clock::Wall(Instant::now()), Clock::Thread)
    }

    fn elapsed(&self) -> f64 {
        match self {
            Clock::Thread(then) => thread_seconds().unwrap_or(*then) - then,
            Clock::Wall(then) => then.elapsed().as_secs_f64(),
        }
    }
}

fn thread_seconds() -> Option<f64> {
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(statistics.split_whitespace().next()?.parse::<f64>().ok()? / 1e9)
}
