//! Players who leave and come back.

mod table;

use std::time::Duration;

use rooms::{Audience, Command, Reason, RoomMessage, RoomStanding};
use table::{ann_and_a_bot, ann_and_ben, be_away, patient, standing, window};

#[test]
fn a_player_has_sixty_seconds_to_come_back() {
    let mut table = ann_and_ben();
    table.heard();
    table.leave("ben-1");
    assert_eq!(table.heard(), ["2 disconnected"]);
    table.pass(Duration::from_millis(59_999));
    table.come_back("ben", "ben-2").expect("in time");
    assert_eq!(table.heard(), ["3 warning", "4 returned", "4 reconnected"]);
    table.leave("ben-2");
    table.mark("ann-1", 4).expect("she can move meanwhile");
    table.pass_seconds(60);
    assert_eq!(table.ending(), (Some("ann".into()), Reason::Disconnect));
}

#[test]
fn the_opponent_and_spectators_are_told_until_when() {
    let mut table = ann_and_ben();
    let now = table.now;
    table.leave("ben-1");
    let Some((to, _, RoomMessage::Disconnected { player, connection, expires_at })) = table.told.pop() else {
        panic!("ann is told")
    };
    assert_eq!(to, Audience::AllBut(game::Side::Second));
    assert_eq!((player.as_str(), connection.as_str()), ("ben", "ben-1"));
    assert_eq!(expires_at, now + Duration::from_secs(60));
}

#[test]
fn two_windows_that_end_at_the_same_instant_have_no_winner() {
    let mut table = ann_and_ben();
    table.leave("ben-1");
    table.leave("ann-1");
    table.pass_seconds(60);
    assert_eq!(table.ending(), (None, Reason::Disconnect));
}

#[test]
fn a_connection_that_is_lost_with_its_server_has_a_full_window_that_counts_as_no_absence() {
    let mut table = ann_and_ben();
    for round in 1..=10 {
        table.lose(&format!("ben-{round}"));
        table.pass_seconds(59);
        table.come_back("ben", &format!("ben-{}", round + 1)).expect("ten minutes are no absence of his");
    }
    table.lose("ben-11");
    table.pass_seconds(60);
    assert_eq!(table.ending(), (Some("ann".into()), Reason::Disconnect));
}

#[test]
fn the_window_that_ends_first_loses() {
    let mut table = ann_and_ben();
    table.leave("ben-1");
    table.pass(Duration::from_millis(1));
    table.leave("ann-1");
    table.pass_seconds(60);
    assert_eq!(table.ending(), (Some("ann".into()), Reason::Disconnect));
}

#[test]
fn a_bot_wins_when_its_opponent_does_not_come_back() {
    let mut table = ann_and_a_bot();
    table.leave("ann-1");
    table.pass_seconds(60);
    assert_eq!(table.ending(), (Some("bot".into()), Reason::Disconnect));
}

#[test]
fn a_player_who_was_away_when_their_turn_began_has_the_full_time() {
    let mut table = ann_and_ben();
    table.leave("ben-1");
    table.mark("ann-1", 4).expect("she moves meanwhile");
    table.pass_seconds(30);
    table.come_back("ben", "ben-2").expect("his seat");
    table.pass(Duration::from_millis(59_999));
    assert!(table.room().ending().is_none());
    table.pass(Duration::from_millis(1));
    assert_eq!(table.ending(), (Some("ann".into()), Reason::AfkTimeout));
}

#[test]
fn after_the_end_coming_and_going_changes_nothing() {
    let mut table = ann_and_ben();
    table.command("ann-1", Command::Resign).expect("resigning is always possible");
    let seq = table.room().seq();
    table.leave("ben-1");
    table.pass_seconds(120);
    table.come_back("ben", "ben-2").expect("his seat");
    assert_eq!((table.room().seq(), table.ending()), (seq, (Some("ben".into()), Reason::Resignation)));
}

#[test]
fn whoever_comes_is_told_what_still_stands() {
    let mut table = ann_and_ben();
    assert_eq!(standing(&mut table), RoomStanding::default());
    let start = table.now;
    table.pass_seconds(40);
    let warned = Some(("ann".into(), start + Duration::from_secs(60)));
    assert_eq!(standing(&mut table), RoomStanding { idle_warning: warned, ..RoomStanding::default() });
    table.leave("ben-1");
    let until = table.now + Duration::from_secs(60);
    let (warned, away) = (Some(("ann".into(), until)), vec![("ben".into(), until)]);
    let both = RoomStanding { idle_warning: warned, away, ..RoomStanding::default() };
    assert_eq!(standing(&mut table), both, "her end waits for his");
    table.come_back("ben", "ben-2").expect("in time");
    table.mark("ann-1", 4).expect("her turn");
    assert_eq!(standing(&mut table), RoomStanding::default());
}

#[test]
fn an_idle_warning_does_not_stand_while_its_player_is_away() {
    let mut table = ann_and_ben();
    table.pass_seconds(50);
    table.leave("ann-1");
    assert_eq!(standing(&mut table).idle_warning, None);
    table.come_back("ann", "ann-2").expect("in time");
    assert_eq!(standing(&mut table).idle_warning, Some(("ann".into(), table.now + Duration::from_secs(20))));
}

#[test]
fn a_wish_to_play_again_stands_until_it_is_answered() {
    let mut table = ann_and_ben();
    table.command("ann-1", Command::Resign).expect("she may");
    table.command("ben-1", Command::Rematch).expect("the game is over");
    assert_eq!(standing(&mut table).rematch_offer, Some("ben".into()));
}

#[test]
fn nobody_is_away_for_more_than_five_minutes_of_one_game() {
    let mut table = patient();
    for number in 1..=5 {
        be_away(&mut table, number, 55);
    }
    assert_eq!(window(&mut table, "ben-6"), Duration::from_secs(25), "275 of 300 seconds are used up");
    table.pass(Duration::from_millis(24_999));
    assert!(table.room().ending().is_none());
    table.pass(Duration::from_millis(1));
    assert_eq!(table.ending(), (Some("ann".into()), Reason::Disconnect));
}

#[test]
fn the_absences_of_one_player_cost_the_other_nothing() {
    let mut table = patient();
    for number in 1..=5 {
        be_away(&mut table, number, 59);
    }
    assert_eq!(window(&mut table, "ann-1"), Duration::from_secs(60));
}

#[test]
fn players_who_are_lost_with_different_servers_have_the_same_window() {
    let mut table = patient();
    table.lose("ann-1");
    table.pass_seconds(20);
    table.lose("ben-1");
    table.pass_seconds(59);
    assert!(table.room().ending().is_none(), "Ann has as long as Ben");
    table.pass_seconds(1);
    assert_eq!(table.ending(), (None, Reason::Disconnect));
}

#[test]
fn the_window_of_a_player_who_left_by_themselves_is_not_extended_when_the_opponent_is_lost() {
    let mut table = patient();
    table.leave("ann-1");
    table.pass_seconds(20);
    table.lose("ben-1");
    table.pass_seconds(40);
    assert_eq!(table.ending(), (Some("ben".into()), Reason::Disconnect));
}
