//! Counting who is inside, in total and per address, and turning away who is too many.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use tokio::sync::Notify;

use crate::client_address::network;
use crate::lock::lock;

/// A bounded crowd; [`Crowd::admit`] gives a permit that leaves when it is dropped.
pub(crate) struct Crowd {
    total: usize,
    per_address: usize,
    inside: Mutex<Inside>,
    left: Notify,
}

#[derive(Default)]
struct Inside {
    total: usize,
    per_address: HashMap<IpAddr, usize>,
}

/// One place inside the crowd.
pub(crate) struct Permit {
    crowd: Arc<Crowd>,
    address: Option<IpAddr>,
}

impl Crowd {
    pub(crate) fn new(total: usize, per_address: usize) -> Arc<Self> {
        Arc::new(Self { total, per_address, inside: Mutex::default(), left: Notify::new() })
    }

    /// Lets one more in, unless the house or the share of its address is full.
    pub(crate) fn admit(self: &Arc<Self>, address: Option<IpAddr>) -> Option<Permit> {
        let address = address.map(network);
        let mut inside = lock(&self.inside);
        if inside.total >= self.total {
            return None;
        }
        if let Some(address) = address {
            let count = inside.per_address.entry(address).or_default();
            if *count >= self.per_address {
                return None;
            }
            *count += 1;
        }
        inside.total += 1;
        Some(Permit { crowd: Arc::clone(self), address })
    }

    pub(crate) fn count(&self) -> usize {
        lock(&self.inside).total
    }

    /// Waits until everyone has left.
    pub(crate) async fn emptied(&self) {
        loop {
            let left = self.left.notified();
            if self.count() == 0 {
                return;
            }
            left.await;
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut inside = lock(&self.crowd.inside);
        inside.total -= 1;
        if let Some(address) = self.address
            && let Some(count) = inside.per_address.get_mut(&address)
        {
            *count -= 1;
            if *count == 0 {
                inside.per_address.remove(&address);
            }
        }
        if inside.total == 0 {
            self.crowd.left.notify_waiters();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn admit(crowd: &Arc<Crowd>, address: &str) -> Option<Permit> {
        crowd.admit(Some(address.parse().unwrap()))
    }

    #[test]
    fn an_address_gets_its_share_and_no_more() {
        let crowd = Crowd::new(10, 1);
        let first = admit(&crowd, "192.0.2.1");
        assert!(first.is_some());
        assert!(admit(&crowd, "192.0.2.1").is_none());
        assert!(admit(&crowd, "::ffff:192.0.2.1").is_none(), "the same address in another coat");
        assert!(admit(&crowd, "192.0.2.2").is_some());
        drop(first);
        assert!(admit(&crowd, "192.0.2.1").is_some());
    }

    #[test]
    fn a_network_of_ipv6_addresses_is_one_address() {
        let crowd = Crowd::new(10, 1);
        let _first = admit(&crowd, "2001:db8::1");
        assert!(admit(&crowd, "2001:db8::2").is_none());
        assert!(admit(&crowd, "2001:db8:0:1::1").is_some());
    }

    #[test]
    fn a_full_house_admits_nobody_and_remembers_no_address_that_left() {
        let crowd = Crowd::new(1, 5);
        let first = admit(&crowd, "192.0.2.1");
        assert!(admit(&crowd, "192.0.2.2").is_none());
        drop(first);
        assert_eq!(crowd.count(), 0);
        assert!(lock(&crowd.inside).per_address.is_empty());
    }
}
