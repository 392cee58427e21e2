//! Which tenants want to be told of what happens in their games.

use std::collections::HashMap;
use std::sync::Mutex;

use common::{Mode, TenantId, lock};
use rooms::Scope;
use store::{Store, StoreError};

/// Where an event goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WebhookAudience {
    /// To the receiver of the tenant, and to listeners.
    Receiver,
    /// To listeners alone.
    Listeners,
}

/// The scopes that somebody wants to hear of.
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
    /// Whether anything that happens there is told.
    pub(crate) fn wants(&self, scope: &Scope) -> bool {
        lock(&self.scopes).contains_key(scope)
    }

    /// Who is told of such an event there.
    pub(crate) fn audience(&self, scope: &Scope, event: &str) -> Option<WebhookAudience> {
        let scopes = lock(&self.scopes);
        let Interest { receiver, is_listened_to } = scopes.get(scope)?;
        let is_wanted = |events: &Vec<String>| events.is_empty() || events.iter().any(|name| name == event);
        match receiver {
            Some(events) if is_wanted(events) => Some(WebhookAudience::Receiver),
            _ => is_listened_to.then_some(WebhookAudience::Listeners),
        }
    }

    /// Learns who has a receiver or listens now; somebody beside the server may have changed it.
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

/// Training games belong to nobody who could be told.
fn scope(tenant: TenantId, mode: Mode) -> Option<Scope> {
    (mode != Mode::Training).then_some(Scope { tenant, mode })
}
