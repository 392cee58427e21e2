//! Token buckets: events per socket, requests per key or address.

use std::hash::Hash;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};

use crate::settings::ServerLimits;

/// The event that requests legal moves.
const GET_MOVES: &str = "game:get_moves";

/// How many refusals a socket may get that continues after `rate_limited`: per second, and in a burst.
const REFUSALS_PER_SECOND: u32 = 10;
const REFUSAL_BURST: u32 = 200;

/// How many reactions a player may send at once, and how long each takes to come back.
const REACTION_BURST: u32 = 3;
const REACTION_PAUSE: Duration = Duration::from_secs(4);

/// The buckets for one socket's events.
pub(crate) struct EventLimiter {
    events: DefaultDirectRateLimiter,
    /// Requests for legal moves: a client may send one for every man at every turn.
    get_moves: DefaultDirectRateLimiter,
    refusals: DefaultDirectRateLimiter,
    reactions: DefaultDirectRateLimiter,
}

/// Why an event is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Excess {
    /// The socket must wait this long.
    Wait(Duration),
    /// The socket continued after refusals and must be closed.
    Flood,
}

impl EventLimiter {
    pub(crate) fn new(limits: &ServerLimits) -> EventLimiter {
        let bucket = |per_second, burst| {
            RateLimiter::direct(quota(per_second, Duration::from_secs(1)).allow_burst(at_least_one(burst)))
        };
        EventLimiter {
            events: bucket(limits.events_per_second, limits.event_burst),
            get_moves: bucket(limits.get_moves_per_second, limits.get_moves_burst),
            refusals: bucket(REFUSALS_PER_SECOND, REFUSAL_BURST),
            reactions: RateLimiter::direct(quota(REACTION_BURST, REACTION_PAUSE * REACTION_BURST)),
        }
    }

    /// Takes one token for an event of this name.
    pub(crate) fn take(&self, event: &str) -> Result<(), Excess> {
        let bucket = if event == GET_MOVES { &self.get_moves } else { &self.events };
        bucket.check().map_err(|refused| match self.refusals.check() {
            Ok(()) => Excess::Wait(refused.wait_time_from(DefaultClock::default().now())),
            Err(_) => Excess::Flood,
        })
    }

    /// Takes one token for a reaction; returns how long to wait if there is none.
    pub(crate) fn take_reaction(&self) -> Result<(), Duration> {
        self.reactions.check().map_err(|refused| refused.wait_time_from(DefaultClock::default().now()))
    }
}

/// The buckets of many callers with the same limit.
pub(crate) struct CallerLimiter<K: Hash + Eq + Clone> {
    per_minute: u32,
    buckets: RateLimiter<K, DefaultKeyedStateStore<K>, DefaultClock, StateInformationMiddleware>,
}

/// What is left of a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RateAllowance {
    pub(crate) limit: u32,
    pub(crate) remaining: u32,
    /// The time until the bucket is full again.
    pub(crate) whole_in: Duration,
    /// How long to wait if the bucket is empty.
    pub(crate) retry_in: Option<Duration>,
}

impl<K: Hash + Eq + Clone> CallerLimiter<K> {
    pub(crate) fn per_minute(requests: u32) -> CallerLimiter<K> {
        let buckets = RateLimiter::keyed(quota(requests, Duration::from_secs(60))).with_middleware();
        CallerLimiter { per_minute: requests, buckets }
    }

    /// How many requests each caller has in a minute.
    pub(crate) fn limit(&self) -> u32 {
        self.per_minute
    }

    pub(crate) fn take(&self, caller: &K) -> RateAllowance {
        match self.buckets.check_key(caller) {
            Ok(state) => RateAllowance::new(self.per_minute, state.remaining_burst_capacity(), None),
            Err(refused) => {
                let wait = refused.wait_time_from(DefaultClock::default().now());
                RateAllowance::new(self.per_minute, 0, Some(wait))
            }
        }
    }

    /// Drops callers whose bucket is full again.
    pub(crate) fn tidy(&self) {
        self.buckets.retain_recent();
    }
}

impl RateAllowance {
    /// What is left of so many per minute.
    pub(crate) fn new(limit: u32, remaining: u32, retry_in: Option<Duration>) -> RateAllowance {
        let whole_in = Duration::from_secs(60) * limit.saturating_sub(remaining) / limit.max(1);
        RateAllowance { limit, remaining, whole_in, retry_in }
    }
}

/// A quota of `count` at once, refilled over `period`.
fn quota(count: u32, period: Duration) -> Quota {
    let count = at_least_one(count);
    let interval = (period / count.get()).max(Duration::from_nanos(1));
    Quota::with_period(interval).expect("the interval is not zero").allow_burst(count)
}

fn at_least_one(count: u32) -> NonZeroU32 {
    NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(limiter: &EventLimiter, event: &str, tries: usize) -> usize {
        (0..tries).filter(|_| limiter.take(event).is_ok()).count()
    }

    #[test]
    fn questions_for_legal_moves_have_an_allowance_of_their_own() {
        let limits = ServerLimits { events_per_second: 1, event_burst: 1, ..ServerLimits::default() };
        let limiter = EventLimiter::new(&limits);
        assert_eq!(taken(&limiter, GET_MOVES, 400), 400, "twenty men at each of twenty turns");
        assert_eq!(taken(&limiter, "game:move", 1), 1, "are no reason to refuse a move");
    }

    #[test]
    fn a_player_reacts_three_times_and_then_has_to_wait() {
        let limiter = EventLimiter::new(&ServerLimits::default());
        let waits: Vec<_> = (0..5).map(|_| limiter.take_reaction()).collect();
        assert_eq!(waits.iter().filter(|wait| wait.is_ok()).count(), 3);
        assert!(waits[4].is_err_and(|wait| wait <= REACTION_PAUSE));
    }

    #[test]
    fn a_socket_that_goes_on_after_its_refusals_is_a_flood() {
        let limits = ServerLimits { events_per_second: 1, event_burst: 5, ..ServerLimits::default() };
        let limiter = EventLimiter::new(&limits);
        let answers: Vec<_> = (0..10_000).map(|_| limiter.take("game:move")).collect();
        assert!(answers[..5].iter().all(Result::is_ok));
        assert!(matches!(answers[6], Err(Excess::Wait(_))));
        assert_eq!(answers.last(), Some(&Err(Excess::Flood)));
    }
}
