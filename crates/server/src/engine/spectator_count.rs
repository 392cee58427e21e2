//! Players are told how many watch when that changes, at most once a second however many come and go.

use std::sync::Arc;
use std::time::Duration;

use protocol::{PlainEvent, SpectatorCount};
use rooms::{Audience, LiveRoom};
use tokio::time::Instant;

use super::RoomEngine;
use super::registry::RoomHandle;
use crate::sync::lock;

/// The shortest time between two messages about the same room.
const PAUSE: Duration = Duration::from_secs(1);

/// What the players of one room were told.
#[derive(Default)]
pub(crate) struct AnnouncedCount {
    count: usize,
    told_at: Option<Instant>,
    /// Somebody will look again when the pause is over.
    waiting: bool,
}

/// What to do about a count.
#[derive(Debug, PartialEq, Eq)]
enum Step {
    Nothing,
    Tell,
    LookAgain(Instant),
}

impl AnnouncedCount {
    fn step(&mut self, count: usize, now: Instant) -> Step {
        if count == self.count || self.waiting {
            return Step::Nothing;
        }
        match self.told_at.map(|told_at| told_at + PAUSE).filter(|next| *next > now) {
            Some(next) => {
                self.waiting = true;
                Step::LookAgain(next)
            }
            None => {
                self.count = count;
                self.told_at = Some(now);
                Step::Tell
            }
        }
    }
}

impl RoomEngine {
    /// Tells the players of a room how many watch, if they do not know it yet, now or when the pause is over.
    pub(crate) fn tell_spectators(self: &Arc<Self>, room: &Arc<RoomHandle>, live: &LiveRoom) {
        let step = lock(&room.spectator_count).step(live.listeners.watching(), Instant::now());
        match step {
            Step::Nothing => {}
            Step::Tell => self.send_count(room, live),
            Step::LookAgain(at) => {
                let (engine, room) = (Arc::clone(self), Arc::clone(room));
                tokio::spawn(async move {
                    tokio::time::sleep_until(at).await;
                    lock(&room.spectator_count).waiting = false;
                    engine.tell_spectators(&room, &room.live());
                });
            }
        }
    }

    fn send_count(&self, room: &RoomHandle, live: &LiveRoom) {
        let count = u32::try_from(live.listeners.watching()).unwrap_or(u32::MAX);
        let message = SpectatorCount { room_id: room.id.0.clone(), seq: live.room.seq(), count };
        let players = game::Side::BOTH.map(|side| live.hearers(&Audience::Player(side))).concat();
        self.emit(room.game, &PlainEvent::Spectators(message), &players);
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::Instant;

    use super::{AnnouncedCount, PAUSE, Step};

    #[test]
    fn the_count_is_told_at_once_and_then_at_most_once_in_a_pause() {
        let (mut news, start) = (AnnouncedCount::default(), Instant::now());
        assert_eq!(news.step(0, start), Step::Nothing, "nobody watches, which is known");
        assert_eq!(news.step(1, start), Step::Tell);
        assert_eq!(news.step(1, start), Step::Nothing);
        assert_eq!(news.step(2, start + PAUSE / 2), Step::LookAgain(start + PAUSE));
        assert_eq!(news.step(3, start + PAUSE / 2), Step::Nothing, "somebody will look");
        news.waiting = false;
        assert_eq!(news.step(3, start + PAUSE), Step::Tell, "only the newest count is told");
        assert_eq!(news.step(0, start + PAUSE * 3), Step::Tell);
    }

    #[test]
    fn what_is_as_it_was_when_the_pause_is_over_is_not_told_again() {
        let (mut news, start) = (AnnouncedCount::default(), Instant::now());
        news.step(1, start);
        news.step(2, start);
        news.waiting = false;
        assert_eq!(news.step(1, start + PAUSE), Step::Nothing);
    }
}
