//! Redaction: removes a player's id and the names beside it from JSON of unknown shape.

use serde_json::{Map, Value};

/// Replaces a name.
const NAMELESS: &str = "deleted player";

/// Fields with the player's name, if the same object has their id.
const NAME_FIELDS: [&str; 5] = ["displayName", "display_name", "username", "userName", "name"];

/// A player to remove, and the id that replaces theirs, so that a record stays consistent.
pub(crate) struct Redacted<'a> {
    pub(crate) id: &'a str,
    pub(crate) pseudonym: &'a str,
}

impl Redacted<'_> {
    /// The JSON text without the player.
    pub(crate) fn redact(&self, json: &str) -> serde_json::Result<String> {
        let mut value = serde_json::from_str(json)?;
        let mut names = Vec::new();
        self.redact_ids(&mut value, &mut names);
        names.iter().for_each(|name| redact_tags(&mut value, name));
        serde_json::to_string(&value)
    }

    /// Replaces the id everywhere, and collects the names beside it.
    fn redact_ids(&self, value: &mut Value, names: &mut Vec<String>) {
        match value {
            Value::String(text) if text == self.id => *text = self.pseudonym.to_owned(),
            Value::Array(items) => items.iter_mut().for_each(|item| self.redact_ids(item, names)),
            Value::Object(fields) => self.redact_fields(fields, names),
            _ => {}
        }
    }

    fn redact_fields(&self, fields: &mut Map<String, Value>, names: &mut Vec<String>) {
        if fields.values().any(|field| field == self.id) {
            redact_names(fields, names);
        }
        if let Some(mut own) = fields.remove(self.id) {
            if let Value::Object(fields) = &mut own {
                redact_names(fields, names);
            }
            fields.insert(self.pseudonym.to_owned(), own);
        }
        fields.values_mut().for_each(|field| self.redact_ids(field, names));
    }
}

fn redact_names(fields: &mut Map<String, Value>, names: &mut Vec<String>) {
    for field in NAME_FIELDS {
        if let Some(Value::String(name)) = fields.get_mut(field) {
            names.push(std::mem::replace(name, NAMELESS.to_owned()));
        }
    }
}

/// Replaces a name in game records, where it is quoted: `[White "Ann"]`.
fn redact_tags(value: &mut Value, name: &str) {
    match value {
        Value::String(text) => *text = text.replace(&format!("\"{name}\""), &format!("\"{NAMELESS}\"")),
        Value::Array(items) => items.iter_mut().for_each(|item| redact_tags(item, name)),
        Value::Object(fields) => fields.values_mut().for_each(|field| redact_tags(field, name)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::Redacted;

    fn check(json: &str, expected: &str) {
        let player = Redacted { id: "u1", pseudonym: "gone" };
        let expected: serde_json::Value = serde_json::from_str(expected).unwrap();
        let redacted: serde_json::Value = serde_json::from_str(&player.redact(json).unwrap()).unwrap();
        assert_eq!(redacted, expected);
    }

    #[test]
    fn an_id_goes_with_the_name_beside_it() {
        check(
            r#"{"players":[{"id":"u1","username":"Ann"},{"id":"u2","username":"Bob"}],"winner":"u1"}"#,
            r#"{"players":[{"id":"gone","username":"deleted player"},{"id":"u2","username":"Bob"}],"winner":"gone"}"#,
        );
    }

    #[test]
    fn an_id_that_names_a_field_goes_too() {
        check(
            r#"{"seats":{"u1":{"displayName":"Ann"},"u12":3}}"#,
            r#"{"seats":{"gone":{"displayName":"deleted player"},"u12":3}}"#,
        );
    }

    #[test]
    fn a_name_in_the_tags_of_a_game_record_goes_too() {
        check(
            r#"{"player":{"id":"u1","name":"Ann"},"pdn":"[White \"Ann\"]\n[Black \"Anna\"]"}"#,
            r#"{"player":{"id":"gone","name":"deleted player"},"pdn":"[White \"deleted player\"]\n[Black \"Anna\"]"}"#,
        );
    }

    #[test]
    fn the_same_name_of_somebody_else_stays() {
        check(
            r#"[{"id":"u1","name":"X"},{"id":"u2","name":"X"},{"mark":"X"}]"#,
            r#"[{"id":"gone","name":"deleted player"},{"id":"u2","name":"X"},{"mark":"X"}]"#,
        );
    }
}
