//! Deadlines in memory: nothing ticks, whoever is due is woken.

use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;
use std::sync::Mutex;
use std::time::Duration;

use rooms::Timestamp;
use tokio::sync::Notify;

use crate::clock::Clock;
use crate::sync::lock;

/// The longest sleep, so that the clock notices when the process was stopped.
const LONGEST_SLEEP: Duration = Duration::from_secs(1);

/// When each sleeper wants to be woken.
pub(crate) struct Alarm<K> {
    sleepers: Mutex<Sleepers<K>>,
    changed: Notify,
}

struct Sleepers<K> {
    by_time: BTreeSet<(Timestamp, K)>,
    by_name: HashMap<K, Timestamp>,
}

impl<K: Clone + Ord + Hash> Alarm<K> {
    pub(crate) fn new() -> Alarm<K> {
        let sleepers = Sleepers { by_time: BTreeSet::new(), by_name: HashMap::new() };
        Alarm { sleepers: Mutex::new(sleepers), changed: Notify::new() }
    }

    /// Sets, moves or clears the time of a sleeper.
    pub(crate) fn set(&self, name: &K, at: Option<Timestamp>) {
        let mut sleepers = lock(&self.sleepers);
        if let Some(before) = sleepers.by_name.remove(name) {
            sleepers.by_time.remove(&(before, name.clone()));
        }
        if let Some(at) = at {
            sleepers.by_name.insert(name.clone(), at);
            sleepers.by_time.insert((at, name.clone()));
            if sleepers.by_time.first().is_some_and(|(_, first)| first == name) {
                self.changed.notify_one();
            }
        }
    }

    /// Waits until somebody is due, and gives everybody who is.
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
        let mut sleepers = lock(&self.sleepers);
        let mut due = Vec::new();
        while let Some((at, name)) = sleepers.by_time.first().cloned() {
            if at > now {
                return (due, Some(at));
            }
            sleepers.by_time.pop_first();
            sleepers.by_name.remove(&name);
            due.push(name);
        }
        (due, None)
    }
}
