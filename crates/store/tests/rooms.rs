//! Rooms: decisions are stored whole, once, and on the state they were made on.

mod folder;

use folder::Folder;
use store::{
    Commit, EventRow, Mode, Options, OutboxRow, Player, Rating, RatingKey, RatingUpdate, ResultRow, RoomId,
    Store, StoreError, TenantId, WaitingKey, WaitingRow,
};

fn decision(room: &str, expected_version: u64) -> Commit {
    let version = expected_version + 1;
    Commit {
        room: room.into(),
        tenant: "acme".into(),
        at_ms: 1000 * version as i64,
        expected_version,
        version,
        events: vec![EventRow { seq: version, at_ms: 5, json: format!(r#"{{"move":{version}}}"#) }],
        snapshot: format!(r#"{{"version":{version}}}"#),
        deadline_ms: Some(60_000 + version as i64),
        ..Commit::default()
    }
}

/// Commits and says what became of it, as text.
fn check(store: &Store, commit: Commit, expected: &str) {
    let told = match store.commit(commit).wait() {
        Ok(()) => "stored".to_owned(),
        Err(error) => error.to_string(),
    };
    assert_eq!(told, expected);
}

fn version(store: &Store, room: &str) -> u64 {
    store.load(&room.into()).wait().expect("reading works").map_or(0, |room| room.version)
}

#[test]
fn a_decision_on_an_old_version_is_a_conflict_and_changes_nothing() {
    let store = Store::in_memory();
    check(&store, decision("r", 0), "stored");
    check(&store, decision("r", 1), "stored");
    for stale in [0, 1, 7] {
        check(&store, decision("r", stale), "a newer room is stored: load it and try again");
    }
    assert_eq!(version(&store, "r"), 2);
    assert_eq!(store.events_since(&"r".into(), 0, 10).wait().unwrap().len(), 2);
}

#[test]
fn decisions_that_follow_from_each_other_are_stored_together_or_not_at_all() {
    let store = Store::in_memory();
    check(&store, decision("taken", 0), "stored");
    let together = |first, second| store.commit_all(vec![decision(first, 0), decision(second, 0)]).wait();
    assert_eq!(together("over", "taken"), Err(StoreError::Conflict("room")));
    assert_eq!((version(&store, "over"), version(&store, "taken")), (0, 1));
    assert_eq!(together("over", "next"), Ok(()));
    assert_eq!((version(&store, "over"), version(&store, "next")), (1, 1));
}

#[test]
fn a_decision_must_lead_to_a_higher_version() {
    let commit = Commit { version: 3, ..decision("r", 3) };
    check(&Store::in_memory(), commit, "a commit must lead to a higher version");
}

#[test]
fn another_tenant_or_mode_cannot_write_or_read_the_room() {
    let store = Store::in_memory();
    check(&store, decision("r", 0), "stored");
    let conflict = "a newer room is stored: load it and try again";
    check(&store, Commit { tenant: "other".into(), ..decision("r", 1) }, conflict);
    check(&store, Commit { mode: Mode::Test, ..decision("r", 1) }, conflict);
    let found =
        |tenant: &str, mode| store.load_of(&tenant.into(), mode, &"r".into()).wait().unwrap().is_some();
    assert!(found("acme", Mode::Live));
    assert!(!found("other", Mode::Live) && !found("acme", Mode::Test));
}

#[test]
fn of_many_concurrent_decisions_on_one_version_exactly_one_is_stored() {
    let folder = Folder::new();
    let store = Store::open(folder.path(), &Options::default()).unwrap();
    let answers: Vec<_> = (0..50).map(|_| store.commit(decision("r", 0))).collect();
    let stored = answers.into_iter().filter_map(|answer| answer.wait().ok()).count();
    assert_eq!(stored, 1);
}

#[test]
fn a_conflict_leaves_the_decisions_beside_it_untouched() {
    let folder = Folder::new();
    let store = Store::open(folder.path(), &Options::default()).unwrap();
    check(&store, decision("contested", 0), "stored");
    let rooms: Vec<RoomId> = (0..40).map(|number| RoomId(format!("room {number}"))).collect();
    let answers: Vec<_> = rooms
        .iter()
        .flat_map(|room| [store.commit(decision(room.as_str(), 0)), store.commit(decision("contested", 0))])
        .collect();
    let fates: Vec<bool> = answers.into_iter().map(|answer| answer.wait().is_ok()).collect();
    assert!(fates.chunks(2).all(|pair| pair == [true, false]));
    assert!(rooms.iter().all(|room| version(&store, room.as_str()) == 1));
}

#[test]
fn what_was_acknowledged_is_there_after_reopening() {
    let folder = Folder::new();
    let store = Store::open(folder.path(), &Options::default()).unwrap();
    check(&store, decision("r", 0), "stored");
    let stored = store.load(&"r".into()).wait().unwrap();
    assert!(stored.is_some());
    drop(store);
    let store = Store::open(folder.path(), &Options::default()).unwrap();
    assert_eq!(store.load(&"r".into()).wait().unwrap(), stored);
}

#[tokio::test]
async fn answers_can_be_awaited() {
    let store = Store::in_memory();
    store.commit(decision("r", 0)).await.unwrap();
    assert_eq!(store.load(&"r".into()).await.unwrap().unwrap().snapshot, r#"{"version":1}"#);
}

#[test]
fn events_come_in_order_from_any_point() {
    let store = Store::in_memory();
    (0..5).for_each(|version| check(&store, decision("r", version), "stored"));
    let events = store.events_since(&"r".into(), 2, 2).wait().unwrap();
    assert_eq!(events.iter().map(|event| event.seq).collect::<Vec<_>>(), [3, 4]);
}

#[test]
fn only_unfinished_rooms_are_listed_and_due() {
    let folder = Folder::new();
    let store = Store::open(folder.path(), &Options::default()).unwrap();
    ["a", "b", "c"].into_iter().for_each(|room| check(&store, decision(room, 0), "stored"));
    check(&store, Commit { ended: true, ..decision("b", 1) }, "stored");
    check(&store, Commit { deadline_ms: Some(10), ..decision("c", 1) }, "stored");
    let names = |rooms: Vec<store::StoredRoom>| rooms.into_iter().map(|room| room.room.0).collect::<String>();
    let page = |after, limit| store.unfinished_rooms(after, limit).wait().unwrap();
    let first = page(None, 1);
    assert_eq!(names(first.rooms.into_iter().map(|room| room.stored).collect()), "a");
    let second = page(first.next, 10);
    assert_eq!(names(second.rooms.into_iter().map(|room| room.stored).collect()), "c");
    assert_eq!(page(second.next, 10), store::RoomPage::default());
    assert_eq!(names(store.due(10, 10).wait().unwrap()), "c");
    assert_eq!(names(store.due(i64::MAX, 10).wait().unwrap()), "ca");
    let finished = store.load(&"b".into()).wait().unwrap().unwrap();
    assert_eq!(finished.ended_ms, Some(2000));
}

#[test]
fn what_belongs_to_a_decision_is_stored_with_it_or_not_at_all() {
    let store = Store::in_memory();
    let event =
        OutboxRow { id: "e".into(), tenant: "acme".into(), session: "s".into(), ..OutboxRow::default() };
    let result = ResultRow { reason: "victory".to_owned(), ..ResultRow::default() };
    let end = Commit { ended: true, outbox: vec![event], result: Some(result), ..decision("r", 1) };
    check(&store, end.clone(), "a newer room is stored: load it and try again");
    let told = |store: &Store| store.outbox(&"acme".into(), Mode::Live, None, None, 10).wait().unwrap().len();
    assert_eq!(told(&store), 0);
    check(&store, decision("r", 0), "stored");
    check(&store, end, "stored");
    assert_eq!(told(&store), 1);
    let result = store.result(&"acme".into(), Mode::Live, &"r".into()).wait().unwrap().unwrap();
    assert_eq!((result.result.reason.as_str(), result.ended_ms), ("victory", 2000));
}

#[test]
fn a_game_has_one_result() {
    let store = Store::in_memory();
    let with_result = |expected| Commit { result: Some(ResultRow::default()), ..decision("r", expected) };
    check(&store, with_result(0), "stored");
    check(&store, with_result(1), "this result is taken");
    assert_eq!(version(&store, "r"), 1);
}

#[test]
fn a_player_who_is_seated_no_longer_waits() {
    let store = Store::in_memory();
    let key = WaitingKey {
        tenant: "acme".into(),
        mode: Mode::Live,
        game: "checkers".to_owned(),
        player: "ann".into(),
    };
    let row = WaitingRow {
        key: key.clone(),
        session: Some("s".into()),
        variant: "russian".to_owned(),
        joined_ms: 1,
        entry: "{}".to_owned(),
    };
    assert!(store.join_queue(row.clone()).wait().unwrap());
    assert!(!store.join_queue(row.clone()).wait().unwrap());
    assert_eq!(store.queue(10).wait().unwrap(), [row]);
    let start = |room| Commit { seated: vec![key.clone()], ..decision(room, 0) };
    check(&store, start("first"), "stored");
    assert!(store.queue(10).wait().unwrap().is_empty());
    check(&store, start("second"), "stored");
}

#[test]
fn two_games_that_end_at_once_cannot_overwrite_a_rating() {
    let store = Store::in_memory();
    let key = RatingKey {
        tenant: TenantId::from("acme"),
        mode: Mode::Live,
        game: "checkers".to_owned(),
        variant: "russian".to_owned(),
        player: "ann".into(),
    };
    let update = |expected_games: u32| {
        let games = expected_games + 1;
        let rating = Rating {
            rating: 1510.5,
            deviation: 200.0,
            volatility: 0.06,
            games,
            wins: games,
            draws: 0,
            losses: 0,
        };
        RatingUpdate { key: key.clone(), name: "Ann".to_owned(), expected_games, rating }
    };
    let end = |room, expected| Commit { ratings: vec![update(expected)], ..decision(room, 0) };
    check(&store, end("a", 0), "stored");
    check(&store, end("b", 0), "a newer rating is stored: load it and try again");
    check(&store, end("b", 1), "stored");
    check(&store, end("c", 1), "a newer rating is stored: load it and try again");
    assert_eq!(store.rating(key.clone()).wait().unwrap(), Some(update(1).rating));
}

#[test]
fn the_leaderboard_shows_the_strongest_of_a_variant_first() {
    let store = Store::in_memory();
    for (number, (player, variant, rating)) in
        [("ann", "english", 1500.0), ("ben", "english", 1700.0), ("cat", "russian", 1900.0)]
            .into_iter()
            .enumerate()
    {
        let key = RatingKey {
            tenant: "acme".into(),
            mode: Mode::Live,
            game: "checkers".to_owned(),
            variant: variant.to_owned(),
            player: player.into(),
        };
        let rating =
            Rating { rating, deviation: 80.0, volatility: 0.06, games: 1, wins: 1, draws: 0, losses: 0 };
        let update = RatingUpdate { key, name: player.to_uppercase(), expected_games: 0, rating };
        let commit = Commit { ratings: vec![update], ..decision(&number.to_string(), 0) };
        check(&store, commit, "stored");
    }
    let board = store.leaderboard(&"acme".into(), Mode::Live, "checkers", "english", 10).wait().unwrap();
    assert_eq!(board.iter().map(|row| row.name.as_str()).collect::<Vec<_>>(), ["BEN", "ANN"]);
    let cat = store.ratings_of(&"acme".into(), Mode::Live, &"cat".into()).wait().unwrap();
    assert_eq!((cat.len(), cat[0].key.variant.as_str()), (1, "russian"));
    assert!(
        store.leaderboard(&"acme".into(), Mode::Test, "checkers", "english", 10).wait().unwrap().is_empty()
    );
}

#[test]
fn results_are_listed_with_the_newest_first() {
    let store = Store::in_memory();
    for (number, room) in ["a", "b", "c"].into_iter().enumerate() {
        let players = vec![Player { id: "ann".into(), display_name: "Ann".to_owned() }];
        let result = Some(ResultRow { players, ..ResultRow::default() });
        check(&store, Commit { at_ms: number as i64, result, ..decision(room, 0) }, "stored");
    }
    let results = store.results(&"acme".into(), Mode::Live, 2, 10).wait().unwrap();
    assert_eq!(results.iter().map(|result| result.room.as_str()).collect::<String>(), "ba");
    assert_eq!(store.results(&"acme".into(), Mode::Test, 9, 10).wait(), Ok(Vec::new()));
    assert!(matches!(store.result(&"x".into(), Mode::Live, &"a".into()).wait(), Ok::<_, StoreError>(None)));
}
