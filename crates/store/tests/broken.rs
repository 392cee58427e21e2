//! Unreadable rows: each is listed and set aside, and affects nothing else.

mod appending;
mod folder;

use appending::append;
use common::{Mode, SessionStatus};
use folder::Folder;
use rusqlite::Connection;
use store::{
    Append, Cutoffs, Erasure, Journal, NewSession, Options, ResultRow, RoomPage, SessionRow, Store,
    WaitingKey, WaitingRow,
};

/// A database with these rooms, damaged by SQL outside of the store.
fn damaged(rooms: &[&str], damage: &str) -> (Folder, Store) {
    let folder = Folder::new();
    let store = Store::open(folder.path(), &Options::default()).expect("the store works");
    for room in rooms {
        append(&store, running(room)).expect("the store works");
    }
    store.join_queue(ticket("ann")).wait().expect("the store works");
    store.join_queue(ticket("ben")).wait().expect("the store works");
    for id in ["sess_1", "sess_2"] {
        let session =
            SessionRow { id: id.into(), tenant: "acme".into(), expires_ms: 10, ..SessionRow::default() };
        store
            .create_session(NewSession { session, ..NewSession::default() })
            .wait()
            .expect("the store works");
    }
    drop(store);
    Connection::open(folder.path().join("parlour.db"))
        .expect("the store works")
        .execute_batch(damage)
        .expect("the store works");
    let store = Store::open(folder.path(), &Options::default()).expect("the store works");
    (folder, store)
}

/// A room with a snapshot and an event after it.
fn running(room: &str) -> Append {
    Append {
        room: room.into(),
        tenant: "acme".into(),
        events: vec![r#"{"opened":"ann"}"#.to_owned()],
        snapshot: Some(r#"{"player":"ann"}"#.to_owned()),
        ..Append::default()
    }
}

/// A room without a snapshot.
fn without_snapshot(room: &str) -> Append {
    Append { snapshot: None, ..running(room) }
}

fn ticket(player: &str) -> WaitingRow {
    let key = WaitingKey {
        tenant: "acme".into(),
        mode: Mode::Live,
        game: "checkers".to_owned(),
        player: player.into(),
    };
    WaitingRow { key, session: None, variant: "english".to_owned(), joined_ms: 1, entry: "{}".to_owned() }
}

/// The ids of the readable rooms, and of the others.
fn page(store: &Store) -> (Vec<String>, Vec<String>) {
    let RoomPage { rooms, broken, .. } = store.running_rooms(None, 100).wait().expect("the store works");
    let rooms = rooms.into_iter().map(|room| room.room.0).collect();
    (rooms, broken.into_iter().map(|room| room.id).collect())
}

/// Sets every unreadable room aside.
fn set_all_aside(store: &Store) {
    for room in store.running_rooms(None, 100).wait().expect("the store works").broken {
        assert!(store.set_aside(room.row, &room.problem).wait().expect("the store works"));
    }
}

/// The number of a room, for SQL.
fn number(room: &str) -> String {
    format!("(SELECT number FROM rooms WHERE id = '{room}')")
}

#[test]
fn a_broken_room_hides_no_other() {
    let damage = [
        "UPDATE rooms SET mode = 'bogus' WHERE id = 'mode'".to_owned(),
        format!("UPDATE snapshots SET seq = -1 WHERE room = {}", number("seq")),
        format!("UPDATE snapshots SET snapshot = CAST(x'7bff7d' AS TEXT) WHERE room = {}", number("text")),
        "UPDATE rooms SET id = CAST(x'69ff64' AS TEXT) WHERE id = 'id'".to_owned(),
    ];
    let (_folder, store) = damaged(&["a", "mode", "seq", "text", "id", "z"], &damage.join(";"));
    let (rooms, broken) = page(&store);
    assert_eq!(rooms, ["a", "z"]);
    assert_eq!(broken, ["mode", "seq", "text", "i\u{fffd}d"]);
}

#[test]
fn a_room_whose_log_is_damaged_hides_no_other() {
    let folder = Folder::new();
    let store = Store::open(folder.path(), &Options::default()).unwrap();
    for room in ["a", "text", "gap", "start", "empty", "z"] {
        append(&store, without_snapshot(room)).unwrap();
        (1..4).for_each(|after| append(&store, Append { after, ..without_snapshot(room) }).unwrap());
    }
    let db = Connection::open(folder.path().join("parlour.db")).unwrap();
    let damage = [
        format!(
            "UPDATE journal SET event = CAST(x'7bff7d' AS TEXT) WHERE room = {} AND seq = 2",
            number("text")
        ),
        format!("DELETE FROM journal WHERE room = {} AND seq = 3", number("gap")),
        format!("DELETE FROM journal WHERE room = {} AND seq = 1", number("start")),
        format!("DELETE FROM journal WHERE room = {}", number("empty")),
    ];
    db.execute_batch(&damage.join(";")).unwrap();
    let RoomPage { rooms, broken, .. } = store.running_rooms(None, 100).wait().unwrap();
    let problems: Vec<_> = broken.iter().map(|room| (room.id.as_str(), room.problem.as_str())).collect();
    assert_eq!(
        rooms.iter().map(|room| (room.room.as_str(), room.seq())).collect::<Vec<_>>(),
        [("a", 4), ("z", 4)]
    );
    assert!(problems[0].0 == "text" && problems[0].1.contains("utf-8"), "{problems:?}");
    let logs = [
        ("gap", "event 3 of its log is missing"),
        ("start", "event 1 of its log is missing"),
        ("empty", "event 4 of its log is missing"),
    ];
    assert_eq!(problems[1..], logs);
    assert!(store.room(&"gap".into()).wait().is_err());
}

#[test]
fn a_log_with_a_gap_is_shown_erased_and_removed_whole() {
    let folder = Folder::new();
    let store = Store::open(folder.path(), &Options::default()).unwrap();
    let rooms = ["shown", "erased", "removed"];
    for (room, after) in rooms.iter().flat_map(|room| (0..4).map(move |after| (room, after))) {
        append(&store, Append { after, ..without_snapshot(room) }).unwrap();
    }
    let db = Connection::open(folder.path().join("parlour.db")).unwrap();
    db.execute_batch(
        "DELETE FROM journal WHERE seq = 3;
         UPDATE journal SET event = '{}' WHERE room <> (SELECT number FROM rooms WHERE id = 'erased')",
    )
    .unwrap();
    set_all_aside(&store);
    let row = |room: &str| {
        let broken = store.broken_rooms(10).wait().unwrap();
        broken.into_iter().find(|broken| broken.id == room).map(|broken| broken.row)
    };
    let shown = store.broken_room(row("shown").unwrap()).wait().unwrap().unwrap();
    assert!(shown.ends_with("event 1: {}\nevent 2: {}\nevent 4: {}\n"), "{shown}");
    assert!(store.remove_broken_room(row("removed").unwrap()).wait().unwrap());
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let erased = runtime.block_on(store.erase_player(&"acme".into(), None, &"ann".into()));
    assert!(matches!(erased, Ok(Erasure::Done(_))), "{erased:?}");
    assert_eq!((row("removed"), row("erased")), (None, None));
    let left = db.query_row("SELECT count(*) FROM journal", [], |row| row.get::<_, u32>(0));
    assert_eq!(left, Ok(3), "only those of the room that was shown");
}

#[test]
fn a_value_of_a_type_that_the_table_forbids_is_a_broken_room_too() {
    let folder = Folder::new();
    let store = Store::open(folder.path(), &Options::default()).unwrap();
    ["bad", "good"].into_iter().for_each(|room| append(&store, running(room)).unwrap());
    drop(store);
    // Only a damaged file gets past the types of the table, so the schema is changed temporarily.
    let path = folder.path().join("parlour.db");
    let replace = |from: &str, to: &str| {
        let db = Connection::open(&path).unwrap();
        db.set_db_config(rusqlite::config::DbConfig::SQLITE_DBCONFIG_DEFENSIVE, false).unwrap();
        let sql = format!(
            "PRAGMA writable_schema = ON;
             UPDATE sqlite_schema SET sql = replace(sql, '{from}', '{to}') WHERE name = 'snapshots'"
        );
        db.execute_batch(&sql).unwrap();
    };
    replace(") STRICT", ") /*STRICT*/");
    replace("snapshot TEXT NOT NULL", "snapshot TEXT /*NO*/");
    let broken = format!("UPDATE snapshots SET seq = 'many', snapshot = NULL WHERE room = {}", number("bad"));
    Connection::open(&path).unwrap().execute_batch(&broken).unwrap();
    replace(") /*STRICT*/", ") STRICT");
    replace("snapshot TEXT /*NO*/", "snapshot TEXT NOT NULL");
    let store = Store::open(folder.path(), &Options::default()).unwrap();
    assert_eq!(page(&store), (vec!["good".to_owned()], vec!["bad".to_owned()]));
}

#[test]
fn a_room_that_was_set_aside_is_not_read_again_until_somebody_says_so() {
    let (_folder, store) = damaged(&["a", "b"], "UPDATE rooms SET mode = 'bogus' WHERE id = 'a'");
    set_all_aside(&store);
    assert_eq!(page(&store), (vec!["b".to_owned()], vec![]));
    let broken = store.broken_rooms(10).wait().unwrap();
    assert_eq!((broken.len(), broken[0].id.as_str()), (1, "a"));
    let shown = store.broken_room(broken[0].row).wait().unwrap().unwrap();
    for line in ["mode: bogus", r#"snapshot: {"player":"ann"}"#, r#"event 1: {"opened":"ann"}"#] {
        assert!(shown.contains(&format!("\n{line}\n")), "{shown}");
    }
    assert!(store.retry_broken_room(broken[0].row).wait().unwrap());
    assert_eq!(page(&store).1, ["a"]);
    assert!(!store.remove_broken_room(broken[0].row).wait().unwrap(), "only what was set aside is removed");
}

#[test]
fn a_broken_room_is_removed_with_all_that_belongs_to_it() {
    let damage = "
        UPDATE rooms SET mode = 'bogus' WHERE id = 'a';
        UPDATE sessions SET status = 'active', room = 'a' WHERE id = 'sess_1'";
    let (_folder, store) = damaged(&["a", "b"], damage);
    set_all_aside(&store);
    let row = store.broken_rooms(10).wait().unwrap()[0].row;
    assert!(store.remove_broken_room(row).wait().unwrap());
    assert!(store.broken_rooms(10).wait().unwrap().is_empty());
    assert_eq!(store.room(&"a".into()).wait(), Ok(None));
    assert_eq!(append(&store, running("a")), Ok(()), "nothing of it is left");
    let session = store.session(&"acme".into(), Mode::Live, &"sess_1".into()).wait().unwrap();
    assert_eq!(session.unwrap().status, SessionStatus::Expired);
}

#[test]
fn an_erased_player_is_gone_from_broken_rooms_too() {
    let in_snapshot = format!(
        "UPDATE snapshots SET seq = -1, snapshot = '{{\"player\":\"ann\"' WHERE room = {}",
        number("snapshot")
    );
    let in_event = format!(
        "UPDATE snapshots SET seq = -1, snapshot = '' WHERE room = {0};
         UPDATE journal SET event = '{{\"opened\":\"ann\"' WHERE room = {0}",
        number("event")
    );
    let (_folder, store) = damaged(&["snapshot", "event"], &format!("{in_snapshot};{in_event}"));
    set_all_aside(&store);
    assert_eq!(store.broken_rooms(10).wait().unwrap().len(), 2);
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let erased = runtime.block_on(store.erase_player(&"acme".into(), None, &"ann".into()));
    assert!(matches!(erased, Ok(Erasure::Done(_))), "{erased:?}");
    assert!(store.broken_rooms(10).wait().unwrap().is_empty());
}

#[test]
fn a_game_that_has_a_result_keeps_it_when_its_broken_room_is_erased() {
    let folder = Folder::new();
    let store = Store::open(folder.path(), &Options::default()).unwrap();
    let result =
        ResultRow { winner: Some("ann".into()), record: Some("{}".to_owned()), ..ResultRow::default() };
    append(&store, Append { result: Some(result), ..running("a") }).unwrap();
    let row = store.room(&"a".into()).wait().unwrap().unwrap().row;
    assert_eq!(store.set_aside(row, "for a test").wait(), Ok(true));
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let erased = runtime.block_on(store.erase_player(&"acme".into(), None, &"ann".into()));
    assert!(matches!(erased, Ok(Erasure::Done(_))), "{erased:?}");
    let result = store.result(&"acme".into(), Mode::Live, &"a".into()).wait().unwrap().unwrap();
    assert!(result.result.winner.unwrap().as_str().starts_with("deleted_"));
    assert!(!store.broken_room(row).wait().unwrap().unwrap().contains("ann"));
}

#[test]
fn a_broken_room_is_kept_as_long_as_a_finished_one() {
    let (_folder, store) = damaged(&["a"], "UPDATE rooms SET mode = 'bogus', created_ms = 50");
    set_all_aside(&store);
    let removed = |rooms_ms| {
        let cutoffs = Cutoffs { rooms_ms: Some(rooms_ms), ..Cutoffs::default() };
        store.remove_old(cutoffs, 10).wait().unwrap().rooms
    };
    assert_eq!((removed(50), removed(51)), (0, 1));
}

#[test]
fn unreadable_tickets_and_sessions_are_given_up_and_named_and_hide_no_other() {
    let damage = "
        UPDATE waiting SET mode = 'bogus' WHERE player = 'ann';
        UPDATE sessions SET players = 'nobody' WHERE id = 'sess_1'";
    let (_folder, store) = damaged(&[], damage);
    let expiring = |store: &Store| -> Vec<String> {
        let sessions = store.expiring_sessions(100, 10).wait().unwrap();
        sessions.into_iter().map(|session| session.id.0).collect()
    };
    assert_eq!(expiring(&store), ["sess_2"]);
    let named = |rows: Vec<store::UnreadableRow>| -> Vec<String> {
        rows.into_iter().map(|row| format!("{} {}", row.table, row.name)).collect()
    };
    let expected = ["waiting ann", "sessions sess_1"];
    assert_eq!(named(store.unreadable_rows().wait().unwrap()), expected);
    assert_eq!(named(store.give_up_unreadable().wait().unwrap()), expected);
    assert!(store.unreadable_rows().wait().unwrap().is_empty());
    let waiting = store.queue(10).wait().unwrap();
    assert_eq!(waiting.iter().map(|row| row.key.player.as_str()).collect::<Vec<_>>(), ["ben"]);
}
