//! Rooms after a restart: every game that was going on goes on. A room that cannot be opened is set aside and named, and stops nobody.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use futures_util::FutureExt;
use game::Catalogue;
use rooms::{Room, SavedRoom, Timestamp};
use store::{Answer, BrokenRoom, RoomCursor, RoomPage, StoppedRoom, StoreError, StoredRoom};
use tracing::{error, info, warn};

use crate::app::App;
use crate::hall::Reopened;
use crate::{NODE, record};

/// How many rooms are read at a time.
const PAGE: u32 = 500;

impl App {
    /// Every game that was going on goes on, and finished ones answer as long as they would have.
    pub(crate) async fn reopen_rooms(self: &Arc<Self>) -> Result<(), StoreError> {
        let now = self.clock.now();
        let down_since = self.store.last_beat(NODE).await?.map_or(now, Timestamp).min(now);
        let kept_since = down_since - self.settings.times.keep_finished;
        let ended = |after| self.store.rooms_ended_since(kept_since.0, after, PAGE);
        let mut rooms = self.reopen(down_since, ended).await?;
        let running = self.reopen(down_since, |after| self.store.unfinished_rooms(after, PAGE)).await?;
        if !running.is_empty() {
            info!("{} games go on", running.len());
        }
        rooms.extend(running);
        self.seat_reopened(rooms);
        if let Err(error) = self.store.note_stop(down_since.0).await {
            warn!(%error, "since when the server was down could not be noted");
        }
        self.store.beat(NODE, now.0).await
    }

    /// Takes rows out of service that cannot be read, and names them.
    pub(crate) async fn give_up_unreadable_rows(&self) -> Result<(), StoreError> {
        for row in self.store.give_up_unreadable().await? {
            error!(
                table = row.table,
                name = row.name,
                problem = row.problem,
                "a row cannot be read and is given up"
            );
        }
        Ok(())
    }

    /// Opens stored rooms page by page.
    async fn reopen(
        self: &Arc<Self>,
        down_since: Timestamp,
        page: impl Fn(Option<RoomCursor>) -> Answer<RoomPage>,
    ) -> Result<Vec<Reopened>, StoreError> {
        let (mut after, mut reopened) = (None, Vec::new());
        loop {
            let RoomPage { rooms, broken, next } = page(after).await?;
            for room in broken {
                self.set_aside(room).await;
            }
            for StoppedRoom { row, stored, stopped_ms } in rooms {
                // The first stop after the last change counts: since then nobody could play.
                let down_since = stopped_ms.map_or(down_since, Timestamp).min(down_since);
                match self.open_stored(&stored, down_since).await {
                    Ok(room) => reopened.push(room),
                    Err(problem) => self.set_aside(BrokenRoom { row, id: stored.room.0, problem }).await,
                }
            }
            let Some(next) = next else { return Ok(reopened) };
            after = Some(next);
        }
    }

    async fn open_stored(
        self: &Arc<Self>,
        stored: &StoredRoom,
        down_since: Timestamp,
    ) -> Result<Reopened, String> {
        let room = read_room(&self.catalogue, stored)?;
        let opened = AssertUnwindSafe(self.reopen_room(room, down_since)).catch_unwind().await;
        opened.map_err(|_| "opening it panicked".to_owned())
    }

    async fn set_aside(&self, room: BrokenRoom) {
        let BrokenRoom { row, id, problem } = room;
        error!(
            room = id,
            number = row,
            problem,
            "a stored room cannot be opened and is set aside; `parlour rooms broken` lists such rooms"
        );
        if let Err(error) = self.store.set_aside(row, &problem).await {
            warn!(room = id, %error, "a broken room could not be marked, the next start will try it again");
        }
    }
}

/// A room as its row tells it, or what is wrong with it.
pub(crate) fn read_room(catalogue: &Catalogue, stored: &StoredRoom) -> Result<Room, String> {
    let read = || {
        let saved: SavedRoom = serde_json::from_str(&stored.snapshot).map_err(|error| error.to_string())?;
        Room::restore(saved, catalogue).map_err(|error| error.to_string())
    };
    let room = catch_unwind(AssertUnwindSafe(read)).map_err(|_| "reading it panicked".to_owned())??;
    let house = room.house();
    let own = room.id().0 == stored.room.0
        && house.tenant.0 == stored.tenant.0
        && record::mode(house.mode) == stored.mode
        && room.seq() == stored.version;
    if own { Ok(room) } else { Err("its snapshot is of another room or version".to_owned()) }
}

/// What is wrong with a stored room, if it cannot be opened.
pub fn problem_of_room(catalogue: &Catalogue, stored: &StoredRoom) -> Option<String> {
    read_room(catalogue, stored).err()
}
