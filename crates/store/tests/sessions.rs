//! Sessions: created within the quota, joined by code, listed in pages, and finished once.

mod appending;
mod folder;

use appending::append;
use common::{Mode, SessionId, SessionStatus};
use folder::Folder;
use store::{
    Append, Creation, JoinByCode, Joining, NewSession, Options, OutboxRow, PlayerRow, RoomCode,
    SessionFilter, SessionRow, SessionUpdate, Store, StoreError, WaitingKey, WaitingRow,
};

const MINUTE_MS: i64 = 60_000;
const NOVEMBER_MS: i64 = 1_794_000_000_000;

fn player(id: &str) -> PlayerRow {
    PlayerRow { id: id.into(), display_name: id.to_uppercase() }
}

fn session(id: &str) -> SessionRow {
    SessionRow {
        id: id.into(),
        tenant: "acme".into(),
        game: "checkers".to_owned(),
        variant: "russian".to_owned(),
        match_type: "private".to_owned(),
        players: vec![player("ann")],
        settings: "{}".to_owned(),
        created_ms: NOVEMBER_MS,
        expires_ms: NOVEMBER_MS + 5 * MINUTE_MS,
        ..SessionRow::default()
    }
}

fn with_code(id: &str, tenant: &str, created_ms: i64) -> SessionRow {
    let room_code = Some(RoomCode { code: "ABC234".to_owned(), until_ms: created_ms + 10 * MINUTE_MS });
    SessionRow { tenant: tenant.into(), created_ms, room_code, ..session(id) }
}

/// Creates a session and compares the result as text.
fn check(store: &Store, session: SessionRow, expected: &str) {
    let told = match store.create_session(NewSession { session, ..NewSession::default() }).wait() {
        Ok(Creation::Created(_)) => "created".to_owned(),
        Ok(Creation::QuotaReached) => "quota reached".to_owned(),
        Err(error) => error.to_string(),
    };
    assert_eq!(told, expected);
}

fn join(store: &Store, tenant: &str, mode: Mode, friend: &str, now_ms: i64) -> Joining {
    let request = JoinByCode {
        tenant: tenant.into(),
        mode,
        code: "ABC234".to_owned(),
        game: "checkers".to_owned(),
        player: player(friend),
        seats: 2,
        now_ms,
        until_ms: now_ms + MINUTE_MS,
    };
    store.join_by_code(request).wait().expect("joining is answered")
}

fn found(store: &Store, id: &str) -> SessionRow {
    let found = store.session(&"acme".into(), Mode::Live, &id.into()).wait();
    found.expect("reading works").expect("the session is there")
}

#[test]
fn a_session_is_found_by_its_own_tenant_and_mode_only() {
    let folder = Folder::new();
    let store = Store::open(folder.path(), &Options::default()).unwrap();
    check(&store, session("s"), "created");
    check(&store, session("s"), "this session id is taken");
    assert_eq!(found(&store, "s"), session("s"));
    assert_eq!(store.session(&"other".into(), Mode::Live, &"s".into()).wait(), Ok(None));
    assert_eq!(store.session(&"acme".into(), Mode::Test, &"s".into()).wait(), Ok(None));
}

#[test]
fn the_quota_counts_the_sessions_of_a_month() {
    let store = Store::in_memory();
    let create = |id: &str, created_ms| {
        let session = SessionRow { created_ms, ..session(id) };
        store.create_session(NewSession { session, monthly_quota: Some(2), ..NewSession::default() }).wait()
    };
    assert_eq!(create("a", NOVEMBER_MS), Ok(Creation::Created(1)));
    assert_eq!(create("b", NOVEMBER_MS), Ok(Creation::Created(2)));
    assert_eq!(create("c", NOVEMBER_MS), Ok(Creation::QuotaReached));
    assert_eq!(store.sessions_this_month(&"acme".into(), Mode::Live, NOVEMBER_MS).wait(), Ok(2));
    let december_ms = NOVEMBER_MS + 31 * 24 * 60 * MINUTE_MS;
    assert_eq!(create("c", december_ms), Ok(Creation::Created(1)));
}

#[test]
fn a_refused_session_does_not_count_towards_the_quota() {
    let store = Store::in_memory();
    check(&store, session("s"), "created");
    check(&store, session("s"), "this session id is taken");
    assert_eq!(store.sessions_this_month(&"acme".into(), Mode::Live, NOVEMBER_MS).wait(), Ok(1));
}

#[test]
fn a_room_code_is_unique_per_tenant_while_it_is_valid() {
    let store = Store::in_memory();
    check(&store, with_code("a", "acme", 0), "created");
    check(&store, with_code("b", "acme", 10 * MINUTE_MS - 1), "this room code is taken");
    check(&store, with_code("c", "other", 0), "created");
    check(&store, with_code("d", "acme", 10 * MINUTE_MS), "created");
    assert_eq!(found(&store, "a").room_code, None);
}

#[test]
fn a_room_code_is_free_again_when_the_game_starts() {
    let store = Store::in_memory();
    check(&store, with_code("a", "acme", 0), "created");
    let start = SessionUpdate {
        session: "a".into(),
        status: SessionStatus::Active,
        room: Some("r".into()),
        result: None,
    };
    let room = Append {
        room: "r".into(),
        tenant: "acme".into(),
        events: vec!["{}".to_owned()],
        sessions: vec![start],
        ..Append::default()
    };
    append(&store, room).unwrap();
    assert_eq!(join(&store, "acme", Mode::Live, "bob", 1), Joining::Unknown);
    check(&store, with_code("b", "acme", 1), "created");
    let active = found(&store, "a");
    assert_eq!((active.status, active.room), (SessionStatus::Active, Some("r".into())));
}

#[test]
fn one_friend_joins_by_code_and_may_do_so_twice() {
    let store = Store::in_memory();
    check(&store, with_code("a", "acme", 0), "created");
    assert_eq!(join(&store, "other", Mode::Live, "bob", 1), Joining::Unknown);
    assert_eq!(join(&store, "acme", Mode::Test, "bob", 1), Joining::Unknown);
    assert_eq!(join(&store, "acme", Mode::Live, "bob", 10 * MINUTE_MS), Joining::Unknown);
    for _ in 0..2 {
        let Joining::Joined(joined) = join(&store, "acme", Mode::Live, "bob", 1) else {
            panic!("not joined")
        };
        assert_eq!(joined.players, [player("ann"), player("bob")]);
    }
    assert_eq!(join(&store, "acme", Mode::Live, "eve", 1), Joining::Full);
    assert_eq!(found(&store, "a").players, [player("ann"), player("bob")]);
}

#[test]
fn pages_show_every_session_once_with_the_newest_first() {
    let store = Store::in_memory();
    for number in 0..25 {
        // Several share a millisecond, so that the order within it matters.
        let created_ms = NOVEMBER_MS + number / 4;
        check(&store, SessionRow { created_ms, ..session(&format!("s{number:02}")) }, "created");
    }
    let mut seen: Vec<SessionId> = Vec::new();
    loop {
        let filter = SessionFilter { after: seen.last().cloned(), limit: 10, ..SessionFilter::default() };
        let page = store.sessions(&"acme".into(), Mode::Live, filter).wait().unwrap();
        if page.is_empty() {
            break;
        }
        seen.extend(page.into_iter().map(|session| session.id));
    }
    let expected: Vec<SessionId> = (0..25).rev().map(|number| SessionId(format!("s{number:02}"))).collect();
    assert_eq!(seen, expected);
}

#[test]
fn pages_can_be_filtered_and_a_foreign_cursor_is_refused() {
    let store = Store::in_memory();
    check(&store, session("a"), "created");
    check(&store, SessionRow { game: "tictactoe".to_owned(), ..session("b") }, "created");
    check(&store, SessionRow { status: SessionStatus::Ended, ..session("c") }, "created");
    let list = |tenant: &str, filter: SessionFilter| {
        let page = store.sessions(&tenant.into(), Mode::Live, SessionFilter { limit: 9, ..filter }).wait();
        page.map(|page| page.into_iter().map(|session| session.id.0).collect::<String>())
    };
    let game = Some("checkers".to_owned());
    assert_eq!(list("acme", SessionFilter { game, ..SessionFilter::default() }), Ok("ca".to_owned()));
    let status = Some(SessionStatus::Pending);
    assert_eq!(list("acme", SessionFilter { status, ..SessionFilter::default() }), Ok("ba".to_owned()));
    assert_eq!(list("other", SessionFilter::default()), Ok(String::new()));
    let after = Some("a".into());
    let refused = list("other", SessionFilter { after, ..SessionFilter::default() });
    assert_eq!(refused, Err(StoreError::UnknownPage));
}

#[test]
fn a_room_code_is_valid_as_long_as_its_host_waits_and_the_friend_has_time_to_follow() {
    let store = Store::in_memory();
    check(&store, with_code("s", "acme", NOVEMBER_MS), "created");
    let late = NOVEMBER_MS + 60 * MINUTE_MS;
    let invitation = |now_ms| {
        let found = store.invitation(&"acme".into(), Mode::Live, "ABC234", now_ms).wait().unwrap();
        found.map(|found| (found.session.id.0, found.is_valid, found.is_waited_in))
    };
    assert_eq!(invitation(NOVEMBER_MS), Some(("s".to_owned(), true, false)));
    assert_eq!(invitation(late), Some(("s".to_owned(), false, false)));
    let key = wait_in(&store, "s");
    assert_eq!(invitation(late), Some(("s".to_owned(), true, true)));
    check(&store, with_code("t", "acme", late), "this room code is taken");
    let Joining::Joined(joined) = join(&store, "acme", Mode::Live, "bob", late) else { panic!("not joined") };
    assert_eq!(joined.expires_ms, late + MINUTE_MS);
    assert_eq!(found(&store, "s").expires_ms, late + MINUTE_MS);
    store.leave_queue(key).wait().unwrap();
    assert_eq!(invitation(late), Some(("s".to_owned(), false, false)));
    store.prolong_session(&"s".into(), late + 2 * MINUTE_MS).wait().unwrap();
    assert_eq!(invitation(late + MINUTE_MS), Some(("s".to_owned(), true, false)));
    check(&store, with_code("t", "acme", late + 2 * MINUTE_MS), "created");
    assert_eq!(invitation(late + 2 * MINUTE_MS).map(|(session, ..)| session), Some("t".to_owned()));
}

/// Queues the player of a session.
fn wait_in(store: &Store, session: &str) -> WaitingKey {
    let key = WaitingKey {
        tenant: "acme".into(),
        mode: Mode::Live,
        game: "checkers".to_owned(),
        player: "ann".into(),
    };
    let row = WaitingRow {
        key: key.clone(),
        session: Some(session.into()),
        variant: "russian".to_owned(),
        joined_ms: NOVEMBER_MS,
        entry: "{}".to_owned(),
    };
    store.join_queue(row).wait().expect("the place is stored");
    key
}

#[test]
fn a_session_whose_player_waits_for_an_opponent_does_not_expire() {
    let store = Store::in_memory();
    check(&store, session("s"), "created");
    let key = wait_in(&store, "s");
    let expiring = || store.expiring_sessions(NOVEMBER_MS + 5 * MINUTE_MS, 10).wait().unwrap().len();
    assert_eq!(expiring(), 0);
    store.leave_queue(key).wait().unwrap();
    assert_eq!(expiring(), 1);
}

#[test]
fn a_session_that_is_over_never_moves_again() {
    let store = Store::in_memory();
    check(&store, session("s"), "created");
    let due = store.expiring_sessions(NOVEMBER_MS + 5 * MINUTE_MS, 10).wait().unwrap();
    assert_eq!(due, [session("s")]);
    assert_eq!(store.expiring_sessions(NOVEMBER_MS, 10).wait(), Ok(Vec::new()));
    let moves_to = |status, event: &str| {
        let update = SessionUpdate { session: "s".into(), status, room: None, result: None };
        let event = OutboxRow { id: event.into(), tenant: "acme".into(), ..OutboxRow::default() };
        store.update_session(update, vec![event]).wait()
    };
    assert_eq!(moves_to(SessionStatus::Expired, "first"), Ok(()));
    for status in [SessionStatus::Expired, SessionStatus::Active, SessionStatus::Ended] {
        assert_eq!(moves_to(status, "second"), Err(StoreError::Conflict("session")));
    }
    let events = store.outbox(&"acme".into(), Mode::Live, None, None, 10).wait().unwrap();
    assert_eq!(events.len(), 1);
    assert_eq!(found(&store, "s").status, SessionStatus::Expired);
}
