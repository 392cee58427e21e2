//! Stories of a clock that stands still: what has happened is dated once, by the time of the world.

mod table;

use std::time::Duration;

use game::{Square, Wish};
use rooms::{Command, Effect, Event, Input, Moment, Room, Timestamp};
use table::{START, catalogue, guest, setup};

const PAUSE: Duration = Duration::from_secs(30);

/// The moment after this many seconds in rooms, of which the world counts more.
fn after(seconds: u64, lag: Duration) -> Moment {
    Moment { now: START + Duration::from_secs(seconds), lag }
}

fn mark(room: &mut Room, connection: &str, cell: u8, at: Moment) -> Vec<Effect> {
    let command = Command::Move { wish: Wish::place(Square(cell)), ply: None };
    let mut effects = Vec::new();
    let input = Input::Command { by: connection.into(), claim: None, command };
    room.handle(input, at, &mut effects).expect("the move is legal");
    effects
}

/// The times of the game: its start, its moves and its end.
fn times(room: &Room) -> Vec<Timestamp> {
    let moves = room.history().iter().map(|entry| entry.at);
    [room.started_at()].into_iter().chain(moves).chain(room.ending().map(|ending| ending.at)).collect()
}

/// A game with a pause after its first move; it is not over.
fn paused() -> Room {
    let lag = Duration::from_secs(2);
    let mut room =
        Room::open(setup([guest("ann"), guest("ben")], Some((60, 20))), after(0, lag), &mut vec![]);
    mark(&mut room, "ann-1", 0, after(5, lag));
    mark(&mut room, "ben-1", 3, after(10, lag + PAUSE));
    room
}

#[test]
fn what_has_happened_is_dated_by_the_time_of_the_world_at_which_it_did() {
    let expected = [2, 7, 42].map(|seconds| START + Duration::from_secs(seconds));
    assert_eq!(times(&paused()), expected);
}

#[test]
fn a_later_pause_moves_no_time_of_the_past() {
    let mut room = paused();
    let before = times(&room);
    room.handle(Input::Tick, after(11, PAUSE * 10), &mut vec![]).expect("a tick is never refused");
    assert_eq!(times(&room), before);
    let saved = serde_json::to_string(&room.save()).expect("a room can be written down");
    let saved = serde_json::from_str(&saved).expect("and read again");
    let mut again = Room::restore(saved, &catalogue()).expect("the record is sound");
    let (down_since, now) = (START + Duration::from_secs(11), START + Duration::from_secs(500));
    again.handle(Input::Restarted { down_since }, now, &mut vec![]).expect("a restart is never refused");
    assert_eq!(times(&again), before, "nor does a restart");
}

#[test]
fn a_move_is_never_dated_before_the_one_before_it() {
    let mut room = paused();
    let second = room.history()[1].at;
    mark(&mut room, "ann-1", 1, after(12, Duration::ZERO));
    assert_eq!(room.history()[2].at, second);
}

#[test]
fn deadlines_are_kept_by_the_time_in_rooms() {
    let room = paused();
    assert_eq!(
        room.deadline(),
        Some(START + Duration::from_secs(50)),
        "the warning, forty seconds after the move"
    );
    let mut room = paused();
    let resign = Input::Command { by: "ann-1".into(), claim: None, command: Command::Resign };
    room.handle(resign, after(20, PAUSE), &mut vec![]).expect("resigning is always possible");
    assert_eq!(room.ending().expect("it is over").at, START + Duration::from_secs(50));
    assert_eq!(room.deadline(), Some(START + Duration::from_secs(620)), "ten minutes that can be used");
}

#[test]
fn whoever_missed_the_end_has_ten_minutes_of_a_server_that_runs() {
    let mut room = paused();
    let resign = Input::Command { by: "ann-1".into(), claim: None, command: Command::Resign };
    room.handle(resign, after(20, PAUSE), &mut vec![]).expect("resigning is always possible");
    let saved = serde_json::to_string(&room.save()).expect("a room can be written down");
    let mut again =
        Room::restore(serde_json::from_str(&saved).expect("it is read"), &catalogue()).expect("sound");
    let (down_since, now) = (START + Duration::from_secs(60), START + Duration::from_secs(4_000));
    again.handle(Input::Restarted { down_since }, now, &mut vec![]).expect("a restart is never refused");
    let deadline = again.deadline().expect("it is given up one day");
    assert!(deadline >= now + Duration::from_secs(560), "forty seconds were over when the server went down");
}

#[test]
fn the_move_that_is_told_has_the_time_that_is_kept() {
    let mut room = paused();
    let told = mark(&mut room, "ann-1", 1, after(15, PAUSE));
    let entry = told.iter().find_map(|effect| match effect {
        Effect::Tell { event: Event::Moved { entry, view }, .. } => Some((entry.at, view.history[2].at)),
        _ => None,
    });
    let kept = room.history()[2].at;
    assert_eq!(entry, Some((kept, kept)));
}
