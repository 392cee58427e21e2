//! Several nodes on one database; only PostgreSQL has them, so these tests do nothing without its address in `PARLOUR_TEST_STORE`.

use common::{Mode, RoomId, SessionId, TenantId};
use store::{Append, Journal, PairedPlace, ResultRow, SeatRow, Store, StoreError, WaitingKey, WaitingRow};

/// The store of a node, if the tests run against PostgreSQL.
fn node(name: &str) -> Option<Store> {
    std::env::var("PARLOUR_TEST_STORE").ok()?;
    let store = Store::in_memory();
    enter(&store, name);
    Some(store)
}

/// Goes on as another node of the same cluster.
fn enter(store: &Store, name: &str) -> Vec<String> {
    store.enter_cluster(name, name, true).wait().expect("it enters").alive
}

fn player(id: &str) -> WaitingKey {
    WaitingKey {
        tenant: TenantId("acme".to_owned()),
        mode: Mode::Live,
        game: "tictactoe".to_owned(),
        player: id.into(),
    }
}

/// The place of a player who waits with a connection.
fn waiting(id: &str, connection: &str) -> WaitingRow {
    WaitingRow {
        key: player(id),
        session: None,
        variant: "classic".to_owned(),
        joined_ms: 1,
        entry: format!("{{\"seat\":{{\"connection\":\"{connection}\"}}}}"),
    }
}

fn paired(id: &str, connection: &str) -> PairedPlace {
    PairedPlace { key: player(id), connection: connection.to_owned() }
}

fn opening(room: &str, players: &[&str]) -> Append {
    let seat = |id: &&str| SeatRow { player: player(id), session: Some(SessionId("sess_1".to_owned())) };
    Append {
        room: room.into(),
        tenant: TenantId("acme".to_owned()),
        events: vec!["{}".to_owned()],
        seats: players.iter().map(seat).collect(),
        wake_ms: Some(5_000),
        ..Append::default()
    }
}

fn event(room: &str, after: u64) -> Append {
    Append { after, seats: Vec::new(), wake_ms: None, ..opening(room, &[]) }
}

fn append(store: &Store, append: Append) -> Result<(), StoreError> {
    store.append(vec![vec![append]]).wait().expect("the store writes").remove(0)
}

fn rooms_of(store: &Store, id: &str) -> Vec<(String, bool)> {
    let rooms = store.rooms_of_player(player(id), 10).wait().expect("the store reads");
    rooms.into_iter().map(|seated| (seated.room.0, seated.ended_ms.is_some())).collect()
}

#[test]
fn a_player_has_one_running_game_over_all_nodes_and_finds_the_others_too() {
    let Some(store) = node("one") else { return };
    assert_eq!(append(&store, opening("first", &["ann", "ben"])), Ok(()));
    enter(&store, "two");
    assert_eq!(append(&store, opening("second", &["ann", "cleo"])), Err(StoreError::Conflict("seat")));
    assert_eq!(rooms_of(&store, "cleo"), [], "nothing of a room is stored that is not opened");
    assert_eq!(append(&store, Append { result: Some(ResultRow::default()), ..event("first", 1) }), Ok(()));
    assert_eq!(append(&store, opening("second", &["ann", "cleo"])), Ok(()));
    assert_eq!(rooms_of(&store, "ann"), [("first".to_owned(), true), ("second".to_owned(), false)]);
}

#[test]
fn of_games_that_begin_and_end_together_only_that_of_a_player_who_plays_already_is_refused() {
    let Some(store) = node("one") else { return };
    let together = |appends: Vec<Append>| {
        let groups = appends.into_iter().map(|append| vec![append]).collect();
        store.append(groups).wait().expect("the store writes")
    };
    let end = |room: &str| Append { result: Some(ResultRow::default()), ..event(room, 1) };
    let opened = [("first", ["ann", "ben"]), ("second", ["cleo", "dan"]), ("third", ["ann", "eve"])]
        .map(|(room, players)| opening(room, &players));
    assert_eq!(together(opened.to_vec()), [Ok(()), Ok(()), Err(StoreError::Conflict("seat"))]);
    assert_eq!(rooms_of(&store, "eve"), []);
    let next = opening("fourth", &["ann", "eve"]);
    assert_eq!(together(vec![next, end("first"), end("second")]), [Ok(()), Ok(()), Ok(())]);
    assert_eq!(rooms_of(&store, "ann"), [("first".to_owned(), true), ("fourth".to_owned(), false)]);
    assert_eq!(rooms_of(&store, "dan"), [("second".to_owned(), true)]);
    let [once_more, free] = [("fifth", ["eve", "ben"]), ("sixth", ["cleo", "dan"])]
        .map(|(room, players)| opening(room, &players));
    assert_eq!(together(vec![once_more, free]), [Err(StoreError::Conflict("seat")), Ok(())]);
}

#[test]
fn whoever_is_no_longer_in_the_queue_is_paired_by_nobody() {
    let Some(store) = node("one") else { return };
    for id in ["ann", "ben"] {
        assert_eq!(store.join_queue(waiting(id, "one.1")).wait(), Ok(true));
    }
    let places = || ["ann", "ben"].map(|id| paired(id, "one.1")).to_vec();
    let paired = |room: &str| Append { seated: places(), ..opening(room, &["ann", "ben"]) };
    assert_eq!(append(&store, paired("first")), Ok(()));
    assert_eq!(append(&store, Append { result: Some(ResultRow::default()), ..event("first", 1) }), Ok(()));
    assert_eq!(append(&store, paired("second")), Err(StoreError::Conflict("place in the queue")));
    assert_eq!(store.room(&"second".into()).wait(), Ok(None));
}

#[test]
fn whoever_came_back_to_the_queue_with_another_connection_is_not_paired_with_the_old_one() {
    let Some(store) = node("one") else { return };
    for (id, connection) in [("ann", "one.1"), ("ben", "two.1")] {
        assert_eq!(store.join_queue(waiting(id, connection)).wait(), Ok(true));
    }
    let opened = |ben: &str| Append {
        seated: vec![paired("ann", "one.1"), paired("ben", ben)],
        ..opening("game", &["ann", "ben"])
    };
    let before = waiting("ben", "two.1").entry;
    assert_eq!(store.replace_in_queue(waiting("ben", "three.1"), before).wait(), Ok(true));
    assert_eq!(append(&store, opened("two.1")), Err(StoreError::Conflict("place in the queue")));
    assert_eq!(store.queue(10).wait().map(|queue| queue.len()), Ok(2), "both still wait");
    assert_eq!(append(&store, opened("three.1")), Ok(()));
    assert_eq!(store.queue(10).wait(), Ok(vec![]));
}

#[test]
fn a_place_in_the_queue_changes_only_for_whoever_knows_it() {
    let Some(store) = node("one") else { return };
    let row = |entry: &str| WaitingRow {
        key: player("ann"),
        session: None,
        variant: "classic".to_owned(),
        joined_ms: 1,
        entry: entry.to_owned(),
    };
    assert_eq!(store.join_queue(row("at one")).wait(), Ok(true));
    assert_eq!(store.replace_in_queue(row("at two"), "at one".to_owned()).wait(), Ok(true));
    assert_eq!(store.replace_in_queue(row("at three"), "at one".to_owned()).wait(), Ok(false));
    assert_eq!(store.remove_from_queue(player("ann"), "at one".to_owned()).wait(), Ok(false));
    assert_eq!(store.place_in_queue(player("ann")).wait(), Ok(Some(row("at two"))));
    assert_eq!(store.remove_from_queue(player("ann"), "at two".to_owned()).wait(), Ok(true));
}

#[test]
fn the_rooms_of_a_node_that_is_gone_are_adopted_once() {
    let Some(store) = node("one") else { return };
    for (room, players) in [("first", ["ann", "ben"]), ("second", ["cleo", "dan"])] {
        assert_eq!(append(&store, opening(room, &players)), Ok(()));
    }
    let adopted = |store: &Store| {
        let (orphans, broken) = store.adopt_rooms(10).wait().unwrap();
        assert_eq!(broken, []);
        orphans.into_iter().map(|orphan| orphan.room.room.0).collect::<Vec<String>>()
    };
    assert_eq!(enter(&store, "two"), ["one", "two"]);
    assert_eq!(adopted(&store), [""; 0], "their node is alive");
    enter(&store, "one");
    store.leave_cluster().wait().unwrap();
    assert_eq!(enter(&store, "three"), ["three", "two"]);
    assert_eq!(adopted(&store), ["first", "second"]);
    assert_eq!(adopted(&store), [""; 0]);
}

#[test]
fn a_node_that_is_removed_is_told_so_and_room_time_is_the_same_for_all() {
    let Some(store) = node("one") else { return };
    let first = store.beat("one").wait().unwrap().expect("it is alive");
    assert_eq!(first.alive, ["one"]);
    enter(&store, "two");
    let second = store.beat("two").wait().unwrap().expect("it is alive");
    assert_eq!((second.secret, second.lag_ms), (first.secret, first.lag_ms));
    assert!(second.now_ms >= first.now_ms);
    store.leave_cluster().wait().unwrap();
    assert_eq!(store.beat("two").wait(), Ok(None));
    assert_eq!(
        store.enter_cluster("three", "one", true).wait().unwrap().alive,
        ["three"],
        "it has the place of one"
    );
    assert_eq!(store.beat("one").wait(), Ok(None));
}

#[test]
fn a_room_that_nobody_has_woken_is_found_until_its_time_is_moved() {
    let Some(store) = node("one") else { return };
    assert_eq!(append(&store, opening("room", &["ann", "ben"])), Ok(()));
    let due = |until_ms| store.rooms_due(until_ms, 10).wait().unwrap();
    assert_eq!(due(4_999), []);
    assert_eq!(due(5_000), [RoomId("room".to_owned())]);
    assert_eq!(append(&store, Append { wake_ms: Some(9_000), ..event("room", 1) }), Ok(()));
    assert_eq!(append(&store, event("room", 2)), Ok(()), "a move does not change it");
    assert_eq!((due(8_999), due(9_000).len()), (Vec::new(), 1));
    store.set_wakes(vec![("room".into(), None)]).wait().unwrap();
    assert_eq!(due(i64::MAX), []);
    assert_eq!(
        store.newest_events(vec!["room".into(), "unknown".into()]).wait(),
        Ok(vec![("room".into(), 3)])
    );
    let later = store.events_after(&"room".into(), 1).wait().unwrap();
    assert_eq!(later.iter().map(|(seq, _)| *seq).collect::<Vec<u64>>(), [2, 3]);
}
