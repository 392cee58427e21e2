//! Room time that lags behind wall-clock time: recorded times are wall-clock times and never change.

mod table;

use std::time::Duration;

use common::Timestamp;
use game::{Square, Wish};
use rooms::{Command, Input, Moment};
use table::{START, Table, guest, reopened, setup};

const PAUSE: Duration = Duration::from_secs(30);

/// The moment after this many seconds of room time.
fn after(seconds: u64, lag: Duration) -> Moment {
    Moment { now: START + Duration::from_secs(seconds), lag }
}

fn mark(table: &mut Table, connection: &str, cell: u8, at: Moment) {
    let command = Command::Move { wish: Wish::place(Square(cell)), ply: None };
    table.give_at(Input::Command { by: connection.into(), claim: None, command }, at).expect("it is legal");
}

/// The recorded times of a game: its start, its moves and its end.
fn times(table: &Table) -> Vec<Timestamp> {
    let room = table.room();
    let moves = room.history().iter().map(|entry| entry.at);
    [room.started_at()].into_iter().chain(moves).chain(room.ending().map(|ending| ending.at)).collect()
}

/// An unfinished game with a pause after its first move.
fn paused() -> Table {
    let lag = Duration::from_secs(2);
    let mut table = Table::open_at(setup([guest("ann"), guest("ben")], Some((60, 20))), after(0, lag));
    mark(&mut table, "ann-1", 0, after(5, lag));
    mark(&mut table, "ben-1", 3, after(10, lag + PAUSE));
    table
}

#[test]
fn what_has_happened_is_dated_by_the_time_of_the_world_at_which_it_did() {
    let expected = [2, 7, 42].map(|seconds| START + Duration::from_secs(seconds));
    assert_eq!(times(&paused()), expected);
}

#[test]
fn a_later_pause_moves_no_time_of_the_past() {
    let mut table = paused();
    let before = times(&table);
    table.give_at(Input::Tick, after(11, PAUSE * 10)).expect("a tick is never refused");
    assert_eq!(times(&table), before);
    let mut again = reopened(&table);
    let (down_since, now) = (START + Duration::from_secs(11), START + Duration::from_secs(500));
    again.give_at(Input::Restarted { down_since }, now.into()).expect("a restart is never refused");
    assert_eq!(times(&again), before, "nor does a restart");
}

#[test]
fn a_move_is_never_dated_before_the_one_before_it() {
    let mut table = paused();
    let second = table.room().history()[1].at;
    mark(&mut table, "ann-1", 1, after(12, Duration::ZERO));
    assert_eq!(table.room().history()[2].at, second);
}

#[test]
fn deadlines_are_kept_by_the_time_in_rooms() {
    let table = paused();
    assert_eq!(
        table.room().deadline(),
        Some(START + Duration::from_secs(50)),
        "the warning, forty seconds after the move"
    );
    let mut table = paused();
    let resign = Input::Command { by: "ann-1".into(), claim: None, command: Command::Resign };
    table.give_at(resign, after(20, PAUSE)).expect("resigning is always possible");
    assert_eq!(table.room().ending().expect("it is over").at, START + Duration::from_secs(50));
    assert_eq!(
        table.room().deadline(),
        Some(START + Duration::from_secs(620)),
        "ten minutes that can be used"
    );
}

#[test]
fn whoever_missed_the_end_has_ten_minutes_of_a_server_that_runs() {
    let mut table = paused();
    let resign = Input::Command { by: "ann-1".into(), claim: None, command: Command::Resign };
    table.give_at(resign, after(20, PAUSE)).expect("resigning is always possible");
    let mut again = reopened(&table);
    let (down_since, now) = (START + Duration::from_secs(60), START + Duration::from_secs(4_000));
    again.give_at(Input::Restarted { down_since }, now.into()).expect("a restart is never refused");
    let deadline = again.room().deadline().expect("it is given up one day");
    assert!(deadline >= now + Duration::from_secs(560), "forty seconds were over when the server went down");
}
