//! Crashes and failing disks: acknowledged writes are kept, and no others are acknowledged.
#![cfg(unix)]

mod appending;
mod folder;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use appending::append;
use common::RoomId;
use folder::Folder;
use store::{Append, Cutoffs, Journal, Options, ResultRow, Store, StoreError, StoreHealth};

const KILLS: u64 = 10;
const ROOMS: u64 = 8;

/// The event of a room with this seq; every tenth one has a snapshot.
fn event(room: u64, seq: u64) -> Append {
    let snapshot = format!(r#"{{"board":"{}"}}"#, "x".repeat(500));
    Append {
        room: RoomId(format!("room {room}")),
        tenant: "acme".into(),
        after: seq - 1,
        events: vec![format!(r#"{{"board":"{}"}}"#, "x".repeat(500))],
        snapshot: seq.is_multiple_of(10).then_some(snapshot),
        ..Append::default()
    }
}

/// Starts one of the ignored tests below as a separate process.
fn child(program: &mut Command, test: &str, dir: &Path) -> Child {
    program
        .args(["--ignored", "--exact", test, "--nocapture"])
        .env("PARLOUR_TEST_DIR", dir)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the test binary can be started")
}

fn store_of_child() -> Store {
    let dir = std::env::var_os("PARLOUR_TEST_DIR").expect("a parent test gives the directory");
    Store::open(Path::new(&dir), &Options::default()).expect("the store opens")
}

/// Checks that every acknowledged event is stored, and at most one more.
fn check(store: &Store, room: u64, acknowledged: u64) -> u64 {
    let id = RoomId(format!("room {room}"));
    let stored = store.room(&id).wait().expect("reading works");
    let seq = stored.as_ref().map_or(0, |room| room.seq());
    assert!(seq == acknowledged || seq == acknowledged + 1, "{seq} stored, {acknowledged} acknowledged");
    let in_snapshot = stored.and_then(|room| room.snapshot).map_or(0, |(seq, _)| seq);
    assert_eq!(in_snapshot, seq - seq % 10);
    seq
}

#[test]
fn a_killed_process_loses_nothing_it_acknowledged() {
    let folder = Folder::new();
    let mut seqs = [0; ROOMS as usize];
    let this_binary = std::env::current_exe().unwrap();
    for kill in 1..=KILLS {
        let mut child = child(&mut Command::new(&this_binary), "appends_until_it_is_killed", folder.path());
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut acknowledged = 0;
        let mut note = |line: &str| {
            let words: Vec<&str> = line.split(' ').collect();
            let ["stored", room, seq] = words[..] else { return 0 };
            seqs[room.parse::<usize>().unwrap()] = seq.parse().unwrap();
            1
        };
        while acknowledged < 20 * kill {
            acknowledged += note(&lines.next().expect("the child works until it is killed").unwrap());
        }
        child.kill().unwrap();
        // What it printed before it died counts as acknowledged; an incomplete line does not.
        lines.map_while(Result::ok).for_each(|line| acknowledged += note(&line));
        child.wait().unwrap();
        let store = Store::open(folder.path(), &Options::default()).unwrap();
        assert_eq!(store.integrity_check().wait(), Ok(Vec::new()));
        for room in 0..ROOMS {
            seqs[room as usize] = check(&store, room, seqs[room as usize]);
        }
    }
}

#[test]
#[ignore = "runs as the process that the test above kills"]
fn appends_until_it_is_killed() {
    let store = store_of_child();
    let writers = (0..ROOMS).map(|room| {
        let store = store.clone();
        std::thread::spawn(move || {
            let stored = store.room(&RoomId(format!("room {room}"))).wait().unwrap();
            for seq in stored.map_or(0, |room| room.seq()) + 1.. {
                append(&store, event(room, seq)).unwrap();
                println!("stored {room} {seq}");
            }
        })
    });
    writers.collect::<Vec<_>>().into_iter().for_each(|writer| writer.join().unwrap());
}

#[test]
fn a_full_disk_refuses_without_losing_and_goes_on_when_there_is_room() {
    let folder = Folder::new();
    let options = Options { max_bytes: Some(400_000), ..Options::default() };
    let store = Store::open(folder.path(), &options).unwrap();
    let finished = |room| Append { result: Some(ResultRow::default()), ..event(room, 1) };
    let stored = (0..).take_while(|room| append(&store, finished(*room)).is_ok()).count() as u64;
    assert!(stored > 0);
    let refused = store.append(vec![vec![finished(stored)], vec![finished(stored + 1)]]);
    assert_eq!(refused.wait(), Err(StoreError::DiskFull), "the whole batch is refused");
    assert_eq!(store.health(), StoreHealth::DiskFull);
    (0..stored).for_each(|room| assert_eq!(check(&store, room, 1), 1));
    assert_eq!(store.room(&RoomId(format!("room {stored}"))).wait(), Ok(None));

    let old = Cutoffs { rooms_ms: Some(i64::MAX), ..Cutoffs::default() };
    assert_eq!(store.remove_old(old, 100).wait().unwrap().rooms as u64, stored.min(100));
    assert_eq!(append(&store, finished(stored)), Ok(()));
    assert_eq!(store.health(), StoreHealth::Well);
}

#[test]
fn after_a_failed_write_nothing_is_acknowledged_any_more() {
    let folder = Folder::new();
    let this_binary = std::env::current_exe().unwrap();
    let mut shell = Command::new("sh");
    // Files may not grow beyond 512 kB here, and the signal is ignored, so writes fail with an error.
    shell.args(["-c", "trap '' XFSZ; ulimit -f 1024; exec \"$0\" \"$@\""]).arg(this_binary);
    let child = child(&mut shell, "appends_until_a_write_fails", folder.path()).wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&child.stdout).into_owned();
    assert!(child.status.success(), "{told}");
    let line =
        told.lines().find(|line| line.starts_with("acknowledged ")).expect("the child says how far it came");
    let acknowledged: u64 = line.split(' ').nth(1).unwrap().parse().unwrap();
    let store = Store::open(folder.path(), &Options::default()).unwrap();
    assert_eq!(store.integrity_check().wait(), Ok(Vec::new()));
    check(&store, 0, acknowledged);
}

#[test]
#[ignore = "runs as the process whose disk fails in the test above"]
fn appends_until_a_write_fails() {
    let store = store_of_child();
    let mut health = store.watch_health();
    let acknowledged = (1..).take_while(|seq| append(&store, event(0, *seq)).is_ok()).count() as u64;
    println!("acknowledged {acknowledged}");
    assert!(matches!(store.health(), StoreHealth::Failed(_)));
    assert!(health.has_changed().unwrap());
    assert!(matches!(&*health.borrow_and_update(), StoreHealth::Failed(_)));
    assert!(matches!(append(&store, event(0, acknowledged + 1)), Err(StoreError::Unavailable(_))));
    assert!(matches!(store.heartbeat("node", 1).wait(), Err(StoreError::Unavailable(_))));
    // Reading still works.
    check(&store, 0, acknowledged);
}
