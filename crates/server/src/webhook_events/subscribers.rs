//! Which tenants want to be told of what happens in their games.

use std::collections::HashMap;
use std::sync::Mutex;

use rooms::{House, Mode, TenantId};
use store::{Store, StoreError};

use crate::sync::lock;

/// Where an event goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Audience {
    /// To the receiver of the tenant, and to listeners.
    Receiver,
    /// To listeners alone.
    Listeners,
}

/// The houses that somebody wants to hear of.
#[derive(Default)]
pub(crate) struct Subscribers {
    houses: Mutex<HashMap<House, Interest>>,
}

#[derive(Default)]
struct Interest {
    /// The events that the receiver wants, if there is one; an empty list means all.
    receiver: Option<Vec<String>>,
    is_listened_to: bool,
}

impl Subscribers {
    /// Whether anything that happens there is told.
    pub(crate) fn wants(&self, house: &House) -> bool {
        lock(&self.houses).contains_key(house)
    }

    /// Who is told of such an event there.
    pub(crate) fn audience(&self, house: &House, event: &str) -> Option<Audience> {
        let houses = lock(&self.houses);
        let Interest { receiver, is_listened_to } = houses.get(house)?;
        let is_wanted = |events: &Vec<String>| events.is_empty() || events.iter().any(|name| name == event);
        match receiver {
            Some(events) if is_wanted(events) => Some(Audience::Receiver),
            _ => is_listened_to.then_some(Audience::Listeners),
        }
    }

    /// Learns who has a receiver or listens now; somebody beside the server may have changed it.
    pub(crate) async fn refresh(&self, store: &Store, now_ms: i64) -> Result<(), StoreError> {
        let (subscriptions, listened) = (store.subscriptions(), store.listened(now_ms));
        let (subscriptions, listened) = (subscriptions.await?, listened.await?);
        let mut houses: HashMap<House, Interest> = HashMap::new();
        for subscription in subscriptions {
            if let Some(house) = house(subscription.tenant, subscription.mode) {
                houses.entry(house).or_default().receiver = Some(subscription.events);
            }
        }
        for (tenant, mode) in listened {
            if let Some(house) = house(tenant, mode) {
                houses.entry(house).or_default().is_listened_to = true;
            }
        }
        *lock(&self.houses) = houses;
        Ok(())
    }
}

/// Training games belong to nobody who could be told.
fn house(tenant: store::TenantId, mode: store::Mode) -> Option<House> {
    let mode = match mode {
        store::Mode::Live => Mode::Live,
        store::Mode::Test => Mode::Test,
        store::Mode::Training => return None,
    };
    Some(House { tenant: TenantId(tenant.0), mode })
}
