//! Rooms: events are appended completely, once, and after the event they were decided on.

mod appending;
mod folder;

use appending::append;
use common::{Mode, RoomId};
use folder::Folder;
use store::{
    Append, Journal, Options, OutboxRow, PairedPlace, PlayerRow, RatedGame, Rating, RatingKey, ResultRow,
    Store, WaitingKey, WaitingRow,
};

const CONFLICT: &str = "a newer room is stored: load it and try again";

/// One event after `after`.
fn event(room: &str, after: u64) -> Append {
    let seq = after + 1;
    Append {
        room: room.into(),
        tenant: "acme".into(),
        at_ms: 1000 * seq as i64,
        after,
        events: vec![format!(r#"{{"move":{seq}}}"#)],
        ..Append::default()
    }
}

/// Appends and compares the result as text.
fn check(store: &Store, events: Append, expected: &str) {
    let outcome = match append(store, events) {
        Ok(()) => "stored".to_owned(),
        Err(error) => error.to_string(),
    };
    assert_eq!(outcome, expected);
}

/// The seq of the last stored event; 0 without a room.
fn last_seq(store: &Store, room: &str) -> u64 {
    store.room(&room.into()).wait().expect("reading works").map_or(0, |room| room.seq())
}

#[test]
fn an_event_that_does_not_follow_the_last_one_is_a_conflict_and_changes_nothing() {
    let store = Store::in_memory();
    check(&store, event("r", 0), "stored");
    check(&store, event("r", 1), "stored");
    let before = store.room(&"r".into()).wait().unwrap();
    for (after, what) in [(0, "an opening"), (1, "a duplicate"), (3, "a gap"), (7, "a gap")] {
        check(&store, event("r", after), CONFLICT);
        let with_more = Append { snapshot: Some("{}".to_owned()), ..event("r", after) };
        check(&store, with_more, CONFLICT);
        assert_eq!(store.room(&"r".into()).wait().unwrap(), before, "{what}");
    }
    check(&store, event("unknown", 1), CONFLICT);
    assert_eq!(last_seq(&store, "unknown"), 0);
}

#[test]
fn an_append_has_at_least_one_event() {
    let nothing = Append { events: Vec::new(), ..event("r", 0) };
    check(&Store::in_memory(), nothing, "an append needs at least one event");
}

#[test]
fn another_tenant_or_mode_cannot_append_to_the_room() {
    let folder = Folder::new();
    // Once with the room in the cache, once after reopening.
    for after in [1, 2] {
        let store = Store::open(folder.path(), &Options::default()).unwrap();
        if after == 1 {
            check(&store, event("r", 0), "stored");
        }
        check(&store, Append { tenant: "other".into(), ..event("r", after) }, CONFLICT);
        check(&store, Append { mode: Mode::Test, ..event("r", after) }, CONFLICT);
        check(&store, event("r", after), "stored");
    }
}

#[test]
fn of_many_concurrent_events_after_one_event_exactly_one_is_stored() {
    let folder = Folder::new();
    let store = Store::open(folder.path(), &Options::default()).unwrap();
    check(&store, event("r", 0), "stored");
    let answers: Vec<_> = (0..50).map(|_| store.append(vec![vec![event("r", 1)]])).collect();
    let stored = answers.into_iter().filter_map(|answer| answer.wait().unwrap().pop().unwrap().ok());
    assert_eq!(stored.count(), 1);
}

#[test]
fn a_conflict_leaves_the_appends_beside_it_untouched() {
    let folder = Folder::new();
    let store = Store::open(folder.path(), &Options::default()).unwrap();
    check(&store, event("contested", 0), "stored");
    let rooms: Vec<RoomId> = (0..40).map(|number| RoomId(format!("room {number}"))).collect();
    let answers: Vec<_> = rooms
        .iter()
        .flat_map(|room| [event(room.as_str(), 0), event("contested", 0)])
        .map(|append| store.append(vec![vec![append]]))
        .collect();
    let stored: Vec<bool> = answers.into_iter().map(|answer| answer.wait().unwrap()[0].is_ok()).collect();
    assert!(stored.chunks(2).all(|pair| pair == [true, false]));
    assert!(rooms.iter().all(|room| last_seq(&store, room.as_str()) == 1));
}

#[test]
fn what_was_acknowledged_is_there_after_reopening() {
    let folder = Folder::new();
    let store = Store::open(folder.path(), &Options::default()).unwrap();
    check(&store, event("r", 0), "stored");
    let stored = store.room(&"r".into()).wait().unwrap();
    assert!(stored.is_some());
    drop(store);
    let store = Store::open(folder.path(), &Options::default()).unwrap();
    assert_eq!(store.room(&"r".into()).wait().unwrap(), stored);
}

#[tokio::test]
async fn answers_can_be_awaited() {
    let store = Store::in_memory();
    assert_eq!(store.append(vec![vec![event("r", 0)]]).await, Ok(vec![Ok(())]));
    let room = store.room(&"r".into()).await.unwrap().unwrap();
    assert_eq!(room.events, [(1, r#"{"move":1}"#.to_owned())]);
}

#[test]
fn only_running_rooms_are_listed_in_the_order_of_their_creation() {
    let folder = Folder::new();
    let store = Store::open(folder.path(), &Options::default()).unwrap();
    ["a", "b", "c"].into_iter().for_each(|room| check(&store, event(room, 0), "stored"));
    check(&store, Append { result: Some(ResultRow::default()), ..event("b", 1) }, "stored");
    let names = |page: &store::RoomPage| page.rooms.iter().map(|room| room.room.as_str()).collect::<String>();
    let page = |after, limit| store.running_rooms(after, limit).wait().unwrap();
    let first = page(None, 1);
    assert_eq!(names(&first), "a");
    let second = page(first.next, 10);
    assert_eq!(names(&second), "c");
    assert_eq!(page(second.next, 10), store::RoomPage::default());
    assert_eq!(store.room(&"b".into()).wait().unwrap().unwrap().ended_ms, Some(2000));
}

#[test]
fn rooms_that_ended_since_a_time_are_listed_in_the_order_of_their_ends() {
    let store = Store::in_memory();
    for (room, at_ms) in [("a", 30), ("b", 10), ("c", 20), ("d", 20), ("e", 40)] {
        check(&store, event(room, 0), "stored");
        check(&store, Append { at_ms, result: Some(ResultRow::default()), ..event(room, 1) }, "stored");
        check(&store, event(room, 2), "stored");
    }
    check(&store, event("running", 0), "stored");
    let (mut after, mut listed) = (None, Vec::new());
    loop {
        let page = store.rooms_ended_since(20, after, 2).wait().unwrap();
        listed
            .extend(page.rooms.iter().map(|room| (room.room.0.clone(), room.ended_ms.unwrap(), room.seq())));
        let Some(next) = page.next else { break };
        after = Some(next);
    }
    let expected = [("c", 20), ("d", 20), ("a", 30), ("e", 40)];
    assert_eq!(listed, expected.map(|(room, at_ms)| (room.to_owned(), at_ms, 3)));
}

#[test]
fn what_belongs_to_an_append_is_stored_with_it_or_not_at_all() {
    let store = Store::in_memory();
    let webhook =
        OutboxRow { id: "e".into(), tenant: "acme".into(), session: "s".into(), ..OutboxRow::default() };
    let result = ResultRow { reason: "victory".to_owned(), ..ResultRow::default() };
    let end = Append { outbox: vec![webhook], result: Some(result), ..event("r", 1) };
    check(&store, end.clone(), CONFLICT);
    let queued =
        |store: &Store| store.outbox(&"acme".into(), Mode::Live, None, None, 10).wait().unwrap().len();
    assert_eq!(queued(&store), 0);
    check(&store, event("r", 0), "stored");
    check(&store, end, "stored");
    assert_eq!(queued(&store), 1);
    let result = store.result(&"acme".into(), Mode::Live, &"r".into()).wait().unwrap().unwrap();
    assert_eq!((result.result.reason.as_str(), result.ended_ms), ("victory", 2000));
}

#[test]
fn a_game_has_one_result_and_its_log_goes_on() {
    let store = Store::in_memory();
    let with_result = |after| Append { result: Some(ResultRow::default()), ..event("r", after) };
    check(&store, with_result(0), "stored");
    check(&store, with_result(1), "this result is taken");
    assert_eq!(last_seq(&store, "r"), 1);
    check(&store, event("r", 1), "stored");
    assert_eq!(last_seq(&store, "r"), 2);
    assert_eq!(store.room(&"r".into()).wait().unwrap().unwrap().ended_ms, Some(1000));
    assert_eq!(store.running_rooms(None, 10).wait().unwrap().rooms, []);
}

fn waiting(player: &str, variant: &str, joined_ms: i64) -> WaitingRow {
    let key = WaitingKey {
        tenant: "acme".into(),
        mode: Mode::Live,
        game: "checkers".to_owned(),
        player: player.into(),
    };
    let (session, variant, entry) = (Some("s".into()), variant.to_owned(), "{}".to_owned());
    WaitingRow { key, session, variant, joined_ms, entry }
}

#[test]
fn whoever_joins_later_waits_behind_the_others_even_if_their_clock_is_slow() {
    let store = Store::in_memory();
    for (player, variant, joined_ms) in
        [("ann", "russian", 500), ("ben", "russian", 499), ("cleo", "turkish", 3), ("dan", "russian", 900)]
    {
        assert!(store.join_queue(waiting(player, variant, joined_ms)).wait().unwrap());
    }
    let queue = store.queue_of_variant(&"acme".into(), Mode::Live, "checkers", "russian").wait().unwrap();
    let places: Vec<_> = queue.iter().map(|row| (row.key.player.as_str(), row.joined_ms)).collect();
    assert_eq!(places, [("ann", 500), ("ben", 501), ("dan", 900)]);
}

#[test]
fn a_player_who_is_seated_no_longer_waits() {
    let store = Store::in_memory();
    let row = waiting("ann", "russian", 1);
    // Whoever was waiting before a restart is stored with the connection of that time.
    let place = PairedPlace { key: row.key.clone(), connection: "new".to_owned() };
    assert!(store.join_queue(row.clone()).wait().unwrap());
    assert!(!store.join_queue(row.clone()).wait().unwrap());
    assert_eq!(store.queue(10).wait().unwrap(), [row]);
    let start = |room| Append { seated: vec![place.clone()], ..event(room, 0) };
    check(&store, start("first"), "stored");
    assert!(store.queue(10).wait().unwrap().is_empty());
    check(&store, start("second"), "stored");
}

fn rating_key(player: &str, variant: &str) -> RatingKey {
    RatingKey {
        tenant: "acme".into(),
        mode: Mode::Live,
        game: "checkers".to_owned(),
        variant: variant.to_owned(),
        player: player.into(),
    }
}

/// The end of a game that the first player won.
fn rated(room: &str, players: [&str; 2], variant: &str) -> Append {
    let game = RatedGame {
        keys: players.map(|player| rating_key(player, variant)),
        names: players.map(str::to_uppercase),
        winner: Some(0),
        rate,
    };
    Append { result: Some(ResultRow::default()), rated: Some(game), ..event(room, 0) }
}

/// Moves ten points from the loser to the winner.
fn rate(before: [Option<Rating>; 2], winner: Option<usize>) -> [Rating; 2] {
    let unknown =
        Rating { rating: 1500.0, deviation: 80.0, volatility: 0.06, games: 0, wins: 0, draws: 0, losses: 0 };
    [0, 1].map(|seat| {
        let before = before[seat].unwrap_or(unknown);
        let (points, wins, losses) = if winner == Some(seat) { (10.0, 1, 0) } else { (-10.0, 0, 1) };
        Rating {
            rating: before.rating + points,
            games: before.games + 1,
            wins: before.wins + wins,
            losses: before.losses + losses,
            ..before
        }
    })
}

#[test]
fn two_games_of_one_player_that_end_in_one_batch_both_count() {
    let store = Store::in_memory();
    check(&store, rated("before", ["ann", "ben"], "russian"), "stored");
    let ends = ["a", "b"].map(|room| vec![rated(room, ["ann", "cat"], "russian")]);
    assert_eq!(store.append(ends.into()).wait(), Ok(vec![Ok(()), Ok(())]));
    let found = |player| store.rating(rating_key(player, "russian")).wait().unwrap().unwrap();
    assert_eq!((found("ann").rating, found("ann").games, found("ann").wins), (1530.0, 3, 3));
    assert_eq!((found("cat").rating, found("cat").games, found("cat").losses), (1480.0, 2, 2));
}

#[test]
fn a_game_whose_end_is_refused_changes_no_rating() {
    let store = Store::in_memory();
    check(&store, event("r", 0), "stored");
    check(&store, rated("r", ["ann", "ben"], "russian"), CONFLICT);
    assert_eq!(store.rating(rating_key("ann", "russian")).wait(), Ok(None));
}

#[test]
fn ratings_that_cannot_be_computed_refuse_the_end_and_nothing_else() {
    let store = Store::in_memory();
    let mut end = rated("r", ["ann", "ben"], "russian");
    end.rated.as_mut().unwrap().rate = |_, _| panic!("planted");
    check(&store, end, "computing the ratings panicked");
    check(&store, event("r", 0), "stored");
}

#[test]
fn the_leaderboard_shows_the_strongest_of_a_variant_first() {
    let store = Store::in_memory();
    check(&store, rated("1", ["ben", "ann"], "english"), "stored");
    check(&store, rated("2", ["cat", "dan"], "russian"), "stored");
    let board = store.leaderboard(&"acme".into(), Mode::Live, "checkers", "english", 10).wait().unwrap();
    assert_eq!(board.iter().map(|row| row.name.as_str()).collect::<Vec<_>>(), ["BEN", "ANN"]);
    let cat = store.ratings_of(&"acme".into(), Mode::Live, &"cat".into()).wait().unwrap();
    assert_eq!((cat.len(), cat[0].key.variant.as_str()), (1, "russian"));
    assert!(
        store.leaderboard(&"acme".into(), Mode::Test, "checkers", "english", 10).wait().unwrap().is_empty()
    );
}

#[test]
fn a_result_is_found_by_its_room_in_its_tenant_and_mode() {
    let store = Store::in_memory();
    let players = vec![PlayerRow { id: "ann".into(), display_name: "Ann".to_owned() }];
    let without_record = ResultRow { players, ..ResultRow::default() };
    let with_record = ResultRow { record: Some("{}".to_owned()), ..without_record.clone() };
    for (room, result) in [("a", &without_record), ("b", &with_record)] {
        check(&store, Append { result: Some(result.clone()), ..event(room, 0) }, "stored");
        let found = store.result(&"acme".into(), Mode::Live, &room.into()).wait().unwrap().unwrap();
        assert_eq!((found.room.as_str(), &found.result), (room, result));
    }
    assert_eq!(store.result(&"acme".into(), Mode::Test, &"a".into()).wait(), Ok(None));
    assert_eq!(store.result(&"other".into(), Mode::Live, &"a".into()).wait(), Ok(None));
}
