//! The journal: groups in batches, recovery from snapshots and events, and how little is written.

mod folder;

use folder::Folder;
use store::{Append, Journal, Options, OutboxRow, Player, ResultRow, RoomId, Snapshot, Store, StoreError};

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
        vec![events("b", 0, 1), events("a", 7, 1)], // a gap in the second spoils the first
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

const ROOMS: usize = 200;
const MOVES_PER_BATCH: usize = 100;
const BATCHES: usize = 60;
/// Random play ends after 5, 6, 7, 8 and 9 moves in 9.5, 8.8, 26.4, 20.0 and 35.2 % of games. Shorter games write more
/// pages per move, as each has an opening and a result.
const LENGTHS: [u64; 20] = [5, 5, 6, 6, 7, 7, 7, 7, 7, 8, 8, 8, 8, 9, 9, 9, 9, 9, 9, 9];

/// Games of tic-tac-toe between guests in many rooms, each followed by another one.
struct Games {
    rooms: Vec<Game>,
    opened: u64,
    now_ms: i64,
    random: u64,
}

/// A game, how many of its events are stored, and how many moves are left.
struct Game {
    room: RoomId,
    seq: u64,
    left: u64,
}

impl Games {
    fn new() -> Self {
        let mut games = Games { rooms: Vec::new(), opened: 0, now_ms: 1_790_000_000_000, random: 1 };
        games.rooms = (0..ROOMS).map(|_| games.next()).collect();
        games
    }

    /// A new game, as long as one of random moves. Its id is as the server makes it: the time, then random text.
    fn next(&mut self) -> Game {
        self.opened += 1;
        let time = 0x0192_0000_0000 + self.opened * 7;
        let room = RoomId(format!("room_{time:010x}{:012x}", self.random() & 0xffff_ffff_ffff));
        let left = LENGTHS[(self.random() % LENGTHS.len() as u64) as usize];
        Game { room, seq: 0, left }
    }

    fn random(&mut self) -> u64 {
        self.random =
            self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.random >> 16
    }

    /// The groups of a batch of moves in rooms by chance; a game that is over is followed by an opening.
    fn batch(&mut self) -> Vec<Vec<Append>> {
        let mut groups = Vec::new();
        for _ in 0..MOVES_PER_BATCH {
            self.now_ms += 1;
            let chosen = (self.random() % ROOMS as u64) as usize;
            if self.rooms[chosen].left == 0 {
                self.rooms[chosen] = self.next();
            }
            let game = &mut self.rooms[chosen];
            if game.seq == 0 {
                groups.push(vec![game.opening(self.now_ms)]);
            }
            groups.push(vec![game.play(self.now_ms)]);
        }
        groups
    }
}

impl Game {
    fn opening(&mut self, at_ms: i64) -> Append {
        self.append(at_ms, format!(r#"[{at_ms},0,{{"opened":"{}"}}]"#, "x".repeat(500)))
    }

    fn play(&mut self, at_ms: i64) -> Append {
        self.left -= 1;
        let event = format!(r#"[{at_ms},12,{{"played":{{"side":1,"move":"{}","took":1234}}}}]"#, self.left);
        let mut played = self.append(at_ms, event);
        if self.left == 0 {
            played.events.push(format!(r#"[{at_ms},12,{{"ended":{{"winner":1,"reason":"victory"}}}}]"#));
            played.result = Some(result());
        }
        played
    }

    fn append(&mut self, at_ms: i64, event: String) -> Append {
        self.seq += 1;
        Append {
            room: self.room.clone(),
            tenant: "house".into(),
            at_ms,
            after: self.seq - 1,
            events: vec![event],
            ..Append::default()
        }
    }
}

fn result() -> ResultRow {
    let player = |id: &str| Player { id: id.into(), display_name: "Guest 4711".to_owned() };
    ResultRow {
        game: "tic-tac-toe".to_owned(),
        variant: "classic".to_owned(),
        players: vec![player("guest_0b0f3a62-8c1e-4a55"), player("guest_9d5b-2f6a3c1d7e90")],
        reason: "victory".to_owned(),
        ..ResultRow::default()
    }
}

/// Pages in the log of the database, which grows until it is copied.
fn logged_pages(folder: &Folder) -> u64 {
    let log = std::fs::metadata(folder.path().join("parlour.db-wal")).expect("there is a log");
    (log.len() - 32) / (24 + 4096)
}

#[test]
fn three_moves_cost_at_most_one_page() {
    let folder = Folder::new();
    let store = open(&folder);
    let mut games = Games::new();
    let mut run = |batches: usize| {
        for _ in 0..batches {
            let outcomes = store.append(games.batch()).wait().expect("the store works");
            assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
        }
    };
    run(20);
    let before = logged_pages(&folder);
    run(BATCHES);
    let (pages, moves) = (logged_pages(&folder) - before, (BATCHES * MOVES_PER_BATCH) as u64);
    println!("{pages} pages for {moves} moves: {:.3} pages per move", pages as f64 / moves as f64);
    assert!(pages > 0 && pages * 3 <= moves, "{pages} pages for {moves} moves");
    let finished = store.rooms_ended_since(0, None, 10_000).wait().unwrap().rooms.len();
    assert!(finished > 500, "{finished} games were finished");
}
