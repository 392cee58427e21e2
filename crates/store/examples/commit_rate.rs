//! Measures how many moves a second become durable, by how many wait at the same time.

use std::collections::VecDeque;
use std::path::Path;
use std::time::{Duration, Instant};

use store::{Commit, Durability, EventRow, Options, RoomId, Store};

const MEASURED: Duration = Duration::from_secs(3);
const EVENT: &str = r#"{"type":"move","playerId":"0b0f3a62-8c1e-4a55-9d5b-2f6a3c1d7e90","from":12,"to":16}"#;

fn main() {
    println!("{:>8} {:>12} {:>9} {:>12} {:>9}", "waiting", "durable/s", "p50 ms", "fast/s", "p50 ms");
    for waiting in [1, 64, 256, 1000] {
        let (durable, durable_wait) = measure(waiting, Durability::Durable);
        let (fast, fast_wait) = measure(waiting, Durability::Fast);
        println!("{waiting:>8} {durable:>12.0} {durable_wait:>9.2} {fast:>12.0} {fast_wait:>9.2}");
    }
}

fn measure(waiting: usize, durability: Durability) -> (f64, f64) {
    let dir = std::env::temp_dir().join(format!("parlour-commit-rate-{}", std::process::id()));
    let rate = run(&dir, waiting, durability);
    std::fs::remove_dir_all(&dir).expect("the folder can be removed");
    rate
}

/// Keeps this many moves under way, each in a room of its own; gives moves a second and the median wait.
fn run(dir: &Path, waiting: usize, durability: Durability) -> (f64, f64) {
    let store = Store::open(dir, &Options { durability, ..Options::default() }).expect("the store opens");
    let started = Instant::now();
    let mut under_way: VecDeque<_> = (0..waiting).map(|room| (room, 0, send(&store, room, 0))).collect();
    let mut waits = Vec::new();
    while let Some((room, version, (sent, answer))) = under_way.pop_front() {
        answer.wait().expect("the move is stored");
        waits.push(sent.elapsed());
        if started.elapsed() < MEASURED {
            under_way.push_back((room, version + 1, send(&store, room, version + 1)));
        }
    }
    let rate = waits.len() as f64 / started.elapsed().as_secs_f64();
    waits.sort_unstable();
    (rate, waits[waits.len() / 2].as_secs_f64() * 1000.0)
}

fn send(store: &Store, room: usize, version: u64) -> (Instant, store::Answer<()>) {
    let commit = Commit {
        room: RoomId(format!("room_{room:022}")),
        tenant: "acme".into(),
        expected_version: version,
        version: version + 1,
        at_ms: 1_790_000_000_000 + version as i64,
        events: vec![EventRow { seq: version, at_ms: 1_790_000_000_000, json: EVENT.to_owned() }],
        snapshot: format!(r#"{{"version":{version},"room":"{}"}}"#, "x".repeat(600)),
        deadline_ms: Some(1_790_000_090_000 + version as i64),
        ..Commit::default()
    };
    (Instant::now(), store.commit(commit))
}
