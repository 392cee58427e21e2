//! Traffic: how many deliveries are under way for whom, so that no tenant takes another's turn.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use store::TenantId;

/// Deliveries under way.
pub(crate) struct Traffic {
    at_once: u32,
    per_tenant: u32,
    lanes: Mutex<BTreeMap<TenantId, Lane>>,
}

#[derive(Default)]
struct Lane {
    under_way: u32,
    /// The last delivery got no answer: the next ones go one by one.
    is_silent: bool,
}

/// What may be taken now.
pub(crate) struct Room {
    pub(crate) total: u32,
    pub(crate) per_tenant: u32,
    pub(crate) shares: BTreeMap<TenantId, u32>,
}

/// A delivery under way; its place is free again when it is dropped.
pub(crate) struct Pass {
    traffic: Arc<Traffic>,
    tenant: TenantId,
}

impl Traffic {
    pub(crate) fn new(at_once: u32, per_tenant: u32) -> Traffic {
        Traffic { at_once, per_tenant, lanes: Mutex::default() }
    }

    pub(crate) fn room(&self) -> Room {
        let lanes = self.lanes();
        let under_way: u32 = lanes.values().map(|lane| lane.under_way).sum();
        let share = |lane: &Lane| {
            let most = if lane.is_silent { 1 } else { self.per_tenant };
            most.saturating_sub(lane.under_way)
        };
        Room {
            total: self.at_once.saturating_sub(under_way),
            per_tenant: self.per_tenant,
            shares: lanes.iter().map(|(tenant, lane)| (tenant.clone(), share(lane))).collect(),
        }
    }

    pub(crate) fn enter(self: &Arc<Self>, tenant: &TenantId) -> Pass {
        self.lanes().entry(tenant.clone()).or_default().under_way += 1;
        Pass { traffic: Arc::clone(self), tenant: tenant.clone() }
    }

    fn lanes(&self) -> MutexGuard<'_, BTreeMap<TenantId, Lane>> {
        self.lanes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pass {
    /// Notes whether the receiver answered at all.
    pub(crate) fn note(&self, answered: bool) {
        if let Some(lane) = self.traffic.lanes().get_mut(&self.tenant) {
            lane.is_silent = !answered;
        }
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        let mut lanes = self.traffic.lanes();
        let Some(lane) = lanes.get_mut(&self.tenant) else { return };
        lane.under_way -= 1;
        if lane.under_way == 0 && !lane.is_silent {
            lanes.remove(&self.tenant);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::Traffic;

    /// The room left: in total, then for `acme`.
    fn check(traffic: &Traffic, expected: (u32, u32)) {
        let room = traffic.room();
        let share = room.shares.get(&"acme".into()).copied().unwrap_or(room.per_tenant);
        assert_eq!((room.total, share), expected);
    }

    #[test]
    fn a_delivery_takes_a_place_and_gives_it_back() {
        let traffic = Arc::new(Traffic::new(10, 4));
        let pass = traffic.enter(&"acme".into());
        let other = traffic.enter(&"other".into());
        check(&traffic, (8, 3));
        drop(pass);
        check(&traffic, (9, 4));
        drop(other);
        assert!(traffic.room().shares.is_empty());
    }

    #[test]
    fn a_tenant_that_does_not_answer_has_one_place_until_it_answers_again() {
        let traffic = Arc::new(Traffic::new(10, 4));
        let pass = traffic.enter(&"acme".into());
        pass.note(false);
        check(&traffic, (9, 0));
        drop(pass);
        check(&traffic, (10, 1));
        let pass = traffic.enter(&"acme".into());
        pass.note(true);
        check(&traffic, (9, 3));
    }
}
