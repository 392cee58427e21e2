//! Deadlines are data: when a room wants to be woken, and what it does then.

use game::Side;

use super::Room;
use crate::clock::IdleClock;
use crate::{Audience, Effect, Event, Notice, Reason, Timestamp};

/// What is due; at the same instant the earlier in this list goes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Due {
    SeatLost,
    IdleWarning,
    IdleEnd,
    BotOverdue,
    Forget,
}

impl Room {
    /// When the room wants to be woken next.
    #[must_use]
    pub fn deadline(&self) -> Option<Timestamp> {
        self.next_due().map(|(at, _)| at)
    }

    /// Acts on everything that is due, in the order it fell due.
    pub(super) fn catch_up(&mut self, now: Timestamp, effects: &mut Vec<Effect>) {
        while let Some((at, due)) = self.next_due().filter(|(at, _)| *at <= now) {
            match due {
                Due::SeatLost => self.lose_seats(at, effects),
                Due::IdleWarning => self.warn_idle(at, effects),
                Due::IdleEnd => self.end_idle(at, effects),
                Due::BotOverdue => self.move_for_bot(now, effects),
                Due::Forget => {
                    effects.push(Effect::Forget);
                    break;
                }
            }
        }
    }

    /// When the player to move loses by idleness; nothing while the clock stands still. While the opponent is away this
    /// is not before the end of their window: nobody loses to somebody who is gone.
    pub(super) fn idle_ends_at(&self) -> Option<Timestamp> {
        let ends_at = self.clock.as_ref()?.ends_at()?;
        Some(self.opponent_lost_at().map_or(ends_at, |lost_at| ends_at.max(lost_at)))
    }

    /// Whether the time of the player to move ends before the opponent's window does, so that it waits for that.
    pub(super) fn idle_end_waits(&self) -> bool {
        let ends_at = self.clock.as_ref().and_then(IdleClock::ends_at);
        ends_at.zip(self.opponent_lost_at()).is_some_and(|(ends_at, lost_at)| ends_at < lost_at)
    }

    /// When the player who is not to move loses their seat.
    fn opponent_lost_at(&self) -> Option<Timestamp> {
        self.seats[self.game.side_to_move().other().index()].lost_at()
    }

    fn next_due(&self) -> Option<(Timestamp, Due)> {
        if self.ending.is_some() {
            return self.forget_at.map(|at| (at, Due::Forget));
        }
        // A warning names the end, so it waits with it.
        let warned_clock = self.clock.as_ref().filter(|_| !self.idle_end_waits());
        [
            (self.seats.iter().filter_map(|seat| seat.lost_at()).min(), Due::SeatLost),
            (warned_clock.and_then(IdleClock::warns_at), Due::IdleWarning),
            (self.idle_ends_at(), Due::IdleEnd),
            (self.bot_overdue_at, Due::BotOverdue),
        ]
        .into_iter()
        .filter_map(|(at, due)| Some((at?, due)))
        .min()
    }

    /// Whoever is away past their window loses; two windows that end at the same instant have no winner.
    fn lose_seats(&mut self, at: Timestamp, effects: &mut Vec<Effect>) {
        let lost = Side::BOTH.map(|side| self.seats[side.index()].lost_at() == Some(at));
        let winner = match lost {
            [true, true] => None,
            [true, false] => Some(Side::Second),
            _ => Some(Side::First),
        };
        self.end(winner, Reason::Disconnect, at, effects);
    }

    fn warn_idle(&mut self, at: Timestamp, effects: &mut Vec<Effect>) {
        let Some(expires_at) = self.idle_ends_at() else { return };
        self.clock.iter_mut().for_each(IdleClock::warn);
        let seconds_remaining = expires_at.since(at).as_secs();
        let player = self.seats[self.game.side_to_move().index()].player.clone();
        effects.push(Effect::Notify(Notice::IdleWarning { player: player.clone(), seconds_remaining }));
        self.announce(
            Audience::Everyone,
            Event::IdleWarning { player, seconds_remaining, expires_at },
            effects,
        );
    }

    fn end_idle(&mut self, at: Timestamp, effects: &mut Vec<Effect>) {
        let loser = self.game.side_to_move();
        let [loser_id, winner_id] =
            [loser, loser.other()].map(|side| self.seats[side.index()].player.clone());
        effects.push(Effect::Notify(Notice::IdleTimeout { loser: loser_id, winner: winner_id }));
        self.end(Some(loser.other()), Reason::AfkTimeout, at, effects);
    }
}
