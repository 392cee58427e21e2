//! A server that was down: rooms are restored as they were, and clocks exclude the downtime.

mod table;

use std::time::Duration;

use rooms::{Command, Input, Reason, Room};
use table::{Table, ann_and_a_bot, ann_and_ben, be_away, catalogue, patient, reopened, standing, window};

#[test]
fn the_time_a_server_was_down_counts_against_nobody() {
    let mut table = ann_and_ben();
    table.pass_seconds(30);
    let down_since = table.now;
    let mut again = reopened(&table);
    again.now = again.now + Duration::from_secs(3_600);
    again.give(Input::Restarted { down_since }).expect("a restart is never refused");
    again.pass_seconds(59);
    assert!(again.room().ending().is_none(), "a fresh window to return");
    again.come_back("ann", "ann-9").expect("her seat");
    again.come_back("ben", "ben-9").expect("his seat");
    again.pass(Duration::from_millis(29_999));
    assert!(again.room().ending().is_none(), "thirty seconds were left");
    again.pass(Duration::from_millis(1));
    assert_eq!(again.ending(), (Some("ben".into()), Reason::AfkTimeout));
}

#[test]
fn a_bot_that_was_thinking_when_the_server_went_down_is_asked_again() {
    let mut table = ann_and_a_bot();
    table.mark("ann-1", 4).expect("ann begins");
    let mut again = reopened(&table);
    again.give(Input::Restarted { down_since: table.now }).expect("a restart is never refused");
    assert_eq!(again.thinking.last().expect("asked again").ply, 1);
}

#[test]
fn a_saved_room_is_the_same_room() {
    let mut table = ann_and_ben();
    table.marks(&[4, 0, 8]);
    let again = reopened(&table);
    assert_eq!(again.room().standing(), table.room().standing());
    assert_eq!(again.room().version(), table.room().version());
    assert_eq!(again.room().seq(), table.room().seq());
    assert_eq!(again.room().deadline(), table.room().deadline());
    assert_eq!(again.room().save(), table.room().save());
}

#[test]
fn what_a_restart_takes_is_not_part_of_the_five_minutes() {
    let mut table = patient();
    for number in 1..=4 {
        be_away(&mut table, number, 59);
    }
    table.leave("ben-5");
    table.pass_seconds(20);
    let down_since = table.now;
    let mut again = reopened(&table);
    again.now = again.now + Duration::from_secs(3_600);
    again.give(Input::Restarted { down_since }).expect("a restart is never refused");
    again.pass_seconds(59);
    again.come_back("ann", "ann-9").expect("a whole window");
    again.come_back("ben", "ben-9").expect("a whole window, though he was away before");
    assert_eq!(
        window(&mut again, "ben-9"),
        Duration::from_secs(44),
        "4 times 59 and 20 seconds were his own"
    );
}

#[test]
fn a_room_saved_before_absences_were_counted_can_still_be_opened() {
    let table = ann_and_ben();
    let mut saved = serde_json::to_value(table.room().save()).expect("a room can be written down");
    saved.as_object_mut().expect("an object").remove("allowances");
    saved["timing"].as_object_mut().expect("an object").remove("reconnect_total");
    let saved = serde_json::from_value(saved).expect("the older form can be read");
    let room = Room::restore(saved, &catalogue()).expect("the record is sound");
    assert_eq!(room.save(), table.room().save());
}

/// A finished game of Ann and Ben after a restart, in which the players in `wishes` had offered a rematch.
fn restarted_after_wishes(wishes: &[&str]) -> Table {
    let mut table = ann_and_ben();
    table.command("ann-1", Command::Resign).expect("she may");
    for connection in wishes {
        table.command(connection, Command::Rematch).expect("the game is over");
    }
    let down_since = table.now;
    let mut again = reopened(&table);
    again.now = again.now + Duration::from_secs(30);
    again.give(Input::Restarted { down_since }).expect("a restart is never refused");
    again
}

#[test]
fn a_wish_to_play_again_outlives_a_restart_and_is_repeated_to_the_other() {
    let mut table = restarted_after_wishes(&["ben-1"]);
    table.come_back("ann", "ann-2").expect("her seat");
    table.heard();
    table.come_back("ben", "ben-2").expect("his seat");
    assert_eq!(table.heard(), ["3 reconnected", "3 over", "4 rematch offered"]);
    table.command("ann-2", Command::Rematch).expect("the game is over");
    assert_eq!(table.rematches, 1);
}

#[test]
fn a_rematch_begins_when_both_who_want_it_are_here() {
    let mut table = restarted_after_wishes(&["ben-1"]);
    table.come_back("ann", "ann-2").expect("her seat");
    table.command("ann-2", Command::Rematch).expect("the game is over");
    assert_eq!(table.rematches, 0, "Ben is not back");
    table.come_back("ben", "ben-2").expect("his seat");
    assert_eq!(table.rematches, 1);
    assert!(table.command("ann-2", Command::Rematch).is_err(), "it begins once");
}

#[test]
fn whoever_comes_back_late_no_longer_wants_to_play_again() {
    let mut table = restarted_after_wishes(&["ben-1"]);
    table.come_back("ann", "ann-2").expect("her seat");
    table.command("ann-2", Command::Rematch).expect("the game is over");
    table.pass_seconds(61);
    table.come_back("ben", "ben-2").expect("his seat");
    assert_eq!((table.rematches, standing(&mut table).rematch_offer), (0, Some("ann".into())));
}

#[test]
fn a_rematch_that_has_begun_does_not_begin_again_after_a_restart() {
    let mut table = restarted_after_wishes(&["ben-1", "ann-1"]);
    for (name, connection) in [("ann", "ann-2"), ("ben", "ben-2")] {
        table.come_back(name, connection).expect("their seat");
    }
    assert!(table.command("ann-2", Command::Rematch).is_err());
    assert_eq!(table.rematches, 0);
}

#[test]
fn durations_of_older_servers_are_read_in_seconds_and_nanoseconds() {
    let table = ann_and_ben();
    let mut saved = serde_json::to_value(table.room().save()).expect("a room can be written down");
    assert_eq!(saved["timing"]["reconnect_window"], 60_000);
    saved["timing"]["reconnect_window"] = serde_json::json!({ "secs": 60, "nanos": 0 });
    saved["timing"]["answer_delays"][0][0] = serde_json::json!({ "secs": 0, "nanos": 400_000_000 });
    let saved = serde_json::from_value(saved).expect("the older form can be read");
    let room = Room::restore(saved, &catalogue()).expect("the record is sound");
    assert_eq!(room.save(), table.room().save());
}
