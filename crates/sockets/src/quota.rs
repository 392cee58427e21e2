//! A bounded amount of a resource (connections, sessions, bytes), in total and per address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use common::lock;
use tokio::sync::Notify;

use crate::client_address::network;

/// A bounded amount; [`Quota::take`] returns a share that is released when it is dropped.
pub(crate) struct Quota {
    total: usize,
    per_address: usize,
    taken: Mutex<Taken>,
    emptied: Notify,
}

#[derive(Default)]
struct Taken {
    total: usize,
    per_address: HashMap<IpAddr, usize>,
}

/// The share that one user of a quota holds.
pub(crate) struct QuotaShare {
    quota: Arc<Quota>,
    address: Option<IpAddr>,
    amount: usize,
}

/// The bound that was exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exceeded {
    Total,
    Address,
}

impl Quota {
    pub(crate) fn new(total: usize, per_address: usize) -> Arc<Self> {
        Arc::new(Self { total, per_address, taken: Mutex::default(), emptied: Notify::new() })
    }

    /// Takes `amount`; without an address only the total is checked. An IPv6 /64 network is one address.
    pub(crate) fn take(
        self: &Arc<Self>,
        address: Option<IpAddr>,
        amount: usize,
    ) -> Result<QuotaShare, Exceeded> {
        let mut share = QuotaShare { quota: Arc::clone(self), address: address.map(network), amount: 0 };
        share.grow(amount)?;
        Ok(share)
    }

    pub(crate) fn taken(&self) -> usize {
        lock(&self.taken).total
    }

    /// Waits until every share has been released.
    pub(crate) async fn emptied(&self) {
        loop {
            let emptied = self.emptied.notified();
            if self.taken() == 0 {
                return;
            }
            emptied.await;
        }
    }
}

impl QuotaShare {
    /// Takes `amount` more, or changes nothing.
    pub(crate) fn grow(&mut self, amount: usize) -> Result<(), Exceeded> {
        let mut taken = lock(&self.quota.taken);
        if amount > self.quota.total.saturating_sub(taken.total) {
            return Err(Exceeded::Total);
        }
        if let Some(address) = self.address {
            let before = taken.per_address.get(&address).copied().unwrap_or_default();
            if amount > self.quota.per_address.saturating_sub(before) {
                return Err(Exceeded::Address);
            }
            if amount > 0 {
                taken.per_address.insert(address, before + amount);
            }
        }
        taken.total += amount;
        self.amount += amount;
        Ok(())
    }
}

impl Drop for QuotaShare {
    fn drop(&mut self) {
        let mut taken = lock(&self.quota.taken);
        taken.total -= self.amount;
        if let Some(address) = self.address
            && let Some(count) = taken.per_address.get_mut(&address)
        {
            *count -= self.amount;
            if *count == 0 {
                taken.per_address.remove(&address);
            }
        }
        if taken.total == 0 {
            self.quota.emptied.notify_waiters();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(quota: &Arc<Quota>, address: &str) -> Option<QuotaShare> {
        quota.take(Some(address.parse().unwrap()), 1).ok()
    }

    #[test]
    fn an_address_gets_its_share_and_no_more() {
        let quota = Quota::new(10, 1);
        let first = take(&quota, "192.0.2.1");
        assert!(first.is_some());
        assert!(take(&quota, "192.0.2.1").is_none());
        assert!(take(&quota, "::ffff:192.0.2.1").is_none(), "the same address in another form");
        assert!(take(&quota, "192.0.2.2").is_some());
        drop(first);
        assert!(take(&quota, "192.0.2.1").is_some());
    }

    #[test]
    fn a_network_of_ipv6_addresses_is_one_address() {
        let quota = Quota::new(10, 1);
        let _first = take(&quota, "2001:db8::1");
        assert!(take(&quota, "2001:db8::2").is_none());
        assert!(take(&quota, "2001:db8:0:1::1").is_some());
    }

    #[test]
    fn a_full_quota_gives_nothing_and_remembers_no_address_that_gave_all_back() {
        let quota = Quota::new(1, 5);
        let first = take(&quota, "192.0.2.1");
        assert!(take(&quota, "192.0.2.2").is_none());
        drop(first);
        assert_eq!(quota.taken(), 0);
        assert!(lock(&quota.taken).per_address.is_empty());
    }

    #[test]
    fn a_share_that_cannot_grow_keeps_what_it_has() {
        let quota = Quota::new(100, 10);
        let mut share = quota.take(Some([192, 0, 2, 1].into()), 0).ok().unwrap();
        assert_eq!(share.grow(10), Ok(()));
        assert_eq!(share.grow(1), Err(Exceeded::Address));
        assert_eq!(quota.take(None, 91).err(), Some(Exceeded::Total));
        assert_eq!(quota.taken(), 10);
        drop(share);
        assert!(lock(&quota.taken).per_address.is_empty());
    }
}
