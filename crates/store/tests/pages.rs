//! Write volume: pages per move, in the write-ahead log and when it is copied into the file.
#![cfg(target_os = "linux")]

mod folder;

use common::RoomId;
use folder::Folder;
use store::{Append, Journal, Options, PlayerRow, ResultRow, Store};

const ROOMS: usize = 200;
const MOVES: usize = 40_000;
/// Random play ends after 5, 6, 7, 8 and 9 moves in 9.5, 8.8, 26.4, 20.0 and 35.2 % of games. Shorter games write more
/// pages per move, as each has an opening and a result.
const LENGTHS: [u64; 20] = [5, 5, 6, 6, 7, 7, 7, 7, 7, 8, 8, 8, 8, 9, 9, 9, 9, 9, 9, 9];

/// Games of tic-tac-toe between guests in many rooms, each followed by another one.
struct Games {
    rooms: Vec<Game>,
    now_ms: i64,
    random: u64,
    opening_bytes: usize,
}

/// A game, how many of its events are stored, and how many moves are left.
struct Game {
    room: RoomId,
    seq: u64,
    left: u64,
}

impl Games {
    fn new(opening_bytes: usize) -> Self {
        let mut games = Games { rooms: Vec::new(), now_ms: 1_790_000_000_000, random: 1, opening_bytes };
        games.rooms = (0..ROOMS).map(|_| games.next()).collect();
        games
    }

    /// A new game, as long as one of random moves. Its id has the server's form: the millisecond, then random
    /// text.
    fn next(&mut self) -> Game {
        let (millis, random) = (self.now_ms, self.random() << 8);
        let room = RoomId(format!("room_{millis:x}{random:014x}"));
        let left = LENGTHS[(self.random() % LENGTHS.len() as u64) as usize];
        Game { room, seq: 0, left }
    }

    fn random(&mut self) -> u64 {
        self.random =
            self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.random >> 16
    }

    /// The groups of a batch of moves in random rooms; a finished game is followed by an opening.
    fn batch(&mut self, moves: usize) -> Vec<Vec<Append>> {
        let mut groups = Vec::new();
        self.now_ms += 10;
        for _ in 0..moves {
            let chosen = (self.random() % ROOMS as u64) as usize;
            if self.rooms[chosen].left == 0 {
                self.rooms[chosen] = self.next();
            }
            let game = &mut self.rooms[chosen];
            if game.seq == 0 {
                groups.push(vec![game.opening(self.now_ms, self.opening_bytes)]);
            }
            groups.push(vec![game.play(self.now_ms)]);
        }
        groups
    }
}

impl Game {
    fn opening(&mut self, at_ms: i64, bytes: usize) -> Append {
        self.append(at_ms, format!(r#"[{at_ms},0,{{"opened":"{}"}}]"#, "x".repeat(bytes)))
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
    let player = |id: &str| PlayerRow { id: id.into(), display_name: "Guest 4711".to_owned() };
    ResultRow {
        game: "tic-tac-toe".to_owned(),
        variant: "classic".to_owned(),
        players: vec![player("guest_0b0f3a62-8c1e-4a55"), player("guest_9d5b-2f6a3c1d7e90")],
        reason: "victory".to_owned(),
        ..ResultRow::default()
    }
}

/// The bytes that this process has written to files; this file must have no other test.
fn written() -> u64 {
    let io = std::fs::read_to_string("/proc/self/io").expect("Linux counts them");
    let line = io.lines().find_map(|line| line.strip_prefix("wchar: ")).expect("they are counted");
    line.parse().expect("a number")
}

/// The number of 4 kB pages that a move costs, until it is in the database file.
fn pages_per_move(moves_per_batch: usize, opening_bytes: usize) -> f64 {
    let folder = Folder::new();
    let mut games = Games::new(opening_bytes);
    let mut run = |batches: usize| {
        let store = Store::open(folder.path(), &Options::default()).expect("the store opens");
        for _ in 0..batches {
            let outcomes = store.append(games.batch(moves_per_batch)).wait().expect("the store works");
            assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
        }
        // Dropping the store copies its log into the file.
    };
    run(100);
    let before = written();
    run(MOVES / moves_per_batch);
    let pages = (written() - before) as f64 / 4096.0;
    println!(
        "{moves_per_batch} moves per batch, openings of {opening_bytes} bytes: {:.3} pages per move",
        pages / MOVES as f64
    );
    pages / MOVES as f64
}

#[test]
fn a_move_costs_less_than_half_a_page() {
    // The openings are as long as those of the server.
    for (moves_per_batch, opening_bytes, most) in [(50, 880, 0.36), (100, 880, 0.27)] {
        let pages = pages_per_move(moves_per_batch, opening_bytes);
        assert!(pages > 0.0 && pages <= most, "{pages} pages per move");
    }
}
