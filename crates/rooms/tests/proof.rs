//! The proof that a returning player must present.

mod table;

use game::Side;
use rooms::{
    Audience, ClientSource, Code, Command, Guard, Input, Occupant, Presence, Proof, Room, RoomMessage,
    SavedRoom,
};
use table::{Table, ann_and_ben, catalogue, guest, reopened, setup, source};

fn token_of(events: &[(Audience, u64, RoomMessage)]) -> Option<String> {
    events.iter().rev().find_map(|(_, _, message)| match message {
        RoomMessage::Reconnected { reconnect_token, .. } => reconnect_token.clone(),
        _ => None,
    })
}

fn digest(secret: &str) -> Proof {
    Proof::Guest { source: None, digest: Some(secret.to_owned()) }
}

/// A client without a secret, at an address, on a page of a site.
fn at(address: &str, origin: Option<&str>) -> Proof {
    let source = ClientSource { address: address.to_owned(), origin: origin.map(str::to_owned) };
    Proof::Guest { source: Some(source), digest: None }
}

#[test]
fn the_newer_connection_takes_the_seat_and_the_older_is_read_only() {
    let mut table = ann_and_ben();
    table.heard();
    table.come_back_with("ann", "ann-2", digest("digest of ann")).expect("her secret");
    assert_eq!(table.heard(), ["1 taken over", "2 returned", "2 reconnected"]);
    assert_eq!(table.mark("ann-1", 0).expect_err("replaced").code, Code::TakenOver);
    table.mark("ann-2", 0).expect("the newer plays");
    assert!(table.live().hearers(&Audience::Everyone).contains(&"ann-1".into()), "it may still look");
}

#[test]
fn an_older_connection_gets_its_seat_back_when_the_newer_one_is_gone() {
    let mut table = ann_and_ben();
    table.come_back_with("ann", "ann-2", digest("digest of ann")).expect("her secret");
    let replaced: Vec<_> = table.live().listeners.replaced_at(Side::First).cloned().collect();
    assert_eq!(replaced, ["ann-1".into()]);
    table.resume("ann-1");
    assert_eq!(table.mark("ann-1", 0).expect_err("the newer is here").code, Code::TakenOver);
    table.leave("ann-2");
    table.heard();
    table.resume("ann-1");
    assert_eq!(table.heard(), ["4 returned", "4 reconnected"]);
    table.mark("ann-1", 0).expect("she plays on");
    table.leave("ann-1");
    table.come_back_with("ann", "ann-3", digest("digest of ann-1")).expect("the secret she got with it");
}

#[test]
fn a_connection_that_plays_takes_no_other_seat_by_resuming() {
    let mut table = ann_and_ben();
    table.leave("ann-1");
    table.heard();
    table.resume("ben-1");
    assert!(table.heard().is_empty());
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

/// Proofs that do not open Ann's seat.
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
    *source = Some(ClientSource { address: "home".to_owned(), origin: None });
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
    let mut next = Table::open(table.room().rematch("room_2".into(), 8, [None, None]));
    next.leave("ann-2");
    assert_eq!(next.come_back("ann", "thief").expect_err("no secret").code, Code::NotYourSeat);
}

#[test]
fn a_room_saved_before_sites_were_known_still_opens() {
    let table = ann_and_ben();
    let mut old = serde_json::to_value(table.room().save()).expect("a room can be written down");
    for seat in old["seats"].as_array_mut().expect("two seats") {
        let guard = seat["occupant"]["human"]["guard"]["guest"].as_object_mut().expect("a guest");
        guard.remove("origin").expect("the site is known");
        assert!(!guard.contains_key("secret_shown"), "none was shown, and nothing is said of it");
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
