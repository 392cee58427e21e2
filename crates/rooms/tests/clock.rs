//! Clocks for the whole game, to the millisecond.

mod table;

use std::time::Duration;

use game::Side;
use rooms::{Command, Input, Notice, Reason, Room, TimeLimit};
use table::{START, Table, bot, catalogue, clocks, guest, reopened, setup, timing};

/// Ann and Ben with this many seconds at the beginning and for every move.
fn ann_and_ben(base: u64, increment: u64) -> Table {
    let mut setup = setup([guest("ann"), guest("ben")], None);
    setup.time_limit = clocks(base, increment);
    Table::open(setup)
}

/// What the clocks show: the milliseconds of both players, and whose clock runs.
fn clock(table: &Table) -> ([u128; 2], Option<usize>) {
    let reading = table.room().clock_reading(table.now).expect("the game has clocks");
    (reading.left.map(|left| left.as_millis()), reading.running.map(Side::index))
}

fn pass_millis(table: &mut Table, millis: u64) {
    table.pass(Duration::from_millis(millis));
}

#[test]
fn the_clock_of_the_first_player_starts_with_the_game() {
    let mut table = ann_and_ben(60, 2);
    assert_eq!(clock(&table), ([60_000, 60_000], Some(0)));
    pass_millis(&mut table, 1_234);
    assert_eq!(clock(&table), ([58_766, 60_000], Some(0)));
}

#[test]
fn a_move_stops_the_own_clock_adds_the_increment_and_starts_the_other() {
    let mut table = ann_and_ben(60, 2);
    pass_millis(&mut table, 5_500);
    table.marks(&[4]);
    assert_eq!(clock(&table), ([56_500, 60_000], Some(1)));
    pass_millis(&mut table, 500);
    table.marks(&[0]);
    assert_eq!(clock(&table), ([56_500, 61_500], Some(0)), "also above what it began with");
}

#[test]
fn every_move_keeps_what_the_clock_of_its_player_showed_after_it() {
    let mut table = ann_and_ben(60, 2);
    pass_millis(&mut table, 5_500);
    table.marks(&[4]);
    pass_millis(&mut table, 500);
    table.marks(&[0]);
    for table in [&table, &reopened(&table)] {
        let shown = table.room().history().iter().map(|entry| entry.clock.map(|clock| clock.as_millis()));
        assert_eq!(shown.collect::<Vec<_>>(), [Some(56_500), Some(61_500)]);
    }
}

#[test]
fn a_refused_move_changes_no_clock() {
    let mut table = ann_and_ben(60, 2);
    table.marks(&[4]);
    pass_millis(&mut table, 700);
    assert!(table.mark("ben-1", 4).is_err());
    assert!(table.mark("ann-1", 0).is_err());
    assert_eq!(clock(&table), ([62_000, 59_300], Some(1)));
}

#[test]
fn whoever_has_no_time_left_loses_on_time() {
    let mut table = ann_and_ben(60, 0);
    table.marks(&[4]);
    table.heard();
    table.notices.clear();
    pass_millis(&mut table, 59_999);
    assert!(table.heard().is_empty(), "no warning: the clock is in sight");
    assert_eq!(table.room().deadline(), Some(table.now + Duration::from_millis(1)));
    pass_millis(&mut table, 1);
    assert_eq!(table.heard(), ["3 over"]);
    assert_eq!(table.ending(), (Some("ann".into()), Reason::TimeForfeit));
    assert_eq!(table.notices, [Notice::Ended]);
    assert_eq!(clock(&table), ([60_000, 0], None));
}

#[test]
fn a_move_at_the_very_end_comes_too_late() {
    let mut table = ann_and_ben(60, 2);
    table.now = START + Duration::from_secs(60);
    assert!(table.mark("ann-1", 4).is_err());
    assert_eq!(table.ending(), (Some("ben".into()), Reason::TimeForfeit));
}

#[test]
fn the_clocks_stand_still_when_the_game_is_over() {
    let mut table = ann_and_ben(60, 0);
    pass_millis(&mut table, 2_000);
    table.command("ben-1", Command::Resign).expect("resigning is always possible");
    pass_millis(&mut table, 5_000);
    assert_eq!(clock(&table), ([58_000, 60_000], None));
}

#[test]
fn a_game_won_over_the_board_keeps_the_time_of_its_last_move() {
    let mut table = ann_and_ben(60, 1);
    table.marks(&[0, 3, 1, 4]);
    pass_millis(&mut table, 4_000);
    table.marks(&[2]);
    assert_eq!(table.ending(), (Some("ann".into()), Reason::Victory));
    assert_eq!(clock(&table), ([59_000, 62_000], None));
}

#[test]
fn the_clock_of_a_player_who_leaves_keeps_running() {
    let mut table = ann_and_ben(30, 0);
    pass_millis(&mut table, 5_000);
    table.leave("ann-1");
    pass_millis(&mut table, 10_000);
    table.come_back("ann", "ann-2").expect("her seat");
    assert_eq!(clock(&table), ([15_000, 30_000], Some(0)));
    table.leave("ann-2");
    pass_millis(&mut table, 15_000);
    assert_eq!(table.ending(), (Some("ben".into()), Reason::TimeForfeit));
}

#[test]
fn the_clock_of_a_player_who_is_away_starts_when_the_opponent_moves() {
    let mut table = ann_and_ben(30, 0);
    table.leave("ben-1");
    table.marks(&[4]);
    pass_millis(&mut table, 3_000);
    assert_eq!(clock(&table), ([30_000, 27_000], Some(1)));
}

#[test]
fn whoever_is_away_for_longer_than_the_window_loses_by_disconnect_though_time_is_left() {
    let mut table = ann_and_ben(600, 0);
    table.leave("ann-1");
    table.pass_seconds(60);
    assert_eq!(table.ending(), (Some("ben".into()), Reason::Disconnect));
}

#[test]
fn whoever_has_the_move_loses_on_time_also_to_an_opponent_who_is_away() {
    let mut table = ann_and_ben(30, 0);
    table.leave("ben-1");
    table.pass_seconds(30);
    assert_eq!(table.ending(), (Some("ben".into()), Reason::TimeForfeit));
}

#[test]
fn the_time_a_server_was_down_is_on_no_clock() {
    let mut table = ann_and_ben(60, 0);
    pass_millis(&mut table, 12_345);
    let down_since = table.now;
    let mut again = reopened(&table);
    again.now = again.now + Duration::from_secs(3_600);
    again.give(Input::Restarted { down_since }).expect("a restart is never refused");
    assert_eq!(clock(&again), ([47_655, 60_000], None));
    again.pass_seconds(40);
    again.come_back("ben", "ben-9").expect("his seat");
    assert_eq!(clock(&again), ([47_655, 60_000], None), "Ann is not back yet, by no fault of hers");
    again.come_back("ann", "ann-9").expect("her seat");
    pass_millis(&mut again, 655);
    assert_eq!(clock(&again), ([47_000, 60_000], Some(0)));
}

#[test]
fn whoever_is_not_back_from_a_restart_has_a_clock_that_stands_still_also_after_the_opponents_move() {
    let mut table = ann_and_ben(60, 0);
    let down_since = table.now;
    let mut again = reopened(&table);
    table = {
        again.give(Input::Restarted { down_since }).expect("a restart is never refused");
        again
    };
    table.come_back("ann", "ann-9").expect("her seat");
    table.mark("ann-9", 4).expect("it is her turn");
    table.pass_seconds(20);
    assert_eq!(clock(&table), ([60_000, 60_000], None));
    table.come_back("ben", "ben-9").expect("his seat");
    assert_eq!(clock(&table), ([60_000, 60_000], Some(1)));
}

#[test]
fn whoever_is_lost_with_their_server_loses_no_time() {
    let mut table = ann_and_ben(60, 0);
    pass_millis(&mut table, 8_000);
    table.lose("ann-1");
    pass_millis(&mut table, 9_000);
    table.come_back("ann", "ann-2").expect("her seat");
    assert_eq!(
        clock(&table),
        ([57_000, 60_000], Some(0)),
        "the failure may have been noticed five seconds late"
    );
}

#[test]
fn a_server_that_fails_gives_back_no_more_than_the_time_of_the_turn() {
    let mut table = ann_and_ben(60, 0);
    pass_millis(&mut table, 10_000);
    table.marks(&[4]);
    pass_millis(&mut table, 2_000);
    table.lose("ben-1");
    assert_eq!(clock(&table), ([50_000, 60_000], None));
}

#[test]
fn a_room_with_clocks_is_the_same_room_after_a_restart() {
    let mut table = ann_and_ben(180, 2);
    for (cell, millis) in [(4, 1_001), (0, 2_002), (8, 303)] {
        pass_millis(&mut table, millis);
        table.marks(&[cell]);
    }
    let again = reopened(&table);
    assert_eq!(again.room().save(), table.room().save());
    assert_eq!(again.room().deadline(), table.room().deadline());
    let text = serde_json::to_string(&table.room().save()).expect("a room can be written down");
    let saved = serde_json::from_str(&text).expect("and read again");
    let restored = Room::restore(saved, &catalogue()).expect("the record is sound");
    assert_eq!(restored.save(), table.room().save());
    assert_eq!(restored.deadline(), table.room().deadline());
}

#[test]
fn a_log_and_a_snapshot_without_clocks_are_written_as_before_there_were_any() {
    for (idle, stored) in
        [(None, "\"idle\":null,\"timing\""), (Some((60, 20)), "\"idle\":[60000,20000],\"timing\"")]
    {
        let table = Table::open(setup([guest("ann"), guest("ben")], idle));
        let log = serde_json::to_string(&table.shell.log).expect("a log can be written down");
        assert!(log.contains(stored), "{log}");
        let saved = serde_json::to_string(&table.room().save()).expect("a room can be written down");
        assert!(!log.contains("clock") && !saved.contains("game_clock"), "{log}");
        assert_eq!(reopened(&table).room().save(), table.room().save());
    }
}

#[test]
fn a_rematch_is_played_with_the_same_clocks() {
    let mut table = ann_and_ben(60, 2);
    table.pass_seconds(30);
    table.command("ann-1", Command::Resign).expect("resigning is always possible");
    let rematch = table.room().rematch("room_2".into(), 8, [None, None]);
    assert_eq!(rematch.time_limit, clocks(60, 2));
    let per_move = Table::open(setup([guest("ann"), guest("ben")], Some((60, 20))));
    let expected = TimeLimit::PerMove { timeout: Duration::from_secs(60), warning: Duration::from_secs(20) };
    assert_eq!(per_move.room().rematch("room_2".into(), 8, [None, None]).time_limit, expected);
}

#[test]
fn a_bot_has_a_clock_and_does_not_wait_until_it_is_over() {
    let mut setup = setup([guest("ann"), bot(game::Level::Hard)], None);
    setup.time_limit = clocks(5, 0);
    setup.timing.answer_delays = [(Duration::from_secs(2), Duration::from_secs(5)); 3];
    let mut table = Table::open(setup);
    table.mark("ann-1", 4).expect("ann begins");
    let asked = table.thinking.last().expect("the bot was asked");
    assert_eq!(asked.answer_at.since(table.now), Duration::from_millis(250), "a twentieth of what is left");
    table.pass_seconds(5);
    assert!(timing().bot_patience > Duration::from_secs(5));
    assert_eq!(table.ending(), (Some("ann".into()), Reason::TimeForfeit));
}
