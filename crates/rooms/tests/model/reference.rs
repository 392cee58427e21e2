//! The reference model of a room: counters that tick once a second. Slow, plain, and independent of the core.

use std::collections::BTreeSet;

use tictactoe::LINES;

use crate::deed::Wish;

pub(crate) const WINDOW: u64 = 60;
/// Short, so that the stories reach it.
pub(crate) const AWAY_IN_ALL: u64 = 70;
pub(crate) const PATIENCE: u64 = 60;
pub(crate) const WARNING: u64 = 20;
/// One second to think, and ten until the answer is overdue.
pub(crate) const BOT_ANSWERS: u64 = 11;
pub(crate) const KEPT: u64 = 600;
pub(crate) const GALLERY: usize = 3;

/// The clocks of a game with them, in seconds.
pub(crate) const BASE: u64 = 70;
pub(crate) const INCREMENT: u64 = 3;

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Limit {
    None,
    PerMove,
    Clocks,
}

pub(crate) enum To {
    All,
    Seat(usize),
    Others(usize),
    One(String),
    Rim,
}

pub(crate) struct Chair {
    pub(crate) name: &'static str,
    pub(crate) is_bot: bool,
    pub(crate) behind: Option<String>,
    /// How long the seat has had no connection.
    pub(crate) absent: u64,
    /// How long it may have no connection this time.
    pub(crate) window: u64,
    /// Whether the player left, as opposed to a server that was down.
    pub(crate) by_choice: bool,
    /// How long the player has been away in total, without downtime.
    pub(crate) away_in_all: u64,
    /// When it last had a connection.
    pub(crate) left_at: u64,
    /// The newest key of the seat, and the one before it.
    pub(crate) keys: [String; 2],
    /// Whether a key was presented: from then on nothing else opens the seat.
    pub(crate) key_shown: bool,
}

pub(crate) struct Over {
    pub(crate) winner: Option<usize>,
    pub(crate) reason: &'static str,
    pub(crate) at: u64,
    /// How long the server was down last; the room is kept that much longer.
    pub(crate) down: u64,
}

pub(crate) struct Reference {
    pub(crate) now: u64,
    pub(crate) chairs: [Chair; 2],
    pub(crate) marks: Vec<u8>,
    pub(crate) over: Option<Over>,
    pub(crate) said: Vec<(u64, To, String)>,
    pub(crate) watchers: BTreeSet<String>,
    pub(crate) replaced: BTreeSet<String>,
    pub(crate) limit: Limit,
    /// The seconds on the clocks of both players.
    pub(crate) left: [u64; 2],
    pub(crate) patience: u64,
    warned: bool,
    /// The bot was late because the room slept: the opponent's clock starts when the room wakes.
    drowsy: bool,
    thinking: u64,
    offer: Option<usize>,
    pub(crate) again: [bool; 2],
    again_begun: bool,
    seq: u64,
}

pub(crate) type Verdict = Result<(), &'static str>;

impl Reference {
    pub(crate) fn open(names: [&'static str; 2], limit: Limit) -> Reference {
        let chair = |name: &'static str| Chair {
            name,
            is_bot: name == "bot",
            behind: (name != "bot").then(|| format!("{name}-1")),
            absent: 0,
            window: WINDOW,
            by_choice: false,
            away_in_all: 0,
            left_at: 0,
            keys: [format!("digest of {name}"), String::new()],
            key_shown: false,
        };
        let mut reference = Reference {
            now: 0,
            chairs: names.map(chair),
            marks: Vec::new(),
            over: None,
            said: Vec::new(),
            watchers: BTreeSet::new(),
            replaced: BTreeSet::new(),
            limit,
            left: [BASE; 2],
            patience: PATIENCE,
            warned: false,
            drowsy: false,
            thinking: 0,
            offer: None,
            again: [false; 2],
            again_begun: false,
            seq: 1,
        };
        for side in [0, 1] {
            let words = format!("started {} {}", names[side], reference.picture());
            reference.said.push((1, To::Seat(side), words));
        }
        reference.rim("notify started");
        reference.begin_turn();
        reference
    }

    /// Lets time pass; a sleeping room handles at the end everything that became due, in order.
    pub(crate) fn wait(&mut self, seconds: u64, asleep: bool) {
        let end = self.now + seconds;
        while self.now < end {
            self.now += 1;
            self.second(if asleep { end } else { self.now });
        }
        self.drowsy = false;
    }

    fn second(&mut self, awake_at: u64) {
        if self.over.is_some() {
            return;
        }
        for chair in self.chairs.iter_mut().filter(|chair| !chair.is_bot && chair.behind.is_none()) {
            chair.absent += 1;
            chair.away_in_all += u64::from(chair.by_choice);
        }
        let counts = self.clock_runs() && !self.drowsy;
        self.patience = self.patience.saturating_sub(u64::from(counts));
        self.thinking += u64::from(self.chairs[self.turn()].is_bot);
        let ticks = self.ticking().is_some() && !self.drowsy;
        let turn = self.turn();
        self.left[turn] = self.left[turn].saturating_sub(u64::from(ticks));
        let lost = [0, 1].map(|side| self.chairs[side].absent == self.chairs[side].window);
        match lost {
            [true, true] => return self.end(None, "disconnect", self.now),
            [true, false] => return self.end(Some(1), "disconnect", self.now),
            [false, true] => return self.end(Some(0), "disconnect", self.now),
            [false, false] => {}
        }
        self.warn_in_time();
        let player = self.chairs[self.turn()].name;
        if self.clock_runs() && self.patience == 0 && !self.is_excused() {
            self.rim(&format!("notify timeout {player}"));
            self.end(Some(1 - self.turn()), "afk_timeout", self.now);
        } else if ticks && self.left[turn] == 0 {
            self.end(Some(1 - turn), "time_forfeit", self.now);
        } else if self.thinking == BOT_ANSWERS {
            self.drowsy = awake_at > self.now;
            self.left[turn] = self.left[turn].saturating_sub(awake_at - self.now);
            let cell = (0..9).find(|cell| !self.marks.contains(cell)).expect("the game goes on");
            self.play(self.turn(), cell, awake_at).expect("a free cell");
        }
    }

    /// Warns the player to move when their last seconds begin.
    pub(crate) fn warn_in_time(&mut self) {
        if self.clock_runs() && self.patience == WARNING && !self.warned && !self.is_excused() {
            self.warned = true;
            let player = self.chairs[self.turn()].name;
            self.rim("notify warning");
            self.tell(To::All, format!("warning {player} {WARNING} until {}", self.now + WARNING));
        }
    }

    /// Whether the opponent of the player to move is away, with a window that ends after the idle clock.
    pub(crate) fn is_excused(&self) -> bool {
        let opponent = &self.chairs[1 - self.turn()];
        let gone = !opponent.is_bot && opponent.behind.is_none();
        self.clock_runs() && gone && self.patience < opponent.window - opponent.absent
    }

    pub(crate) fn restart(&mut self, down: u64) {
        self.now += down;
        self.watchers.clear();
        self.replaced.clear();
        for chair in &mut self.chairs {
            chair.behind = None;
            chair.absent = 0;
            chair.window = WINDOW;
            chair.by_choice = false;
            chair.left_at = self.now;
        }
        if let Some(over) = &mut self.over {
            over.down = down;
        } else if self.chairs[self.turn()].is_bot {
            self.begin_turn();
        }
    }

    pub(crate) fn ask(&mut self, by: &str, claim: Option<&str>, wish: &Wish) -> Verdict {
        let side = self.seat_of(by, claim)?;
        let (other, name) = (1 - side, self.chairs[side].name);
        match wish {
            Wish::Mark { cell, ply: Some(ply) } if *ply != self.marks.len() => {
                let stands = self.marks.get(*ply) == Some(cell) && ply % 2 == side;
                return if stands { Ok(()) } else { Err("stale_ply") };
            }
            Wish::Rematch if self.over.is_none() || self.again_begun => return Err("illegal_move"),
            Wish::Rematch => {
                if !std::mem::replace(&mut self.again[side], true) {
                    self.tell(To::All, format!("rematch offered {name}"));
                    self.begin_again();
                }
            }
            _ if self.over.is_some() => return Err("game_over"),
            Wish::Mark { .. } if self.turn() != side => return Err("not_your_turn"),
            Wish::Mark { cell, .. } => return self.play(side, *cell, self.now),
            Wish::Resign => self.end(Some(other), "resignation", self.now),
            Wish::OfferDraw if self.offer == Some(side) => {}
            Wish::OfferDraw if self.offer.is_none() => {
                self.tell(To::All, format!("draw offered {name}"));
                if self.chairs[other].is_bot {
                    self.tell(To::All, format!("draw declined {}", self.chairs[other].name));
                } else {
                    self.offer = Some(side);
                }
            }
            Wish::AcceptDraw | Wish::DeclineDraw if self.offer != Some(other) => return Err("illegal_move"),
            Wish::OfferDraw | Wish::AcceptDraw => self.end(None, "draw", self.now),
            Wish::DeclineDraw => {
                self.offer = None;
                self.tell(To::All, format!("draw declined {name}"));
            }
        }
        Ok(())
    }

    /// A returning player still wants a rematch, unless they were away for too long.
    pub(crate) fn still_wants(&mut self, side: usize) {
        if !self.again[side] || self.again_begun {
            return;
        }
        self.again[side] = self.now <= self.chairs[side].left_at + WINDOW;
        if self.again[side] {
            self.tell(To::All, format!("rematch offered {}", self.chairs[side].name));
            self.begin_again();
        }
    }

    /// The rematch begins if both players are present and want it; bots always are and do.
    fn begin_again(&mut self) {
        let willing = |side: usize| {
            let chair = &self.chairs[side];
            chair.is_bot || (chair.behind.is_some() && self.again[side])
        };
        self.again_begun = willing(0) && willing(1);
        if self.again_begun {
            self.rim("rematch");
        }
    }

    pub(crate) fn bot_moved(&mut self, ply: usize, cell: u8) -> Verdict {
        if self.over.is_none() && ply == self.marks.len() && self.chairs[self.turn()].is_bot {
            // An illegal answer is ignored.
            let _ = self.play(self.turn(), cell, self.now);
        }
        Ok(())
    }

    fn play(&mut self, side: usize, cell: u8, at: u64) -> Verdict {
        if cell > 8 {
            return Err("out_of_board");
        }
        if self.marks.contains(&cell) {
            return Err("cell_taken");
        }
        let name = self.chairs[side].name;
        self.marks.push(cell);
        self.left[side] += INCREMENT;
        self.tell(To::All, format!("moved {name} {cell} {}", self.picture()));
        if std::mem::take(&mut self.warned) {
            self.tell(To::All, "warning cleared".to_owned());
        }
        self.rim(&format!("notify moved {}", self.marks.len()));
        if self.offer == Some(1 - side) {
            self.offer = None;
            self.tell(To::All, format!("draw declined {name}"));
        }
        let mine: Vec<u8> = self.marks.iter().skip(side).step_by(2).copied().collect();
        if LINES.iter().any(|line| line.iter().all(|cell| mine.contains(cell))) {
            self.end(Some(side), "victory", at);
        } else if self.marks.len() == 9 {
            self.end(None, "draw", at);
        } else {
            self.begin_turn();
        }
        Ok(())
    }

    fn begin_turn(&mut self) {
        self.patience = PATIENCE;
        self.thinking = 0;
        if self.chairs[self.turn()].is_bot {
            self.rim(&format!("think {}", self.marks.len()));
        }
    }

    fn end(&mut self, winner: Option<usize>, reason: &'static str, at: u64) {
        self.offer = None;
        self.over = Some(Over { winner, reason, at, down: 0 });
        let words = self.ending();
        self.tell(To::All, words.clone());
        self.rim(&format!("notify {words}"));
    }

    pub(crate) fn ending(&self) -> String {
        self.over.as_ref().map_or_else(String::new, |over| {
            let winner = over.winner.map_or("nobody", |side| self.chairs[side].name);
            format!("over {winner} {}", over.reason)
        })
    }

    /// One of the moves that a present player can make.
    pub(crate) fn next_move(&self, choice: usize) -> Option<(String, u8)> {
        let by = self.chairs[self.turn()].behind.clone()?;
        (0..9).cycle().skip(choice).take(9).find(|cell| !self.marks.contains(cell)).map(|cell| (by, cell))
    }

    /// When the next deadline is.
    pub(crate) fn deadline(&self) -> Option<u64> {
        if let Some(over) = &self.over {
            return Some(over.at + KEPT + over.down);
        }
        let windows = self.chairs.iter().filter(|chair| !chair.is_bot && chair.behind.is_none());
        let mut left: Vec<u64> = windows.map(|chair| chair.window - chair.absent).collect();
        if self.clock_runs() && !self.is_excused() {
            left.push(if self.warned { self.patience } else { self.patience - WARNING });
        }
        if self.chairs[self.turn()].is_bot {
            left.push(BOT_ANSWERS - self.thinking);
        }
        left.extend(self.ticking());
        left.into_iter().min().map(|left| self.now + left)
    }

    /// When the player to move loses for being idle.
    pub(crate) fn patience_ends(&self) -> Option<u64> {
        let opponent = &self.chairs[1 - self.turn()];
        let left = if self.is_excused() { opponent.window - opponent.absent } else { self.patience };
        (self.over.is_none() && self.clock_runs()).then(|| self.now + left)
    }

    pub(crate) fn turn(&self) -> usize {
        self.marks.len() % 2
    }

    /// The seconds left on the clock that runs. It does not run for a player who was lost with the server.
    pub(crate) fn ticking(&self) -> Option<u64> {
        let chair = &self.chairs[self.turn()];
        let runs = chair.is_bot || chair.behind.is_some() || chair.by_choice;
        (self.limit == Limit::Clocks && self.over.is_none() && runs).then(|| self.left[self.turn()])
    }

    fn clock_runs(&self) -> bool {
        self.limit == Limit::PerMove && self.chairs[self.turn()].behind.is_some()
    }

    pub(crate) fn picture(&self) -> String {
        let here = |side: usize| self.chairs[side].is_bot || self.chairs[side].behind.is_some();
        picture(&self.marks, self.turn(), [0, 1].map(here))
    }

    pub(crate) fn tell(&mut self, to: To, words: String) {
        self.seq += 1;
        self.said.push((self.seq, to, words));
    }

    pub(crate) fn one(&mut self, to: &str, words: String) {
        self.said.push((self.seq, To::One(to.to_owned()), words));
    }

    fn rim(&mut self, words: &str) {
        self.said.push((self.seq, To::Rim, words.to_owned()));
    }
}

/// The board, the side to move and who is present, in a line.
pub(crate) fn picture(marks: &[u8], turn: usize, here: [bool; 2]) -> String {
    format!("{marks:?} turn {turn} here {here:?}")
}
