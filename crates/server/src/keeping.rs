//! Keeping: what is decided goes to the store, and time in which the store takes nothing counts against nobody.

use protocol::Refusal;
use rooms::{Effect, Notice, Room, Timestamp};
use store::{Answer, StoreError, WaitingKey};
use tracing::warn;

use crate::app::App;
use crate::{NODE, hall, notices, record};

impl App {
    /// Makes a decision about a room durable, with everything that follows from it.
    pub(crate) async fn commit(
        &self,
        before: u64,
        next: &Room,
        effects: &[Effect],
        now: Timestamp,
        waited: Vec<WaitingKey>,
    ) -> Result<(), Refusal> {
        let ended = effects.iter().find_map(|effect| match effect {
            Effect::Notify(Notice::Ended(ending)) => Some(ending),
            _ => None,
        });
        loop {
            let mut commit = record::commit(&self.clock, before, next, effects, now);
            commit.outbox = notices::outbox(self, next, effects);
            commit.seated.clone_from(&waited);
            let has_news = !commit.outbox.is_empty();
            if let Some(ending) = ended {
                commit.ratings =
                    self.new_ratings(next, ending).await.map_err(|error| hall::unavailable(&error))?;
            }
            match self.stored(self.store.commit(commit)).await {
                Ok(()) => {
                    if has_news {
                        self.bell.ring();
                    }
                    return Ok(());
                }
                // Another game of the same player ended in this moment: its ratings count first.
                Err(StoreError::Conflict("rating")) => {}
                Err(error) => {
                    warn!(room = next.id().as_str(), %error, "a change could not be stored");
                    return Err(hall::unavailable(&error));
                }
            }
        }
    }

    /// Notes that the server is alive and can store things.
    pub(crate) async fn beat(&self) -> Result<(), StoreError> {
        self.stored(self.store.beat(NODE, self.clock.now().0)).await
    }

    /// Waits for a write, and lets the clock know whether the store takes any.
    pub(crate) async fn stored<T>(&self, answer: Answer<T>) -> Result<T, StoreError> {
        let write = self.clock.write();
        let result = answer.await;
        match result {
            Err(StoreError::Overloaded | StoreError::DiskFull | StoreError::Unavailable(_)) => write.fail(),
            _ => write.succeed(),
        }
        result
    }
}
