//! How many clients the other nodes of a cluster have.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use common::lock;
use rooms::Scope;
use tokio::time::Instant;

/// How often a node tells all its counts, also those that did not change: a hint can be lost.
const TELL_ALL: Duration = Duration::from_secs(30);

/// The numbers of clients, by tenant and mode.
#[derive(Default)]
pub(super) struct OnlineCounts {
    elsewhere: Mutex<HashMap<Scope, HashMap<String, usize>>>,
    told: Mutex<ToldCounts>,
}

/// What this node has told the others.
#[derive(Default)]
struct ToldCounts {
    counts: HashMap<Scope, usize>,
    all_at: Option<Instant>,
}

impl OnlineCounts {
    /// Notes how many clients a node has.
    pub(super) fn note(&self, node: String, scope: Scope, count: usize) {
        lock(&self.elsewhere).entry(scope).or_default().insert(node, count);
    }

    /// How many clients of a scope the other nodes have that are alive.
    pub(super) fn elsewhere(&self, scope: &Scope, is_alive: impl Fn(&str) -> bool) -> usize {
        let mut elsewhere = lock(&self.elsewhere);
        let Some(nodes) = elsewhere.get_mut(scope) else { return 0 };
        nodes.retain(|node, count| *count > 0 && is_alive(node));
        let count = nodes.values().sum();
        if nodes.is_empty() {
            elsewhere.remove(scope);
        }
        count
    }

    /// What the other nodes are to be told of the counts of this one.
    pub(super) fn news(&self, counts: HashMap<Scope, usize>, now: Instant) -> Vec<(Scope, usize)> {
        let mut told = lock(&self.told);
        let all = told.all_at.is_none_or(|at| at + TELL_ALL <= now);
        if all {
            told.all_at = Some(now);
        }
        let changed =
            |scope: &Scope, count: usize| told.counts.get(scope).copied().unwrap_or_default() != count;
        let mut news: Vec<(Scope, usize)> = counts
            .iter()
            .filter(|(scope, count)| all || changed(scope, **count))
            .map(|(scope, count)| (scope.clone(), *count))
            .collect();
        let gone = told.counts.keys().filter(|scope| !counts.contains_key(*scope));
        news.extend(gone.map(|scope| (scope.clone(), 0)));
        told.counts = counts;
        news
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use tokio::time::Instant;

    use super::{OnlineCounts, TELL_ALL};
    use crate::identity::guest_scope;

    #[test]
    fn the_clients_of_dead_nodes_do_not_count() {
        let counts = OnlineCounts::default();
        for (node, count) in [("one", 3), ("two", 4), ("two", 5)] {
            counts.note(node.to_owned(), guest_scope(), count);
        }
        assert_eq!(counts.elsewhere(&guest_scope(), |_| true), 8);
        assert_eq!(counts.elsewhere(&guest_scope(), |node| node == "one"), 3);
        assert_eq!(counts.elsewhere(&guest_scope(), |_| true), 3, "its place is forgotten");
    }

    #[test]
    fn a_count_is_told_when_it_changes_and_now_and_then() {
        let (counts, start) = (OnlineCounts::default(), Instant::now());
        let news = |count: usize, at| {
            let here: HashMap<_, _> = (count > 0).then(|| (guest_scope(), count)).into_iter().collect();
            counts.news(here, at).into_iter().map(|(_, count)| count).collect::<Vec<_>>()
        };
        assert_eq!(news(2, start), [2]);
        assert!(news(2, start).is_empty());
        assert_eq!(news(3, start), [3]);
        assert_eq!(news(3, start + TELL_ALL), [3]);
        assert_eq!(news(0, start + TELL_ALL), [0]);
        assert!(news(0, start + TELL_ALL).is_empty());
    }
}
