//! A room and its reference model: gets the same inputs and compares the two.

use std::collections::BTreeSet;
use std::time::Duration;

use common::Timestamp;
use game::{Catalogue, Level, Square};
use rooms::{
    Audience, ClientSource, Command, Event, Input, LiveRoom, Notice, Proof, Room, SavedRoom, Secret, Timing,
};

use crate::deed::{CONNECTIONS, Deed, Key, Step, Who, Wish};
use crate::friendly::Friendly;
use crate::reference::{
    AWAY_IN_ALL, BASE, BOT_ANSWERS, GALLERY, INCREMENT, KEPT, Limit, PATIENCE, Reference, To, WARNING, WINDOW,
};
use crate::table::shell::{Effect, Shell};
use crate::table::{START, bot, clocks, guest, setup, source, stranger};
use crate::words::{gist, news, words};

/// A message as both report it: the sequence number, the recipients, the text.
type Line = (u64, Vec<String>, String);

/// A room and its reference model.
pub(crate) struct Pair {
    shell: Shell,
    /// A snapshot of the room and the number of log events it includes.
    snapshot: (SavedRoom, usize),
    reference: Reference,
    now: Timestamp,
    returns: usize,
    pub(crate) forgotten: bool,
    lines: Vec<Line>,
    pub(crate) heard: BTreeSet<String>,
}

impl Pair {
    pub(crate) fn open(names: [&'static str; 2], limit: Limit) -> Pair {
        let seats = names.map(|name| if name == "bot" { bot(Level::Easy) } else { guest(name) });
        let mut setup = setup(seats, (limit == Limit::PerMove).then_some((PATIENCE, WARNING)));
        if limit == Limit::Clocks {
            setup.time_limit = clocks(BASE, INCREMENT);
        }
        setup.variant = &Friendly;
        setup.timing = Timing {
            reconnect_window: Duration::from_secs(WINDOW),
            reconnect_total: Duration::from_secs(AWAY_IN_ALL),
            keep_finished: Duration::from_secs(KEPT),
            bot_patience: Duration::from_secs(BOT_ANSWERS - 1),
            answer_delays: [(Duration::from_secs(1), Duration::from_secs(1)); 3],
            gallery: GALLERY,
        };
        let mut effects = Vec::new();
        let shell = Shell::open(setup, START, &mut |live, effect| effects.push(Heard::new(live, effect)));
        let reference = Reference::open(names, limit);
        let mut pair = Pair {
            snapshot: (shell.live.room.save(), 1),
            shell,
            reference,
            now: START,
            returns: 0,
            forgotten: false,
            lines: Vec::new(),
            heard: BTreeSet::new(),
        };
        pair.hear(effects);
        pair.compare();
        pair
    }

    pub(crate) fn take(&mut self, Step { pause, asleep, deed }: &Step) -> Result<(), &'static str> {
        // A server that goes down has been awake until then.
        let asleep = *asleep && *pause > 0 && !matches!(deed, Deed::Restart { .. });
        self.pass(*pause, asleep);
        if !asleep {
            self.compare();
        }
        let (before, moves, ending) =
            (self.room().save(), self.room().history().to_vec(), self.room().ending().cloned());
        let verdict = self.act(deed);
        assert!(self.room().history().starts_with(&moves), "a move that was accepted stands");
        assert!(ending.is_none() || self.room().ending() == ending.as_ref(), "an ending is final");
        assert!(verdict.is_ok() || asleep || self.room().save() == before, "a refusal changes nothing");
        self.compare();
        verdict
    }

    /// Lets time pass; an awake room is woken exactly at its deadlines.
    fn pass(&mut self, seconds: u64, asleep: bool) {
        self.reference.wait(seconds, asleep);
        let end = self.now + Duration::from_secs(seconds);
        while let Some(at) = self.room().deadline().filter(|at| !asleep && !self.forgotten && *at <= end) {
            self.now = at;
            self.give(Input::Tick).expect("a tick is never refused");
        }
        self.now = end;
    }

    /// Applies an action to both, which must agree on whether it is allowed.
    fn act(&mut self, deed: &Deed) -> Result<(), &'static str> {
        let fresh = format!("digest {}", self.returns);
        let (input, expected) = match deed {
            Deed::Play { choice } => {
                let Some((by, cell)) = self.reference.next_move(*choice) else {
                    return self.act(&Deed::Tick);
                };
                let wish = Wish::Mark { cell, ply: None };
                let expected = self.reference.ask(&by, None, &wish);
                (Input::Command { by: by.as_str().into(), claim: None, command: command(&wish) }, expected)
            }
            Deed::Ask { by, claim, wish } => {
                let by = match by {
                    Who::Seat(side) => self.reference.chairs[*side].behind.clone().unwrap_or_default(),
                    Who::Connection(by) => (*by).to_owned(),
                };
                let input = Input::Command {
                    by: by.as_str().into(),
                    claim: claim.map(Into::into),
                    command: command(wish),
                };
                (input, self.reference.ask(&by, *claim, wish))
            }
            Deed::Return { by, name, key } => {
                self.returns += 1;
                let key = &self.reference.spelled(name, key);
                let secret = Some(Secret { plain: "told once".to_owned(), digest: fresh.clone() });
                let input = Input::Return {
                    connection: (*by).into(),
                    player: (*name).into(),
                    proof: proof(key),
                    secret,
                    rematch_possible: true,
                };
                (input, self.reference.come_back(by, name, key, &fresh))
            }
            Deed::Watch(by) => {
                let expected = self.reference.watch(by);
                let mut heard = Vec::new();
                let say = &mut |live: &LiveRoom, effect| heard.push(Heard::new(live, effect));
                let answer = self.shell.watch(&(*by).into(), &stranger(), self.now, say);
                return self.agreed(answer, heard, expected);
            }
            Deed::Unwatch(by) => {
                let expected = self.reference.unwatch(by);
                let mut heard = Vec::new();
                let say = &mut |live: &LiveRoom, effect| heard.push(Heard::new(live, effect));
                let answer = self.shell.unwatch(&(*by).into(), self.now, say);
                return self.agreed(answer, heard, expected);
            }
            Deed::Leave(by) => (Input::Disconnected { connection: (*by).into() }, self.reference.leave(by)),
            Deed::LeaveSeat(side) => {
                let by = self.reference.chairs[*side].behind.clone().unwrap_or_default();
                (Input::Disconnected { connection: by.as_str().into() }, self.reference.leave(&by))
            }
            Deed::BotMoved { ply, cell } => {
                let wish = game::Wish::place(Square(*cell));
                (Input::BotMoved { ply: *ply, wish }, self.reference.bot_moved(*ply, *cell))
            }
            Deed::Tick => (Input::Tick, Ok(())),
            Deed::StaleTick { seconds_ago } => {
                self.give(Input::Tick).expect("a tick is never refused");
                let now = self.now;
                self.now = now - Duration::from_secs(*seconds_ago);
                self.give(Input::Tick).expect("a tick is never refused");
                self.now = now;
                return Ok(());
            }
            Deed::Restart { down } => {
                let down_since = self.now;
                self.now = self.now + Duration::from_secs(*down);
                self.replay();
                self.reference.restart(*down);
                self.give(Input::Restarted { down_since }).expect("a restart is never refused");
                (Input::Tick, Ok(()))
            }
        };
        let mut heard = Vec::new();
        let say = &mut |live: &LiveRoom, effect| heard.push(Heard::new(live, effect));
        let answer = self.shell.give(&input, self.now, say);
        self.agreed(answer, heard, expected)
    }

    /// Records the messages, and checks that both agree on whether the action is allowed.
    fn agreed(
        &mut self,
        answer: Result<(), rooms::RoomRefusal>,
        heard: Vec<Heard>,
        expected: Result<(), &'static str>,
    ) -> Result<(), &'static str> {
        self.hear(heard);
        assert_eq!(answer.map_err(|refusal| refusal.code.as_str()), expected);
        expected
    }

    fn give(&mut self, input: Input) -> Result<(), rooms::RoomRefusal> {
        let mut heard = Vec::new();
        let say = &mut |live: &LiveRoom, effect| heard.push(Heard::new(live, effect));
        let answer = self.shell.give(&input, self.now, say);
        self.hear(heard);
        answer
    }

    fn room(&self) -> &Room {
        &self.shell.live.room
    }

    /// Drops the room and restores it: from the whole log, and from a snapshot and the events after it.
    fn replay(&mut self) {
        let catalogue = Catalogue::new(vec![&Friendly]);
        let text = serde_json::to_string(&self.shell.log).expect("a log can be written");
        let log: Vec<Event> = serde_json::from_str(&text).expect("what was written can be read");
        let room = Room::replay(None, &log, &catalogue).expect("the log is sound");
        assert_eq!(room.save(), self.room().save(), "the log is the room");
        assert_eq!(room.version(), log.len() as u64);
        let (saved, events) = &self.snapshot;
        let text = serde_json::to_string(saved).expect("a room can be written");
        let saved = serde_json::from_str(&text).expect("what was written can be read");
        let again = Room::replay(Some(saved), &log[*events..], &catalogue).expect("the snapshot is sound");
        assert_eq!(again.save(), room.save(), "a snapshot and the events after it are the room");
        self.snapshot = (room.save(), log.len());
        self.shell = Shell::reopened(room, log);
    }

    /// Records messages with the recipients present after the input.
    fn hear(&mut self, heard: Vec<Heard>) {
        for Heard { seq, to, words, effect } in heard {
            let listeners = to.map(|to| {
                let mut names: Vec<String> =
                    self.shell.live.hearers(&to).into_iter().map(|listener| listener.0).collect();
                names.sort();
                names
            });
            match effect {
                Effect::Forget => self.forgotten = true,
                Effect::Notify(Notice::Remarkable { .. }) => {}
                Effect::Notify(notice) => self.lines.push((0, Vec::new(), news(self.room(), &notice))),
                _ => self.lines.push((seq, listeners.unwrap_or_default(), words)),
            }
        }
    }

    fn compare(&mut self) {
        let said = std::mem::take(&mut self.reference.said);
        let expected: Vec<Line> = said
            .into_iter()
            .map(|(seq, to, words)| {
                let seq = if matches!(to, To::Rim) { 0 } else { seq };
                (seq, self.reference.listeners(&to), words)
            })
            .collect();
        for (_, _, words) in &expected {
            self.heard.insert(gist(words));
        }
        // Notices to the tenant and messages to players travel separately: each keeps its own order.
        let is_told = |line: &Line| line.0 > 0;
        let (told, carried): (Vec<Line>, Vec<Line>) =
            std::mem::take(&mut self.lines).into_iter().partition(is_told);
        let (to_tell, to_carry): (Vec<Line>, Vec<Line>) = expected.into_iter().partition(is_told);
        assert_eq!(told, to_tell);
        let kinds = ["notify", "think", "rematch"];
        for kind in kinds {
            let of_kind = |lines: &[Line]| -> Vec<Line> {
                lines.iter().filter(|(_, _, words)| words.starts_with(kind)).cloned().collect()
            };
            assert_eq!(of_kind(&carried), of_kind(&to_carry));
        }
        let deadline = self.reference.deadline();
        assert_eq!(self.room().deadline().map(|at| self.seconds(at)), deadline, "the next deadline");
        assert_eq!(self.forgotten, self.reference.over.is_some() && deadline <= Some(self.reference.now));
        let ending = self.room().ending().map(|ending| self.seconds(ending.at));
        assert_eq!(ending, self.reference.over.as_ref().map(|over| over.at));
        for connection in CONNECTIONS {
            self.compare_answers(connection);
        }
        self.compare_clocks();
        if self.reference.is_excused() && self.reference.patience == 0 {
            self.heard.insert("an idle end waits".to_owned());
        }
        if self.reference.chairs.iter().any(|chair| chair.window < WINDOW) {
            self.heard.insert("a short window".to_owned());
        }
    }

    /// What the clocks of both players show, and whose runs.
    fn compare_clocks(&mut self) {
        let reference = &self.reference;
        let Some(reading) = self.room().clock_reading(self.now) else {
            assert!(reference.limit != Limit::Clocks);
            return;
        };
        assert_eq!(reading.left.map(|left| left.as_secs()), reference.left, "the clocks");
        let running = reference.ticking().map(|_| reference.turn());
        assert_eq!(reading.running.map(game::Side::index), running, "whose clock runs");
        let turn = &reference.chairs[reference.turn()];
        let is_gone = !turn.is_bot && turn.behind.is_none();
        match &reference.over {
            Some(over) if over.reason == "time_forfeit" && is_gone => {
                self.heard.insert("an absent player loses on time".to_owned());
            }
            None if running.is_none() => {
                self.heard.insert("clocks stand still".to_owned());
            }
            _ => {}
        }
    }

    /// What a connection is answered when it asks for the state.
    fn compare_answers(&self, connection: &str) {
        let reference = &self.reference;
        let present = self.shell.live.check_present(&connection.into(), None);
        let plays = present.and_then(|()| self.room().legal_plays(None));
        let free = (0..9).filter(|cell| reference.over.is_none() && !reference.marks.contains(cell));
        let expected = reference.is_present(connection).then(|| free.collect::<Vec<u8>>());
        assert_eq!(plays.ok().map(|plays| plays.iter().map(|play| play.to.0).collect::<Vec<u8>>()), expected);
        let plays_here = self.shell.live.check_plays(&connection.into(), None);
        let status = plays_here.map(|()| self.room().idle_status());
        let expected = reference.side_behind(connection).map(|_| {
            let player = reference.chairs[reference.turn()].name;
            reference.patience_ends().map(|at| (player.into(), START + Duration::from_secs(at)))
        });
        assert_eq!(status.ok(), expected);
    }

    /// Without further actions, a game ends and its room is dropped.
    pub(crate) fn nothing_is_stuck(&mut self) {
        let abandoned = self.room().seats().iter().any(|seat| !seat.is_here());
        if !(self.reference.limit != Limit::None || abandoned || self.room().ending().is_some()) {
            return;
        }
        self.pass(9 * (PATIENCE + BOT_ANSWERS), false);
        self.compare();
        assert!(self.room().ending().is_some(), "a room is stuck");
        self.pass(KEPT, false);
        self.compare();
        assert!(self.forgotten, "a finished room is kept for ever");
        self.heard.insert("forgotten".to_owned());
    }

    fn seconds(&self, at: Timestamp) -> u64 {
        at.since(START).as_secs()
    }
}

/// A message with its text as the room stood when it was sent.
struct Heard {
    seq: u64,
    to: Option<Audience>,
    words: String,
    effect: Effect,
}

impl Heard {
    fn new(live: &LiveRoom, effect: Effect) -> Heard {
        let (seq, to, words) = match &effect {
            Effect::Tell(told) => (told.seq, Some(told.to.clone()), words(&live.room, &told.message)),
            Effect::Think(thinking) => (0, None, format!("think {}", thinking.ply)),
            Effect::Rematch => (0, None, "rematch".to_owned()),
            Effect::Notify(_) | Effect::Forget => (0, None, String::new()),
        };
        Heard { seq, to, words, effect }
    }
}

fn command(wish: &Wish) -> Command {
    match wish {
        Wish::Mark { cell, ply } => Command::Move { wish: game::Wish::place(Square(*cell)), ply: *ply },
        Wish::Resign => Command::Resign,
        Wish::OfferDraw => Command::OfferDraw,
        Wish::AcceptDraw => Command::AcceptDraw,
        Wish::DeclineDraw => Command::DeclineDraw,
        Wish::Rematch => Command::Rematch,
    }
}

fn proof(key: &Key) -> Proof {
    let foreign =
        |name: &str| ClientSource { origin: Some("https://evil.example".to_owned()), ..source(name) };
    let (source, digest) = match key {
        Key::Address(name) => (Some(source(name)), None),
        Key::ForeignPage(name) => (Some(foreign(name)), None),
        Key::Secret(digest) => (None, Some(digest.clone())),
        Key::Own { .. } | Key::Nothing => (None, None),
    };
    Proof::Guest { source, digest }
}
