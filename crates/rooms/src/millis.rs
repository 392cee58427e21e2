//! Durations in logs and snapshots: whole milliseconds. The older form, seconds and nanoseconds, is still
//! read.

use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

struct Millis(Duration);

#[derive(Deserialize)]
#[serde(untagged)]
enum MillisForm {
    Millis(u64),
    Parts(Duration),
}

impl Serialize for Millis {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        u64::try_from(self.0.as_millis()).unwrap_or(u64::MAX).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Millis {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Millis, D::Error> {
        Ok(Millis(match MillisForm::deserialize(deserializer)? {
            MillisForm::Millis(millis) => Duration::from_millis(millis),
            MillisForm::Parts(duration) => duration,
        }))
    }
}

pub(crate) fn serialize<S: Serializer>(duration: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    Millis(*duration).serialize(serializer)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    Millis::deserialize(deserializer).map(|millis| millis.0)
}

/// An optional duration.
pub(crate) mod optional {
    use super::{Deserialize, Deserializer, Duration, Millis, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(one: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
        one.map(Millis).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Duration>, D::Error> {
        Ok(Option::<Millis>::deserialize(deserializer)?.map(|millis| millis.0))
    }
}

/// An optional pair of durations.
pub(crate) mod pair {
    use super::{Deserialize, Deserializer, Duration, Millis, Serialize, Serializer};

    type Pair = Option<(Duration, Duration)>;

    pub(crate) fn serialize<S: Serializer>(pair: &Pair, serializer: S) -> Result<S::Ok, S::Error> {
        pair.map(|(one, other)| (Millis(one), Millis(other))).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Pair, D::Error> {
        let pair = Option::<(Millis, Millis)>::deserialize(deserializer)?;
        Ok(pair.map(|(one, other)| (one.0, other.0)))
    }
}

/// The durations of both sides.
pub(crate) mod both {
    use super::{Deserialize, Deserializer, Duration, Millis, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(both: &[Duration; 2], serializer: S) -> Result<S::Ok, S::Error> {
        both.map(Millis).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<[Duration; 2], D::Error> {
        Ok(<[Millis; 2]>::deserialize(deserializer)?.map(|millis| millis.0))
    }
}

/// Three ranges of durations.
pub(crate) mod ranges {
    use super::{Deserialize, Deserializer, Duration, Millis, Serialize, Serializer};

    type Ranges = [(Duration, Duration); 3];

    pub(crate) fn serialize<S: Serializer>(ranges: &Ranges, serializer: S) -> Result<S::Ok, S::Error> {
        ranges.map(|(from, to)| (Millis(from), Millis(to))).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Ranges, D::Error> {
        let ranges = <[(Millis, Millis); 3]>::deserialize(deserializer)?;
        Ok(ranges.map(|(from, to)| (from.0, to.0)))
    }
}
