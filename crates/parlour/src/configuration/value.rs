//! How each kind of setting is parsed from a TOML value or a text, and written back.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use common::PlanName;
use server::{Hidden, MetricsListen};
use store::SecretsKey;
use toml::Value;

use super::duration;

/// The word for data that is never removed.
const FOREVER: &str = "forever";

/// The word for no limit.
const UNLIMITED: &str = "unlimited";

/// The type of a setting.
pub(crate) trait Kind: Sized {
    /// Parses a value; environment and flags are texts, a file may use the matching TOML type.
    fn read(value: &Value) -> Result<Self, String>;

    /// Writes the value; `None` if it is not set.
    fn write(&self) -> Option<Value>;
}

impl Kind for Duration {
    fn read(value: &Value) -> Result<Self, String> {
        match value {
            Value::Integer(seconds) => duration::parse(&seconds.to_string()),
            _ => duration::parse(text(value, "a duration such as \"60s\"")?),
        }
    }

    fn write(&self) -> Option<Value> {
        Some(Value::String(duration::format(*self)))
    }
}

/// A retention time, or `forever`.
impl Kind for Option<Duration> {
    fn read(value: &Value) -> Result<Self, String> {
        if value.as_str() == Some(FOREVER) {
            return Ok(None);
        }
        let kept = Duration::read(value).map_err(|problem| format!("{problem}, nor `{FOREVER}`"))?;
        if kept.is_zero() { Err("nothing can be kept for no time at all".to_owned()) } else { Ok(Some(kept)) }
    }

    fn write(&self) -> Option<Value> {
        Some(Value::String(self.map_or_else(|| FOREVER.to_owned(), duration::format)))
    }
}

/// A range of durations, written `500ms-1500ms`.
impl Kind for (Duration, Duration) {
    fn read(value: &Value) -> Result<Self, String> {
        let range = text(value, "a range of durations such as \"500ms-1500ms\"")?;
        let (from, to) = range.split_once('-').unwrap_or((range, range));
        let (from, to) = (duration::parse(from)?, duration::parse(to)?);
        if from > to {
            return Err(format!("`{range}` ends before it begins"));
        }
        Ok((from, to))
    }

    fn write(&self) -> Option<Value> {
        Some(Value::String(format!("{}-{}", duration::format(self.0), duration::format(self.1))))
    }
}

impl Kind for PlanName {
    fn read(value: &Value) -> Result<Self, String> {
        let name = text(value, "the name of a plan")?;
        PlanName::parse(name).ok_or_else(|| PlanName::RULE.to_owned())
    }

    fn write(&self) -> Option<Value> {
        Some(Value::String(self.to_string()))
    }
}

/// A number of sessions, or `unlimited`.
impl Kind for Option<u64> {
    fn read(value: &Value) -> Result<Self, String> {
        if value.as_str() == Some(UNLIMITED) {
            return Ok(None);
        }
        let count = usize::read(value).map_err(|problem| format!("{problem}, nor `{UNLIMITED}`"))?;
        Ok(Some(count as u64))
    }

    fn write(&self) -> Option<Value> {
        let count = self.map(|count| Value::Integer(i64::try_from(count).unwrap_or(i64::MAX)));
        Some(count.unwrap_or_else(|| Value::String(UNLIMITED.to_owned())))
    }
}

macro_rules! counts {
    ($($count:ty),*) => {$(
        impl Kind for $count {
            fn read(value: &Value) -> Result<Self, String> {
                let number = match value {
                    Value::Integer(number) => *number,
                    // Underscores may group digits, as in TOML.
                    Value::String(text) => text.replace('_', "").parse().map_err(|_| not_a_count(value))?,
                    _ => return Err(not_a_count(value)),
                };
                <$count>::try_from(number).ok().filter(|count| *count > 0).ok_or_else(|| not_a_count(value))
            }

            fn write(&self) -> Option<Value> {
                i64::try_from(*self).ok().map(Value::Integer)
            }
        }
    )*};
}

counts!(u32, usize);

impl Kind for bool {
    fn read(value: &Value) -> Result<Self, String> {
        match value {
            Value::Boolean(answer) => Ok(*answer),
            Value::String(text) if text == "true" => Ok(true),
            Value::String(text) if text == "false" => Ok(false),
            other => Err(format!("{other} is neither true nor false")),
        }
    }

    fn write(&self) -> Option<Value> {
        Some(Value::Boolean(*self))
    }
}

impl Kind for SocketAddr {
    fn read(value: &Value) -> Result<Self, String> {
        let text = text(value, "an address such as \"127.0.0.1:7300\"")?;
        text.parse().map_err(|_| format!("`{text}` is not an address with a port, such as 127.0.0.1:7300"))
    }

    fn write(&self) -> Option<Value> {
        Some(Value::String(self.to_string()))
    }
}

impl Kind for MetricsListen {
    fn read(value: &Value) -> Result<Self, String> {
        match value.as_str() {
            Some("auto") => Ok(MetricsListen::Auto),
            Some("off") => Ok(MetricsListen::Off),
            _ => {
                let address = SocketAddr::read(value);
                address.map(MetricsListen::At).map_err(|fault| format!("{fault}, nor auto, nor off"))
            }
        }
    }

    fn write(&self) -> Option<Value> {
        Some(Value::String(match self {
            MetricsListen::Auto => "auto".to_owned(),
            MetricsListen::At(address) => address.to_string(),
            MetricsListen::Off => "off".to_owned(),
        }))
    }
}

/// A text that `config show` hides; an empty one overrides a weaker source.
impl Kind for Option<Hidden> {
    fn read(value: &Value) -> Result<Self, String> {
        let text = text(value, "a text").map(str::trim)?;
        Ok((!text.is_empty()).then(|| Hidden(text.to_owned())))
    }

    fn write(&self) -> Option<Value> {
        self.as_ref().map(|_| Value::String("(hidden)".to_owned()))
    }
}

/// The advice about keys.
pub(super) const NEW_KEY: &str =
    "a key is 32 random bytes in base64, such as `openssl rand -base64 32` prints";

/// A key that is never shown, not even in an error; an empty text overrides a weaker source.
impl Kind for Option<SecretsKey> {
    fn read(value: &Value) -> Result<Self, String> {
        match value.as_str() {
            Some("") => Ok(None),
            Some(text) => SecretsKey::parse(text).map(Some).ok_or_else(|| NEW_KEY.to_owned()),
            None => Err(NEW_KEY.to_owned()),
        }
    }

    fn write(&self) -> Option<Value> {
        self.as_ref().map(|_| Value::String("(hidden)".to_owned()))
    }
}

/// An optional file; an empty text overrides a weaker source.
impl Kind for Option<PathBuf> {
    fn read(value: &Value) -> Result<Self, String> {
        let path = text(value, "a path")?;
        Ok((!path.is_empty()).then(|| PathBuf::from(path)))
    }

    fn write(&self) -> Option<Value> {
        self.as_ref().map(|path| Value::String(path.display().to_string()))
    }
}

impl Kind for PathBuf {
    fn read(value: &Value) -> Result<Self, String> {
        let path = text(value, "a path")?;
        if path.is_empty() { Err("a path cannot be empty".to_owned()) } else { Ok(PathBuf::from(path)) }
    }

    fn write(&self) -> Option<Value> {
        Some(Value::String(self.display().to_string()))
    }
}

impl Kind for String {
    fn read(value: &Value) -> Result<Self, String> {
        text(value, "a text").map(str::to_owned)
    }

    fn write(&self) -> Option<Value> {
        Some(Value::String(self.clone()))
    }
}

/// A public address; an empty text overrides a weaker source.
impl Kind for Option<String> {
    fn read(value: &Value) -> Result<Self, String> {
        let url = text(value, "an address such as \"https://games.example\"")?;
        if url.is_empty() {
            return Ok(None);
        }
        let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
        match host {
            Some(host) if !host.is_empty() && !host.starts_with('/') => {
                Ok(Some(url.trim_end_matches('/').to_owned()))
            }
            _ => Err(format!("`{url}` is not an address such as https://games.example")),
        }
    }

    fn write(&self) -> Option<Value> {
        self.clone().map(Value::String)
    }
}

impl Kind for Vec<String> {
    fn read(value: &Value) -> Result<Self, String> {
        texts(value)
    }

    fn write(&self) -> Option<Value> {
        Some(Value::Array(self.iter().cloned().map(Value::String).collect()))
    }
}

impl Kind for Vec<IpAddr> {
    fn read(value: &Value) -> Result<Self, String> {
        let parse = |text: String| text.parse().map_err(|_| format!("`{text}` is not an IP address"));
        texts(value)?.into_iter().map(parse).collect()
    }

    fn write(&self) -> Option<Value> {
        Some(Value::Array(self.iter().map(|address| Value::String(address.to_string())).collect()))
    }
}

fn text<'a>(value: &'a Value, wanted: &str) -> Result<&'a str, String> {
    value.as_str().ok_or_else(|| format!("{value} is not {wanted}"))
}

/// A list of texts; as one text it is separated by commas.
fn texts(value: &Value) -> Result<Vec<String>, String> {
    let list = match value {
        Value::String(list) => list.split(',').map(|item| item.trim().to_owned()).collect(),
        Value::Array(items) => {
            let items = items.iter().map(|item| text(item, "a text").map(str::to_owned));
            items.collect::<Result<Vec<_>, _>>()?
        }
        other => return Err(format!("{other} is not a list of texts")),
    };
    Ok(list.into_iter().filter(|item| !item.is_empty()).collect())
}

fn not_a_count(value: &Value) -> String {
    format!("{value} is not a whole number from 1 up")
}
