//! Rows that cannot be read: each is named and set aside, and stops nothing else.

mod folder;

use folder::Folder;
use rusqlite::Connection;
use store::{
    Commit, Cutoffs, Erasure, NewSession, Options, RoomPage, Session, Store, WaitingKey, WaitingRow,
};

/// A database with rooms of these names, and what was done to it outside of the store.
fn damaged(rooms: &[&str], damage: &str) -> (Folder, Store) {
    let folder = Folder::new();
    let store = Store::open(folder.path(), &Options::default()).expect("the store works");
    for room in rooms {
        store.commit(running(room, 0)).wait().expect("the store works");
    }
    store.join_queue(ticket("ann")).wait().expect("the store works");
    store.join_queue(ticket("ben")).wait().expect("the store works");
    for id in ["sess_1", "sess_2"] {
        let session = Session { id: id.into(), tenant: "acme".into(), expires_ms: 10, ..Session::default() };
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

fn running(room: &str, expected_version: u64) -> Commit {
    Commit {
        room: room.into(),
        tenant: "acme".into(),
        expected_version,
        version: expected_version + 1,
        snapshot: r#"{"player":"ann"}"#.to_owned(),
        ..Commit::default()
    }
}

fn ticket(player: &str) -> WaitingRow {
    let key = WaitingKey {
        tenant: "acme".into(),
        mode: store::Mode::Live,
        game: "checkers".to_owned(),
        player: player.into(),
    };
    WaitingRow { key, session: None, variant: "english".to_owned(), joined_ms: 1, entry: "{}".to_owned() }
}

/// The rooms that can be read, and those that cannot.
fn page(store: &Store) -> (Vec<String>, Vec<String>) {
    let RoomPage { rooms, broken, .. } = store.unfinished_rooms(None, 100).wait().expect("the store works");
    let rooms = rooms.into_iter().map(|room| room.stored.room.0).collect();
    (rooms, broken.into_iter().map(|room| room.id).collect())
}

/// Every room as it cannot be read.
fn set_all_aside(store: &Store) {
    for room in store.unfinished_rooms(None, 100).wait().expect("the store works").broken {
        assert!(store.set_aside(room.row, &room.problem).wait().expect("the store works"));
    }
}

#[test]
fn a_broken_room_hides_no_other() {
    let damage = "
        UPDATE rooms SET mode = 'bogus' WHERE id = 'mode';
        UPDATE rooms SET version = -1 WHERE id = 'version';
        UPDATE rooms SET snapshot = CAST(x'7bff7d' AS TEXT) WHERE id = 'text';
        UPDATE rooms SET id = CAST(x'69ff64' AS TEXT) WHERE id = 'id';";
    let (_folder, store) = damaged(&["a", "mode", "version", "text", "id", "z"], damage);
    let (rooms, broken) = page(&store);
    assert_eq!(rooms, ["a", "z"]);
    assert_eq!(broken, ["mode", "version", "text", "i\u{fffd}d"]);
}

#[test]
fn a_value_of_a_type_that_the_table_forbids_is_a_broken_room_too() {
    let folder = Folder::new();
    let store = Store::open(folder.path(), &Options::default()).unwrap();
    ["bad", "good"].into_iter().for_each(|room| store.commit(running(room, 0)).wait().unwrap());
    drop(store);
    // Nothing but a damaged file gets past the types of the table, so the table is lied about.
    let path = folder.path().join("parlour.db");
    let lie = |from: &str, to: &str| {
        let db = Connection::open(&path).unwrap();
        db.set_db_config(rusqlite::config::DbConfig::SQLITE_DBCONFIG_DEFENSIVE, false).unwrap();
        let sql = format!(
            "PRAGMA writable_schema = ON;
             UPDATE sqlite_schema SET sql = replace(sql, '{from}', '{to}') WHERE name = 'rooms'"
        );
        db.execute_batch(&sql).unwrap();
    };
    lie(") STRICT", ") /*STRICT*/");
    lie("snapshot    TEXT NOT NULL", "snapshot    TEXT /*NO*/");
    let broken = "UPDATE rooms SET version = 'many', snapshot = NULL WHERE id = 'bad'";
    Connection::open(&path).unwrap().execute_batch(broken).unwrap();
    lie(") /*STRICT*/", ") STRICT");
    lie("snapshot    TEXT /*NO*/", "snapshot    TEXT NOT NULL");
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
    assert!(shown.contains("mode: bogus") && shown.contains(r#"snapshot: {"player":"ann"}"#), "{shown}");
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
    let session = store.session(&"acme".into(), store::Mode::Live, &"sess_1".into()).wait().unwrap();
    assert_eq!(session.unwrap().status, store::SessionStatus::Expired);
}

#[test]
fn an_erased_player_is_gone_from_broken_rooms_too() {
    let damage = "UPDATE rooms SET version = -1, snapshot = '{\"player\":\"ann\"' WHERE id = 'a'";
    let (_folder, store) = damaged(&["a"], damage);
    set_all_aside(&store);
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let erased = runtime.block_on(store.erase_player(&"acme".into(), None, &"ann".into()));
    assert!(matches!(erased, Ok(Erasure::Done(_))), "{erased:?}");
    assert!(store.broken_rooms(10).wait().unwrap().is_empty());
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

#[test]
fn a_room_remembers_the_first_stop_after_its_last_change() {
    let (_folder, store) = damaged(&["a", "b"], "");
    let stops = || -> Vec<Option<i64>> {
        let rooms = store.unfinished_rooms(None, 10).wait().unwrap().rooms;
        rooms.into_iter().map(|room| room.stopped_ms).collect()
    };
    assert_eq!(stops(), [None, None]);
    store.note_stop(100).wait().unwrap();
    store.commit(running("b", 1)).wait().unwrap();
    assert_eq!(stops(), [Some(100), None]);
    store.note_stop(200).wait().unwrap();
    assert_eq!(stops(), [Some(100), Some(200)], "nobody has played in the first since the first stop");
}
