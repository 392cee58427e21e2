//! A room for tests: two seats, a clock that is set by hand, and every message sent.
#![allow(dead_code, reason = "every story file uses another part of the table")]

use std::time::Duration;

pub(crate) mod shell;

use common::{Mode, PlayerId, Timestamp};
use game::{Catalogue, Level, Side, Square, Wish};
use rooms::{
    Audience, ClientSource, Command, Connection, Event, Guard, Input, LiveRoom, Moment, Notice, Occupant,
    Presence, Proof, Room, RoomMessage, RoomRefusal, RoomSetup, RoomStanding, Scope, Seat, Secret,
    Spectators, TimeLimit, Timing, Viewer,
};
use shell::{Effect, Shell};
use tictactoe::TicTacToe;

pub(crate) const START: Timestamp = Timestamp(1_800_000_000_000);

pub(crate) struct Table {
    pub(crate) shell: Shell,
    pub(crate) now: Timestamp,
    pub(crate) told: Vec<(Audience, u64, RoomMessage)>,
    pub(crate) notices: Vec<Notice>,
    pub(crate) thinking: Vec<rooms::Thinking>,
    pub(crate) rematches: usize,
    pub(crate) forgotten: bool,
}

pub(crate) fn timing() -> Timing {
    Timing {
        reconnect_window: Duration::from_secs(60),
        reconnect_total: Duration::from_secs(300),
        keep_finished: Duration::from_secs(600),
        bot_patience: Duration::from_secs(10),
        answer_delays: [(Duration::from_millis(400), Duration::from_millis(900)); 3],
        gallery: 3,
    }
}

pub(crate) fn guest(name: &str) -> Seat {
    Seat {
        player: name.into(),
        username: name.to_owned(),
        display_name: name.to_uppercase(),
        session: None,
        occupant: Occupant::Human {
            guard: Guard::Guest {
                source: Some(source(name)),
                digest: format!("digest of {name}"),
                previous: None,
                secret_shown: false,
            },
            presence: Presence::Here(Connection(format!("{name}-1"))),
        },
    }
}

/// Where a player connects from: an address of their own, a page of the same site.
pub(crate) fn source(name: &str) -> ClientSource {
    ClientSource { address: format!("address of {name}"), origin: Some("https://games.example".to_owned()) }
}

/// A viewer without key and token.
pub(crate) fn stranger() -> Viewer {
    Viewer { scope: None, session: None }
}

pub(crate) fn bot(level: Level) -> Seat {
    Seat {
        player: "bot".into(),
        username: "bot".to_owned(),
        display_name: "Bot".to_owned(),
        session: None,
        occupant: Occupant::Bot { level },
    }
}

pub(crate) fn setup(seats: [Seat; 2], idle: Option<(u64, u64)>) -> RoomSetup {
    RoomSetup {
        id: "room_1".into(),
        scope: Scope { tenant: "tenant".into(), mode: Mode::Live },
        variant: &TicTacToe,
        seats,
        secrets: [None, None],
        time_limit: idle.map_or(TimeLimit::Unlimited, per_move),
        timing: timing(),
        seed: 7,
        is_rematch: false,
        spectators: Spectators::Public,
    }
}

fn per_move((timeout, warning): (u64, u64)) -> TimeLimit {
    TimeLimit::PerMove { timeout: Duration::from_secs(timeout), warning: Duration::from_secs(warning) }
}

/// Clocks with this many seconds at the beginning and for every move.
pub(crate) fn clocks(base: u64, increment: u64) -> TimeLimit {
    TimeLimit::Clock { base: Duration::from_secs(base), increment: Duration::from_secs(increment) }
}

pub(crate) fn catalogue() -> Catalogue {
    Catalogue::new(vec![&TicTacToe])
}

/// Ann moves first, Ben second, with the documented idle timeout of tic-tac-toe.
pub(crate) fn ann_and_ben() -> Table {
    Table::open(setup([guest("ann"), guest("ben")], Some((60, 20))))
}

pub(crate) fn ann_and_a_bot() -> Table {
    Table::open(setup([guest("ann"), bot(Level::Medium)], Some((60, 20))))
}

/// The room restored from its log.
pub(crate) fn reopened(table: &Table) -> Table {
    let log = &table.shell.log;
    let text = serde_json::to_string(log).expect("a log can be written down");
    let log: Vec<Event> = serde_json::from_str(&text).expect("and read again");
    let room = Room::replay(None, &log, &catalogue()).expect("the log is sound");
    Table::at(Shell::reopened(room, log), table.now)
}

/// The standing that a new spectator is sent.
pub(crate) fn standing(table: &mut Table) -> RoomStanding {
    table.watch("eve").expect("anyone may watch");
    table.room().standing()
}

/// Ben leaves and comes back after this many seconds.
pub(crate) fn be_away(table: &mut Table, number: usize, seconds: u64) {
    table.leave(&format!("ben-{number}"));
    table.pass_seconds(seconds);
    table.come_back("ben", &format!("ben-{}", number + 1)).expect("in time");
}

/// How long the seat of a player who leaves now is kept.
pub(crate) fn window(table: &mut Table, connection: &str) -> Duration {
    table.leave(connection);
    let until = table.told.iter().rev().find_map(|(_, _, message)| match message {
        RoomMessage::Disconnected { expires_at, .. } => Some(*expires_at),
        _ => None,
    });
    until.expect("the opponent is told").since(table.now)
}

/// Ann and Ben without an idle clock.
pub(crate) fn patient() -> Table {
    Table::open(setup([guest("ann"), guest("ben")], None))
}

impl Table {
    pub(crate) fn open(setup: RoomSetup) -> Table {
        Table::open_at(setup, START.into())
    }

    pub(crate) fn open_at(setup: RoomSetup, at: Moment) -> Table {
        let mut effects = Vec::new();
        let shell = Shell::open(setup, at, &mut |_, effect| effects.push(effect));
        let mut table = Table::at(shell, at.now);
        table.carry_out(effects);
        table
    }

    fn at(shell: Shell, now: Timestamp) -> Table {
        Table {
            shell,
            now,
            told: Vec::new(),
            notices: Vec::new(),
            thinking: Vec::new(),
            rematches: 0,
            forgotten: false,
        }
    }

    pub(crate) fn room(&self) -> &Room {
        &self.shell.live.room
    }

    pub(crate) fn live(&self) -> &LiveRoom {
        &self.shell.live
    }

    pub(crate) fn give(&mut self, input: Input) -> Result<(), RoomRefusal> {
        self.give_at(input, self.now.into())
    }

    pub(crate) fn give_at(&mut self, input: Input, at: Moment) -> Result<(), RoomRefusal> {
        let mut effects = Vec::new();
        let result = self.shell.give(&input, at, &mut |_, effect| effects.push(effect));
        self.carry_out(effects);
        result
    }

    pub(crate) fn command(&mut self, connection: &str, command: Command) -> Result<(), RoomRefusal> {
        self.give(Input::Command { by: connection.into(), claim: None, command })
    }

    pub(crate) fn mark(&mut self, connection: &str, cell: u8) -> Result<(), RoomRefusal> {
        self.command(connection, Command::Move { wish: Wish::place(Square(cell)), ply: None })
    }

    /// Ann and Ben mark cells in turn.
    pub(crate) fn marks(&mut self, cells: &[u8]) {
        for cell in cells {
            let connection = if self.room().history().len().is_multiple_of(2) { "ann-1" } else { "ben-1" };
            self.mark(connection, *cell).expect("the story is legal");
        }
    }

    pub(crate) fn leave(&mut self, connection: &str) {
        self.give(Input::Disconnected { connection: connection.into() }).expect("leaving is never refused");
    }

    /// The server of a connection dies.
    pub(crate) fn lose(&mut self, connection: &str) {
        self.give(Input::Lost { connections: vec![connection.into()] }).expect("it is never refused");
    }

    /// Adds a spectator without key and token.
    pub(crate) fn watch(&mut self, connection: &str) -> Result<(), RoomRefusal> {
        self.watch_as(connection, &stranger())
    }

    pub(crate) fn watch_as(&mut self, connection: &str, viewer: &Viewer) -> Result<(), RoomRefusal> {
        let mut effects = Vec::new();
        let say = &mut |_: &LiveRoom, effect| effects.push(effect);
        let result = self.shell.watch(&connection.into(), viewer, self.now, say);
        self.carry_out(effects);
        result
    }

    pub(crate) fn unwatch(&mut self, connection: &str) -> Result<(), RoomRefusal> {
        self.shell.unwatch(&connection.into(), self.now, &mut |_, _| {})
    }

    pub(crate) fn come_back(&mut self, name: &str, connection: &str) -> Result<(), RoomRefusal> {
        let proof = Proof::Guest { source: Some(source(name)), digest: None };
        self.come_back_with(name, connection, proof)
    }

    pub(crate) fn come_back_with(
        &mut self,
        name: &str,
        connection: &str,
        proof: Proof,
    ) -> Result<(), RoomRefusal> {
        let secret =
            Secret { plain: format!("secret of {connection}"), digest: format!("digest of {connection}") };
        self.give(Input::Return {
            connection: connection.into(),
            player: name.into(),
            proof,
            secret: Some(secret),
            rematch_possible: true,
        })
    }

    /// Gives Ann's seat to a connection that had it before.
    pub(crate) fn resume(&mut self, connection: &str) {
        let secret =
            Secret { plain: format!("secret of {connection}"), digest: format!("digest of {connection}") };
        let input = Input::Resume { side: Side::First, connection: connection.into(), secret: Some(secret) };
        self.give(input).expect("resuming is never refused");
    }

    /// Lets time pass, waking the room at each of its deadlines and once at the end.
    pub(crate) fn pass(&mut self, duration: Duration) {
        let end = self.now + duration;
        while let Some(at) = self.room().deadline().filter(|at| *at <= end && !self.forgotten) {
            assert!(at >= self.now, "a deadline is never in the past");
            self.now = at;
            self.give(Input::Tick).expect("a tick is never refused");
        }
        self.now = end;
        self.give(Input::Tick).expect("a tick is never refused");
    }

    pub(crate) fn pass_seconds(&mut self, seconds: u64) {
        self.pass(Duration::from_secs(seconds));
    }

    /// The messages sent since the last call, with their sequence numbers.
    pub(crate) fn heard(&mut self) -> Vec<String> {
        self.told.drain(..).map(|(_, seq, message)| format!("{seq} {}", name(&message))).collect()
    }

    pub(crate) fn ending(&self) -> (Option<PlayerId>, rooms::Reason) {
        let ending = self.room().ending().expect("the game is over");
        (ending.winner_id.clone(), ending.reason)
    }

    pub(crate) fn answer_for_bot(&mut self, cell: u8) {
        let ply = self.thinking.last().expect("the bot was asked").ply;
        self.give(Input::BotMoved { ply, wish: Wish::place(Square(cell)) }).expect("bots are not refused");
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Tell(told) => self.told.push((told.to, told.seq, told.message)),
                Effect::Think(thinking) => self.thinking.push(thinking),
                Effect::Notify(notice) => self.notices.push(notice),
                Effect::Rematch => self.rematches += 1,
                Effect::Forget => self.forgotten = true,
            }
        }
    }
}

pub(crate) fn name(message: &RoomMessage) -> &'static str {
    match message {
        RoomMessage::Started { .. } => "started",
        RoomMessage::Reconnected { .. } => "reconnected",
        RoomMessage::Watching => "watching",
        RoomMessage::Moved => "moved",
        RoomMessage::IdleWarning { .. } => "warning",
        RoomMessage::IdleWarningCleared => "cleared",
        RoomMessage::Disconnected { .. } => "disconnected",
        RoomMessage::Returned { .. } => "returned",
        RoomMessage::DrawOffered { .. } => "draw offered",
        RoomMessage::DrawDeclined { .. } => "draw declined",
        RoomMessage::RematchOffered { .. } => "rematch offered",
        RoomMessage::Over => "over",
        RoomMessage::TakenOver => "taken over",
    }
}
