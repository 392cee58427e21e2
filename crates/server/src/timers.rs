//! Deadlines in memory, by key. Nothing ticks.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;
use std::sync::Mutex;
use std::time::Duration;

use common::{Timestamp, lock};
use tokio::sync::Notify;

use crate::clock::Clock;

/// The longest sleep, so that the clock notices a suspended process.
const LONGEST_SLEEP: Duration = Duration::from_secs(1);

/// The due time of each key.
pub(crate) struct Timers<K> {
    pending: Mutex<Pending<K>>,
    changed: Notify,
}

struct Pending<K> {
    by_time: BTreeSet<(Timestamp, K)>,
    by_name: HashMap<K, Timestamp>,
}

impl<K: Clone + Ord + Hash> Timers<K> {
    pub(crate) fn new() -> Timers<K> {
        let pending = Pending { by_time: BTreeSet::new(), by_name: HashMap::new() };
        Timers { pending: Mutex::new(pending), changed: Notify::new() }
    }

    /// Sets, moves or clears the time of a key.
    pub(crate) fn set(&self, name: &K, at: Option<Timestamp>) {
        let mut pending = lock(&self.pending);
        if let Some(before) = pending.by_name.remove(name) {
            pending.by_time.remove(&(before, name.clone()));
        }
        if let Some(at) = at {
            pending.by_name.insert(name.clone(), at);
            pending.by_time.insert((at, name.clone()));
            if pending.by_time.first().is_some_and(|(_, first)| first == name) {
                self.changed.notify_one();
            }
        }
    }

    /// Waits until a key is due, and returns all due keys.
    pub(crate) async fn due(&self, clock: &Clock) -> Vec<K> {
        loop {
            let now = clock.now();
            let (due, next) = self.take_due(now);
            if !due.is_empty() {
                return due;
            }
            let sleep =
                next.map_or(LONGEST_SLEEP, |at| at.since(now).clamp(Duration::from_millis(1), LONGEST_SLEEP));
            tokio::select! {
                () = tokio::time::sleep(sleep) => {}
                () = self.changed.notified() => {}
            }
        }
    }

    fn take_due(&self, now: Timestamp) -> (Vec<K>, Option<Timestamp>) {
        let mut pending = lock(&self.pending);
        let mut due = Vec::new();
        while let Some((at, name)) = pending.by_time.first().cloned() {
            if at > now {
                return (due, Some(at));
            }
            pending.by_time.pop_first();
            pending.by_name.remove(&name);
            due.push(name);
        }
        (due, None)
    }
}

#[cfg(test)]
mod tests {
    use common::Timestamp;

    use super::Timers;

    #[test]
    fn what_is_due_comes_once_and_in_the_order_of_its_time() {
        let timers = Timers::new();
        for (name, at) in [("late", 30), ("early", 10), ("later", 40), ("middle", 20)] {
            timers.set(&name, Some(Timestamp(at)));
        }
        assert_eq!(timers.take_due(Timestamp(9)), (vec![], Some(Timestamp(10))));
        assert_eq!(timers.take_due(Timestamp(30)), (vec!["early", "middle", "late"], Some(Timestamp(40))));
        assert_eq!(timers.take_due(Timestamp(40)), (vec!["later"], None));
        assert_eq!(timers.take_due(Timestamp(99)), (vec![], None));
    }

    #[test]
    fn a_timer_that_is_moved_or_cleared_does_not_fire_at_its_old_time() {
        let timers = Timers::new();
        for (name, at) in [("moved", Some(10)), ("cleared", Some(10)), ("moved", Some(50)), ("cleared", None)]
        {
            timers.set(&name, at.map(Timestamp));
        }
        assert_eq!(timers.take_due(Timestamp(49)), (vec![], Some(Timestamp(50))));
        assert_eq!(timers.take_due(Timestamp(50)), (vec!["moved"], None));
    }
}
