//! Notifies players, and spectators who asked for it, of the number of spectators when it changes, at most once a second.

use std::sync::Arc;
use std::time::Duration;

use common::lock;
use protocol::{PlainEvent, SpectatorCount};
use rooms::{Audience, Connection, LiveRoom};
use tokio::time::Instant;

use super::RoomEngine;
use super::registry::RoomHandle;
use crate::clients::Client;
use crate::cluster::RoomHint;

/// The minimum time between two notifications about the same room.
const PAUSE: Duration = Duration::from_secs(1);

/// The count that the players of a room know.
#[derive(Default)]
pub(crate) struct AnnouncedCount {
    count: usize,
    told_at: Option<Instant>,
    /// Whether a task will check again after the pause.
    waiting: bool,
}

/// What to do about a new count.
#[derive(Debug, PartialEq, Eq)]
enum CountStep {
    Nothing,
    Tell,
    LookAgain(Instant),
}

impl AnnouncedCount {
    fn step(&mut self, count: usize, now: Instant) -> CountStep {
        if count == self.count || self.waiting {
            return CountStep::Nothing;
        }
        match self.told_at.map(|told_at| told_at + PAUSE).filter(|next| *next > now) {
            Some(next) => {
                self.waiting = true;
                CountStep::LookAgain(next)
            }
            None => {
                self.count = count;
                self.told_at = Some(now);
                CountStep::Tell
            }
        }
    }
}

impl RoomEngine {
    /// Notifies the players of a room of a changed number of spectators, now or after the pause.
    pub(crate) fn tell_spectators(self: &Arc<Self>, room: &Arc<RoomHandle>, live: &LiveRoom) {
        let here = live.listeners.watching_here();
        if let Some(cluster) = &self.context.cluster
            && room.note_told_watching(here)
        {
            let hint = RoomHint::Watching { node: cluster.node(), count: here };
            cluster.tell_followers(&room.id, &hint);
        }
        let count = live.listeners.watching();
        let step = lock(&room.spectator_count).step(count, Instant::now());
        match step {
            CountStep::Nothing => {}
            CountStep::Tell => self.send_count(room, live, count),
            CountStep::LookAgain(at) => {
                let (engine, room) = (Arc::clone(self), Arc::clone(room));
                tokio::spawn(async move {
                    tokio::time::sleep_until(at).await;
                    lock(&room.spectator_count).waiting = false;
                    engine.tell_spectators(&room, &room.live());
                });
            }
        }
    }

    /// Tells a new spectator how many there are, if they asked for it.
    pub(crate) fn tell_count(&self, room: &RoomHandle, live: &LiveRoom, client: &Client) {
        if client.options.spectators {
            client.emit(&message(room, live, live.listeners.watching()));
        }
    }

    fn send_count(&self, room: &RoomHandle, live: &LiveRoom, count: usize) {
        let wants = |connection: &Connection| {
            live.room.side_behind(connection).is_some()
                || self.clients.find(connection).is_some_and(|client| client.options.spectators)
        };
        let mut listeners = live.hearers(&Audience::Everyone);
        listeners.retain(wants);
        self.emit(room.game, &message(room, live, count), &listeners);
    }
}

fn message(room: &RoomHandle, live: &LiveRoom, count: usize) -> PlainEvent {
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    PlainEvent::Spectators(SpectatorCount { room_id: room.id.0.clone(), seq: live.room.seq(), count })
}

#[cfg(test)]
mod tests {
    use tokio::time::Instant;

    use super::{AnnouncedCount, CountStep, PAUSE};

    #[test]
    fn the_count_is_told_at_once_and_then_at_most_once_in_a_pause() {
        let (mut news, start) = (AnnouncedCount::default(), Instant::now());
        assert_eq!(news.step(0, start), CountStep::Nothing, "nobody watches, which is known");
        assert_eq!(news.step(1, start), CountStep::Tell);
        assert_eq!(news.step(1, start), CountStep::Nothing);
        assert_eq!(news.step(2, start + PAUSE / 2), CountStep::LookAgain(start + PAUSE));
        assert_eq!(news.step(3, start + PAUSE / 2), CountStep::Nothing, "somebody will look");
        news.waiting = false;
        assert_eq!(news.step(3, start + PAUSE), CountStep::Tell, "only the newest count is told");
        assert_eq!(news.step(0, start + PAUSE * 3), CountStep::Tell);
    }

    #[test]
    fn what_is_as_it_was_when_the_pause_is_over_is_not_told_again() {
        let (mut news, start) = (AnnouncedCount::default(), Instant::now());
        news.step(1, start);
        news.step(2, start);
        news.waiting = false;
        assert_eq!(news.step(1, start + PAUSE), CountStep::Nothing);
    }
}
