//! Token buckets: events of a socket, requests of a key or an address.

use std::hash::Hash;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};

/// The bucket of one socket's events.
pub(crate) struct EventLimiter(DefaultDirectRateLimiter);

impl EventLimiter {
    pub(crate) fn per_20s(events: u32) -> EventLimiter {
        EventLimiter(RateLimiter::direct(quota(events, Duration::from_secs(20))))
    }

    /// Takes one token; how long to wait when there is none.
    pub(crate) fn take(&self) -> Result<(), Duration> {
        self.0.check().map_err(|refused| refused.wait_time_from(DefaultClock::default().now()))
    }
}

/// The buckets of many callers with the same allowance.
pub(crate) struct CallerLimiter<K: Hash + Eq + Clone> {
    per_minute: u32,
    buckets: RateLimiter<K, DefaultKeyedStateStore<K>, DefaultClock, StateInformationMiddleware>,
}

/// What is left of an allowance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Allowance {
    pub(crate) limit: u32,
    pub(crate) remaining: u32,
    /// How long until the allowance is whole again.
    pub(crate) whole_in: Duration,
    /// How long to wait when nothing is left.
    pub(crate) retry_in: Option<Duration>,
}

impl<K: Hash + Eq + Clone> CallerLimiter<K> {
    pub(crate) fn per_minute(requests: u32) -> CallerLimiter<K> {
        let buckets = RateLimiter::keyed(quota(requests, Duration::from_secs(60))).with_middleware();
        CallerLimiter { per_minute: requests, buckets }
    }

    pub(crate) fn take(&self, caller: &K) -> Allowance {
        match self.buckets.check_key(caller) {
            Ok(state) => self.allowance(state.remaining_burst_capacity(), None),
            Err(refused) => self.allowance(0, Some(refused.wait_time_from(DefaultClock::default().now()))),
        }
    }

    /// Forgets callers whose allowance is whole again.
    pub(crate) fn tidy(&self) {
        self.buckets.retain_recent();
    }

    fn allowance(&self, remaining: u32, retry_in: Option<Duration>) -> Allowance {
        let used = self.per_minute.saturating_sub(remaining);
        let whole_in = Duration::from_secs(60) * used / self.per_minute.max(1);
        Allowance { limit: self.per_minute, remaining, whole_in, retry_in }
    }
}

/// So many at once, and as many again over the period.
fn quota(count: u32, period: Duration) -> Quota {
    let count = NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN);
    Quota::with_period(period / count.get()).expect("a period of seconds is not zero").allow_burst(count)
}
