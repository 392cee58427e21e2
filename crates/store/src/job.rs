//! One piece of work for a database thread, with the way back to its caller.

use tokio::sync::oneshot;

use crate::error::WorkError;
use crate::sql::{Database, Isolation};
use crate::{StoreAnswer, StoreError};

/// Work that runs on a connection first and is answered later, when its fate is known.
pub(crate) trait Job: Send {
    /// What the transaction needs in which it runs.
    fn isolation(&self) -> Isolation {
        Isolation::InOrder
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
