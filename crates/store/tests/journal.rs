//! The journal: groups in batches, and recovery from snapshots and events.

mod folder;

use folder::Folder;
use store::{Append, Journal, Options, OutboxRow, ResultRow, Snapshot, Store, StoreError};

const CONFLICT: Result<(), StoreError> = Err(StoreError::Conflict("room"));

fn open(folder: &Folder) -> Store {
    Store::open(folder.path(), &Options::default()).expect("the store opens")
}

/// Events of a room, from `after + 1`.
fn events(room: &str, after: u64, count: u64) -> Append {
    Append {
        room: room.into(),
        tenant: "acme".into(),
        after,
        events: (after + 1..=after + count).map(|seq| format!("[{seq}]")).collect(),
        ..Append::default()
    }
}

/// A room as text: its snapshot, then its events.
fn shown(store: &Store, room: &str) -> String {
    let Some(room) = store.room(&room.into()).wait().expect("reading works") else {
        return "none".to_owned();
    };
    let snapshot = room.snapshot.map(|(seq, json)| format!("{seq}={json}"));
    let events = room.events.into_iter().map(|(seq, json)| format!("{seq}{json}"));
    snapshot.into_iter().chain(events).collect::<Vec<_>>().join(" ")
}

#[test]
fn groups_are_stored_whole_or_not_at_all_and_independently_of_each_other() {
    let folder = Folder::new();
    let store = open(&folder);
    let outcomes = store.append(vec![
        vec![events("a", 0, 2)],
        vec![events("b", 0, 1), events("a", 7, 1)], // a gap in the second also rejects the first
        vec![events("c", 0, 1), events("a", 2, 1)],
        vec![events("a", 3, 1)],
        vec![events("a", 3, 1)], // taken by the group before
        vec![events("a", 4, 2)],
        vec![],
    ]);
    let expected = vec![Ok(()), CONFLICT, Ok(()), Ok(()), CONFLICT, Ok(()), Ok(())];
    assert_eq!(outcomes.wait(), Ok(expected));
    assert_eq!(shown(&store, "a"), "1[1] 2[2] 3[3] 4[4] 5[5] 6[6]");
    assert_eq!([shown(&store, "b"), shown(&store, "c")], ["none", "1[1]"]);
}

#[test]
fn a_refused_opening_leaves_no_trace_in_the_numbers_of_rooms() {
    let store = Store::in_memory();
    let taken = OutboxRow { id: "e".into(), tenant: "acme".into(), ..OutboxRow::default() };
    store.add_events(vec![taken.clone()]).wait().unwrap();
    let refused = Append { outbox: vec![taken], ..events("refused", 0, 1) };
    let outcomes =
        store.append(vec![vec![refused], vec![events("opened", 0, 1)], vec![events("refused", 1, 1)]]);
    assert_eq!(outcomes.wait(), Ok(vec![Err(StoreError::Taken("event id")), Ok(()), CONFLICT]));
    let outcomes = store.append(vec![vec![events("refused", 1, 1)], vec![events("refused", 0, 1)]]);
    assert_eq!(outcomes.wait(), Ok(vec![CONFLICT, Ok(())]));
    assert_eq!([shown(&store, "opened"), shown(&store, "refused")], ["1[1]", "1[1]"]);
}

#[test]
fn an_empty_batch_has_no_outcomes() {
    assert_eq!(Store::in_memory().append(Vec::new()).wait(), Ok(Vec::new()));
}

#[test]
fn after_reopening_a_room_is_its_snapshot_and_the_events_after_it() {
    let folder = Folder::new();
    let store = open(&folder);
    let with_snapshot = Append { snapshot: Some("{3}".to_owned()), ..events("a", 1, 2) };
    let groups = [events("a", 0, 1), events("b", 0, 1), with_snapshot, events("a", 3, 2), events("b", 1, 1)];
    let outcomes = store.append(groups.map(|append| vec![append]).into()).wait().unwrap();
    assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
    drop(store);
    let store = open(&folder);
    let page = store.running_rooms(None, 10).wait().unwrap();
    assert!(page.broken.is_empty());
    for (room, expected) in page.rooms.iter().zip(["3={3} 4[4] 5[5]", "1[1] 2[2]"]) {
        assert_eq!(store.room(&room.room).wait().unwrap().as_ref(), Some(room));
        assert_eq!(shown(&store, room.room.as_str()), expected);
    }
    let outcomes =
        store.append(vec![vec![events("a", 5, 1)], vec![events("b", 2, 1)], vec![events("b", 2, 1)]]);
    assert_eq!(outcomes.wait(), Ok(vec![Ok(()), Ok(()), CONFLICT]));
}

#[test]
fn every_page_of_rooms_has_the_events_of_its_own_rooms() {
    let folder = Folder::new();
    let store = open(&folder);
    for room in 0..25 {
        let snapshot = (room % 3 == 0).then(|| "{2}".to_owned());
        let opening = Append { snapshot, ..events(&format!("room {room}"), 0, 2) };
        store.append(vec![vec![opening]]).wait().unwrap()[0].clone().unwrap();
    }
    let moves = (0..25).filter(|room| room % 2 == 0);
    let moves = moves.map(|room| vec![events(&format!("room {room}"), 2, 1 + room % 4)]).collect();
    assert!(store.append(moves).wait().unwrap().iter().all(Result::is_ok));
    let (mut after, mut rooms) = (None, Vec::new());
    while let Ok(page) = store.running_rooms(after, 4).wait()
        && page.next.is_some()
    {
        after = page.next;
        rooms.extend(page.rooms);
    }
    assert_eq!(rooms.len(), 25);
    for (number, room) in (0..).zip(&rooms) {
        assert_eq!(room.room.0, format!("room {number}"));
        assert_eq!(room.seq(), if number % 2 == 0 { 3 + number % 4 } else { 2 });
        assert_eq!(store.room(&room.room).wait().unwrap().as_ref(), Some(room));
    }
}

#[test]
fn a_snapshot_replaces_only_an_older_one() {
    let store = Store::in_memory();
    store.append(vec![vec![events("a", 0, 4)]]).wait().unwrap()[0].clone().unwrap();
    let save = |room: &str, seq| {
        let snapshot = Snapshot { room: room.into(), seq, snapshot: format!("{{{seq}}}") };
        store.save_snapshots(vec![snapshot]).wait()
    };
    let check = |seq, expected: &str| {
        assert_eq!(save("a", seq), Ok(()));
        assert_eq!(shown(&store, "a"), expected);
    };
    check(2, "2={2} 3[3] 4[4]");
    check(1, "2={2} 3[3] 4[4]");
    check(4, "4={4}");
    check(5, "4={4}"); // no such event yet
    assert_eq!(save("unknown", 1), Ok(()));
    assert_eq!(store.append(vec![vec![events("a", 5, 1)]]).wait(), Ok(vec![CONFLICT]));
}

#[test]
fn a_room_that_was_set_aside_is_recovered_neither_as_running_nor_as_ended() {
    let store = Store::in_memory();
    let ended = Append { result: Some(ResultRow::default()), ..events("ended", 0, 1) };
    store.append(vec![vec![events("running", 0, 1)], vec![ended]]).wait().unwrap();
    for room in ["running", "ended"] {
        let row = store.room(&room.into()).wait().unwrap().unwrap().row;
        assert_eq!(store.set_aside(row, "for a test").wait(), Ok(true));
    }
    assert_eq!(store.running_rooms(None, 10).wait(), Ok(store::RoomPage::default()));
    assert_eq!(store.rooms_ended_since(0, None, 10).wait(), Ok(store::RoomPage::default()));
    assert_eq!(store.set_aside(99, "no such room").wait(), Ok(false));
}
