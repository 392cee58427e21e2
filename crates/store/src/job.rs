//! One piece of work for a database thread, with the way back to its caller.

use tokio::sync::oneshot;

use crate::error::WorkError;
use crate::sql::Database;
use crate::{StoreAnswer, StoreError};

/// Work that runs on a connection first and is answered later, when its fate is known.
pub(crate) trait Job: Send {
    /// Whether writes of other nodes must not come between its reading and its commit, or whether it adds to a list that is
    /// read in the order of numbers.
    fn needs_order(&self) -> bool {
        true
    }

    fn run(&mut self, db: &Database) -> Result<(), WorkError>;
    fn answer(self: Box<Self>, fate: Result<(), StoreError>);
}

/// Packs a closure as a job and gives the answer its caller will wait for.
pub(crate) fn job<T, F>(work: F) -> (Box<dyn Job>, StoreAnswer<T>)
where
    T: Send + 'static,
    F: FnOnce(&Database) -> Result<T, WorkError> + Send + 'static,
{
    let (reply, answer) = StoreAnswer::pending();
    (Box::new(Task { work: Some(work), value: None, reply }), answer)
}

struct Task<T, F> {
    work: Option<F>,
    value: Option<T>,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, F> Job for Task<T, F>
where
    T: Send,
    F: FnOnce(&Database) -> Result<T, WorkError> + Send,
{
    fn run(&mut self, db: &Database) -> Result<(), WorkError> {
        let work = self.work.take().expect("a job runs once");
        self.value = Some(work(db)?);
        Ok(())
    }

    fn answer(self: Box<Self>, fate: Result<(), StoreError>) {
        let Task { value, reply, .. } = *self;
        let value = fate.map(|()| value.expect("a job that succeeded has a value"));
        // The caller may have stopped waiting; what was stored stays stored.
        let _ = reply.send(value);
    }
}
