//! A room by its id alone, running or finished: in memory, or read from its log.

use common::RoomId;
use rooms::Room;
use store::{Journal, StoreError};
use tracing::error;

use super::Api;
use super::answer::RequestFailure;
use crate::engine;

/// Reads a room; returns `None` if there is none with this id. The caller decides who may see it.
pub(super) async fn read<T>(
    api: &Api,
    id: &RoomId,
    read: impl FnOnce(&Room) -> T,
) -> Result<Option<T>, RequestFailure> {
    if let Some(room) = api.engine.registry.find(id) {
        api.engine.refresh(&room).await?;
        return Ok(Some(read(&room.live().room)));
    }
    let room = match api.context.store.room(id).await {
        Ok(Some(stored)) => engine::read_room(&api.context.catalogue, &stored),
        Ok(None) => return Ok(None),
        Err(StoreError::Invalid(problem)) => Err(problem),
        Err(error) => return Err(error.into()),
    };
    let room = room.inspect_err(|problem| error!(room = id.as_str(), problem, "game not readable"));
    Ok(room.ok().as_ref().map(read))
}
