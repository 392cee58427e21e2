//! Points in time: milliseconds on sockets, ISO 8601 in REST responses and webhooks.

use common::Timestamp;
use jiff::civil::{Date, DateTime, Time};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// Milliseconds since 1 January 1970, as socket events carry them.
pub type EpochMillis = u64;

/// A point in time that is written as ISO 8601 UTC, such as `2026-03-15T09:00:00.000Z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UtcTime(pub EpochMillis);

impl std::fmt::Display for UtcTime {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let millis = i64::try_from(self.0).unwrap_or(i64::MAX);
        let time = Timestamp(millis).in_utc().unwrap_or(DateTime::MAX);
        write!(formatter, "{}", time.strftime("%Y-%m-%dT%H:%M:%S.%3fZ"))
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
    let [hour, minute, second] = numbers(time, ':')?.map(|number| i8::try_from(number).ok());
    let nanos = format!("{fraction:0<3}").get(..3)?.parse::<i32>().ok()? * 1_000_000;
    let date = Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()?;
    let time = Time::new(hour?, minute?, second?, nanos).ok()?;
    u64::try_from(Timestamp::of_utc(date.to_datetime(time)).0).ok().map(UtcTime)
}

fn numbers(text: &str, separator: char) -> Option<[i16; 3]> {
    let digits_only = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
    let number = |part| Some(part).filter(digits_only)?.parse().ok();
    text.split(separator).map(number).collect::<Option<Vec<i16>>>()?.try_into().ok()
}
