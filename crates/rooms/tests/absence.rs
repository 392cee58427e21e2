//! Stories of players who go and come back, and of a server that was down.

mod table;

use std::time::Duration;

use rooms::{
    Audience, Code, Command, Event, Guard, Input, Occupant, Presence, Proof, Reason, Room, SavedRoom, Source,
    Standing,
};
use table::{Table, ann_and_a_bot, ann_and_ben, catalogue, guest, setup, source};

fn token_of(events: &[(Audience, u64, Event)]) -> Option<String> {
    events.iter().rev().find_map(|(_, _, event)| match event {
        Event::Reconnected { reconnect_token, .. } => reconnect_token.clone(),
        _ => None,
    })
}

fn digest(secret: &str) -> Proof {
    Proof::Guest { source: None, digest: Some(secret.to_owned()) }
}

/// Somebody without a secret, at an address, on a page of a site.
fn at(address: &str, origin: Option<&str>) -> Proof {
    let source = Source { address: address.to_owned(), origin: origin.map(str::to_owned) };
    Proof::Guest { source: Some(source), digest: None }
}

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
    let Some((to, _, Event::Disconnected { player, connection, expires_at })) = table.told.pop() else {
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
fn the_newer_connection_takes_the_seat_and_the_older_is_read_only() {
    let mut table = ann_and_ben();
    table.heard();
    table.come_back_with("ann", "ann-2", digest("digest of ann")).expect("her secret");
    assert_eq!(table.heard(), ["1 taken over", "2 returned", "2 reconnected"]);
    assert_eq!(table.mark("ann-1", 0).expect_err("replaced").code, Code::TakenOver);
    table.mark("ann-2", 0).expect("the newer plays");
    assert!(table.room.listeners(&Audience::Everyone).contains(&"ann-1".into()), "it may still look");
}

#[test]
fn a_late_disconnect_of_the_older_connection_starts_no_window() {
    let mut table = ann_and_ben();
    table.come_back_with("ann", "ann-2", digest("digest of ann")).expect("her secret");
    table.heard();
    table.leave("ann-1");
    assert!(table.heard().is_empty());
    table.mark("ann-2", 0).expect("she is here");
}

#[test]
fn a_known_player_id_alone_never_takes_a_seat() {
    let mut table = ann_and_ben();
    table.heard();
    for (away, proof) in [false, true].into_iter().flat_map(|away| strangers().map(|proof| (away, proof))) {
        if away {
            table.leave("ann-1");
            table.heard();
        }
        let refusal = table.come_back_with("ann", "thief", proof).expect_err("no proof");
        assert_eq!(refusal.code, Code::NotYourSeat);
        assert!(table.heard().is_empty(), "nobody is told, nothing changes");
    }
    assert_eq!(table.mark("thief", 0).expect_err("no seat").code, Code::UnknownRoom);
}

/// What does not prove that somebody is Ann.
fn strangers() -> [Proof; 9] {
    let (address, site) = ("address of ann", Some("https://games.example"));
    [
        Proof::Guest { source: None, digest: None },
        at("elsewhere", site),
        at(address, Some("https://evil.example")),
        at(address, Some("http://games.example")),
        at(address, None),
        digest("a guess"),
        Proof::Guest { source: Some(source("ann")), digest: Some("a guess".to_owned()) },
        Proof::Session("session of somebody".into()),
        Proof::Guest { source: Some(source("ben")), digest: Some("digest of ben".to_owned()) },
    ]
}

#[test]
fn nobody_takes_a_connected_guests_seat_without_the_secret() {
    let mut table = ann_and_ben();
    table.heard();
    let refusal = table.come_back("ann", "ann-2").expect_err("she is here");
    assert_eq!(refusal.code, Code::NotYourSeat);
    assert!(table.heard().is_empty(), "nobody is told, nothing changes");
    table.leave("ann-1");
    table.come_back("ann", "ann-2").expect("she was away");
}

#[test]
fn without_an_origin_a_guest_comes_back_only_without_one() {
    let mut ann = guest("ann");
    let Occupant::Human { guard: Guard::Guest { source, .. }, .. } = &mut ann.occupant else { return };
    *source = Some(Source { address: "home".to_owned(), origin: None });
    let mut table = Table::open(setup([ann, guest("ben")], None));
    table.leave("ann-1");
    for origin in ["", "null", "https://games.example"] {
        table.come_back_with("ann", "thief", at("home", Some(origin))).expect_err("a page of some site");
    }
    table.come_back_with("ann", "ann-2", at("home", None)).expect("no page, as before");
}

#[test]
fn a_source_that_proves_nothing_never_opens_a_seat() {
    let mut ann = guest("ann");
    let Occupant::Human { guard: Guard::Guest { source, .. }, .. } = &mut ann.occupant else { return };
    *source = None;
    let mut table = Table::open(setup([ann, guest("ben")], None));
    table.leave("ann-1");
    for proof in [Proof::Guest { source: None, digest: None }, at("", None), at("home", None)] {
        table.come_back_with("ann", "thief", proof).expect_err("there is nothing to compare");
    }
    table.come_back_with("ann", "ann-2", digest("digest of ann")).expect("the secret opens it");
}

#[test]
fn whoever_has_shown_the_secret_never_comes_back_without_it() {
    let mut table = ann_and_ben();
    table.leave("ann-1");
    table.come_back("ann", "ann-2").expect("she has never shown it");
    table.leave("ann-2");
    table.come_back_with("ann", "ann-3", digest("digest of ann-2")).expect("the newest secret");
    table.leave("ann-3");
    let refused =
        |table: &mut Table| table.come_back("ann", "thief").expect_err("her client knows secrets").code;
    assert_eq!(refused(&mut table), Code::NotYourSeat);
    let mut again = reopened(&table);
    again.give(Input::Restarted { down_since: table.now }).expect("a restart is never refused");
    assert_eq!(refused(&mut again), Code::NotYourSeat, "a restart forgets nothing");
    again.come_back_with("ann", "ann-4", digest("digest of ann-3")).expect("the newest secret");
}

#[test]
fn whoever_has_shown_the_secret_never_comes_back_without_it_to_the_rematch_either() {
    let mut table = ann_and_ben();
    table.leave("ann-1");
    table.come_back_with("ann", "ann-2", digest("digest of ann")).expect("her secret");
    table.command("ann-2", Command::Resign).expect("resigning is always possible");
    let mut next = Table::open(table.room.rematch("room_2".into(), 8, [None, None]));
    next.leave("ann-2");
    assert_eq!(next.come_back("ann", "thief").expect_err("no secret").code, Code::NotYourSeat);
}

#[test]
fn a_room_saved_before_sites_were_known_still_opens() {
    let table = ann_and_ben();
    let mut old = serde_json::to_value(table.room.save()).expect("a room can be written down");
    for seat in old["seats"].as_array_mut().expect("two seats") {
        let guard = seat["occupant"]["human"]["guard"]["guest"].as_object_mut().expect("a guest");
        guard.remove("origin").expect("the site is known");
        guard.remove("secret_shown").expect("what was shown is known");
    }
    let saved: SavedRoom = serde_json::from_value(old).expect("an older record is read");
    let room = Room::restore(saved, &catalogue()).expect("the record is sound");
    let Occupant::Human { guard, .. } = &room.seats()[0].occupant else { panic!("ann is a person") };
    let away = Presence::Away { until: table.now };
    assert!(guard.accepts(&at("address of ann", None), &away), "a program comes back from its address");
    assert!(!guard.accepts(&at("address of ann", Some("https://evil.example")), &away));
}

#[test]
fn a_guest_comes_back_from_elsewhere_with_the_secret_which_changes_each_time() {
    let mut table = ann_and_ben();
    table.come_back_with("ann", "ann-2", digest("digest of ann")).expect("the secret of the start");
    assert_eq!(token_of(&table.told), Some("secret of ann-2".to_owned()));
    table.come_back_with("ann", "ann-3", digest("digest of ann-2")).expect("the newest secret");
    let stale = table.come_back_with("ann", "ann-4", digest("digest of ann")).expect_err("used up");
    assert_eq!(stale.code, Code::NotYourSeat);
}

#[test]
fn a_guest_who_never_heard_of_the_new_secret_can_still_use_the_one_before() {
    let mut table = ann_and_ben();
    for connection in ["ann-2", "ann-3", "ann-4"] {
        table
            .come_back_with("ann", connection, digest("digest of ann"))
            .expect("the answer was lost each time");
    }
    table.come_back_with("ann", "ann-5", digest("digest of ann-4")).expect("the newest secret");
    assert!(
        table.come_back_with("ann", "ann-6", digest("digest of ann")).is_err(),
        "then the old one is used up"
    );
}

#[test]
fn asking_again_from_the_same_connection_only_brings_it_up_to_date() {
    let mut table = ann_and_ben();
    table.heard();
    table.come_back("ann", "ann-1").expect("she is here already");
    table.come_back_with("ann", "ann-1", digest("a guess")).expect("she needs no proof");
    assert_eq!(table.heard(), ["1 reconnected", "1 reconnected"]);
    table.come_back_with("ann", "ann-2", digest("digest of ann")).expect("the secret is still the first one");
}

#[test]
fn a_player_who_was_away_when_their_turn_began_has_the_full_time() {
    let mut table = ann_and_ben();
    table.leave("ben-1");
    table.mark("ann-1", 4).expect("she moves meanwhile");
    table.pass_seconds(30);
    table.come_back("ben", "ben-2").expect("his seat");
    table.pass(Duration::from_millis(59_999));
    assert!(table.room.ending().is_none());
    table.pass(Duration::from_millis(1));
    assert_eq!(table.ending(), (Some("ann".into()), Reason::AfkTimeout));
}

#[test]
fn the_time_a_server_was_down_counts_against_nobody() {
    let mut table = ann_and_ben();
    table.pass_seconds(30);
    let down_since = table.now;
    let mut again = reopened(&table);
    again.now = again.now + Duration::from_secs(3_600);
    again.give(Input::Restarted { down_since }).expect("a restart is never refused");
    again.pass_seconds(59);
    assert!(again.room.ending().is_none(), "a fresh window to return");
    again.come_back("ann", "ann-9").expect("her seat");
    again.come_back("ben", "ben-9").expect("his seat");
    again.pass(Duration::from_millis(29_999));
    assert!(again.room.ending().is_none(), "thirty seconds were left");
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
    assert_eq!(again.room.view(), table.room.view());
    assert_eq!(again.room.seq(), table.room.seq());
    assert_eq!(again.room.deadline(), table.room.deadline());
    assert_eq!(again.room.save(), table.room.save());
}

#[test]
fn after_the_end_coming_and_going_changes_nothing() {
    let mut table = ann_and_ben();
    table.command("ann-1", Command::Resign).expect("resigning is always possible");
    let seq = table.room.seq();
    table.leave("ben-1");
    table.pass_seconds(120);
    table.come_back("ben", "ben-2").expect("his seat");
    assert_eq!((table.room.seq(), table.ending()), (seq, (Some("ben".into()), Reason::Resignation)));
}

/// The room as it comes back from a written record.
fn reopened(table: &Table) -> Table {
    let text = serde_json::to_string(&table.room.save()).expect("a room can be written down");
    let saved = serde_json::from_str(&text).expect("and read again");
    Table {
        room: Room::restore(saved, &catalogue()).expect("the record is sound"),
        now: table.now,
        told: Vec::new(),
        notices: Vec::new(),
        thinking: Vec::new(),
        rematches: 0,
        forgotten: false,
    }
}

/// What a newcomer is told to stand in the room.
fn standing(table: &mut Table) -> Standing {
    table.watch("eve").expect("anyone may watch");
    let view = table.told.iter().rev().find_map(|(_, _, event)| match event {
        Event::Watching { view } => Some(view),
        _ => None,
    });
    view.expect("eve sees the room").standing.clone()
}

#[test]
fn whoever_comes_is_told_what_still_stands() {
    let mut table = ann_and_ben();
    assert_eq!(standing(&mut table), Standing::default());
    let start = table.now;
    table.pass_seconds(40);
    let warned = Some(("ann".into(), start + Duration::from_secs(60)));
    assert_eq!(standing(&mut table), Standing { idle_warning: warned, ..Standing::default() });
    table.leave("ben-1");
    let until = table.now + Duration::from_secs(60);
    let (warned, away) = (Some(("ann".into(), until)), vec![("ben".into(), until)]);
    let both = Standing { idle_warning: warned, away, ..Standing::default() };
    assert_eq!(standing(&mut table), both, "her end waits for his");
    table.come_back("ben", "ben-2").expect("in time");
    table.mark("ann-1", 4).expect("her turn");
    assert_eq!(standing(&mut table), Standing::default());
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

/// Ben leaves and comes back after this many seconds.
fn be_away(table: &mut Table, number: usize, seconds: u64) {
    table.leave(&format!("ben-{number}"));
    table.pass_seconds(seconds);
    table.come_back("ben", &format!("ben-{}", number + 1)).expect("in time");
}

/// When somebody who leaves now loses the game.
fn window(table: &mut Table, connection: &str) -> Duration {
    table.leave(connection);
    let until = table.told.iter().rev().find_map(|(_, _, event)| match event {
        Event::Disconnected { expires_at, .. } => Some(*expires_at),
        _ => None,
    });
    until.expect("the opponent is told").since(table.now)
}

/// Ann and Ben without an idle clock.
fn patient() -> Table {
    Table::open(table::setup([table::guest("ann"), table::guest("ben")], None))
}

#[test]
fn nobody_is_away_for_more_than_five_minutes_of_one_game() {
    let mut table = patient();
    for number in 1..=5 {
        be_away(&mut table, number, 55);
    }
    assert_eq!(window(&mut table, "ben-6"), Duration::from_secs(25), "275 of 300 seconds are used up");
    table.pass(Duration::from_millis(24_999));
    assert!(table.room.ending().is_none());
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
    let mut saved = serde_json::to_value(table.room.save()).expect("a room can be written down");
    saved.as_object_mut().expect("an object").remove("allowances");
    saved["timing"].as_object_mut().expect("an object").remove("reconnect_total");
    let saved = serde_json::from_value(saved).expect("the older form can be read");
    let room = Room::restore(saved, &catalogue()).expect("the record is sound");
    assert_eq!(room.save(), table.room.save());
}

/// A finished game of Ann and Ben after a restart, in which both of these wanted to play again.
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
