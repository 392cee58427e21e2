//! The colours of a tenant's boards, as its people see and change them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use wire::{Fields, Incoming, PayloadError};

/// The colours of a board, each as `#rrggbb`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BoardColours {
    /// The light squares.
    #[schemars(regex(pattern = "^#[0-9a-fA-F]{6}$"))]
    pub light: String,
    /// The dark squares.
    #[schemars(regex(pattern = "^#[0-9a-fA-F]{6}$"))]
    pub dark: String,
    /// The pieces of the side that moves first.
    #[schemars(regex(pattern = "^#[0-9a-fA-F]{6}$"))]
    pub first: String,
    /// The pieces of the other side.
    #[schemars(regex(pattern = "^#[0-9a-fA-F]{6}$"))]
    pub second: String,
    /// The squares where a piece can go.
    #[schemars(regex(pattern = "^#[0-9a-fA-F]{6}$"))]
    pub mark: String,
}

/// The theme of the sessions that a tenant creates in a mode.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DashboardTheme {
    /// The colours that a session has unless its request has a `theme`; `null` if none were chosen.
    pub theme: Option<BoardColours>,
}

impl BoardColours {
    /// The names of the colours.
    pub const NAMES: [&str; 5] = ["light", "dark", "first", "second", "mark"];

    /// The colours as the `theme` of a session.
    pub fn to_theme(&self) -> Map<String, Value> {
        let BoardColours { light, dark, first, second, mark } = self;
        let values = [light, dark, first, second, mark];
        Self::NAMES
            .into_iter()
            .zip(values)
            .map(|(name, value)| (name.to_owned(), value.as_str().into()))
            .collect()
    }

    /// The colours that the `theme` of a session names, without `#`; tenants may put anything else into it.
    pub fn in_theme(theme: &Map<String, Value>) -> impl Iterator<Item = (&'static str, &str)> {
        Self::NAMES.into_iter().filter_map(|name| Some((name, digits_of(theme.get(name)?.as_str()?)?)))
    }
}

impl Incoming for BoardColours {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        let colour = |name| fields.required(name, colour);
        Ok(Self {
            light: colour("light")?,
            dark: colour("dark")?,
            first: colour("first")?,
            second: colour("second")?,
            mark: colour("mark")?,
        })
    }
}

fn colour(fields: &Fields<'_>, name: &str) -> Result<Option<String>, PayloadError> {
    let Some(text) = fields.text(name, 64)? else { return Ok(None) };
    if digits_of(&text).is_none() {
        return Err(fields.expected(name, "a colour such as #a5744a", &Value::String(text)));
    }
    Ok(Some(text))
}

/// The six digits of a colour; none if it is another text.
fn digits_of(colour: &str) -> Option<&str> {
    let digits = colour.strip_prefix('#')?;
    (digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit())).then_some(digits)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::BoardColours;

    /// Reads the colours of a theme, as names and digits.
    fn check(theme: &Value, expected: &str) {
        let found = BoardColours::in_theme(theme.as_object().expect("a theme is an object"));
        let found: Vec<String> = found.map(|(name, digits)| format!("{name} {digits}")).collect();
        assert_eq!(found.join(", "), expected);
    }

    #[test]
    fn of_a_theme_only_known_colours_of_six_digits_are_read() {
        check(&json!({ "mark": "#082A66", "light": "#f0d9b5" }), "light f0d9b5, mark 082A66");
        check(&json!({ "primary": "#ffffff", "css": { "light": "#f0d9b5" } }), "");
        check(
            &json!({ "light": "#fff", "dark": "a5744a", "first": "#&t=evil", "second": 7, "mark": "#éééa" }),
            "",
        );
    }

    #[test]
    fn chosen_colours_are_found_in_the_theme_that_is_made_of_them() {
        let colour = |digit: u8| format!("#{}", digit.to_string().repeat(6));
        let chosen = BoardColours {
            light: colour(1),
            dark: colour(2),
            first: colour(3),
            second: colour(4),
            mark: colour(5),
        };
        assert_eq!(json!(chosen.to_theme()), json!(chosen));
        assert_eq!(BoardColours::in_theme(&chosen.to_theme()).count(), BoardColours::NAMES.len());
    }
}
