//! What every part of the server uses: settings, store, games, clock. It does not know rooms, sockets or
//! routes.

use std::sync::Arc;

use game::Catalogue;
use store::{Store, StoreError};

use crate::clock::Clock;
use crate::lifecycle::Lifecycle;
use crate::settings::Settings;

/// The name of this node in the store; there is only one.
pub(crate) const NODE: &str = "main";

/// The shared context of the server's parts. Clones share everything.
#[derive(Clone)]
pub(crate) struct Context {
    pub(crate) settings: Arc<Settings>,
    pub(crate) store: Store,
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) clock: Arc<Clock>,
    pub(crate) lifecycle: Arc<Lifecycle>,
}

impl Context {
    pub(crate) fn new(settings: Settings, store: Store, catalogue: Catalogue) -> Context {
        Context {
            settings: Arc::new(settings),
            store,
            catalogue: Arc::new(catalogue),
            clock: Arc::new(Clock::start()),
            lifecycle: Arc::default(),
        }
    }

    /// Records that the server is alive and can write.
    pub(crate) async fn heartbeat(&self) -> Result<(), StoreError> {
        self.await_write(self.store.heartbeat(NODE, self.clock.now().0)).await
    }

    /// Waits for a write. Room time stands still while writes fail or hang.
    pub(crate) async fn await_write<T>(&self, answer: store::StoreAnswer<T>) -> Result<T, StoreError> {
        let write = self.clock.write();
        let result = answer.await;
        match result {
            Err(
                StoreError::Overloaded
                | StoreError::DiskFull
                | StoreError::Unreachable(_)
                | StoreError::Unavailable(_),
            ) => write.fail(),
            _ => write.succeed(),
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use game::Catalogue;
    use store::Store;

    use super::Context;
    use crate::settings::Settings;

    #[tokio::test]
    async fn after_a_write_that_failed_the_time_in_rooms_stands_still() {
        let context = Context::new(Settings::default(), Store::in_memory(), Catalogue::new(Vec::new()));
        context.heartbeat().await.expect("the store takes writes");
        context.store.close();
        context.heartbeat().await.expect_err("the store is closed");
        let (now, wall) = (context.clock.now(), context.clock.wall());
        while context.clock.wall() < wall + std::time::Duration::from_millis(20) {
            std::thread::yield_now();
        }
        assert_eq!(context.clock.now(), now);
    }
}
