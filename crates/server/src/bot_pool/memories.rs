//! What bots remember of their games from move to move, for a bounded number of games.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use common::RoomId;
use game::BotMemory;

/// The most games that are remembered. A memory takes at most about ten megabytes.
const MOST: usize = 16;
/// A game whose bot has not moved for this long is forgotten.
const IDLE: Duration = Duration::from_secs(120);

/// The memories of bots by room.
#[derive(Default)]
pub(super) struct BotMemories {
    kept: HashMap<RoomId, (BotMemory, Instant)>,
}

impl BotMemories {
    /// Takes the memory of a game out; empty if there is none.
    pub(super) fn take(&mut self, room: &RoomId) -> BotMemory {
        self.kept.remove(room).map(|(memory, _)| memory).unwrap_or_default()
    }

    /// Keeps the memory of a game until its next move, and forgets idle games, or the one that waits longest if there are
    /// too many.
    pub(super) fn keep(&mut self, room: RoomId, memory: BotMemory, now: Instant) {
        self.kept.retain(|_, (_, used)| now.duration_since(*used) < IDLE);
        if memory.0.is_none() {
            return;
        }
        if self.kept.len() >= MOST
            && let Some(oldest) =
                self.kept.iter().min_by_key(|(_, (_, used))| *used).map(|(id, _)| id.clone())
        {
            self.kept.remove(&oldest);
        }
        self.kept.insert(room, (memory, now));
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use common::RoomId;
    use game::BotMemory;

    use super::{BotMemories, IDLE, MOST};

    fn room(number: usize) -> RoomId {
        RoomId(format!("room-{number}"))
    }

    fn memory(number: usize) -> BotMemory {
        BotMemory(Some(Box::new(number)))
    }

    #[test]
    fn a_memory_is_found_by_its_room_and_only_once() {
        let (mut memories, now) = (BotMemories::default(), Instant::now());
        memories.keep(room(1), memory(7), now);
        let found = memories.take(&room(1)).0.and_then(|kept| kept.downcast::<usize>().ok());
        assert_eq!(found.as_deref(), Some(&7));
        assert!(memories.take(&room(1)).0.is_none());
    }

    #[test]
    fn the_number_of_memories_is_bounded_and_idle_ones_go_first() {
        let (mut memories, now) = (BotMemories::default(), Instant::now());
        for number in 0..2 * MOST {
            memories.keep(room(number), memory(number), now + Duration::from_millis(number as u64));
        }
        assert_eq!(memories.kept.len(), MOST);
        memories.keep(room(0), memory(0), now + 2 * IDLE);
        assert_eq!(memories.kept.len(), 1);
    }
}
