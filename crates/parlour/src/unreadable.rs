//! Unreadable data in a database whose file is sound.

use store::{Journal, RoomCursor, RoomPage, Store, StoreError};

/// How many rooms are read at a time.
const PAGE: u32 = 500;
/// The maximum number of set-aside rooms counted.
const MOST_COUNTED: u32 = 1000;
/// Finished rooms are restored for a while after their end.
const ENDED_WITHIN_MS: i64 = 60 * 60 * 1000;

/// Descriptions of unreadable data: rooms that were set aside, and what the next start will set aside.
pub(crate) fn found(store: &Store, now_ms: i64) -> Result<Vec<String>, StoreError> {
    let mut found: Vec<String> = Vec::new();
    for room in store.broken_rooms(MOST_COUNTED).wait()? {
        found.push(format!("{} was set aside: {}", room.id, room.problem));
    }
    found.extend(rooms(|after| store.running_rooms(after, PAGE).wait())?);
    found.extend(rooms(|after| store.rooms_ended_since(now_ms - ENDED_WITHIN_MS, after, PAGE).wait())?);
    for row in store.unreadable_rows().wait()? {
        found.push(format!("{} in {}: {}", row.name, row.table, row.problem));
    }
    Ok(found)
}

/// The rooms that cannot be restored.
fn rooms(
    page: impl Fn(Option<RoomCursor>) -> Result<RoomPage, StoreError>,
) -> Result<Vec<String>, StoreError> {
    let catalogue = protocol::games::catalogue();
    let (mut after, mut found) = (None, Vec::new());
    loop {
        let RoomPage { rooms, broken, next } = page(after)?;
        found
            .extend(broken.into_iter().map(|room| format!("{} cannot be opened: {}", room.id, room.problem)));
        for room in &rooms {
            if let Some(problem) = server::problem_of_room(&catalogue, room) {
                found.push(format!("{} cannot be opened: {problem}", room.room));
            }
        }
        let Some(next) = next else { return Ok(found) };
        after = Some(next);
    }
}
