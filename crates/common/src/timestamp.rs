//! Points in time, as plain numbers.

use std::ops::{Add, Sub};
use std::time::Duration;

use jiff::SignedDuration;
use jiff::civil::{DateTime, date};
use serde::{Deserialize, Serialize};

const EPOCH: DateTime = date(1970, 1, 1).at(0, 0, 0, 0);

/// Milliseconds since the Unix epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// The time since `earlier`; zero if this is not later.
    #[must_use]
    pub fn since(self, earlier: Timestamp) -> Duration {
        Duration::from_millis(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0))
    }

    /// The day in UTC, as `2026.11.15`, or question marks for a year of more than four digits.
    #[must_use]
    pub fn date(self) -> String {
        self.in_utc().map_or_else(|| "????.??.??".to_owned(), |time| time.strftime("%Y.%m.%d").to_string())
    }

    /// The date and time of day in UTC; `None` if the year has more than four digits.
    #[must_use]
    pub fn in_utc(self) -> Option<DateTime> {
        EPOCH.checked_add(SignedDuration::from_millis(self.0)).ok()
    }

    /// The timestamp of a date and time of day in UTC, to the millisecond.
    #[must_use]
    pub fn of_utc(time: DateTime) -> Timestamp {
        Timestamp(i64::try_from(time.duration_since(EPOCH).as_millis()).unwrap_or(i64::MAX))
    }
}

impl Add<Duration> for Timestamp {
    type Output = Timestamp;

    fn add(self, duration: Duration) -> Timestamp {
        Timestamp(self.0.saturating_add(millis(duration)))
    }
}

impl Sub<Duration> for Timestamp {
    type Output = Timestamp;

    fn sub(self, duration: Duration) -> Timestamp {
        Timestamp(self.0.saturating_sub(millis(duration)))
    }
}

fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::Timestamp;

    #[test]
    fn a_timestamp_knows_its_day() {
        for (millis, day) in [
            (0, "1970.01.01"),
            (951_782_400_000, "2000.02.29"),
            (1_794_700_799_999, "2026.11.14"),
            (1_794_700_800_000, "2026.11.15"),
            (-1, "1969.12.31"),
            (i64::MAX, "????.??.??"),
        ] {
            assert_eq!(Timestamp(millis).date(), day);
        }
    }
}
