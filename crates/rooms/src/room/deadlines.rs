//! Deadlines as data: when a room must be woken, and what happens then.

use common::Timestamp;
use game::Side;

use super::Room;
use super::decide::ended;
use crate::game_clock::GameClock;
use crate::idle_clock::IdleClock;
use crate::{Change, Event, Moment, Reason};

/// What is due, in order of precedence at the same instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Due {
    SeatLost,
    IdleWarning,
    IdleEnd,
    OutOfTime,
    BotOverdue,
    Forget,
}

impl Room {
    /// When the room must be woken next.
    #[must_use]
    pub fn deadline(&self) -> Option<Timestamp> {
        self.next_due().map(|(at, _)| at)
    }

    /// Whether a finished room may be dropped.
    #[must_use]
    pub fn is_forgotten(&self, now: Timestamp) -> bool {
        self.forget_at.is_some_and(|at| at <= now)
    }

    /// The events of the first deadline that has passed. Later deadlines depend on them, so apply them and
    /// call again.
    pub(super) fn act_on_due(&self, at: Moment) -> Vec<Event> {
        let Some((due_at, due)) = self.next_due().filter(|(due_at, _)| *due_at <= at.now) else {
            return Vec::new();
        };
        let on_time = Moment { now: due_at, ..at };
        let (at, changes) = match due {
            Due::SeatLost => (on_time, vec![ended(self.winner_by_absence(due_at), Reason::Disconnect)]),
            Due::IdleWarning => (on_time, vec![Change::IdleWarned]),
            Due::IdleEnd => {
                (on_time, vec![ended(Some(self.game.side_to_move().other()), Reason::AfkTimeout)])
            }
            Due::OutOfTime => {
                (on_time, vec![ended(Some(self.game.side_to_move().other()), Reason::TimeForfeit)])
            }
            Due::BotOverdue => (at, self.move_for_bot()),
            Due::Forget => return Vec::new(),
        };
        changes.into_iter().map(|change| Event { at, change }).collect()
    }

    /// When the player to move loses for being idle; `None` while the clock is paused. While the opponent is
    /// away, not before the end of their window: an absent player does not win on time.
    pub(super) fn idle_ends_at(&self) -> Option<Timestamp> {
        let ends_at = self.idle_clock.as_ref()?.ends_at()?;
        Some(self.opponent_lost_at().map_or(ends_at, |lost_at| ends_at.max(lost_at)))
    }

    /// Whether the clock of the player to move ends before the opponent's window, so that its end is
    /// postponed.
    pub(super) fn idle_end_waits(&self) -> bool {
        let ends_at = self.idle_clock.as_ref().and_then(IdleClock::ends_at);
        ends_at.zip(self.opponent_lost_at()).is_some_and(|(ends_at, lost_at)| ends_at < lost_at)
    }

    /// When the player who is not to move loses their seat, if they are away.
    fn opponent_lost_at(&self) -> Option<Timestamp> {
        self.seats[self.game.side_to_move().other().index()].lost_at()
    }

    fn next_due(&self) -> Option<(Timestamp, Due)> {
        if self.ending.is_some() {
            return self.forget_at.map(|at| (at, Due::Forget));
        }
        let patience = self.timing.bot_patience;
        // A warning states the end, so it is postponed with it.
        let warned_clock = self.idle_clock.as_ref().filter(|_| !self.idle_end_waits());
        [
            (self.seats.iter().filter_map(|seat| seat.lost_at()).min(), Due::SeatLost),
            (warned_clock.and_then(IdleClock::warns_at), Due::IdleWarning),
            (self.idle_ends_at(), Due::IdleEnd),
            (self.game_clock.as_ref().and_then(GameClock::ends_at), Due::OutOfTime),
            (self.thinking.as_ref().map(|thinking| thinking.answer_at + patience), Due::BotOverdue),
        ]
        .into_iter()
        .filter_map(|(at, due)| Some((at?, due)))
        .min()
    }

    /// The winner when a reconnect window ends; `None` if both windows end at the same instant.
    fn winner_by_absence(&self, at: Timestamp) -> Option<Side> {
        match Side::BOTH.map(|side| self.seats[side.index()].lost_at() == Some(at)) {
            [true, true] => None,
            [true, false] => Some(Side::Second),
            _ => Some(Side::First),
        }
    }
}
