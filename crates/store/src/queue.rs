//! A bounded queue between callers and the threads of the store.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use common::lock;

/// Queued work in order of arrival, at most `limit` items.
pub(crate) struct JobQueue<T> {
    state: Mutex<JobQueueState<T>>,
    arrived: Condvar,
    limit: usize,
}

struct JobQueueState<T> {
    waiting: VecDeque<T>,
    open: bool,
}

/// Work that was not accepted.
pub(crate) enum Rejected<T> {
    Full(T),
    Closed(T),
}

impl<T> JobQueue<T> {
    pub(crate) fn new(limit: usize) -> Self {
        let state = JobQueueState { waiting: VecDeque::new(), open: true };
        JobQueue { state: Mutex::new(state), arrived: Condvar::new(), limit }
    }

    pub(crate) fn push(&self, work: T) -> Result<(), Rejected<T>> {
        let mut state = self.state();
        if !state.open {
            return Err(Rejected::Closed(work));
        }
        if state.waiting.len() >= self.limit {
            return Err(Rejected::Full(work));
        }
        state.waiting.push_back(work);
        drop(state);
        self.arrived.notify_one();
        Ok(())
    }

    /// Waits for work and takes at most `most` items; empty if the queue is closed and drained.
    pub(crate) fn take(&self, most: usize) -> Vec<T> {
        let mut state = self.filled();
        let count = state.waiting.len().min(most);
        state.waiting.drain(..count).collect()
    }

    /// Waits until there is work, or the queue is closed.
    pub(crate) fn wait(&self) {
        drop(self.filled());
    }

    /// Takes all queued items without waiting.
    pub(crate) fn take_waiting(&self) -> Vec<T> {
        self.state().waiting.drain(..).collect()
    }

    /// Rejects new items; queued ones can still be taken.
    pub(crate) fn close(&self) {
        self.state().open = false;
        self.arrived.notify_all();
    }

    pub(crate) fn len(&self) -> usize {
        self.state().waiting.len()
    }

    /// Whether new items are accepted and none is queued.
    pub(crate) fn is_open_and_empty(&self) -> bool {
        let state = self.state();
        state.open && state.waiting.is_empty()
    }

    fn filled(&self) -> MutexGuard<'_, JobQueueState<T>> {
        let mut state = self.state();
        while state.waiting.is_empty() && state.open {
            state = self.arrived.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state
    }

    fn state(&self) -> MutexGuard<'_, JobQueueState<T>> {
        lock(&self.state)
    }
}
