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

    fn next_due(&self) -> Option<(Timestamp, Due)> {
        if let Some(ending) = &self.ending {
            return Some((ending.at + self.timing.keep_finished, Due::Forget));
        }
        let clock = self.clock.as_ref();
        [
            (self.seats.iter().filter_map(|seat| seat.lost_at()).min(), Due::SeatLost),
            (clock.and_then(IdleClock::warns_at), Due::IdleWarning),
            (clock.and_then(IdleClock::ends_at), Due::IdleEnd),
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
        let Some(clock) = &mut self.clock else { return };
        let Some(expires_at) = clock.ends_at() else { return };
        clock.warn();
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
