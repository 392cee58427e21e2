//! Leaves counted per second of processor time, one thread, nothing remembered: `cargo run --release --example speed`.

use std::time::Instant;

use draughts::board::Board;
use draughts::perft::{Counting, leaves};
use draughts::variants::{
    Brazilian, BuffAndGreen, Canadian, Czech, English, Frisian, International, Italian, Killer, Pool,
    Russian, Spanish, Thai, Turkish, find,
};
use draughts::{Position, RuleSet};

const ALL_KINGS: &str = "W:WK31,K32,K33,K34,K35,K36,K37,K38,K39,K40,K41,K42,K43,K44,K45,K46,K47,K48,K49,K50:\
                         BK1,K2,K3,K4,K5,K6,K7,K8,K9,K10,K11,K12,K13,K14,K15,K16,K17,K18,K19,K20";

fn main() {
    measure::<English>(11, "");
    measure::<International>(9, "");
    measure::<Russian>(10, "");
    measure::<Brazilian>(10, "");
    measure::<Turkish>(8, "");
    measure::<Pool>(10, "");
    measure::<Czech>(10, "");
    measure::<Italian>(10, "");
    measure::<Spanish>(10, "");
    measure::<Canadian>(8, "");
    measure::<Frisian>(9, "");
    measure::<Killer>(9, "");
    measure::<Thai>(8, "");
    measure::<BuffAndGreen>(9, "");
    measure::<International>(8, "B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46");
    measure::<International>(9, ALL_KINGS);
    measure::<Italian>(9, "W:WK27,K28,17,20,9,K12,8:B21,24,K19,K13,14,K11,4");
    measure::<Russian>(8, "W:WKd8,h2:Bh8,Kh6");
}

fn measure<R: RuleSet>(depth: u32, fen: &str) {
    let variant = find(R::RULES.name).expect("a variant of the list");
    let position = match fen {
        "" => Position::start(variant),
        fen => Position::from_fen(variant, fen).expect("a position"),
    };
    let begin = seconds();
    let leaves = leaves(&Board::<R>::of(&position), depth, Counting::Unique);
    let speed = leaves as f64 / (seconds() - begin) / 1e6;
    println!("{:16}depth {depth:2} {leaves:12} leaves {speed:7.1} million/s  {fen:.24}", R::RULES.name);
}

/// The processor time of this thread where the system tells it, else the time on the wall.
fn seconds() -> f64 {
    thread_local!(static BEGIN: Instant = Instant::now());
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = spent.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| BEGIN.with(|begin| begin.elapsed().as_secs_f64()), |spent| spent / 1e9)
}
