//! Leaves counted per second of processor time, on one thread, without a table: `cargo run --release --example speed`.

use std::time::Instant;

use draughts::perft::{self, Count};
use draughts::{Position, Variant, variants};

/// The most leaves to count from the start of a variant.
const LARGEST: u64 = 100_000_000;

const ALL_KINGS: &str = "W:WK31,K32,K33,K34,K35,K36,K37,K38,K39,K40,K41,K42,K43,K44,K45,K46,K47,K48,K49,K50:\
                         BK1,K2,K3,K4,K5,K6,K7,K8,K9,K10,K11,K12,K13,K14,K15,K16,K17,K18,K19,K20";

fn main() {
    for variant in variants::ALL {
        measure(&Position::start(variant), deepest(variant));
    }
    let position =
        |name, fen| Position::from_fen(variants::find(name).expect("a variant"), fen).expect("a position");
    measure(&position("international", "B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46"), 8);
    measure(&position("international", ALL_KINGS), 9);
    measure(&position("italian", "W:WK27,K28,17,20,9,K12,8:B21,24,K19,K13,14,K11,4"), 9);
    measure(&position("russian", "W:WKd8,h2:Bh8,Kh6"), 8);
}

/// The depth of the largest known count from the start that does not take too long.
fn deepest(variant: &'static Variant) -> u32 {
    let path = format!("{}/tests/fixtures/perft/{}.txt", env!("CARGO_MANIFEST_DIR"), variant.name());
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("cannot read {path}: {error}"));
    let known = perft::known(&text).expect("readable counts").into_iter();
    let from_start =
        known.filter(|known| Position::from_fen(variant, &known.fen) == Ok(Position::start(variant)));
    let counts = from_start.flat_map(|known| known.leaves).filter(|(_, leaves)| *leaves <= LARGEST);
    counts.map(|(depth, _)| depth).max().expect("a count from the start")
}

fn measure(position: &Position, depth: u32) {
    let begin = seconds();
    let leaves = perft::count(position, &Count::to_depth(depth));
    let speed = leaves as f64 / (seconds() - begin) / 1e6;
    let (name, fen) = (position.variant().name(), position.fen());
    println!("{name:16}depth {depth:2} {leaves:12} leaves {speed:7.1} million/s  {fen:.24}");
}

/// The processor time of this thread if the system reports it, else the elapsed time.
fn seconds() -> f64 {
    thread_local!(static BEGIN: Instant = Instant::now());
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = spent.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| BEGIN.with(|begin| begin.elapsed().as_secs_f64()), |spent| spent / 1e9)
}
