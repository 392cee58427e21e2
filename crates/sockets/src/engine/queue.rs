//! A bounded queue between a session and its transport that holds no memory while it is empty.

use std::collections::VecDeque;
use std::mem;
use std::sync::Mutex;

use common::lock;
use tokio::sync::Notify;

/// The capacity that an empty queue keeps, so that single items do not allocate.
const KEPT: usize = 4;

/// A bounded queue with one consumer.
pub(crate) struct PacketQueue<T> {
    capacity: usize,
    state: Mutex<PacketQueueState<T>>,
    filled: Notify,
    drained: Notify,
}

struct PacketQueueState<T> {
    items: VecDeque<T>,
    closed: bool,
}

/// Why items were not queued.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum QueueRejection {
    Full,
    Closed,
}

impl<T> PacketQueue<T> {
    pub(crate) fn new(capacity: usize) -> Self {
        let state = Mutex::new(PacketQueueState { items: VecDeque::new(), closed: false });
        Self { capacity, state, filled: Notify::new(), drained: Notify::new() }
    }

    /// Queues all of `items` consecutively, or none.
    pub(crate) fn try_push_all(
        &self,
        items: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
    ) -> Result<(), QueueRejection> {
        let items = items.into_iter();
        let mut state = lock(&self.state);
        if state.closed {
            return Err(QueueRejection::Closed);
        }
        if state.items.len() + items.len() > self.capacity {
            return Err(QueueRejection::Full);
        }
        state.items.extend(items);
        drop(state);
        self.filled.notify_one();
        Ok(())
    }

    /// Queues `item` when there is room; drops it if the queue is closed.
    pub(crate) async fn push(&self, item: T) {
        let mut item = Some(item);
        loop {
            let drained = self.drained.notified();
            {
                let mut state = lock(&self.state);
                if state.closed {
                    return;
                }
                if state.items.len() < self.capacity {
                    state.items.extend(item.take());
                    break;
                }
            }
            drained.await;
        }
        self.filled.notify_one();
    }

    /// The next item; `None` if the queue is closed and empty.
    pub(crate) async fn pop(&self) -> Option<T> {
        loop {
            {
                let mut state = lock(&self.state);
                if let Some(item) = state.items.pop_front() {
                    if state.items.is_empty() && state.items.capacity() > KEPT {
                        state.items = VecDeque::new();
                    }
                    drop(state);
                    self.drained.notify_one();
                    return Some(item);
                }
                if state.closed {
                    return None;
                }
            }
            self.filled.notified().await;
        }
    }

    /// Takes all queued items without waiting.
    pub(crate) fn take_all(&self) -> VecDeque<T> {
        self.take(usize::MAX)
    }

    /// Takes at most `most` queued items without waiting.
    pub(crate) fn take(&self, most: usize) -> VecDeque<T> {
        let mut state = lock(&self.state);
        let rest = if state.items.len() > most { state.items.split_off(most) } else { VecDeque::new() };
        let items = mem::replace(&mut state.items, rest);
        drop(state);
        self.drained.notify_one();
        items
    }

    /// Waits until there may be a change for the consumer.
    pub(crate) async fn changed(&self) {
        self.filled.notified().await;
    }

    /// Waits until items may have been taken.
    pub(crate) async fn taken(&self) {
        self.drained.notified().await;
    }

    /// Waits until the queue is empty.
    pub(crate) async fn emptied(&self) {
        while !self.is_empty() {
            self.drained.notified().await;
        }
    }

    /// Wakes the consumer although nothing was queued.
    pub(crate) fn wake(&self) {
        self.filled.notify_one();
    }

    /// Rejects new items; queued ones can still be taken, depending on `keep`.
    pub(crate) fn close(&self, keep: Keep) {
        let mut state = lock(&self.state);
        state.closed = true;
        if keep == Keep::Nothing {
            state.items = VecDeque::new();
        }
        drop(state);
        self.filled.notify_one();
        self.drained.notify_waiters();
    }

    pub(crate) fn is_full(&self) -> bool {
        lock(&self.state).items.len() >= self.capacity
    }

    /// Whether more than half of the capacity is used.
    pub(crate) fn is_half_full(&self) -> bool {
        lock(&self.state).items.len() > self.capacity / 2
    }

    pub(crate) fn is_empty(&self) -> bool {
        lock(&self.state).items.is_empty()
    }
}

/// What happens to queued items when a queue is closed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keep {
    Everything,
    Nothing,
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[tokio::test]
    async fn a_full_queue_takes_nothing_until_something_is_taken() {
        let queue = PacketQueue::new(2);
        queue.push(1).await;
        assert_eq!(queue.try_push_all([2, 3]), Err(QueueRejection::Full), "all or nothing");
        queue.push(2).await;
        assert!(queue.is_full());
        let mut third = Box::pin(queue.push(3));
        assert!(third.as_mut().now_or_never().is_none());
        assert_eq!(queue.pop().await, Some(1));
        third.await;
        assert_eq!(queue.take_all(), [2, 3]);
    }

    #[tokio::test]
    async fn a_closed_queue_gives_what_it_holds_and_then_ends() {
        let queue = PacketQueue::new(2);
        queue.push(1).await;
        queue.close(Keep::Everything);
        assert_eq!(queue.try_push_all([2]), Err(QueueRejection::Closed));
        assert_eq!(queue.pop().await, Some(1));
        assert_eq!(queue.pop().await, None);
    }

    #[tokio::test]
    async fn closing_frees_a_producer_that_waits_for_room() {
        let queue = PacketQueue::new(1);
        queue.push(1).await;
        let mut second = Box::pin(queue.push(2));
        assert!(second.as_mut().now_or_never().is_none());
        queue.close(Keep::Nothing);
        second.await;
        assert_eq!(queue.pop().await, None);
    }

    #[tokio::test]
    async fn an_empty_queue_gives_back_what_a_burst_took() {
        let queue = PacketQueue::new(100);
        queue.try_push_all([0; 100]).unwrap();
        for _ in 0..100 {
            queue.pop().await;
        }
        assert!(lock(&queue.state).items.capacity() <= KEPT);
    }
}
