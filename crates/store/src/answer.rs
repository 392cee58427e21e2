//! The answer to a request: a future that a plain thread can also wait for.

use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::sync::oneshot;

use crate::StoreError;

/// A request under way. It is queued by the call, and dropping the answer does not cancel it.
#[must_use = "the answer says whether the request succeeded"]
pub struct StoreAnswer<T>(oneshot::Receiver<Result<T, StoreError>>);

impl<T> StoreAnswer<T> {
    /// An answer with a known result, for other implementations of [`Journal`](crate::Journal).
    pub fn ready(result: Result<T, StoreError>) -> Self {
        let (sender, answer) = StoreAnswer::pending();
        // Cannot fail: the receiver is in the answer.
        let _ = sender.send(result);
        answer
    }

    /// Blocks the calling thread until the answer arrives; never call it on an async worker.
    pub fn wait(self) -> Result<T, StoreError> {
        self.0.blocking_recv().unwrap_or_else(|_| Err(stopped()))
    }

    pub(crate) fn pending() -> (oneshot::Sender<Result<T, StoreError>>, Self) {
        let (sender, receiver) = oneshot::channel();
        (sender, StoreAnswer(receiver))
    }
}

impl<T> Future for StoreAnswer<T> {
    type Output = Result<T, StoreError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.0).poll(context).map(|received| received.unwrap_or_else(|_| Err(stopped())))
    }
}

fn stopped() -> StoreError {
    StoreError::Unavailable("the store stopped before it could answer".to_owned())
}
