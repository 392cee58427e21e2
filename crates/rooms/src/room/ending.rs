//! The end of a game, exactly once.

use game::{Heading, Outcome, Side};

use super::Room;
use crate::{Audience, Effect, Ending, Event, Notice, Reason, Timestamp};

/// What stands in the place of a rule when a game was ended by our own mistake.
const VOID: &str = "void";

impl Ending {
    /// Whether the game was ended by our own mistake, so that it counts for nothing.
    #[must_use]
    pub fn is_void(&self) -> bool {
        self.draw_rule.as_deref() == Some(VOID)
    }
}

impl Room {
    pub(super) fn end_over_the_board(&mut self, outcome: Outcome, now: Timestamp, effects: &mut Vec<Effect>) {
        let reason = if outcome.winner.is_some() { Reason::Victory } else { Reason::Draw };
        let mut ending = self.ending_by(outcome.winner, reason, now);
        ending.line = outcome.line;
        ending.draw_rule = outcome.draw_rule.map(str::to_owned);
        self.close(ending, now, effects);
    }

    pub(super) fn end_drawn(&mut self, rule: &str, now: Timestamp, effects: &mut Vec<Effect>) {
        let mut ending = self.ending_by(None, Reason::Draw, now);
        ending.draw_rule = Some(rule.to_owned());
        self.close(ending, now, effects);
    }

    /// Ends a game that cannot go on. The game itself is not asked for anything: it may be what went wrong.
    pub(super) fn void(&mut self, now: Timestamp, effects: &mut Vec<Effect>) {
        if self.ending.is_some() {
            return;
        }
        let ending = Ending {
            winner: None,
            winner_id: None,
            reason: Reason::Draw,
            line: None,
            draw_rule: Some(VOID.to_owned()),
            transcript: None,
            at: self.outside(now),
        };
        self.close(ending, now, effects);
    }

    pub(super) fn end(
        &mut self,
        winner: Option<Side>,
        reason: Reason,
        now: Timestamp,
        effects: &mut Vec<Effect>,
    ) {
        let ending = self.ending_by(winner, reason, now);
        self.close(ending, now, effects);
    }

    fn ending_by(&self, winner: Option<Side>, reason: Reason, now: Timestamp) -> Ending {
        Ending {
            winner,
            winner_id: winner.map(|side| self.seats[side.index()].player.clone()),
            reason,
            line: None,
            draw_rule: None,
            transcript: self.game.transcript(&self.heading(), Some(winner)),
            at: self.outside(now),
        }
    }

    /// The moves so far as a text of their own, where the game has such a form.
    #[must_use]
    pub fn transcript(&self) -> Option<String> {
        match &self.ending {
            Some(ending) => ending.transcript.clone(),
            None => self.game.transcript(&self.heading(), None),
        }
    }

    /// The one place where a game ends.
    fn close(&mut self, ending: Ending, now: Timestamp, effects: &mut Vec<Effect>) {
        debug_assert!(self.ending.is_none(), "a game ends once");
        self.ending = Some(ending.clone());
        self.forget_at = Some(now + self.timing.keep_finished);
        self.draw_offer = None;
        self.bot_overdue_at = None;
        if let Some(clock) = &mut self.clock {
            clock.reset();
        }
        self.announce(Audience::Everyone, Event::Over(ending.clone()), effects);
        effects.push(Effect::Notify(Notice::Ended(ending)));
    }

    fn heading(&self) -> Heading {
        Heading {
            event: format!("{} on Parlour", self.variant.description().name),
            date: self.started_at.date(),
            players: self.seats.each_ref().map(|seat| seat.display_name.clone()),
        }
    }
}
