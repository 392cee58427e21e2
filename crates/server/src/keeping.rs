//! Keeping: what is decided goes to the store, and time in which the store takes nothing counts against nobody.

use protocol::Refusal;
use rooms::{Effect, Moment, Notice, Room};
use store::{Answer, Commit, StoreError, WaitingKey};
use tracing::{debug, warn};

use crate::app::App;
use crate::{NODE, hall, notices, record};

/// What was decided about a room, to be stored.
pub(crate) struct Decision<'a> {
    /// The version it was decided on; 0 opens the room.
    pub(crate) before: u64,
    /// The room as it is from now on.
    pub(crate) room: &'a Room,
    /// What follows from it.
    pub(crate) effects: &'a [Effect],
    /// When it was decided.
    pub(crate) at: Moment,
    /// Players who wait no longer because of it.
    pub(crate) waited: &'a [WaitingKey],
}

impl App {
    /// Makes decisions that belong together durable, with everything that follows from them: all of them or none.
    pub(crate) async fn commit(&self, decisions: &[Decision<'_>]) -> Result<(), Refusal> {
        loop {
            let mut commits = Vec::with_capacity(decisions.len());
            for decision in decisions {
                commits.push(self.commit_of(decision).await.map_err(|error| hall::unavailable(&error))?);
            }
            let has_news = commits.iter().any(|commit| !commit.outbox.is_empty());
            match self.stored(self.store.commit_all(commits)).await {
                Ok(()) => {
                    if has_news {
                        self.bell.ring();
                    }
                    return Ok(());
                }
                // Another game of the same player ended in this moment: its ratings count first.
                Err(StoreError::Conflict("rating")) => {}
                Err(error) => {
                    let room = decisions.first().map_or("", |decision| decision.room.id().as_str());
                    if self.is_closed() {
                        debug!(room, %error, "a change came after the end of service");
                    } else {
                        warn!(room, %error, "a change could not be stored");
                    }
                    return Err(hall::unavailable(&error));
                }
            }
        }
    }

    async fn commit_of(&self, decision: &Decision<'_>) -> Result<Commit, StoreError> {
        let Decision { before, room, effects, at, waited } = *decision;
        let mut commit = record::commit(&self.clock, before, room, effects, at);
        commit.outbox = notices::outbox(self, room, effects);
        commit.seated = waited.to_vec();
        let ended = effects.iter().find_map(|effect| match effect {
            Effect::Notify(Notice::Ended(ending)) => Some(ending),
            _ => None,
        });
        if let Some(ending) = ended {
            commit.ratings = self.new_ratings(room, ending).await?;
        }
        Ok(commit)
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
