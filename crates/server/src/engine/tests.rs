//! What a panic costs: in a bot nothing but time, in the rules one game at most.

use std::sync::Arc;
use std::time::Duration;

use game::{Level, Square, Wish};
use protocol::{ErrorCode, GameName};
use rooms::{Command, Connection, Input, Occupant, PlayerId, Presence, Proof, RoomId, Seat, Setup};
use store::Store;

use crate::Settings;
use crate::app::App;
use crate::lobby::Player;
use crate::planted::{BAD_CELL, Fault, Planted};
use crate::serve::Server;

/// A server whose games have a fault, and a game of two humans, or of a human and a bot.
async fn table(fault: Fault, opponent: Option<Level>) -> (Arc<App>, RoomId) {
    let mut settings = Settings::default();
    settings.times.bot_patience = Duration::from_millis(50);
    settings.times.bot_delays.insert("tictactoe".to_owned(), [(Duration::ZERO, Duration::ZERO); 3]);
    let server = Server::start_with(Planted::catalogue(fault), settings, Store::in_memory()).await;
    let app = server.expect("the server starts").app;
    tokio::spawn(Arc::clone(&app).wake_sleepers());
    let room = open(&app, fault, "room", opponent).await;
    (app, room)
}

fn setup(app: &App, fault: Fault, id: &str, opponent: Option<Level>) -> Setup {
    let second = opponent
        .map_or_else(|| human("ben"), |level| Seat { occupant: Occupant::Bot { level }, ..human("bot") });
    Setup {
        id: id.into(),
        house: crate::identity::guest_house(),
        variant: Planted::with(fault),
        seats: [human("ann"), second],
        secrets: [None, None],
        idle: None,
        timing: app.timing(Planted::with(fault)),
        seed: 1,
        is_rematch: false,
        spectators: rooms::Spectators::Public,
    }
}

async fn open(app: &Arc<App>, fault: Fault, id: &str, opponent: Option<Level>) -> RoomId {
    let setup = setup(app, fault, id, opponent);
    let room = app.open_room(setup, Vec::new()).await.expect("the room opens");
    for name in ["ann", "ben"].into_iter().take(if opponent.is_some() { 1 } else { 2 }) {
        // There was no socket behind the seat, which the server notices; from here on it asks no more.
        let connection = Connection(name.to_owned());
        let proof = Proof::Guest { source: None, digest: Some("digest".to_owned()) };
        let back = Input::Return {
            connection,
            player: PlayerId(name.to_owned()),
            proof,
            secret: None,
            rematch_possible: true,
        };
        app.apply(&room, back).await.expect("the seat is theirs");
    }
    room
}

fn human(name: &str) -> Seat {
    let digest = "digest".to_owned();
    let guard = rooms::Guard::Guest { source: None, digest, previous: None, secret_shown: false };
    let presence = Presence::Here(Connection(format!("{name} before")));
    Seat {
        player: name.into(),
        username: name.to_owned(),
        display_name: name.to_owned(),
        session: None,
        occupant: Occupant::Human { guard, presence },
    }
}

/// Plays a cell; gives the code of the refusal, if there is one.
async fn play(app: &Arc<App>, room: &RoomId, name: &str, cell: Square) -> Option<ErrorCode> {
    let wish = Wish { from: None, to: cell, captures: None, path: None };
    let command = Command::Move { wish, ply: None };
    let input = Input::Command { by: Connection(name.to_owned()), claim: None, command };
    app.apply(room, input).await.err().map(|refusal| refusal.code)
}

fn moves(app: &App, room: &RoomId) -> usize {
    app.rooms.find(room).expect("the room is there").moves()
}

async fn until_moves(app: &App, room: &RoomId, count: usize) {
    let reached = async {
        while moves(app, room) < count {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(180), reached).await.expect("the game goes on");
}

#[tokio::test]
async fn a_bot_that_panics_or_hangs_plays_its_first_legal_move_when_it_is_overdue() {
    for fault in [Fault::PanicOfTheBot, Fault::HangOfTheBot] {
        let (app, room) = table(fault, Some(Level::Hard)).await;
        for made in [0, 2] {
            let handle = app.rooms.find(&room).expect("the room is there");
            let free = handle.live().room.game().legal_plays()[0].to;
            assert_eq!(play(&app, &room, "ann", free).await, None);
            until_moves(&app, &room, made + 2).await;
        }
    }
}

#[tokio::test]
async fn after_a_panic_of_the_rules_nothing_is_lost_and_the_game_goes_on() {
    let (app, room) = table(Fault::PanicOfTheRules, None).await;
    assert_eq!(play(&app, &room, "ann", Square(4)).await, None);
    assert_eq!(play(&app, &room, "ben", BAD_CELL).await, Some(ErrorCode::Internal));
    assert_eq!(moves(&app, &room), 1);
    assert_eq!(play(&app, &room, "ben", Square(0)).await, None);
    assert_eq!(play(&app, &room, "ann", Square(1)).await, None);
    assert_eq!(moves(&app, &room), 3);
}

#[tokio::test]
async fn the_second_panic_makes_the_game_void_and_touches_no_other() {
    let (app, room) = table(Fault::PanicOfTheRules, None).await;
    let other = open(&app, Fault::PanicOfTheRules, "other", Some(Level::Easy)).await;
    for _ in 0..2 {
        assert_eq!(play(&app, &room, "ann", BAD_CELL).await, Some(ErrorCode::Internal));
    }
    assert_eq!(play(&app, &room, "ann", Square(4)).await, Some(ErrorCode::GameOver));
    let result = app.store.result(&"house".into(), store::Mode::Live, &"room".into()).await;
    let result = result.expect("reading works").expect("the end is stored").result;
    assert_eq!((result.winner, result.reason.as_str()), (None, "draw"));
    let record = result.record.expect("a void game has its record");
    assert!(record.contains(r#""drawRule":"void""#), "{record}");
    assert!(!app.rooms.is_over(&other));
}

#[tokio::test]
async fn a_panic_at_the_end_of_a_game_costs_that_game_alone() {
    let (app, room) = table(Fault::PanicOfTheTranscript, None).await;
    let other = open(&app, Fault::PanicOfTheTranscript, "other", Some(Level::Easy)).await;
    assert_eq!(ask(&app, &room, "ann", Command::Resign).await, Some(ErrorCode::Internal));
    assert_eq!(play(&app, &room, "ann", Square(4)).await, None, "nothing has changed, and the game goes on");
    assert_eq!(ask(&app, &room, "ann", Command::Resign).await, Some(ErrorCode::Internal));
    assert_eq!(play(&app, &room, "ben", Square(0)).await, Some(ErrorCode::GameOver), "it is void");
    assert_eq!(play(&app, &other, "ann", Square(4)).await, None);
}

#[tokio::test]
async fn after_a_panic_that_no_room_is_guarded_against_the_engine_goes_on() {
    let (app, room) = table(Fault::PanicOfTheTranscript, None).await;
    let mut setup = setup(&app, Fault::PanicOfTheCopy, "begun by a bot", Some(Level::Easy));
    setup.seats.reverse();
    let refusal = app.open_room(setup, Vec::new()).await.expect_err("the bot cannot be asked");
    assert!(refusal.error.contains("may or may not have been carried out"), "{}", refusal.error);
    assert_eq!(play(&app, &room, "ann", Square(4)).await, None, "other games go on");
}

#[tokio::test]
async fn what_must_happen_and_panics_twice_ends_the_game_and_leaves_nothing_stuck() {
    let (app, room) = table(Fault::PanicOfTheRules, None).await;
    let wish = Wish { from: None, to: BAD_CELL, captures: None, path: None };
    let command = Command::Move { wish, ply: None };
    app.apply_until_stored(room.clone(), Input::Command { by: "ann".into(), claim: None, command });
    let ended = async {
        while !app.rooms.is_over(&room) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(180), ended).await.expect("the game is ended");
}

/// Runs on a runtime of its own; when it returns, everything it had still meant to do is lost, as in a kill.
fn life<T>(story: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime can be built").block_on(story)
}

async fn start(store: &Store) -> Arc<App> {
    let catalogue = Planted::catalogue(Fault::PanicOfTheBot);
    let server = Server::start_with(catalogue, Settings::default(), store.clone()).await;
    server.expect("the server starts").app
}

async fn ask(app: &Arc<App>, room: &RoomId, name: &str, command: Command) -> Option<ErrorCode> {
    let input = Input::Command { by: Connection(name.to_owned()), claim: None, command };
    app.apply(room, input).await.err().map(|refusal| refusal.code)
}

/// The rooms of a player, the newest first, and whether each is over.
fn rooms_of(app: &App, name: &str) -> Vec<(RoomId, bool)> {
    let player = Player::new(crate::identity::guest_house(), GameName::TicTacToe, name.into());
    let rooms = app.lobby.rooms_of(&player).into_iter().map(|seated| seated.room);
    rooms.map(|room| (room.clone(), app.rooms.is_over(&room))).collect()
}

#[test]
fn a_rematch_agreed_in_the_moment_of_a_kill_begins_after_the_restart_and_only_once() {
    let store = Store::in_memory();
    let room = life(async {
        let app = start(&store).await;
        let room = open(&app, Fault::PanicOfTheBot, "room", None).await;
        assert_eq!(ask(&app, &room, "ann", Command::Resign).await, None);
        assert_eq!(ask(&app, &room, "ben", Command::Rematch).await, None);
        assert_eq!(ask(&app, &room, "ann", Command::Rematch).await, None);
        room
    });
    for _ in 0..2 {
        life(async {
            let app = start(&store).await;
            for name in ["ann", "ben"] {
                let rooms = rooms_of(&app, name);
                assert_eq!(rooms.len(), 2, "{rooms:?}");
                assert_eq!((rooms[0].1, &rooms[1]), (false, &(room.clone(), true)), "{rooms:?}");
            }
        });
    }
}

#[test]
fn no_rematch_begins_while_one_of_the_players_plays_another_game() {
    life(async {
        let app = start(&Store::in_memory()).await;
        let room = open(&app, Fault::PanicOfTheBot, "room", None).await;
        assert_eq!(ask(&app, &room, "ann", Command::Resign).await, None);
        assert_eq!(ask(&app, &room, "ann", Command::Rematch).await, None);
        open(&app, Fault::PanicOfTheBot, "other", Some(Level::Easy)).await;
        assert_eq!(ask(&app, &room, "ben", Command::Rematch).await, Some(ErrorCode::IllegalMove));
        assert_eq!(rooms_of(&app, "ben"), [(room, true)]);
    });
}
