//! Rooms after a restart: every running game continues. A room that cannot be restored is set aside and
//! logged, and does not affect others.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use common::Timestamp;
use game::Catalogue;
use rooms::{Event, Input, LiveRoom, Moment, Room, SavedRoom};
use store::{BrokenRoom, Journal, RoomCursor, RoomPage, StoreAnswer, StoreError, StoredRoom};
use tracing::{error, info, warn};

use super::registry::RoomHandle;
use super::{RoomEngine, append, telling};
use crate::context::NODE;
use crate::lobby::SeatedRoom;
use crate::player::PlayerKey;

/// How many rooms are read at a time.
const PAGE: u32 = 1000;

/// A restored room and its seats.
pub(crate) struct Reopened {
    running: bool,
    started_at: Timestamp,
    seats: Vec<(PlayerKey, SeatedRoom)>,
}

/// A stored room with its restart event.
struct Restarted {
    row: i64,
    live: LiveRoom,
    events: Vec<Event>,
}

impl RoomEngine {
    /// Restores every running game, and finished rooms that are still to be kept.
    pub(crate) async fn recover_rooms(self: &Arc<Self>) -> Result<(), StoreError> {
        let now = self.context.clock.now();
        let down_since = self.context.store.last_heartbeat(NODE).await?.map_or(now, Timestamp).min(now);
        let kept_since = down_since - self.context.settings.times.keep_finished;
        let ended = |after| self.context.store.rooms_ended_since(kept_since.0, after, PAGE);
        let mut rooms = self.recover_pages(down_since, ended).await?;
        let running =
            self.recover_pages(down_since, |after| self.context.store.running_rooms(after, PAGE)).await?;
        if !running.is_empty() {
            info!(running = running.len(), "recovered rooms");
        }
        rooms.extend(running);
        self.seat_recovered(rooms);
        self.context.store.heartbeat(NODE, now.0).await
    }

    /// Removes unreadable rows from use and logs them.
    pub(crate) async fn give_up_unreadable_rows(&self) -> Result<(), StoreError> {
        for row in self.context.store.give_up_unreadable().await? {
            error!(
                table = row.table,
                name = row.name,
                problem = row.problem,
                "unreadable row, removed from use"
            );
        }
        Ok(())
    }

    /// Restores stored rooms page by page. The next page is read meanwhile.
    async fn recover_pages(
        self: &Arc<Self>,
        down_since: Timestamp,
        page: impl Fn(Option<RoomCursor>) -> StoreAnswer<RoomPage>,
    ) -> Result<Vec<Reopened>, StoreError> {
        let mut reopened = Vec::new();
        let mut reading = Some(page(None));
        while let Some(read) = reading.take() {
            let RoomPage { rooms, broken, next } = read.await?;
            reading = next.map(|next| page(Some(next)));
            for room in broken {
                self.set_aside(room).await;
            }
            let mut restarted = Vec::with_capacity(rooms.len());
            for stored in rooms {
                match restart(&self.context.catalogue, &stored, down_since, self.context.clock.now()) {
                    Ok((live, events)) => restarted.push(Restarted { row: stored.row, live, events }),
                    Err(problem) => {
                        self.set_aside(BrokenRoom { row: stored.row, id: stored.room.0, problem }).await;
                    }
                }
            }
            self.go_on(restarted, &mut reopened).await?;
        }
        Ok(reopened)
    }

    /// Stores the restart events of rooms, and puts the rooms into memory.
    async fn go_on(
        self: &Arc<Self>,
        rooms: Vec<Restarted>,
        reopened: &mut Vec<Reopened>,
    ) -> Result<(), StoreError> {
        let at = Moment { now: self.context.clock.now(), lag: self.context.clock.lag() };
        let append =
            |room: &Restarted| vec![append::append(&self.webhooks, &room.live.room, &room.events, at)];
        let stored = self.context.store.append(rooms.iter().map(append).collect()).await?;
        for (room, stored) in rooms.into_iter().zip(stored) {
            let id = room.live.room.id().0.clone();
            let opened = stored.map_err(|error| error.to_string()).and_then(|()| {
                let opened = AssertUnwindSafe(|| self.reopen(room.live, &room.events));
                catch_unwind(opened).map_err(|_| "opening it panicked".to_owned())
            });
            match opened {
                Ok(room) => reopened.push(room),
                Err(problem) => self.set_aside(BrokenRoom { row: room.row, id, problem }).await,
            }
        }
        Ok(())
    }

    /// Puts a room into memory after a restart; its players are seated when all rooms are restored.
    fn reopen(self: &Arc<Self>, mut live: LiveRoom, events: &[Event]) -> Reopened {
        for event in events {
            live.evolve(event, None);
        }
        let is_running = live.room.ending().is_none();
        // Running games continue even if the limit has become lower.
        let running = is_running.then(|| self.registry.running.admit(live.room.scope(), usize::MAX));
        let room = Arc::new(RoomHandle::new(live, self.context.clock.now(), running.flatten()));
        self.registry.insert(&room);
        let live = room.live();
        for event in events {
            self.ask_bot(&live, event);
        }
        self.set_deadline(&room, &live);
        Reopened { running: is_running, started_at: room.started_at, seats: telling::seats(&live.room) }
    }

    /// Seats the players of restored rooms so that the newest room of each comes last: running games after
    /// finished ones, then by start.
    fn seat_recovered(&self, mut rooms: Vec<Reopened>) {
        rooms.sort_by_key(|room| (room.running, room.started_at));
        for (player, seated) in rooms.into_iter().flat_map(|room| room.seats) {
            self.lobby.seat(player, seated);
        }
    }

    pub(super) async fn set_aside(&self, room: BrokenRoom) {
        let BrokenRoom { row, id, problem } = room;
        error!(
            room = id,
            number = row,
            problem,
            "stored room not readable, set aside; `parlour rooms broken` lists such rooms"
        );
        if let Err(error) = self.context.store.set_aside(row, &problem).await {
            warn!(room = id, %error, "broken room not marked, the next start tries it again");
        }
    }
}

/// A stored room with its restart event, or the problem.
fn restart(
    catalogue: &Catalogue,
    stored: &StoredRoom,
    down_since: Timestamp,
    now: Timestamp,
) -> Result<(LiveRoom, Vec<Event>), String> {
    let live = LiveRoom::new(read_room(catalogue, stored)?);
    let events = live.decide(&Input::Restarted { down_since }, now).map_err(|refusal| refusal.sentence)?;
    Ok((live, events))
}

/// A room from its snapshot and its log, or the problem.
pub(crate) fn read_room(catalogue: &Catalogue, stored: &StoredRoom) -> Result<Room, String> {
    let read = || {
        let text = |error: serde_json::Error| error.to_string();
        let snapshot: Option<SavedRoom> =
            stored.snapshot.as_ref().map(|(_, json)| serde_json::from_str(json)).transpose().map_err(text)?;
        let events: Result<Vec<Event>, _> =
            stored.events.iter().map(|(_, json)| serde_json::from_str(json)).collect();
        Room::replay(snapshot, &events.map_err(text)?, catalogue).map_err(|error| error.to_string())
    };
    let room = catch_unwind(AssertUnwindSafe(read)).map_err(|_| "reading it panicked".to_owned())??;
    let scope = room.scope();
    let last = stored.events.last().map(|(seq, _)| *seq).or(stored.snapshot.as_ref().map(|(seq, _)| *seq));
    let own = room.id().0 == stored.room.0
        && scope.tenant.0 == stored.tenant.0
        && scope.mode == stored.mode
        && Some(room.version()) == last;
    if own { Ok(room) } else { Err("its log is of another room, or has gaps".to_owned()) }
}

/// Replays the whole log of a room, and calls `each` after every event; returns the room at the end, or the problem.
pub(crate) fn replay_each(
    catalogue: &Catalogue,
    log: &[(u64, String)],
    mut each: impl FnMut(&Room, u64, &Event),
) -> Result<Room, String> {
    let mut room: Option<Room> = None;
    for (seq, json) in log {
        let event: Event = serde_json::from_str(json).map_err(|error| error.to_string())?;
        let next = match room.take() {
            None => Room::replay(None, std::slice::from_ref(&event), catalogue),
            Some(room) => Room::replay_on(room, std::slice::from_ref(&event)),
        };
        let next = next.map_err(|error| error.to_string())?;
        each(&next, *seq, &event);
        room = Some(next);
    }
    room.ok_or_else(|| "it has no log".to_owned())
}

/// The problem with a stored room; `None` if it can be restored.
pub fn problem_of_room(catalogue: &Catalogue, stored: &StoredRoom) -> Option<String> {
    read_room(catalogue, stored).err()
}
