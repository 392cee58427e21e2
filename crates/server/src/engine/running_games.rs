//! The number of running games, per tenant and mode and in total; a game counts while it holds its
//! [`RunningGame`].

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use common::lock;
use rooms::Scope;

/// The running games.
#[derive(Default)]
pub(crate) struct RunningGames {
    by_scope: Mutex<HashMap<Scope, usize>>,
}

/// One running game; it counts until it is dropped.
pub(crate) struct RunningGame {
    games: Arc<RunningGames>,
    scope: Scope,
}

impl RunningGames {
    /// Counts one more game; `None` if the scope already has `most`.
    pub(crate) fn admit(self: &Arc<Self>, scope: &Scope, most: usize) -> Option<RunningGame> {
        let mut by_scope = lock(&self.by_scope);
        let count = by_scope.get(scope).copied().unwrap_or_default();
        if count >= most {
            return None;
        }
        by_scope.insert(scope.clone(), count + 1);
        Some(RunningGame { games: Arc::clone(self), scope: scope.clone() })
    }

    /// Whether the scope already has `most` games.
    pub(crate) fn is_full(&self, scope: &Scope, most: usize) -> bool {
        lock(&self.by_scope).get(scope).is_some_and(|count| *count >= most)
    }

    /// The number of running games of a scope.
    pub(crate) fn of(&self, scope: &Scope) -> usize {
        lock(&self.by_scope).get(scope).copied().unwrap_or_default()
    }

    /// The total number of running games.
    pub(crate) fn total(&self) -> usize {
        lock(&self.by_scope).values().sum()
    }
}

impl Drop for RunningGame {
    fn drop(&mut self) {
        let mut by_scope = lock(&self.games.by_scope);
        let Some(count) = by_scope.get_mut(&self.scope) else { return };
        *count -= 1;
        if *count == 0 {
            by_scope.remove(&self.scope);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::RunningGames;
    use crate::identity::guest_scope;

    #[test]
    fn a_tenant_has_no_more_games_than_it_may_and_another_one_when_one_ends() {
        let games = Arc::new(RunningGames::default());
        let first = games.admit(&guest_scope(), 2).expect("there is room");
        let _second = games.admit(&guest_scope(), 2).expect("there is room");
        assert!(games.admit(&guest_scope(), 2).is_none());
        assert!(games.is_full(&guest_scope(), 2));
        assert_eq!(games.total(), 2);
        drop(first);
        assert!(!games.is_full(&guest_scope(), 2));
        assert!(games.admit(&guest_scope(), 2).is_some());
    }
}
