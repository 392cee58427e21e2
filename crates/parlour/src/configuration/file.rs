//! A TOML file as a flat list of keys, values and lines.

use std::fs;
use std::path::Path;

use toml::Value;
use toml::de::{DeTable, DeValue};

use crate::failure::{Failure, Problem};

/// One setting in a file.
pub(crate) struct FileSetting {
    /// The key with its tables, such as `times.reconnect_window`.
    pub(crate) key: String,
    /// The value as written.
    pub(crate) value: Value,
    /// The line, from one.
    pub(crate) line: usize,
}

/// Reads every setting of a file.
pub(crate) fn read(path: &Path) -> Result<Vec<FileSetting>, Failure> {
    let text = fs::read_to_string(path).map_err(|error| {
        Problem::new(format!("cannot read {}: {error}", path.display()))
            .help("give the path of a TOML file with --config or PARLOUR_CONFIG")
    })?;
    let broken = |error: toml::de::Error| {
        let line = error.span().map_or(1, |span| line_at(&text, span.start));
        Problem::new(format!("{}:{line}: {}", path.display(), error.message().replace('\n', ", ")))
            .help("the file must be TOML: `key = value`, texts in quotes")
    };
    let values: toml::Table = toml::from_str(&text).map_err(broken)?;
    let places = DeTable::parse(&text).map_err(broken)?;
    let mut items = Vec::new();
    flatten("", &values, places.get_ref(), &text, &mut items);
    items.sort_by_key(|item| item.line);
    Ok(items)
}

fn flatten(
    above: &str,
    values: &toml::Table,
    places: &DeTable<'_>,
    text: &str,
    items: &mut Vec<FileSetting>,
) {
    for (key, place) in places {
        let name = key.get_ref();
        let Some(value) = values.get(name.as_ref()) else { continue };
        let path = if above.is_empty() { name.to_string() } else { format!("{above}.{name}") };
        match (value, place.get_ref()) {
            (Value::Table(values), DeValue::Table(places)) if !values.is_empty() => {
                flatten(&path, values, places, text, items);
            }
            _ => items.push(FileSetting {
                key: path,
                value: value.clone(),
                line: line_at(text, key.span().start),
            }),
        }
    }
}

fn line_at(text: &str, offset: usize) -> usize {
    text.bytes().take(offset).filter(|byte| *byte == b'\n').count() + 1
}
