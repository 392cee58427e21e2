//! Waiting for writes: the clock of rooms stands still while the store takes none.

use store::StoreError;

use crate::NODE;
use crate::app::App;

impl App {
    /// Records that the server is alive and can store things.
    pub(crate) async fn heartbeat(&self) -> Result<(), StoreError> {
        self.await_write(self.store.beat(NODE, self.clock.now().0)).await
    }

    /// Waits for a write, and lets the clock know whether the store takes any.
    pub(crate) async fn await_write<T>(&self, answer: store::Answer<T>) -> Result<T, StoreError> {
        let write = self.clock.write();
        let result = answer.await;
        match result {
            Err(StoreError::Overloaded | StoreError::DiskFull | StoreError::Unavailable(_)) => write.fail(),
            _ => write.succeed(),
        }
        result
    }
}
