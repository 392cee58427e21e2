//! How long the moves of each tenant took, by the minute, for the last hour. What is kept does not grow with the number of moves.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use common::{Timestamp, lock};
use rooms::Scope;

/// How many minutes are kept.
pub(crate) const MINUTES: usize = 60;

const MINUTE_MS: i64 = 60 * 1000;

/// The upper bounds of the buckets, in milliseconds; the last bucket has none.
const BOUNDS: [f64; 12] = [0.5, 1.0, 2.5, 5.0, 10.0, 25.0, 50.0, 100.0, 250.0, 500.0, 1000.0, 2500.0];

/// The maximum number of tenants and modes that are kept, about 4 kB each.
const MOST_SCOPES: usize = 2_000;

/// The times of moves.
#[derive(Default)]
pub(crate) struct MoveTimes {
    by_scope: Mutex<HashMap<Scope, Box<[Minute; MINUTES]>>>,
}

/// The moves of one minute.
#[derive(Clone, Copy, Default)]
struct Minute {
    /// The minute, counted from 1970.
    number: i64,
    counts: [u32; BOUNDS.len() + 1],
}

/// A minute in figures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MinuteOfMoves {
    /// When it began.
    pub(crate) from: Timestamp,
    /// How many moves were made.
    pub(crate) moves: u64,
    /// Half of them took at most this many milliseconds.
    pub(crate) median_ms: Option<f64>,
    /// 95 of 100 took at most this many milliseconds.
    pub(crate) p95_ms: Option<f64>,
}

impl MoveTimes {
    /// Records a move of a tenant.
    pub(crate) fn record(&self, scope: &Scope, now: Timestamp, taken: Duration) {
        let mut by_scope = lock(&self.by_scope);
        if !by_scope.contains_key(scope) {
            if by_scope.len() >= MOST_SCOPES {
                let oldest = now.0 / MINUTE_MS - MINUTES as i64;
                by_scope.retain(|_, minutes| minutes.iter().any(|minute| minute.number > oldest));
            }
            if by_scope.len() >= MOST_SCOPES {
                return;
            }
        }
        let minutes = by_scope.entry(scope.clone()).or_insert_with(|| Box::new([Minute::default(); MINUTES]));
        let number = now.0 / MINUTE_MS;
        let minute = &mut minutes[place_of(number)];
        if minute.number != number {
            *minute = Minute { number, ..Minute::default() };
        }
        let millis = taken.as_secs_f64() * 1000.0;
        let bucket = BOUNDS.iter().position(|bound| millis <= *bound).unwrap_or(BOUNDS.len());
        minute.counts[bucket] += 1;
    }

    /// The last hour of a tenant, the oldest minute first.
    pub(crate) fn last_hour(&self, scope: &Scope, now: Timestamp) -> Vec<MinuteOfMoves> {
        let by_scope = lock(&self.by_scope);
        let minutes = by_scope.get(scope);
        let newest = now.0 / MINUTE_MS;
        let numbers = newest - MINUTES as i64 + 1..=newest;
        numbers
            .map(|number| {
                let kept = minutes.map(|minutes| minutes[place_of(number)]);
                kept.filter(|minute| minute.number == number).unwrap_or_default().figures(number)
            })
            .collect()
    }
}

impl MoveTimes {
    /// The moves of every tenant in the last hour, as if they were of one minute.
    pub(crate) fn of_node(&self, now: Timestamp) -> MinuteOfMoves {
        let newest = now.0 / MINUTE_MS;
        let mut hour = Minute::default();
        for minute in lock(&self.by_scope).values().flat_map(|minutes| minutes.iter()) {
            if minute.number > newest - MINUTES as i64 && minute.number <= newest {
                for (sum, count) in hour.counts.iter_mut().zip(minute.counts) {
                    *sum = sum.saturating_add(count);
                }
            }
        }
        hour.figures(newest)
    }
}

impl Minute {
    fn figures(&self, number: i64) -> MinuteOfMoves {
        MinuteOfMoves {
            from: Timestamp(number * MINUTE_MS),
            moves: self.counts.iter().map(|count| u64::from(*count)).sum(),
            median_ms: self.at_most(0.5),
            p95_ms: self.at_most(0.95),
        }
    }

    /// The bound that this share of the moves stayed below; the largest bound for those that are beyond it.
    fn at_most(&self, share: f64) -> Option<f64> {
        let total: u32 = self.counts.iter().sum();
        let wanted = (f64::from(total) * share).ceil();
        let mut seen = 0;
        let bounds = BOUNDS.iter().chain([&BOUNDS[BOUNDS.len() - 1]]);
        let found = bounds.zip(&self.counts).find(|(_, count)| {
            seen += **count;
            f64::from(seen) >= wanted
        });
        found.filter(|_| total > 0).map(|(bound, _)| *bound)
    }
}

fn place_of(number: i64) -> usize {
    usize::try_from(number.rem_euclid(MINUTES as i64)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use common::Timestamp;

    use super::{MINUTE_MS, MINUTES, MoveTimes};
    use crate::identity::{guest_scope, scope};

    #[test]
    fn a_minute_has_its_moves_and_the_times_that_most_of_them_took() {
        let times = MoveTimes::default();
        let now = Timestamp(1_000 * MINUTE_MS + 5);
        for millis in (1..=100).map(|number| if number <= 94 { 2 } else { 90 }) {
            times.record(&guest_scope(), now, Duration::from_millis(millis));
        }
        let hour = times.last_hour(&guest_scope(), now);
        assert_eq!(hour.len(), MINUTES);
        let last = hour[MINUTES - 1];
        assert_eq!((last.from, last.moves), (Timestamp(1_000 * MINUTE_MS), 100));
        assert_eq!((last.median_ms, last.p95_ms), (Some(2.5), Some(100.0)));
        assert_eq!((hour[0].moves, hour[0].median_ms), (0, None));
    }

    #[test]
    fn a_node_has_the_moves_of_all_its_tenants_in_the_last_hour() {
        let times = MoveTimes::default();
        for minute in [0, 30, 59] {
            times.record(&guest_scope(), Timestamp(minute * MINUTE_MS), Duration::from_millis(2));
            let acme = scope("acme", common::Mode::Live);
            times.record(&acme, Timestamp(minute * MINUTE_MS), Duration::from_millis(90));
        }
        let figures = |minute: i64| {
            let hour = times.of_node(Timestamp(minute * MINUTE_MS));
            (hour.moves, hour.median_ms, hour.p95_ms)
        };
        assert_eq!(figures(59), (6, Some(2.5), Some(100.0)));
        assert_eq!(figures(60), (4, Some(2.5), Some(100.0)));
        assert_eq!(figures(119), (0, None, None));
    }

    #[test]
    fn a_minute_is_forgotten_after_an_hour_and_belongs_to_one_tenant() {
        let times = MoveTimes::default();
        times.record(&guest_scope(), Timestamp(0), Duration::ZERO);
        let moves = |scope, minute: i64| -> u64 {
            times.last_hour(&scope, Timestamp(minute * MINUTE_MS)).iter().map(|minute| minute.moves).sum()
        };
        assert_eq!(moves(guest_scope(), 59), 1);
        assert_eq!(moves(guest_scope(), 60), 0);
        assert_eq!(moves(scope("acme", common::Mode::Live), 59), 0);
    }
}
