//! Who may watch, and who may not learn that a game exists.

mod table;

use common::Mode;
use rooms::{Command, Guard, Input, Occupant, Room, RoomRefusal, SavedRoom, Scope, Seat, Spectators, Viewer};
use table::{Table, ann_and_ben, catalogue, guest, setup, stranger};

/// A live game of the tenant `tenant` with this spectators setting.
fn watched_by(spectators: Spectators) -> Table {
    let mut setup = setup([guest("ann"), with_session(guest("ben"), "session of ben")], None);
    setup.spectators = spectators;
    Table::open(setup)
}

fn with_session(mut seat: Seat, session: &str) -> Seat {
    seat.session = Some(session.into());
    if let Occupant::Human { guard, .. } = &mut seat.occupant {
        *guard = Guard::Session(session.into());
    }
    seat
}

fn player_of(tenant: &str, mode: Mode) -> Viewer {
    let scope = Scope { tenant: tenant.into(), mode };
    Viewer { scope: Some(scope), session: Some("session of somebody".into()) }
}

/// Whether a viewer who knows the room may watch it, and whether lists show it to them.
fn check(spectators: Spectators, viewer: Viewer, may_watch: bool, is_shown: bool) {
    let mut table = watched_by(spectators);
    assert_eq!(spectators.list(table.room().scope(), &viewer), is_shown, "{spectators:?} {viewer:?}");
    let answer = table.watch_as("eve", &viewer);
    let expected = if may_watch { Ok(()) } else { Err(RoomRefusal::unknown_room()) };
    assert_eq!(answer, expected, "{spectators:?} {viewer:?}");
    assert_eq!(table.live().listeners.watching(), usize::from(may_watch));
}

#[test]
fn a_game_is_watched_by_those_whom_it_admits_and_by_nobody_else() {
    let strangers = [stranger(), player_of("other", Mode::Live), player_of("tenant", Mode::Test)];
    for viewer in strangers {
        check(Spectators::Public, viewer.clone(), true, true);
        check(Spectators::Link, viewer.clone(), true, false);
        check(Spectators::Tenant, viewer.clone(), false, false);
        check(Spectators::None, viewer, false, false);
    }
    let neighbour = player_of("tenant", Mode::Live);
    check(Spectators::Public, neighbour.clone(), true, true);
    check(Spectators::Link, neighbour.clone(), true, false);
    check(Spectators::Tenant, neighbour.clone(), true, true);
    check(Spectators::None, neighbour, false, false);
}

#[test]
fn of_two_wishes_the_narrower_one_counts() {
    use Spectators::{Link, None, Public, Tenant};
    for (wishes, expected) in [([Public, Tenant], Tenant), ([None, Public], None), ([Link, Public], Link)] {
        assert_eq!(wishes.into_iter().min(), Some(expected));
    }
}

#[test]
fn a_player_may_watch_their_own_game_from_another_window() {
    let mut table = watched_by(Spectators::None);
    let ben = Viewer { session: Some("session of ben".into()), ..player_of("tenant", Mode::Live) };
    table.watch_as("ben-2", &ben).expect("it is his game");
    table.watch("ben-1").expect("who is here already may look again");
}

#[test]
fn a_rematch_is_watched_by_those_who_might_watch_the_game() {
    let table = watched_by(Spectators::None);
    let next = table.room().rematch("room_2".into(), 8, [None, None]);
    assert_eq!(next.spectators, Spectators::None);
}

#[test]
fn whoever_is_not_in_a_room_hears_the_same_words_whatever_they_ask() {
    let mut table = ann_and_ben();
    let unknown = Err(RoomRefusal::unknown_room());
    for command in [
        Command::Resign,
        Command::OfferDraw,
        Command::AcceptDraw,
        Command::DeclineDraw,
        Command::Rematch,
        Command::Move { wish: game::Wish::place(game::Square(4)), ply: Some(7) },
    ] {
        for claim in [None, Some("ann".into())] {
            let (by, command) = ("mallory".into(), command.clone());
            assert_eq!(table.give(Input::Command { by, claim, command }), unknown);
        }
    }
    assert_eq!(table.unwatch("mallory"), unknown);
    assert_eq!(table.live().check_present(&"mallory".into(), None), unknown);
    assert_eq!(table.live().check_plays(&"mallory".into(), None), unknown);
}

#[test]
fn a_room_saved_before_it_said_who_may_watch_is_public_only_for_guests() {
    let sessions = [with_session(guest("ann"), "one"), with_session(guest("ben"), "two")];
    for (seats, expected) in
        [([guest("ann"), guest("ben")], Spectators::Public), (sessions, Spectators::None)]
    {
        let table = Table::open(setup(seats, None));
        let mut old = serde_json::to_value(table.room().save()).expect("a room can be written down");
        old.as_object_mut().expect("an object").remove("spectators").expect("it says who may watch");
        let saved: SavedRoom = serde_json::from_value(old).expect("an older record is read");
        let room = Room::restore(saved, &catalogue()).expect("the record is sound");
        assert_eq!(room.spectators(), expected);
    }
}
