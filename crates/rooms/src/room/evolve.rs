//! Events applied to a room: the only place where its state changes.

use std::time::Duration;

use common::Timestamp;
use game::{Chance, Play, Side, Variant, Wish};

use super::Room;
use crate::allowance::Allowance;
use crate::ending::VOID;
use crate::game_clock::GameClock;
use crate::idle_clock::IdleClock;
use crate::{
    Change, Connection, Event, Guard, Moment, Occupant, Opened, PlayedMove, Presence, Reason, RoomEnding,
    Seat, Thinking, TimeLimit,
};

/// How long it takes at most until it is noticed that a server has failed; so long its players could not move.
const LONGEST_NOTICE: Duration = Duration::from_secs(5);

impl Room {
    /// The room after its first event.
    #[must_use]
    pub fn opened(opened: &Opened, variant: &'static dyn Variant, at: Moment) -> Room {
        let mut room = Room {
            id: opened.id.clone(),
            scope: opened.scope.clone(),
            variant,
            timing: opened.timing.clone(),
            seats: opened.seats.clone(),
            game: variant.start(),
            history: Vec::new(),
            version: 1,
            seq: 1,
            started_at: at.outside(),
            idle_clock: None,
            game_clock: None,
            allowances: [Allowance::default(); 2],
            dice: Chance::new(opened.seed),
            thinking: None,
            draw_offer: None,
            rematch_wanted: [false; 2],
            rematch_begun: false,
            is_rematch: opened.is_rematch,
            spectators: opened.spectators,
            ending: None,
            forget_at: None,
        };
        match opened.time_limit {
            TimeLimit::Unlimited => {}
            TimeLimit::PerMove { timeout, warning } => {
                room.idle_clock = Some(IdleClock::new(timeout, warning));
            }
            TimeLimit::Clock { base, increment } => room.game_clock = Some(GameClock::new(base, increment)),
        }
        room.begin_turn(at.now);
        room
    }

    /// Applies the next event of the log.
    ///
    /// # Panics
    /// The event was not decided on this room.
    pub fn evolve(&mut self, event: &Event) {
        let at = event.at;
        self.version += 1;
        self.seq += u64::from(self.is_announced(&event.change));
        match &event.change {
            Change::Opened(_) => panic!("a room is opened once"),
            Change::Moved { play } => self.move_made(play, at),
            Change::IdleWarned => self.idle_clock.iter_mut().for_each(IdleClock::warn),
            Change::IdleWarningCleared => {} // the preceding move has reset the clock
            Change::Left { side, with_server, .. } => self.left(*side, *with_server, at.now),
            Change::Returned { side, connection, digest, shown } => {
                self.seats[side.index()].renew_guard(digest.clone(), shown.as_ref());
                self.returned(*side, connection.clone(), at.now);
            }
            Change::DrawOffered { side } => self.draw_offer = Some(*side),
            Change::DrawDeclined { .. } => self.draw_offer = None,
            Change::Ended { winner, reason, line, draw_rule } => {
                let ending = self.ending_by(*winner, *reason, draw_rule.clone(), at);
                self.close(RoomEnding { line: line.clone(), ..ending }, at.now);
            }
            Change::RematchOffered { side } => {
                let opponent = side.other().index();
                self.rematch_wanted[side.index()] = true;
                self.rematch_wanted[opponent] |= self.seats[opponent].is_bot();
            }
            Change::RematchBegun => self.rematch_begun = true,
            Change::RematchWithdrawn => self.rematch_wanted = [false; 2],
            Change::Restarted { down_since } => self.restarted(*down_since, at.now),
        }
    }

    /// Whether a change is announced and so takes the next sequence number. Coming and going after the end is
    /// not.
    fn is_announced(&self, change: &Change) -> bool {
        match change {
            Change::Left { .. } | Change::Returned { .. } => self.ending.is_none(),
            Change::RematchBegun | Change::RematchWithdrawn | Change::Restarted { .. } => false,
            _ => true,
        }
    }

    fn move_made(&mut self, play: &Play, at: Moment) {
        let side = self.game.side_to_move();
        self.game.play(&Wish::from(play)).expect("a decided move is legal");
        let entry = self.entry(side, play.clone(), at);
        self.history.push(entry);
        self.thinking = None;
        if let Some(clock) = &mut self.idle_clock {
            clock.reset();
        }
        if let Some(clock) = &mut self.game_clock {
            clock.press(side, at.now);
        }
        self.begin_turn(at.now);
    }

    /// A move for the history, never dated before the previous one: the system clock may have been set back.
    pub(super) fn entry(&self, side: Side, play: Play, at: Moment) -> PlayedMove {
        let before = self.history.last().map_or(self.started_at, |entry| entry.at);
        let clock = self.game_clock.as_ref().map(|clock| clock.after_move(side, at.now));
        PlayedMove { side, play, at: at.outside().max(before), clock }
    }

    /// Starts the clock, and asks a bot for a move.
    fn begin_turn(&mut self, now: Timestamp) {
        let side = self.game.side_to_move();
        self.run_game_clock(now);
        let seat = &self.seats[side.index()];
        match seat.occupant {
            Occupant::Bot { level } if self.game.outcome().is_none() => {
                let (from, to) = self.timing.answer_delays[level.index()];
                let longest = self.longest_answer().unwrap_or(to);
                let answer_at = now + self.dice.between(from, to).min(longest);
                let (ply, seed) = (self.history.len(), self.dice.roll());
                self.thinking = Some(Thinking { ply, level, seed, answer_at });
            }
            Occupant::Human { .. } if seat.is_here() => {
                if let Some(clock) = &mut self.idle_clock {
                    clock.run(now);
                }
            }
            _ => {}
        }
    }

    /// Starts the clock of the side to move, unless its player has been away since their server failed: then it
    /// starts when they are back. Whoever left by themselves loses their own time.
    fn run_game_clock(&mut self, now: Timestamp) {
        let side = self.game.side_to_move();
        let is_excused = !self.seats[side.index()].is_here() && !self.allowances[side.index()].is_used();
        if let Some(clock) = self.game_clock.as_mut().filter(|_| !is_excused) {
            clock.run(side, now);
        }
    }

    fn left(&mut self, side: Side, with_server: bool, now: Timestamp) {
        let window = self.timing.reconnect_window;
        if self.ending.is_some() {
            // A player who leaves withdraws their rematch offer.
            self.rematch_wanted[side.index()] &= with_server;
            self.seats[side.index()].set_presence(Presence::Away { until: now + window });
            return;
        }
        let kept = if with_server {
            window
        } else {
            self.allowances[side.index()].leave(now, window, self.timing.reconnect_total)
        };
        self.seats[side.index()].set_presence(Presence::Away { until: now + kept });
        if with_server {
            self.align_window_of_the_lost(side.other(), now + kept);
        }
        if self.game.side_to_move() == side
            && let Some(clock) = &mut self.idle_clock
        {
            clock.pause(now);
        }
        if self.game.side_to_move() == side
            && let Some(clock) = self.game_clock.as_mut().filter(|_| with_server)
        {
            clock.pause(now - LONGEST_NOTICE);
        }
    }

    /// Servers that fail together are noticed one after the other. Players who were lost with them have the same
    /// window, so that neither wins by having been noticed later.
    fn align_window_of_the_lost(&mut self, side: Side, until: Timestamp) {
        let seat = &mut self.seats[side.index()];
        if seat.lost_at().is_some() && !self.allowances[side.index()].is_used() {
            seat.set_presence(Presence::Away { until });
        }
    }

    fn returned(&mut self, side: Side, connection: Connection, now: Timestamp) {
        let is_to_move = self.game.side_to_move() == side;
        let opponent_waits = !is_to_move && self.idle_end_waits();
        let seat = &mut self.seats[side.index()];
        let was_away = seat.connection().is_none();
        let is_late = seat.is_lost(now);
        seat.set_presence(Presence::Here(connection));
        if self.ending.is_some() {
            self.rematch_wanted[side.index()] &= !(was_away && is_late);
            return;
        }
        self.allowances[side.index()].stop(now);
        if is_to_move {
            self.run_game_clock(now);
        }
        if (is_to_move && was_away) || opponent_waits {
            self.give_time_to_move(now);
        }
    }

    /// Resumes the clock with the remaining time, at least the warning time.
    fn give_time_to_move(&mut self, now: Timestamp) {
        if let Some(clock) = &mut self.idle_clock {
            clock.pause(now);
            clock.resume(now);
        }
    }

    /// Stops clocks at the time the server went down and gives every human a full reconnect window, which
    /// does not count as absence.
    fn restarted(&mut self, down_since: Timestamp, now: Timestamp) {
        let until = now + self.timing.reconnect_window;
        for seat in &mut self.seats {
            seat.set_presence(Presence::Away { until });
        }
        if let Some(ending) = &self.ending {
            // Downtime does not shorten how long the result can be read.
            self.forget_at = Some(ending.at + self.timing.keep_finished + now.since(down_since));
            return;
        }
        for allowance in &mut self.allowances {
            allowance.stop(down_since);
        }
        if let Some(clock) = &mut self.idle_clock {
            clock.pause(down_since);
        }
        if let Some(clock) = &mut self.game_clock {
            clock.pause(down_since);
        }
        if self.seats[self.game.side_to_move().index()].is_bot() {
            self.begin_turn(now);
        }
    }

    fn ending_by(
        &self,
        winner: Option<Side>,
        reason: Reason,
        draw_rule: Option<String>,
        at: Moment,
    ) -> RoomEnding {
        // After a server error the game's state cannot be trusted.
        let is_void = draw_rule.as_deref() == Some(VOID);
        let transcript = if is_void { None } else { self.game.transcript(&self.heading(), Some(winner)) };
        RoomEnding {
            winner,
            winner_id: winner.map(|side| self.player(side).clone()),
            reason,
            line: None,
            draw_rule,
            transcript,
            at: at.outside(),
        }
    }

    fn close(&mut self, ending: RoomEnding, now: Timestamp) {
        debug_assert!(self.ending.is_none(), "a game ends once");
        self.ending = Some(ending);
        self.forget_at = Some(now + self.timing.keep_finished);
        self.draw_offer = None;
        self.thinking = None;
        if let Some(clock) = &mut self.idle_clock {
            clock.reset();
        }
        if let Some(clock) = &mut self.game_clock {
            clock.pause(now);
        }
    }
}

impl Seat {
    fn set_presence(&mut self, to: Presence) {
        if let Occupant::Human { presence, .. } = &mut self.occupant {
            *presence = to;
        }
    }

    /// Replaces a guest's secret; the one they sent stays valid until the new one is used.
    pub(super) fn renew_guard(&mut self, renewed: Option<String>, shown: Option<&String>) {
        let Occupant::Human { guard: Guard::Guest { digest, previous, secret_shown, .. }, .. } =
            &mut self.occupant
        else {
            return;
        };
        *secret_shown |= shown.is_some();
        let Some(renewed) = renewed else { return };
        let current = std::mem::replace(digest, renewed);
        if shown.is_none() || shown != previous.as_ref() {
            *previous = Some(current);
        }
    }
}
