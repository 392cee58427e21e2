//! How many games run, of each tenant and mode and in all; a game counts as long as it holds its [`RunningGame`].

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use rooms::House;

use crate::sync::lock;

/// The games that run.
#[derive(Default)]
pub(crate) struct RunningGames {
    by_house: Mutex<HashMap<House, usize>>,
}

/// One running game; it counts until this is dropped.
pub(crate) struct RunningGame {
    games: Arc<RunningGames>,
    house: House,
}

impl RunningGames {
    /// Counts one more game, unless the tenant has `most` already.
    pub(crate) fn admit(self: &Arc<Self>, house: &House, most: usize) -> Option<RunningGame> {
        let mut by_house = lock(&self.by_house);
        let count = by_house.get(house).copied().unwrap_or_default();
        if count >= most {
            return None;
        }
        by_house.insert(house.clone(), count + 1);
        Some(RunningGame { games: Arc::clone(self), house: house.clone() })
    }

    /// Whether the tenant has `most` games already.
    pub(crate) fn is_full(&self, house: &House, most: usize) -> bool {
        lock(&self.by_house).get(house).is_some_and(|count| *count >= most)
    }

    /// How many games run in all.
    pub(crate) fn total(&self) -> usize {
        lock(&self.by_house).values().sum()
    }
}

impl Drop for RunningGame {
    fn drop(&mut self) {
        let mut by_house = lock(&self.games.by_house);
        let Some(count) = by_house.get_mut(&self.house) else { return };
        *count -= 1;
        if *count == 0 {
            by_house.remove(&self.house);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::RunningGames;
    use crate::identity::guest_house;

    #[test]
    fn a_tenant_has_no_more_games_than_it_may_and_another_one_when_one_ends() {
        let games = Arc::new(RunningGames::default());
        let first = games.admit(&guest_house(), 2).expect("there is room");
        let _second = games.admit(&guest_house(), 2).expect("there is room");
        assert!(games.admit(&guest_house(), 2).is_none());
        assert!(games.is_full(&guest_house(), 2));
        assert_eq!(games.total(), 2);
        drop(first);
        assert!(!games.is_full(&guest_house(), 2));
        assert!(games.admit(&guest_house(), 2).is_some());
    }
}
