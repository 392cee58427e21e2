//! Which tenants want to be told of what happens in their games.

use std::collections::HashMap;
use std::sync::Mutex;

use rooms::{House, Mode, TenantId};
use store::{Store, StoreError};

use crate::sync::lock;

/// The houses whose tenants have a webhook receiver, and the events each wants; an empty list means all.
#[derive(Default)]
pub(crate) struct Subscribers {
    houses: Mutex<HashMap<House, Vec<String>>>,
}

impl Subscribers {
    /// Whether anything that happens there is told.
    pub(crate) fn wants(&self, house: &House) -> bool {
        lock(&self.houses).contains_key(house)
    }

    /// Whether such an event there is told.
    pub(crate) fn wants_event(&self, house: &House, event: &str) -> bool {
        let houses = lock(&self.houses);
        houses.get(house).is_some_and(|events| events.is_empty() || events.iter().any(|name| name == event))
    }

    /// Learns who has a receiver now; somebody beside the server may have changed it.
    pub(crate) async fn refresh(&self, store: &Store) -> Result<(), StoreError> {
        let subscriptions = store.subscriptions().await?;
        let houses = subscriptions.into_iter().filter_map(|subscription| {
            let mode = match subscription.mode {
                store::Mode::Live => Mode::Live,
                store::Mode::Test => Mode::Test,
                store::Mode::Training => return None,
            };
            Some((House { tenant: TenantId(subscription.tenant.0), mode }, subscription.events))
        });
        *lock(&self.houses) = houses.collect();
        Ok(())
    }
}
