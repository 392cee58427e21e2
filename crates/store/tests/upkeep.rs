//! Maintenance: backups, retention, erasing a player, and the server's own data.

mod appending;
mod folder;

use appending::append;
use common::{Mode, SessionStatus};
use folder::Folder;
use store::{
    Append, AuditEntry, Cutoffs, Durability, Erasure, Journal, NewSession, OpenError, Options, OutboxRow,
    PlayerRow, Removed, RequestRow, ResultRow, SessionRow, SigningKey, Store, StoreError, StoreHealth,
    WaitingKey, WaitingRow,
};

const PLAYER: &str = "player-4711-unmistakable";
const NAME: &str = "Unmistakable Ann";

/// A room with an event and a snapshot that contain the player.
fn game_of(room: &str, ended: bool) -> Append {
    let players = vec![PlayerRow { id: PLAYER.into(), display_name: NAME.to_owned() }];
    let seat = format!(r#"{{"id":"{PLAYER}","username":"{NAME}"}}"#);
    let result = ResultRow {
        players,
        winner: Some(PLAYER.into()),
        record: Some(format!(r#"{{"winner":{seat},"pdn":"[White \"{NAME}\"]"}}"#)),
        ..ResultRow::default()
    };
    let event = OutboxRow {
        id: format!("event of {room}").as_str().into(),
        tenant: "acme".into(),
        session: room.into(),
        body: format!(r#"{{"data":{{"playerId":"{PLAYER}"}}}}"#),
        ..OutboxRow::default()
    };
    Append {
        room: room.into(),
        tenant: "acme".into(),
        at_ms: 1000,
        events: vec![format!(r#"[1,0,{{"opened":{seat}}}]"#)],
        snapshot: Some(format!(r#"{{"players":[{seat}]}}"#)),
        outbox: vec![event],
        result: ended.then_some(result),
        ..Append::default()
    }
}

/// The number of files in the folder that contain the text anywhere, including unused space.
fn files_with(folder: &Folder, text: &str) -> usize {
    let files = std::fs::read_dir(folder.path()).expect("the folder is there");
    let contents =
        files.map(|file| std::fs::read(file.expect("it can be listed").path()).expect("it can be read"));
    contents.filter(|content| content.windows(text.len()).any(|window| window == text.as_bytes())).count()
}

/// Opens a restored copy and compares the last event of a room.
fn check(folder: &Folder, room: &str, expected: Option<u64>) {
    let store = Store::open(folder.path(), &Options::default()).expect("the store opens");
    let seq = store.room(&room.into()).wait().expect("reading works").map(|room| room.seq());
    assert_eq!(seq, expected);
}

#[test]
fn a_backup_of_a_running_store_can_be_restored() {
    let (folder, elsewhere) = (Folder::new(), Folder::new());
    let store = Store::open(folder.path(), &Options::default()).unwrap();
    append(&store, game_of("r", true)).unwrap();
    let file = folder.path().join("backup.db");
    store.backup(&file).wait().unwrap();
    append(&store, game_of("later", true)).unwrap();
    Store::restore(&file, elsewhere.path()).unwrap();
    check(&elsewhere, "r", Some(1));
    check(&elsewhere, "later", None);
    assert_eq!(store.integrity_check().wait(), Ok(Vec::new()));
}

#[test]
fn neither_a_backup_nor_a_restore_overwrites_anything() {
    let (folder, used) = (Folder::new(), Folder::new());
    let store = Store::open(folder.path(), &Options::default()).unwrap();
    let file = folder.path().join("backup.db");
    store.backup(&file).wait().unwrap();
    assert!(
        matches!(store.backup(&file).wait(), Err(StoreError::Invalid(text)) if text.contains("exists already"))
    );
    assert_eq!(store.health(), StoreHealth::Well);
    Store::restore(&file, used.path()).unwrap();
    assert!(matches!(Store::restore(&file, used.path()), Err(OpenError::Exists { .. })));
    assert!(matches!(Store::restore(&file, folder.path()), Err(OpenError::InUse { .. })));
}

#[test]
fn a_file_that_is_no_backup_is_not_restored() {
    let folder = Folder::new();
    let file = folder.path().join("empty.db");
    std::fs::write(&file, "").unwrap();
    assert!(matches!(Store::restore(&file, folder.path()), Err(OpenError::NotParlour { .. })));
    assert!(!folder.path().join("parlour.db").exists());
}

#[tokio::test]
async fn an_erased_player_is_nowhere_in_the_files() {
    let folder = Folder::new();
    let store = Store::open(folder.path(), &Options::default()).unwrap();
    assert_eq!(store.append(vec![vec![game_of("r", true)]]).await, Ok(vec![Ok(())]));
    let players = vec![PlayerRow { id: PLAYER.into(), display_name: NAME.to_owned() }];
    let session = SessionRow {
        id: "s".into(),
        tenant: "acme".into(),
        players,
        status: SessionStatus::Ended,
        settings: "{}".to_owned(),
        result: Some(format!(r#"{{"winner":"{PLAYER}"}}"#)),
        ..SessionRow::default()
    };
    store.create_session(NewSession { session, ..NewSession::default() }).await.unwrap();
    let key =
        WaitingKey { tenant: "acme".into(), mode: Mode::Live, game: String::new(), player: PLAYER.into() };
    let waiting = WaitingRow {
        key,
        session: None,
        variant: String::new(),
        joined_ms: 0,
        entry: format!(r#""{NAME}""#),
    };
    store.join_queue(waiting).await.unwrap();
    let entry = AuditEntry { tenant: "acme".into(), object: PLAYER.to_owned(), ..AuditEntry::default() };
    store.audit(entry).await.unwrap();
    assert!(files_with(&folder, PLAYER) > 0 && files_with(&folder, NAME) > 0);

    let Ok(Erasure::Done(rows)) = store.erase_player(&"acme".into(), None, &PLAYER.into()).await else {
        panic!("not done")
    };
    assert!(rows >= 10, "{rows}");
    assert_eq!((files_with(&folder, PLAYER), files_with(&folder, NAME)), (0, 0));
    let result = store.result(&"acme".into(), Mode::Live, &"r".into()).await.unwrap().unwrap().result;
    assert_eq!(result.winner.as_ref(), Some(&result.players[0].id));
    assert_eq!(result.players[0].display_name, "deleted player");
    assert_eq!(store.integrity_check().await, Ok(Vec::new()));
}

#[tokio::test]
async fn erasing_a_player_touches_no_other_tenant_and_no_running_game() {
    let store = Store::in_memory();
    assert_eq!(store.append(vec![vec![game_of("running", false)]]).await, Ok(vec![Ok(())]));
    let elsewhere = store.erase_player(&"other".into(), None, &PLAYER.into()).await;
    assert_eq!(elsewhere, Ok(Erasure::Done(0)));
    let refused = store.erase_player(&"acme".into(), None, &PLAYER.into()).await;
    assert_eq!(refused, Ok(Erasure::StillPlaying(vec!["running".into()])));
    let room = store.room(&"running".into()).await.unwrap().unwrap();
    assert!(room.snapshot.unwrap().1.contains(PLAYER));
}

#[tokio::test]
async fn a_running_game_that_names_a_player_in_an_event_alone_is_not_touched() {
    let store = Store::in_memory();
    let game = Append { snapshot: None, ..game_of("running", false) };
    assert_eq!(store.append(vec![vec![game]]).await, Ok(vec![Ok(())]));
    let refused = store.erase_player(&"acme".into(), None, &PLAYER.into()).await;
    assert_eq!(refused, Ok(Erasure::StillPlaying(vec!["running".into()])));
}

#[tokio::test]
async fn erasing_a_player_in_one_mode_leaves_the_other_as_it_is() {
    let store = Store::in_memory();
    assert_eq!(store.append(vec![vec![game_of("r", true)]]).await, Ok(vec![Ok(())]));
    let winner = async || {
        let found = store.result(&"acme".into(), Mode::Live, &"r".into()).await.unwrap().unwrap();
        found.result.players[0].display_name.clone()
    };
    let tried = store.erase_player(&"acme".into(), Some(Mode::Test), &PLAYER.into()).await;
    assert_eq!((tried, winner().await.as_str()), (Ok(Erasure::Done(0)), NAME));
    let done = store.erase_player(&"acme".into(), Some(Mode::Live), &PLAYER.into()).await;
    assert!(matches!(done, Ok(Erasure::Done(rows)) if rows > 0), "{done:?}");
    assert_eq!(winner().await, "deleted player");
}

fn request_at(at_ms: i64) -> RequestRow {
    RequestRow {
        id: format!("req_{at_ms}"),
        tenant: "acme".into(),
        mode: Mode::Live,
        key: "key_1".into(),
        at_ms,
        method: "GET".to_owned(),
        path: "/v1/sessions".to_owned(),
        status: 200,
        error: None,
        duration_ms: 1,
    }
}

#[test]
fn requests_are_listed_for_their_tenant_and_mode_newest_first() {
    let store = Store::in_memory();
    let other = RequestRow { tenant: "other".into(), ..request_at(3) };
    let test = RequestRow { mode: Mode::Test, ..request_at(4) };
    store.add_requests(vec![request_at(1), request_at(2), other, test]).wait().unwrap();
    let listed = |mode, after: Option<&str>| {
        let rows = store.requests(&"acme".into(), mode, after.map(str::to_owned), 10).wait();
        rows.map(|rows| rows.into_iter().map(|row| row.id).collect::<Vec<_>>())
    };
    assert_eq!(listed(Mode::Live, None), Ok(vec!["req_2".to_owned(), "req_1".to_owned()]));
    assert_eq!(listed(Mode::Live, Some("req_2")), Ok(vec!["req_1".to_owned()]));
    assert_eq!(listed(Mode::Test, None), Ok(vec!["req_4".to_owned()]));
    assert_eq!(listed(Mode::Live, Some("req_3")), Err(StoreError::UnknownPage));
}

#[test]
fn what_is_old_goes_and_what_is_open_stays() {
    let store = Store::in_memory();
    append(&store, game_of("old", true)).unwrap();
    append(&store, Append { at_ms: 2000, ..game_of("new", true) }).unwrap();
    append(&store, game_of("running", false)).unwrap();
    store.audit(AuditEntry { at_ms: 1, ..AuditEntry::default() }).wait().unwrap();
    store.add_requests([1, 2000].map(request_at).into()).wait().unwrap();
    let at = Some(2000);
    let cutoffs = Cutoffs {
        rooms_ms: at,
        sessions_ms: at,
        guests_ms: None,
        outbox_ms: at,
        idempotency_ms: at,
        audit_ms: at,
        requests_ms: at,
    };
    let removed = store.remove_old(cutoffs.clone(), 10).wait().unwrap();
    assert_eq!(removed, Removed { rooms: 1, audit: 1, requests: 1, ..Removed::default() });
    let is_there = |room: &str| store.room(&room.into()).wait().unwrap().is_some();
    assert_eq!(["old", "new", "running"].map(is_there), [false, true, true]);
    assert_eq!(store.remove_old(cutoffs, 10).wait(), Ok(Removed::default()));
}

#[test]
fn a_room_that_is_removed_leaves_no_row_behind() {
    let folder = Folder::new();
    let store = Store::open(folder.path(), &Options::default()).unwrap();
    append(&store, game_of("finished", true)).unwrap();
    append(&store, Append { after: 1, outbox: Vec::new(), ..game_of("finished", false) }).unwrap();
    append(&store, game_of("broken", false)).unwrap();
    let row = store.room(&"broken".into()).wait().unwrap().unwrap().row;
    assert_eq!(store.set_aside(row, "for a test").wait(), Ok(true));
    let cutoffs = Cutoffs { rooms_ms: Some(2000), ..Cutoffs::default() };
    assert_eq!(store.remove_old(cutoffs, 10).wait(), Ok(Removed { rooms: 2, ..Removed::default() }));
    let db = rusqlite::Connection::open(folder.path().join("parlour.db")).unwrap();
    for table in ["rooms", "heads", "journal", "snapshots", "running", "results"] {
        let sql = format!("SELECT count(*) FROM {table}");
        assert_eq!(db.query_row(&sql, [], |row| row.get::<_, u32>(0)), Ok(0), "{table}");
    }
}

#[test]
fn the_rooms_of_one_tenant_can_go_earlier_than_those_of_others() {
    let store = Store::in_memory();
    append(&store, game_of("kept", true)).unwrap();
    append(&store, Append { tenant: "house".into(), outbox: Vec::new(), ..game_of("gone", true) }).unwrap();
    let cutoffs = Cutoffs { guests_ms: Some(("house".into(), 2000)), ..Cutoffs::default() };
    assert_eq!(store.remove_old(cutoffs, 10).wait(), Ok(Removed { rooms: 1, ..Removed::default() }));
    assert!(store.room(&"kept".into()).wait().unwrap().is_some());
    assert!(store.room(&"gone".into()).wait().unwrap().is_none());
}

#[test]
fn rooms_of_one_tenant_are_found_among_many_of_others_and_when_they_become_old() {
    let store = Store::in_memory();
    let ended = |tenant: &str, number: i64| {
        let room = format!("{tenant} {number}");
        let result = Some(ResultRow::default());
        let events = vec!["[1]".to_owned()];
        let (room, tenant) = (room.as_str().into(), tenant.into());
        vec![Append { room, tenant, at_ms: number, events, result, ..Append::default() }]
    };
    let groups = (0..12_000).map(|number| ended(if number % 3000 == 1 { "house" } else { "acme" }, number));
    assert!(store.append(groups.collect()).wait().unwrap().iter().all(Result::is_ok));
    let removed = |before_ms| {
        let cutoffs = Cutoffs { guests_ms: Some(("house".into(), before_ms)), ..Cutoffs::default() };
        let calls = (0..6).map(|_| store.remove_old(cutoffs.clone(), 1).wait().unwrap().rooms);
        calls.collect::<Vec<_>>()
    };
    assert_eq!(removed(3001), [1, 0, 0, 0, 0, 0]);
    assert_eq!(removed(12_000), [1, 1, 1, 0, 0, 0]);
    store.append(vec![ended("house", 12_500)]).wait().unwrap();
    assert_eq!(removed(12_501), [1, 0, 0, 0, 0, 0]);
}

#[test]
fn a_file_that_is_mostly_unused_space_is_made_smaller() {
    let folder = Folder::new();
    let store = Store::open(folder.path(), &Options::default()).unwrap();
    let size = || std::fs::metadata(folder.path().join("parlour.db")).unwrap().len();
    for number in 0..20 {
        let snapshot = Some(format!("\"{}\"", "x".repeat(1 << 20)));
        append(&store, Append { snapshot, ..game_of(&format!("r{number}"), true) }).unwrap();
    }
    assert_eq!(store.vacuum_if_sparse().wait(), Ok(false));
    let cutoffs = Cutoffs { rooms_ms: Some(2000), ..Cutoffs::default() };
    store.remove_old(cutoffs, 100).wait().unwrap();
    assert_eq!(store.vacuum_if_sparse().wait(), Ok(true));
    assert!(size() < 4 << 20, "{}", size());
    assert_eq!(store.vacuum_if_sparse().wait(), Ok(false));
}

#[tokio::test]
async fn an_erasure_that_cannot_empty_the_log_says_so_and_can_be_repeated() {
    let folder = Folder::new();
    let store = Store::open(folder.path(), &Options::default()).unwrap();
    assert_eq!(store.append(vec![vec![game_of("r", true)]]).await, Ok(vec![Ok(())]));
    let reader = rusqlite::Connection::open(folder.path().join("parlour.db")).unwrap();
    reader.execute_batch("BEGIN; SELECT * FROM rooms").unwrap();
    let erased = store.erase_player(&"acme".into(), None, &PLAYER.into()).await;
    assert_eq!(erased, Err(StoreError::Overloaded));
    assert!(files_with(&folder, PLAYER) > 0);
    reader.execute_batch("ROLLBACK").unwrap();
    store.erase_player(&"acme".into(), None, &PLAYER.into()).await.unwrap();
    assert_eq!((files_with(&folder, PLAYER), files_with(&folder, NAME)), (0, 0));
}

#[test]
fn the_server_remembers_its_signing_keys_and_when_it_was_alive() {
    let store = Store::in_memory();
    let key = |kid: &str, created_ms| SigningKey {
        kid: kid.to_owned(),
        secret: vec![7; 32],
        created_ms,
        retired_ms: None,
    };
    store.add_signing_key(key("first", 1)).wait().unwrap();
    store.add_signing_key(key("second", 2)).wait().unwrap();
    assert_eq!(store.add_signing_key(key("first", 3)).wait(), Err(StoreError::Taken("signing key name")));
    assert_eq!(store.retire_signing_key("first", 5).wait(), Ok(true));
    let names = || {
        let keys = store.signing_keys().wait().unwrap();
        keys.into_iter().map(|key| (key.kid, key.retired_ms)).collect::<Vec<_>>()
    };
    assert_eq!(names(), [("second".to_owned(), None), ("first".to_owned(), Some(5))]);
    assert_eq!(store.remove_signing_key("first").wait(), Ok(true));
    assert_eq!(names().len(), 1);
    store.heartbeat("node", 10).wait().unwrap();
    store.heartbeat("node", 20).wait().unwrap();
    assert_eq!(store.last_heartbeat("node").wait(), Ok(Some(20)));
    assert_eq!(store.last_heartbeat("other").wait(), Ok(None));
}

#[test]
fn the_audit_log_is_read_from_its_end() {
    let store = Store::in_memory();
    for action in ["created", "revoked"] {
        let entry = AuditEntry { tenant: "acme".into(), action: action.to_owned(), ..AuditEntry::default() };
        store.audit(entry).wait().unwrap();
    }
    let log = store.audit_log(&"acme".into(), None, None, 10).wait().unwrap();
    assert_eq!(
        log.iter().map(|(_, entry)| entry.action.as_str()).collect::<Vec<_>>(),
        ["revoked", "created"]
    );
    assert_eq!(store.audit_log(&"acme".into(), None, Some(log[1].0), 10).wait(), Ok(Vec::new()));
    assert_eq!(store.audit_log(&"other".into(), None, None, 10).wait(), Ok(Vec::new()));
}

#[test]
fn the_log_is_copied_while_writes_go_on_and_does_not_grow_for_ever() {
    let folder = Folder::new();
    let options = Options { durability: Durability::Fast, ..Options::default() };
    let store = Store::open(folder.path(), &options).unwrap();
    let size = |name: &str| std::fs::metadata(folder.path().join(name)).unwrap().len();
    for number in 0..100 {
        let snapshot = Some(format!("\"{}\"", "x".repeat(1 << 20)));
        append(&store, Append { snapshot, ..game_of(&format!("r{number}"), true) }).unwrap();
        assert!(size("parlour.db-wal") < 70 << 20, "{}", size("parlour.db-wal"));
    }
    assert!(size("parlour.db") > 30 << 20, "{}", size("parlour.db"));
}
