//! Which tenants want webhook events.

use std::collections::HashMap;
use std::sync::Mutex;

use common::{Mode, TenantId, lock};
use rooms::Scope;
use store::{Store, StoreError};

/// The destination of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WebhookAudience {
    /// The tenant's receiver, and listeners.
    Receiver,
    /// Listeners only.
    Listeners,
}

/// The scopes with a receiver or a listener.
#[derive(Default)]
pub(crate) struct Subscribers {
    scopes: Mutex<HashMap<Scope, Interest>>,
}

#[derive(Default)]
struct Interest {
    /// The events that the receiver wants, if there is one; an empty list means all.
    receiver: Option<Vec<String>>,
    is_listened_to: bool,
}

impl Subscribers {
    /// Whether events of this scope are wanted.
    pub(crate) fn wants(&self, scope: &Scope) -> bool {
        lock(&self.scopes).contains_key(scope)
    }

    /// The destination of such an event; `None` if it is not wanted.
    pub(crate) fn audience(&self, scope: &Scope, event: &str) -> Option<WebhookAudience> {
        let scopes = lock(&self.scopes);
        let Interest { receiver, is_listened_to } = scopes.get(scope)?;
        let is_wanted = |events: &Vec<String>| events.is_empty() || events.iter().any(|name| name == event);
        match receiver {
            Some(events) if is_wanted(events) => Some(WebhookAudience::Receiver),
            _ => is_listened_to.then_some(WebhookAudience::Listeners),
        }
    }

    /// Reloads receivers and listeners, which other processes may have changed.
    pub(crate) async fn refresh(&self, store: &Store, now_ms: i64) -> Result<(), StoreError> {
        let (subscriptions, listened) = (store.subscriptions(), store.listened(now_ms));
        let (subscriptions, listened) = (subscriptions.await?, listened.await?);
        let mut scopes: HashMap<Scope, Interest> = HashMap::new();
        for subscription in subscriptions {
            if let Some(scope) = scope(subscription.tenant, subscription.mode) {
                scopes.entry(scope).or_default().receiver = Some(subscription.events);
            }
        }
        for (tenant, mode) in listened {
            if let Some(scope) = scope(tenant, mode) {
                scopes.entry(scope).or_default().is_listened_to = true;
            }
        }
        *lock(&self.scopes) = scopes;
        Ok(())
    }
}

/// The scope of a subscription; `None` for training games, which belong to no tenant.
fn scope(tenant: TenantId, mode: Mode) -> Option<Scope> {
    (mode != Mode::Training).then_some(Scope { tenant, mode })
}
