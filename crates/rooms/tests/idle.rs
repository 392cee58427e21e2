//! The idle clock, to the second.

mod table;

use std::time::Duration;

use rooms::{Notice, Reason, RoomMessage};
use table::{START, Table, ann_and_a_bot, ann_and_ben, guest, setup};

#[test]
fn the_warning_comes_at_forty_seconds_and_the_end_at_sixty() {
    let mut table = ann_and_ben();
    table.heard();
    table.pass(Duration::from_millis(39_999));
    assert!(table.heard().is_empty());
    table.pass(Duration::from_millis(1));
    let Some((_, 2, RoomMessage::IdleWarning { player, seconds_remaining, expires_at })) = table.told.pop()
    else {
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
        [Notice::IdleWarning { .. }, Notice::IdleTimeout { .. }, Notice::Ended]
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
    assert!(table.room().ending().is_none());
    table.pass(Duration::from_millis(1));
    assert_eq!(table.ending(), (Some("ben".into()), Reason::AfkTimeout));
}

#[test]
fn idle_status_tells_the_end_of_a_running_clock_only() {
    let mut table = ann_and_ben();
    let ends_at = START + Duration::from_secs(60);
    assert_eq!(table.room().idle_status(), Some(("ann".into(), ends_at)));
    table.leave("ann-1");
    assert_eq!(table.room().idle_status(), None);
}

#[test]
fn a_clock_that_is_switched_off_never_ends_the_game() {
    let mut table = Table::open(setup([guest("ann"), guest("ben")], None));
    table.pass_seconds(86_400);
    assert!(table.room().ending().is_none());
    assert_eq!(table.room().deadline(), None);
}

#[test]
fn a_bot_is_never_idle() {
    let mut table = ann_and_a_bot();
    table.mark("ann-1", 4).expect("ann begins");
    table.heard();
    assert_eq!(table.room().idle_status(), None);
    table.pass_seconds(5);
    assert!(table.heard().is_empty());
}

/// Ann is to move and idle; Ben leaves after `seconds`.
fn ben_leaves_after(seconds: u64) -> Table {
    let mut table = ann_and_ben();
    table.pass_seconds(seconds);
    table.leave("ben-1");
    table.heard();
    table
}

#[test]
fn an_idle_player_does_not_lose_to_one_who_is_gone() {
    let mut table = ben_leaves_after(5);
    table.pass(Duration::from_millis(59_999));
    assert!(table.room().ending().is_none(), "her time was over five seconds ago");
    table.pass(Duration::from_millis(1));
    assert_eq!(table.ending(), (Some("ann".into()), Reason::Disconnect));
}

#[test]
fn an_idle_player_can_still_move_while_the_end_of_their_time_waits() {
    let mut table = ben_leaves_after(5);
    table.pass_seconds(58);
    table.mark("ann-1", 4).expect("the end waits for Ben");
    assert_eq!(table.heard(), ["3 moved"]);
}

#[test]
fn a_warning_waits_with_the_end_it_names_and_comes_when_the_opponent_is_back() {
    let mut table = ben_leaves_after(5);
    table.pass_seconds(58);
    assert!(table.heard().is_empty(), "no warning of an end that does not come");
    table.come_back("ben", "ben-2").expect("his seat");
    let back = table.now;
    assert_eq!(table.heard(), ["3 returned", "3 reconnected", "4 warning"]);
    assert_eq!(ends_at(&table), Some(back + Duration::from_secs(20)));
    table.pass(Duration::from_millis(19_999));
    assert!(table.room().ending().is_none());
    table.pass(Duration::from_millis(1));
    assert_eq!(table.ending(), (Some("ben".into()), Reason::AfkTimeout));
}

#[test]
fn whoever_was_warned_before_the_opponent_left_has_the_warning_time_again_when_they_are_back() {
    let mut table = ben_leaves_after(45);
    table.pass_seconds(30);
    table.come_back("ben", "ben-2").expect("his seat");
    assert_eq!(table.heard(), ["4 returned", "4 reconnected"], "one warning per idle turn");
    assert_eq!(ends_at(&table), Some(table.now + Duration::from_secs(20)));
}

#[test]
fn an_end_that_does_not_fall_into_the_absence_stays_where_it_was() {
    let mut table = ben_leaves_after(5);
    table.pass_seconds(10);
    table.come_back("ben", "ben-2").expect("his seat");
    assert_eq!(ends_at(&table), Some(START + Duration::from_secs(60)));
    let mut late = Table::open(setup([guest("ann"), guest("ben")], Some((90, 30))));
    late.leave("ben-1");
    late.pass_seconds(59);
    late.come_back("ben", "ben-2").expect("his seat");
    assert_eq!(ends_at(&late), Some(START + Duration::from_secs(90)));
}

#[test]
fn while_the_end_waits_the_status_tells_the_end_of_the_window() {
    let table = ben_leaves_after(5);
    assert_eq!(ends_at(&table), Some(START + Duration::from_secs(65)));
}

/// When the player to move loses for being idle, as Ann is told.
fn ends_at(table: &Table) -> Option<common::Timestamp> {
    table.room().idle_status().map(|(_, at)| at)
}
