//! A room and its reference, side by side: the same things happen to both, and they are compared.

use std::collections::BTreeSet;
use std::time::Duration;

use game::{Catalogue, Level, Square};
use rooms::{Command, Effect, Event, Input, Notice, Proof, Room, Secret, Source, Timestamp, Timing};

use crate::deed::{CONNECTIONS, Deed, Key, Step, Who, Wish};
use crate::friendly::Friendly;
use crate::reference::{AWAY_IN_ALL, BOT_ANSWERS, GALLERY, KEPT, PATIENCE, Reference, To, WARNING, WINDOW};
use crate::table::{START, bot, guest, setup, source, stranger};
use crate::words::{gist, news, words};

/// What was said, as both tell it: the number, who hears it, the words.
type Line = (u64, Vec<String>, String);

/// A room and its reference, side by side.
pub(crate) struct Pair {
    room: Room,
    reference: Reference,
    now: Timestamp,
    returns: usize,
    pub(crate) forgotten: bool,
    lines: Vec<Line>,
    pub(crate) heard: BTreeSet<String>,
}

impl Pair {
    pub(crate) fn open(names: [&'static str; 2], has_clock: bool) -> Pair {
        let seats = names.map(|name| if name == "bot" { bot(Level::Easy) } else { guest(name) });
        let mut setup = setup(seats, has_clock.then_some((PATIENCE, WARNING)));
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
        let room = Room::open(setup, START, &mut effects);
        let reference = Reference::open(names, has_clock);
        let mut pair = Pair {
            room,
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
            (self.room.save(), self.room.history().to_vec(), self.room.ending().cloned());
        let verdict = self.act(deed);
        assert!(self.room.history().starts_with(&moves), "a move that was accepted stands");
        assert!(ending.is_none() || self.room.ending() == ending.as_ref(), "an ending is final");
        assert!(verdict.is_ok() || asleep || self.room.save() == before, "a refusal changes nothing");
        self.compare();
        verdict
    }

    /// Time passes; a room that is awake is woken at its deadlines and at no other time.
    fn pass(&mut self, seconds: u64, asleep: bool) {
        self.reference.wait(seconds, asleep);
        let end = self.now + Duration::from_secs(seconds);
        while let Some(at) = self.room.deadline().filter(|at| !asleep && !self.forgotten && *at <= end) {
            self.now = at;
            self.give(Input::Tick).expect("a tick is never refused");
        }
        self.now = end;
    }

    /// Does a deed to both, which must agree on whether it is allowed.
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
                };
                (input, self.reference.come_back(by, name, key, &fresh))
            }
            Deed::Watch(by) => {
                (Input::Watch { connection: (*by).into(), viewer: stranger() }, self.reference.watch(by))
            }
            Deed::Unwatch(by) => (Input::Unwatch { connection: (*by).into() }, self.reference.unwatch(by)),
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
                let saved = serde_json::to_string(&self.room.save()).expect("a room can be written");
                let saved = serde_json::from_str(&saved).expect("what was written can be read");
                self.room =
                    Room::restore(saved, &Catalogue::new(vec![&Friendly])).expect("the record is sound");
                self.reference.restart(*down);
                self.give(Input::Restarted { down_since }).expect("a restart is never refused");
                (Input::Tick, Ok(()))
            }
        };
        let answer = self.give(input);
        assert_eq!(answer.map_err(|refusal| refusal.code.as_str()), expected);
        expected
    }

    fn give(&mut self, input: Input) -> Result<(), rooms::Refusal> {
        let mut effects = Vec::new();
        let answer = self.room.handle(input, self.now, &mut effects);
        self.hear(effects);
        answer
    }

    /// Notes what is to be carried out, to those who are there after the input, as the rim does.
    fn hear(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            let (seq, listeners, words) = match effect {
                Effect::Tell { to, seq, event } => {
                    let mut listeners: Vec<String> =
                        self.room.listeners(&to).into_iter().map(|listener| listener.0).collect();
                    listeners.sort();
                    (seq, listeners, words(&event))
                }
                Effect::Think(thinking) => (0, Vec::new(), format!("think {}", thinking.ply)),
                Effect::Notify(Notice::Remarkable { .. }) => continue,
                Effect::Notify(notice) => (0, Vec::new(), news(&notice)),
                Effect::Rematch => (0, Vec::new(), "rematch".to_owned()),
                Effect::Forget => {
                    self.forgotten = true;
                    continue;
                }
            };
            self.lines.push((seq, listeners, words));
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
        assert_eq!(std::mem::take(&mut self.lines), expected);
        let deadline = self.reference.deadline();
        assert_eq!(self.room.deadline().map(|at| self.seconds(at)), deadline, "the next deadline");
        assert_eq!(self.forgotten, self.reference.over.is_some() && deadline <= Some(self.reference.now));
        let ending = self.room.ending().map(|ending| self.seconds(ending.at));
        assert_eq!(ending, self.reference.over.as_ref().map(|over| over.at));
        for connection in CONNECTIONS {
            self.compare_answers(connection);
        }
        if self.reference.is_excused() && self.reference.patience == 0 {
            self.heard.insert("an idle end waits".to_owned());
        }
        if self.reference.chairs.iter().any(|chair| chair.window < WINDOW) {
            self.heard.insert("a short window".to_owned());
        }
    }

    /// What one of those around gets to know when they ask.
    fn compare_answers(&self, connection: &str) {
        let reference = &self.reference;
        let plays = self.room.legal_plays(&connection.into(), None, None);
        let free = (0..9).filter(|cell| reference.over.is_none() && !reference.marks.contains(cell));
        let expected = reference.is_present(connection).then(|| free.collect::<Vec<u8>>());
        assert_eq!(plays.ok().map(|plays| plays.iter().map(|play| play.to.0).collect::<Vec<u8>>()), expected);
        let status = self.room.idle_status(&connection.into(), None);
        let expected = reference.side_behind(connection).map(|_| {
            let player = reference.chairs[reference.turn()].name;
            reference.patience_ends().map(|at| (player.into(), START + Duration::from_secs(at)))
        });
        assert_eq!(status.ok(), expected.map(Event::IdleStatus));
    }

    /// When nobody does anything any more, a game ends and its room is given up.
    pub(crate) fn nothing_is_stuck(&mut self, has_clock: bool) {
        let abandoned = self.room.seats().iter().any(|seat| !seat.is_here());
        if !(has_clock || abandoned || self.room.ending().is_some()) {
            return;
        }
        self.pass(9 * (PATIENCE + BOT_ANSWERS), false);
        self.compare();
        assert!(self.room.ending().is_some(), "a room is stuck");
        self.pass(KEPT, false);
        self.compare();
        assert!(self.forgotten, "a finished room is kept for ever");
        self.heard.insert("forgotten".to_owned());
    }

    fn seconds(&self, at: Timestamp) -> u64 {
        at.since(START).as_secs()
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
    let foreign = |name: &str| Source { origin: Some("https://evil.example".to_owned()), ..source(name) };
    let (source, digest) = match key {
        Key::Address(name) => (Some(source(name)), None),
        Key::ForeignPage(name) => (Some(foreign(name)), None),
        Key::Secret(digest) => (None, Some(digest.clone())),
        Key::Own { .. } | Key::Nothing => (None, None),
    };
    Proof::Guest { source, digest }
}
