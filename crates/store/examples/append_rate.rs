//! Measures appends by batch size: moves per second and CPU time per move. Then recovery.

use std::path::Path;
use std::time::{Duration, Instant};

use common::RoomId;
use store::{Append, Journal, Options, Store};

const ROOMS: usize = 20_000;
const EVENTS: u64 = 10;
const MEASURED: Duration = Duration::from_secs(2);
const EVENT: &str = r#"[1790000000000,12,{"played":{"side":1,"move":"11-15","took":1234}}]"#;

fn main() {
    println!("{:>8} {:>10} {:>10}", "batch", "events/s", "µs CPU");
    for size in [1, 10, 100, 1000] {
        let dir = std::env::temp_dir().join(format!("parlour-append-rate-{}", std::process::id()));
        let (rate, cpu) = append(&dir, size);
        println!("{size:>8} {rate:>10.0} {cpu:>10.2}");
        std::fs::remove_dir_all(&dir).expect("the folder can be removed");
    }
    let dir = std::env::temp_dir().join(format!("parlour-recovery-{}", std::process::id()));
    println!("recovery of {ROOMS} rooms with {EVENTS} events: {:?}", recover(&dir));
    std::fs::remove_dir_all(&dir).expect("the folder can be removed");
}

/// Events per second and µs of the writer's CPU time per event, with batches of this size in at least 200
/// rooms. A room with all its events is followed by a new one.
fn append(dir: &Path, size: usize) -> (f64, f64) {
    let store = Store::open(dir, &Options::default()).expect("the store opens");
    let mut rooms: Vec<(usize, u64)> = (0..size.max(200)).map(|room| (room, 0)).collect();
    let (mut opened, mut events, mut next) = (rooms.len(), 0, (0..rooms.len()).cycle());
    store.heartbeat("warm-up", 0).wait().expect("the store works");
    let (started, cpu) = (Instant::now(), writer_cpu_time());
    while started.elapsed() < MEASURED {
        let batch = next.by_ref().take(size).map(|index| {
            let (room, seq) = &mut rooms[index];
            if *seq == EVENTS {
                (*room, *seq) = (opened, 0);
                opened += 1;
            }
            *seq += 1;
            (room_id(*room), *seq - 1)
        });
        store_events(&store, batch);
        events += size;
    }
    let events = events as f64;
    (events / started.elapsed().as_secs_f64(), (writer_cpu_time() - cpu).as_secs_f64() * 1e6 / events)
}

fn room_id(room: usize) -> RoomId {
    RoomId(format!("room_{room:022}"))
}

/// Measures reading all running rooms.
fn recover(dir: &Path) -> Duration {
    let store = Store::open(dir, &Options::default()).expect("the store opens");
    for after in 0..EVENTS {
        store_events(&store, (0..ROOMS).map(|room| (room_id(room), after)));
    }
    drop(store);
    let store = Store::open(dir, &Options::default()).expect("the store opens");
    let (started, mut found, mut after) = (Instant::now(), 0, None);
    loop {
        let page = store.running_rooms(after, 500).wait().expect("rooms can be read");
        found += page.rooms.len();
        after = page.next;
        if after.is_none() {
            assert_eq!(found, ROOMS);
            return started.elapsed();
        }
    }
}

fn store_events(store: &Store, events: impl Iterator<Item = (RoomId, u64)>) {
    let groups = events.map(|(room, after)| {
        vec![Append {
            room,
            tenant: "acme".into(),
            after,
            events: vec![EVENT.to_owned()],
            ..Append::default()
        }]
    });
    let outcomes = store.append(groups.collect()).wait().expect("the batch is stored");
    assert!(outcomes.iter().all(Result::is_ok));
}

/// The CPU time of the writer thread, in Linux clock ticks of 10 ms.
fn writer_cpu_time() -> Duration {
    let tasks = std::fs::read_dir("/proc/self/task").expect("this runs on Linux");
    let stats = tasks.filter_map(|task| std::fs::read_to_string(task.ok()?.path().join("stat")).ok());
    let writer = stats.filter(|stat| stat.contains("(store-writer)")).last().expect("the writer runs");
    let times = writer.rsplit(") ").next().expect("the name ends").split(' ').skip(11).take(2);
    Duration::from_millis(times.map(|ticks| ticks.parse::<u64>().expect("a number") * 10).sum())
}
