//! The number of deliveries under way per tenant, so that no tenant delays another.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use common::{TenantId, lock};

/// The deliveries under way.
pub(crate) struct Concurrency {
    at_once: u32,
    per_tenant: u32,
    tenants: Mutex<BTreeMap<TenantId, TenantSlots>>,
}

#[derive(Default)]
struct TenantSlots {
    under_way: u32,
    /// The last delivery got no response: at most one is under way until the receiver responds.
    is_silent: bool,
}

/// How many deliveries may start now.
pub(crate) struct Capacity {
    pub(crate) total: u32,
    pub(crate) per_tenant: u32,
    pub(crate) shares: BTreeMap<TenantId, u32>,
}

/// A delivery under way; dropping it frees the slot.
pub(crate) struct Permit {
    concurrency: Arc<Concurrency>,
    tenant: TenantId,
}

impl Concurrency {
    pub(crate) fn new(at_once: u32, per_tenant: u32) -> Concurrency {
        Concurrency { at_once, per_tenant, tenants: Mutex::default() }
    }

    pub(crate) fn capacity(&self) -> Capacity {
        let tenants = self.tenants();
        let under_way: u32 = tenants.values().map(|slots| slots.under_way).sum();
        let share = |slots: &TenantSlots| {
            let most = if slots.is_silent { 1 } else { self.per_tenant };
            most.saturating_sub(slots.under_way)
        };
        Capacity {
            total: self.at_once.saturating_sub(under_way),
            per_tenant: self.per_tenant,
            shares: tenants.iter().map(|(tenant, slots)| (tenant.clone(), share(slots))).collect(),
        }
    }

    pub(crate) fn enter(self: &Arc<Self>, tenant: &TenantId) -> Permit {
        self.tenants().entry(tenant.clone()).or_default().under_way += 1;
        Permit { concurrency: Arc::clone(self), tenant: tenant.clone() }
    }

    fn tenants(&self) -> MutexGuard<'_, BTreeMap<TenantId, TenantSlots>> {
        lock(&self.tenants)
    }
}

impl Permit {
    /// Records whether the receiver responded at all.
    pub(crate) fn note(&self, answered: bool) {
        if let Some(slots) = self.concurrency.tenants().get_mut(&self.tenant) {
            slots.is_silent = !answered;
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut tenants = self.concurrency.tenants();
        let Some(slots) = tenants.get_mut(&self.tenant) else { return };
        slots.under_way -= 1;
        if slots.under_way == 0 && !slots.is_silent {
            tenants.remove(&self.tenant);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::Concurrency;

    /// The capacity left: in total, then for `acme`.
    fn check(concurrency: &Concurrency, expected: (u32, u32)) {
        let capacity = concurrency.capacity();
        let share = capacity.shares.get(&"acme".into()).copied().unwrap_or(capacity.per_tenant);
        assert_eq!((capacity.total, share), expected);
    }

    #[test]
    fn a_delivery_takes_a_place_and_gives_it_back() {
        let concurrency = Arc::new(Concurrency::new(10, 4));
        let permit = concurrency.enter(&"acme".into());
        let other = concurrency.enter(&"other".into());
        check(&concurrency, (8, 3));
        drop(permit);
        check(&concurrency, (9, 4));
        drop(other);
        assert!(concurrency.capacity().shares.is_empty());
    }

    #[test]
    fn a_tenant_that_does_not_answer_has_one_place_until_it_answers_again() {
        let concurrency = Arc::new(Concurrency::new(10, 4));
        let permit = concurrency.enter(&"acme".into());
        permit.note(false);
        check(&concurrency, (9, 0));
        drop(permit);
        check(&concurrency, (10, 1));
        let permit = concurrency.enter(&"acme".into());
        permit.note(true);
        check(&concurrency, (9, 3));
    }
}
