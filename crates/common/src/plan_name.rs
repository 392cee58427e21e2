//! The name of a plan.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// The longest name.
const LONGEST: usize = 32;

/// The name of a plan, which is a setting of the operator: letters a-z, digits and single underscores between
/// them, so that it can be written in a file, in an environment variable and on the command line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PlanName(String);

impl PlanName {
    /// What a name may be, in words.
    pub const RULE: &'static str =
        "a plan's name has 1 to 32 letters a-z, digits and single underscores, and begins with a letter";

    /// The name; `None` if it is not one.
    #[must_use]
    pub fn parse(text: &str) -> Option<PlanName> {
        let is_word = |word: &str| {
            !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        };
        let is_name = text.len() <= LONGEST
            && text.starts_with(|letter: char| letter.is_ascii_lowercase())
            && text.split('_').all(is_word);
        is_name.then(|| PlanName(text.to_owned()))
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The name of the smallest of the plans that every server has unless it is configured otherwise.
impl Default for PlanName {
    fn default() -> PlanName {
        PlanName("starter".to_owned())
    }
}

impl fmt::Display for PlanName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl From<PlanName> for String {
    fn from(name: PlanName) -> String {
        name.0
    }
}

impl TryFrom<String> for PlanName {
    type Error = &'static str;

    fn try_from(text: String) -> Result<PlanName, &'static str> {
        PlanName::parse(&text).ok_or(PlanName::RULE)
    }
}

impl JsonSchema for PlanName {
    fn schema_name() -> Cow<'static, str> {
        "Plan".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "The name of a plan; which plans there are is a setting of the server.",
            "type": "string",
            "pattern": "^[a-z][a-z0-9]*(_[a-z0-9]+)*$",
            "maxLength": LONGEST,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::PlanName;

    fn check(text: &str, is_name: bool) {
        assert_eq!(PlanName::parse(text).is_some(), is_name, "{text:?}");
    }

    #[test]
    fn the_name_of_a_plan_can_be_written_in_a_file_a_variable_and_a_command() {
        for name in ["starter", "a", "team_2", "x2", &"a".repeat(32)] {
            check(name, true);
        }
        for text in ["", "Gold", "2x", "_a", "a_", "a__b", "a-b", "a b", "a.b", "größe", &"a".repeat(33)] {
            check(text, false);
        }
    }
}
