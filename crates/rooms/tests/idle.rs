//! Stories of idleness, at the exact second.

mod table;

use std::time::Duration;

use rooms::{Event, Notice, Reason};
use table::{START, Table, ann_and_a_bot, ann_and_ben, guest, setup};

#[test]
fn the_warning_comes_at_forty_seconds_and_the_end_at_sixty() {
    let mut table = ann_and_ben();
    table.heard();
    table.pass(Duration::from_millis(39_999));
    assert!(table.heard().is_empty());
    table.pass(Duration::from_millis(1));
    let Some((_, 2, Event::IdleWarning { player, seconds_remaining, expires_at })) = table.told.pop() else {
        panic!("ann is warned")
    };
    assert_eq!(
        (player.as_str(), seconds_remaining, expires_at),
        ("ann", 20, START + Duration::from_secs(60))
    );
    table.pass(Duration::from_millis(19_999));
    assert!(table.heard().is_empty(), "one warning per idle turn");
    table.pass(Duration::from_millis(1));
    assert_eq!(table.heard(), ["3 over"]);
    assert_eq!(table.ending(), (Some("ben".into()), Reason::AfkTimeout));
}

#[test]
fn the_tenant_hears_of_the_warning_the_timeout_and_then_the_end() {
    let mut table = ann_and_ben();
    table.notices.clear();
    table.pass_seconds(60);
    assert!(matches!(
        table.notices.as_slice(),
        [Notice::IdleWarning { .. }, Notice::IdleTimeout { .. }, Notice::Ended(_)]
    ));
}

#[test]
fn a_move_clears_the_warning_and_starts_the_other_clock() {
    let mut table = ann_and_ben();
    table.pass_seconds(45);
    table.heard();
    table.marks(&[4]);
    assert_eq!(table.heard(), ["3 moved", "4 cleared"]);
    table.pass_seconds(40);
    assert_eq!(table.heard(), ["5 warning"]);
    table.pass_seconds(20);
    assert_eq!(table.ending(), (Some("ann".into()), Reason::AfkTimeout));
}

#[test]
fn a_move_without_a_warning_clears_nothing() {
    let mut table = ann_and_ben();
    table.pass_seconds(39);
    table.heard();
    table.marks(&[4]);
    assert_eq!(table.heard(), ["2 moved"]);
}

#[test]
fn a_refused_move_does_not_stop_the_clock() {
    let mut table = ann_and_ben();
    table.marks(&[4]);
    for _ in 0..11 {
        table.pass_seconds(5);
        assert!(table.mark("ben-1", 4).is_err());
    }
    table.pass_seconds(5);
    assert_eq!(table.ending(), (Some("ann".into()), Reason::AfkTimeout));
}

#[test]
fn a_move_at_the_very_end_comes_too_late() {
    let mut table = ann_and_ben();
    table.now = START + Duration::from_secs(60);
    assert!(table.mark("ann-1", 4).is_err());
    assert_eq!(table.ending(), (Some("ben".into()), Reason::AfkTimeout));
}

#[test]
fn the_clock_stands_still_while_the_player_to_move_is_away() {
    let mut table = ann_and_ben();
    table.pass_seconds(30);
    table.leave("ann-1");
    table.pass_seconds(50);
    table.come_back("ann", "ann-2").expect("her seat");
    table.heard();
    table.pass_seconds(9);
    assert!(table.heard().is_empty(), "thirty seconds were left, ten of them before the warning");
    table.pass_seconds(1);
    assert_eq!(table.heard(), ["4 warning"]);
    table.pass_seconds(20);
    assert_eq!(table.ending(), (Some("ben".into()), Reason::AfkTimeout));
}

#[test]
fn whoever_comes_back_has_at_least_the_warning_time() {
    let mut table = ann_and_ben();
    table.pass_seconds(58);
    table.leave("ann-1");
    table.pass_seconds(10);
    table.come_back("ann", "ann-2").expect("her seat");
    table.pass(Duration::from_millis(19_999));
    assert!(table.room.ending().is_none());
    table.pass(Duration::from_millis(1));
    assert_eq!(table.ending(), (Some("ben".into()), Reason::AfkTimeout));
}

#[test]
fn the_absence_of_the_other_player_stops_no_clock() {
    let mut table = ann_and_ben();
    table.pass_seconds(5);
    table.leave("ben-1");
    table.pass_seconds(55);
    assert_eq!(table.ending(), (Some("ben".into()), Reason::AfkTimeout));
}

#[test]
fn idle_status_tells_the_end_of_a_running_clock_only() {
    let mut table = ann_and_ben();
    let ends_at = START + Duration::from_secs(60);
    assert_eq!(
        table.room.idle_status(&"ben-1".into(), None).expect("he plays"),
        Event::IdleStatus(Some(("ann".into(), ends_at)))
    );
    table.leave("ann-1");
    assert_eq!(table.room.idle_status(&"ben-1".into(), None).expect("he plays"), Event::IdleStatus(None));
}

#[test]
fn a_clock_that_is_switched_off_never_ends_the_game() {
    let mut table = Table::open(setup([guest("ann"), guest("ben")], None));
    table.pass_seconds(86_400);
    assert!(table.room.ending().is_none());
    assert_eq!(table.room.deadline(), None);
}

#[test]
fn a_bot_is_never_idle() {
    let mut table = ann_and_a_bot();
    table.mark("ann-1", 4).expect("ann begins");
    table.heard();
    assert_eq!(table.room.idle_status(&"ann-1".into(), None).expect("she plays"), Event::IdleStatus(None));
    table.pass_seconds(5);
    assert!(table.heard().is_empty());
}
