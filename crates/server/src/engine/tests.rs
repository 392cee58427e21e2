//! The engine as a whole: the cost of a panic (of a bot, only time; of the rules, at most one game), rematches around a kill, and deadlines that
//! another node was faster with.

use std::sync::Arc;
use std::time::Duration;

use common::{Mode, PlayerId, RoomId};
use game::{Level, Square, Wish};
use protocol::{ErrorCode, GameName};
use rooms::{Command, Connection, Input, Occupant, Presence, Proof, RoomSetup, Seat};
use store::Store;

use super::RoomEngine;
use crate::Settings;
use crate::bot_pool::BotPool;
use crate::clients::Clients;
use crate::context::Context;
use crate::faulty_game::{BAD_CELL, Fault, FaultyGame};
use crate::lobby::Lobby;
use crate::player::PlayerKey;
use crate::webhook_events::WebhookEvents;

/// An engine on a store, with its stored rooms.
pub(super) async fn engine(fault: Fault, settings: Settings, store: Store) -> Arc<RoomEngine> {
    let context = Context::new(settings, store, FaultyGame::catalogue(fault), None);
    let bots = BotPool::start(1, 8, context.settings.times.bot_patience).expect("a thread starts");
    let webhooks = Arc::new(WebhookEvents::new(Arc::clone(&context.clock)));
    let lobby = Arc::new(Lobby::new(10));
    let engine = RoomEngine::start(context, bots, Arc::new(Clients::default()), lobby, webhooks);
    engine.recover_rooms().await.expect("the store answers");
    engine
}

/// An engine with a faulty game, and a room of two humans, or of a human and a bot.
async fn table(fault: Fault, opponent: Option<Level>) -> (Arc<RoomEngine>, RoomId) {
    let mut settings = Settings::default();
    settings.times.bot_patience = Duration::from_millis(50);
    settings.times.bot_delays.insert("tictactoe".to_owned(), [(Duration::ZERO, Duration::ZERO); 3]);
    let engine = engine(fault, settings, Store::in_memory()).await;
    tokio::spawn(Arc::clone(&engine).run_timers());
    let room = open(&engine, fault, "room", opponent).await;
    (engine, room)
}

pub(super) fn setup(engine: &RoomEngine, fault: Fault, id: &str, opponent: Option<Level>) -> RoomSetup {
    let second = opponent
        .map_or_else(|| human("ben"), |level| Seat { occupant: Occupant::Bot { level }, ..human("bot") });
    RoomSetup {
        id: id.into(),
        scope: crate::identity::guest_scope(),
        variant: FaultyGame::with(fault),
        seats: [human("ann"), second],
        secrets: [None, None],
        time_limit: rooms::TimeLimit::Unlimited,
        timing: engine.context.settings.timing(FaultyGame::with(fault)),
        seed: 1,
        is_rematch: false,
        spectators: rooms::Spectators::Public,
    }
}

async fn open(engine: &Arc<RoomEngine>, fault: Fault, id: &str, opponent: Option<Level>) -> RoomId {
    let setup = setup(engine, fault, id, opponent);
    let room = engine.open_room(setup, Vec::new()).await.expect("the room opens");
    for name in ["ann", "ben"].into_iter().take(if opponent.is_some() { 1 } else { 2 }) {
        back(engine, &room, name).await;
    }
    room
}

/// Takes a seat from the connection of that name. The server notices that the seat has no socket; from here on it does
/// not check again.
async fn back(engine: &Arc<RoomEngine>, room: &RoomId, name: &str) {
    let back = Input::Return {
        connection: Connection(name.to_owned()),
        player: PlayerId(name.to_owned()),
        proof: Proof::Guest { source: None, digest: Some("digest".to_owned()) },
        secret: None,
        rematch_possible: true,
    };
    engine.apply(room, back).await.expect("the seat is theirs");
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

/// Marks a cell; returns the code of the refusal, if there is one.
async fn play(engine: &Arc<RoomEngine>, room: &RoomId, name: &str, cell: Square) -> Option<ErrorCode> {
    let wish = Wish { from: None, to: cell, captures: None, path: None };
    let command = Command::Move { wish, ply: None };
    let input = Input::Command { by: Connection(name.to_owned()), claim: None, command };
    engine.apply(room, input).await.err().map(|refusal| refusal.code)
}

fn moves(engine: &RoomEngine, room: &RoomId) -> usize {
    engine.registry.find(room).expect("the room is there").moves()
}

async fn until_moves(engine: &RoomEngine, room: &RoomId, count: usize) {
    let reached = async {
        while moves(engine, room) < count {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(180), reached).await.expect("the game goes on");
}

#[tokio::test]
async fn a_bot_that_panics_or_hangs_plays_its_first_legal_move_when_it_is_overdue() {
    for fault in [Fault::PanicOfTheBot, Fault::HangOfTheBot] {
        let (engine, room) = table(fault, Some(Level::Hard)).await;
        for made in [0, 2] {
            let handle = engine.registry.find(&room).expect("the room is there");
            let free = handle.live().room.game().legal_plays()[0].to;
            assert_eq!(play(&engine, &room, "ann", free).await, None);
            until_moves(&engine, &room, made + 2).await;
        }
    }
}

#[tokio::test]
async fn after_a_panic_of_the_rules_nothing_is_lost_and_the_game_goes_on() {
    let (engine, room) = table(Fault::PanicOfTheRules, None).await;
    assert_eq!(play(&engine, &room, "ann", Square(4)).await, None);
    assert_eq!(play(&engine, &room, "ben", BAD_CELL).await, Some(ErrorCode::Internal));
    assert_eq!(moves(&engine, &room), 1);
    assert_eq!(play(&engine, &room, "ben", Square(0)).await, None);
    assert_eq!(play(&engine, &room, "ann", Square(1)).await, None);
    assert_eq!(moves(&engine, &room), 3);
}

#[tokio::test]
async fn the_second_panic_makes_the_game_void_and_touches_no_other() {
    let (engine, room) = table(Fault::PanicOfTheRules, None).await;
    let other = open(&engine, Fault::PanicOfTheRules, "other", Some(Level::Easy)).await;
    for _ in 0..2 {
        assert_eq!(play(&engine, &room, "ann", BAD_CELL).await, Some(ErrorCode::Internal));
    }
    assert_eq!(play(&engine, &room, "ann", Square(4)).await, Some(ErrorCode::GameOver));
    let result = engine.context.store.result(&"house".into(), Mode::Live, &"room".into()).await;
    let result = result.expect("reading works").expect("the end is stored").result;
    assert_eq!((result.winner, result.reason.as_str()), (None, "draw"));
    let record = result.record.expect("a void game has its record");
    assert!(record.contains(r#""drawRule":"void""#), "{record}");
    assert!(!engine.registry.is_over(&other));
}

#[tokio::test]
async fn a_panic_at_the_end_of_a_game_costs_that_game_alone() {
    let (engine, room) = table(Fault::PanicOfTheTranscript, None).await;
    let other = open(&engine, Fault::PanicOfTheTranscript, "other", Some(Level::Easy)).await;
    assert_eq!(ask(&engine, &room, "ann", Command::Resign).await, Some(ErrorCode::Internal));
    assert_eq!(
        play(&engine, &room, "ann", Square(4)).await,
        None,
        "nothing has changed, and the game goes on"
    );
    assert_eq!(ask(&engine, &room, "ann", Command::Resign).await, Some(ErrorCode::Internal));
    assert_eq!(play(&engine, &room, "ben", Square(0)).await, Some(ErrorCode::GameOver), "it is void");
    assert_eq!(play(&engine, &other, "ann", Square(4)).await, None);
}

#[tokio::test]
async fn after_a_panic_that_no_room_is_guarded_against_the_engine_goes_on() {
    let (engine, room) = table(Fault::PanicOfTheTranscript, None).await;
    let mut setup = setup(&engine, Fault::PanicOfTheCopy, "begun by a bot", Some(Level::Easy));
    setup.seats.reverse();
    let refusal = engine.open_room(setup, Vec::new()).await.expect_err("the bot cannot be asked");
    assert!(refusal.error.contains("may or may not have been carried out"), "{}", refusal.error);
    assert_eq!(play(&engine, &room, "ann", Square(4)).await, None, "other games go on");
}

#[tokio::test]
async fn what_must_happen_and_panics_twice_ends_the_game_and_leaves_nothing_stuck() {
    let (engine, room) = table(Fault::PanicOfTheRules, None).await;
    let wish = Wish { from: None, to: BAD_CELL, captures: None, path: None };
    let command = Command::Move { wish, ply: None };
    engine.apply_until_stored(room.clone(), Input::Command { by: "ann".into(), claim: None, command });
    let ended = async {
        while !engine.registry.is_over(&room) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(180), ended).await.expect("the game is ended");
}

/// Runs on a separate runtime; when it returns, pending work is lost, as in a kill.
fn life<T>(story: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime can be built").block_on(story)
}

async fn start(store: &Store) -> Arc<RoomEngine> {
    engine(Fault::PanicOfTheBot, Settings::default(), store.clone()).await
}

async fn ask(engine: &Arc<RoomEngine>, room: &RoomId, name: &str, command: Command) -> Option<ErrorCode> {
    let input = Input::Command { by: Connection(name.to_owned()), claim: None, command };
    engine.apply(room, input).await.err().map(|refusal| refusal.code)
}

/// The rooms of a player, newest first, and whether each is over.
fn rooms_of(engine: &RoomEngine, name: &str) -> Vec<(RoomId, bool)> {
    let player = PlayerKey::new(crate::identity::guest_scope(), GameName::TicTacToe, name.into());
    let rooms = engine.lobby.rooms_of(&player).into_iter().map(|seated| seated.room);
    rooms.map(|room| (room.clone(), engine.registry.is_over(&room))).collect()
}

#[test]
fn a_rematch_agreed_in_the_moment_of_a_kill_begins_after_the_restart_and_only_once() {
    let store = Store::in_memory();
    let room = life(async {
        let engine = start(&store).await;
        let room = open(&engine, Fault::PanicOfTheBot, "room", None).await;
        assert_eq!(ask(&engine, &room, "ann", Command::Resign).await, None);
        assert_eq!(ask(&engine, &room, "ben", Command::Rematch).await, None);
        assert_eq!(ask(&engine, &room, "ann", Command::Rematch).await, None);
        room
    });
    for _ in 0..2 {
        life(async {
            let engine = start(&store).await;
            for name in ["ann", "ben"] {
                let rooms = rooms_of(&engine, name);
                assert_eq!(rooms.len(), 2, "{rooms:?}");
                assert_eq!((rooms[0].1, &rooms[1]), (false, &(room.clone(), true)), "{rooms:?}");
            }
        });
    }
}

#[test]
fn a_room_that_is_behind_its_log_catches_up_and_decides_again() {
    life(async {
        let store = Store::in_memory();
        let one = start(&store).await;
        let room = open(&one, Fault::PanicOfTheBot, "room", None).await;
        assert_eq!(play(&one, &room, "ann", Square(0)).await, None);
        let other = start(&store).await; // adds a restart to the log, after which all seats are empty
        assert_eq!(
            play(&one, &room, "ben", Square(1)).await,
            Some(ErrorCode::UnknownRoom),
            "his seat is empty"
        );
        back(&one, &room, "ben").await;
        assert_eq!(play(&one, &room, "ben", Square(1)).await, None);
        assert_eq!(moves(&other, &room), 1);
        back(&other, &room, "ann").await;
        assert_eq!(moves(&other, &room), 2);
        assert_eq!(play(&other, &room, "ann", Square(1)).await, Some(ErrorCode::CellTaken), "ben is there");
        assert_eq!(play(&other, &room, "ann", Square(2)).await, None);
    });
}

#[test]
fn no_rematch_begins_while_one_of_the_players_plays_another_game() {
    life(async {
        let engine = start(&Store::in_memory()).await;
        let room = open(&engine, Fault::PanicOfTheBot, "room", None).await;
        assert_eq!(ask(&engine, &room, "ann", Command::Resign).await, None);
        assert_eq!(ask(&engine, &room, "ann", Command::Rematch).await, None);
        open(&engine, Fault::PanicOfTheBot, "other", Some(Level::Easy)).await;
        assert_eq!(ask(&engine, &room, "ben", Command::Rematch).await, Some(ErrorCode::IllegalMove));
        assert_eq!(rooms_of(&engine, "ben"), [(room, true)]);
    });
}

#[tokio::test]
async fn an_input_after_a_deadline_that_another_node_was_faster_with_is_answered() {
    let store = Store::in_memory();
    let mut settings = Settings::default();
    settings.times.reconnect_window = Duration::from_millis(1);
    let here = engine(Fault::PanicOfTheBot, settings.clone(), store.clone()).await;
    // Its player is gone from the beginning, and no timer runs here.
    let setup = setup(&here, Fault::PanicOfTheBot, "room", Some(Level::Easy));
    let room = here.open_room(setup, Vec::new()).await.expect("the room opens");
    let passed = async {
        let handle = here.registry.find(&room).expect("the room is there");
        while handle.live().room.deadline().is_none_or(|at| at >= here.context.clock.now()) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(180), passed).await.expect("the deadline passes");
    let elsewhere = engine(Fault::PanicOfTheBot, settings, store).await;
    assert!(events(&elsewhere, &room) > events(&here, &room), "the log is longer than is known here");
    let asked = play(&here, &room, "ann", Square(4));
    let answered = tokio::time::timeout(Duration::from_secs(180), asked).await;
    assert!(answered.expect("it is answered").is_some(), "the player has lost the seat meanwhile");
    assert!(events(&here, &room) >= events(&elsewhere, &room), "the log was read");
}

/// The number of events that an engine knows of a room.
fn events(engine: &RoomEngine, room: &RoomId) -> u64 {
    engine.registry.find(room).expect("the room is there").version()
}
