//! A database of schema 8, where a room was a row with a snapshot: its games continue.

mod folder;

use common::{Mode, Named};
use folder::Folder;
use rusqlite::Connection;
use store::{
    Append, Cutoffs, Journal, Options, Removed, RoomCursor, RoomPage, SchemaUpgrade, Store, StoreError,
};

const SCHEMA_8: [&str; 8] = [
    include_str!("../migrations/0001_first.sql"),
    include_str!("../migrations/0002_webhooks.sql"),
    include_str!("../migrations/0003_names.sql"),
    include_str!("../migrations/0004_leases.sql"),
    include_str!("../migrations/0005_waiting.sql"),
    include_str!("../migrations/0006_retention.sql"),
    include_str!("../migrations/0007_listeners.sql"),
    include_str!("../migrations/0008_set_aside.sql"),
];

const ROOMS: &str = r#"
    INSERT INTO rooms (rowid, id, tenant, mode, version, deadline_ms, ended_ms, created_ms, snapshot, broken, stopped_ms)
    VALUES (3, 'running', 'acme', 'live', 7, 900, NULL, 100, '{"room":"running"}', NULL, NULL),
           (4, 'stopped', 'acme', 'test', 5, 900, NULL, 110, '{"room":"stopped"}', NULL, 160),
           (6, 'finished', 'acme', 'live', 9, NULL, 150, 120, '{"room":"finished"}', NULL, NULL),
           (7, 'broken', 'acme', 'live', 2, 900, NULL, 130, '{', 'it is no JSON', 160),
           (8, 'damaged', 'acme', 'live', -1, 900, NULL, 130, '{}', NULL, NULL),
           (9, 'ended without result', 'acme', 'live', 4, NULL, 155, 140, '{}', NULL, NULL);
    INSERT INTO results (room, tenant, mode, game, variant, players, reason, duration_ms, move_count, record, ended_ms)
    VALUES ('finished', 'acme', 'live', 'checkers', 'russian', '[]', 'victory', 30, 8, '{}', 150),
           ('removed', 'acme', 'live', 'checkers', 'russian', '[]', 'draw', 30, 9, '{}', 150);
    INSERT INTO events (room, seq, at_ms, json) VALUES ('running', 7, 100, '{}');"#;

/// A data directory with a database of schema 8.
fn schema_8() -> Folder {
    let folder = Folder::new();
    let db = Connection::open(folder.path().join("parlour.db")).expect("a database can be made");
    for sql in SCHEMA_8.into_iter().chain([ROOMS]) {
        db.execute_batch(sql).expect("the schema is sound");
    }
    db.pragma_update(None, "application_id", 0x5041_524c).expect("it can be set");
    db.pragma_update(None, "user_version", 8).expect("it can be set");
    folder
}

fn upgraded() -> (Folder, Store) {
    let folder = schema_8();
    let store = Store::open(folder.path(), &Options::default()).expect("the store opens");
    (folder, store)
}

/// The rooms of all pages as text, and the ids of unreadable ones.
fn listed(page: impl Fn(Option<RoomCursor>) -> RoomPage) -> (Vec<String>, Vec<String>) {
    let (mut rooms, mut broken, mut after) = (Vec::new(), Vec::new(), None);
    loop {
        let page = page(after);
        for room in page.rooms {
            let events: String = room.events.iter().map(|(seq, json)| format!(" {seq}={json}")).collect();
            let (seq, json) = room.snapshot.expect("rooms of schema 8 have a snapshot");
            rooms.push(format!("{} {}/{} {seq}={json}{events}", room.row, room.tenant, room.mode.name()));
        }
        broken.extend(page.broken.into_iter().map(|room| room.id));
        let Some(next) = page.next else { return (rooms, broken) };
        after = Some(next);
    }
}

fn event(room: &str, mode: Mode, after: u64) -> Append {
    let events = vec!["[1]".to_owned()];
    Append { room: room.into(), tenant: "acme".into(), mode, after, events, ..Append::default() }
}

#[test]
fn what_an_upgrade_would_do_is_told_and_not_done() {
    let folder = schema_8();
    for _ in 0..2 {
        let upgrade = SchemaUpgrade::of_directory(folder.path()).expect("the file can be read");
        assert_eq!(upgrade.found, 8);
        assert_eq!(upgrade.steps.first().map(|step| step.schema), Some(9));
    }
    let store = Store::open(folder.path(), &Options::default()).expect("the store opens");
    let beside = SchemaUpgrade::of_directory(folder.path()).expect("a file in use can be read");
    assert_eq!((beside.found, beside.steps), (beside.known, vec![]));
    drop(store);
    let empty = SchemaUpgrade::of_directory(Folder::new().path()).expect("nothing is there to be read");
    assert_eq!((empty.found, empty.steps.len()), (0, empty.known as usize));
}

#[test]
fn running_games_go_on_from_their_snapshot() {
    let (_folder, store) = upgraded();
    let (rooms, broken) = listed(|after| store.running_rooms(after, 1).wait().unwrap());
    let stop = r#"[160,0,{"restarted":{"down_since":160}}]"#;
    let running = r#"3 acme/live 7={"room":"running"}"#.to_owned();
    let stopped = format!(r#"4 acme/test 5={{"room":"stopped"}} 6={stop}"#);
    assert_eq!(rooms, [running, stopped]);
    assert_eq!(broken, ["damaged"]);

    let conflict = Err(StoreError::Conflict("room"));
    let outcomes = store.append(vec![
        vec![event("running", Mode::Live, 6)],
        vec![event("running", Mode::Live, 7)],
        vec![event("running", Mode::Live, 7)],
        vec![event("running", Mode::Live, 8)],
        vec![event("stopped", Mode::Test, 5)],
        vec![event("stopped", Mode::Test, 6)],
    ]);
    assert_eq!(
        outcomes.wait(),
        Ok(vec![conflict.clone(), Ok(()), conflict.clone(), Ok(()), conflict, Ok(())])
    );
    let running = store.room(&"running".into()).wait().unwrap().unwrap();
    assert_eq!((running.seq(), running.created_ms, running.ended_ms), (9, 100, None));
}

#[test]
fn finished_games_are_kept_with_their_results() {
    let (_folder, store) = upgraded();
    let (rooms, broken) = listed(|after| store.rooms_ended_since(150, after, 1).wait().unwrap());
    assert_eq!(rooms, [r#"6 acme/live 9={"room":"finished"}"#]);
    assert_eq!(broken, ["removed"], "its log was removed before");
    assert_eq!(listed(|after| store.rooms_ended_since(151, after, 1).wait().unwrap()), (vec![], vec![]));
    let result = store.result(&"acme".into(), Mode::Live, &"finished".into()).wait().unwrap().unwrap();
    assert_eq!((result.ended_ms, result.result.move_count), (150, 8));
    let result = store.result(&"acme".into(), Mode::Live, &"removed".into()).wait().unwrap().unwrap();
    assert_eq!(result.result.record.as_deref(), Some("{}"), "its log cannot give it");
    let cutoffs = Cutoffs { rooms_ms: Some(151), ..Cutoffs::default() };
    // Two with a result, and by their creation the broken room of 130 and the one without a result of 140.
    assert_eq!(store.remove_old(cutoffs, 10).wait(), Ok(Removed { rooms: 4, ..Removed::default() }));
}

#[test]
fn rooms_that_were_set_aside_stay_so_under_their_numbers() {
    let (_folder, store) = upgraded();
    let broken = store.broken_rooms(10).wait().unwrap();
    let listed: Vec<_> =
        broken.iter().map(|room| (room.row, room.id.as_str(), room.problem.as_str())).collect();
    let without_result = "its game is over and has no result";
    assert_eq!(listed, [(7, "broken", "it is no JSON"), (9, "ended without result", without_result)]);
    let shown = store.broken_room(7).wait().unwrap().unwrap();
    assert!(shown.contains("snapshot_seq: 2\nsnapshot: {\n") && !shown.contains("event"), "{shown}");
}

#[test]
fn the_upgraded_database_is_sound() {
    let (folder, store) = upgraded();
    assert_eq!(store.integrity_check().wait(), Ok(Vec::new()));
    drop(store);
    drop(Store::open(folder.path(), &Options::default()).unwrap());
    let db = Connection::open(folder.path().join("parlour.db")).unwrap();
    let old = "SELECT count(*) FROM sqlite_schema WHERE name IN ('events', 'old_rooms')";
    assert_eq!(db.query_row(old, [], |row| row.get::<_, u32>(0)), Ok(0));
}
