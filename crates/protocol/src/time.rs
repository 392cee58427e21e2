//! Points in time: milliseconds on sockets, ISO 8601 in REST answers and webhooks.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// Milliseconds since 1 January 1970, as socket events carry them.
pub type EpochMillis = u64;

/// A point in time that is written as ISO 8601 UTC, such as `2026-03-15T09:00:00.000Z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UtcTime(pub EpochMillis);

const MILLIS_PER_DAY: u64 = 86_400_000;
/// The last millisecond of the year 9999, the last one that ISO 8601 writes with four digits.
const LAST_MILLI: u64 = 253_402_300_799_999;

impl std::fmt::Display for UtcTime {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let millis = self.0.min(LAST_MILLI);
        let (year, month, day) = date(millis / MILLIS_PER_DAY);
        let of_day = millis % MILLIS_PER_DAY;
        let (hour, minute) = (of_day / 3_600_000, of_day / 60_000 % 60);
        let (second, milli) = (of_day / 1_000 % 60, of_day % 1_000);
        write!(formatter, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milli:03}Z")
    }
}

impl std::str::FromStr for UtcTime {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        read(text).ok_or("expected a time such as 2026-03-15T09:00:00.000Z")
    }
}

impl Serialize for UtcTime {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for UtcTime {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

impl JsonSchema for UtcTime {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "UtcTime".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "date-time", "description": "A point in time, ISO 8601 in UTC." })
    }
}

fn read(text: &str) -> Option<UtcTime> {
    let (date, time) = text.strip_suffix('Z')?.split_once('T')?;
    let [year, month, day] = numbers(date, '-')?;
    let (time, fraction) = time.split_once('.').unwrap_or((time, "0"));
    let [hour, minute, second] = numbers(time, ':')?;
    let millis = format!("{fraction:0<3}").get(..3)?.parse::<u64>().ok()?;
    let in_range = (1970..=9999).contains(&year) && hour < 24 && minute < 60 && second < 60;
    let days = days_before(year, month, day).filter(|_| in_range)?;
    Some(UtcTime(days * MILLIS_PER_DAY + hour * 3_600_000 + minute * 60_000 + second * 1_000 + millis))
}

fn numbers(text: &str, separator: char) -> Option<[u64; 3]> {
    let digits_only = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
    let number = |part| Some(part).filter(digits_only)?.parse().ok();
    text.split(separator).map(number).collect::<Option<Vec<u64>>>()?.try_into().ok()
}

/// Days from 1970 to that date, or nothing if the calendar has no such date.
fn days_before(year: u64, month: u64, day: u64) -> Option<u64> {
    let months = (1..month).map(|earlier| days_in_month(year, earlier)).sum::<u64>();
    let years = (1970..year.min(10_000)).map(days_in_year).sum::<u64>();
    let exists = (1..=12).contains(&month) && (1..=days_in_month(year, month)).contains(&day);
    exists.then(|| years + months + day - 1)
}

/// The date that lies so many days after 1 January 1970.
fn date(mut days: u64) -> (u64, u64, u64) {
    let (mut year, mut month) = (1970, 1);
    while days >= days_in_year(year) {
        days -= days_in_year(year);
        year += 1;
    }
    while days >= days_in_month(year, month) {
        days -= days_in_month(year, month);
        month += 1;
    }
    (year, month, days + 1)
}

fn days_in_year(year: u64) -> u64 {
    365 + u64::from(is_leap(year))
}

fn days_in_month(year: u64, month: u64) -> u64 {
    match month {
        2 => 28 + u64::from(is_leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

fn is_leap(year: u64) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}
