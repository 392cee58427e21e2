//! The names of webhook events: those of every game, and those of each game.

use std::borrow::Cow;
use std::fmt;
use std::sync::LazyLock;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, de::Error};
use wire::Named;

use super::webhooks::{CommonWebhook, OF_GAMES};

/// The name of a webhook event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct WebhookName(&'static str);

const COUNT: usize = {
    let (mut count, mut game) = (CommonWebhook::NAMES.len(), 0);
    while game < OF_GAMES.len() {
        count += OF_GAMES[game].len();
        game += 1;
    }
    count
};

const ALL: [WebhookName; COUNT] = {
    let mut names = [WebhookName(""); COUNT];
    let mut index = 0;
    while index < CommonWebhook::NAMES.len() {
        names[index] = WebhookName(CommonWebhook::NAMES[index]);
        index += 1;
    }
    let mut game = 0;
    while game < OF_GAMES.len() {
        let mut own = 0;
        while own < OF_GAMES[game].len() {
            names[index] = WebhookName(OF_GAMES[game][own]);
            (index, own) = (index + 1, own + 1);
        }
        game += 1;
    }
    names
};

impl Named for WebhookName {
    const ALL: &'static [Self] = &ALL;

    fn name(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for WebhookName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0)
    }
}

impl<'de> Deserialize<'de> for WebhookName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = Cow::<'de, str>::deserialize(deserializer)?;
        Self::from_name(&name)
            .ok_or_else(|| D::Error::custom(format!("there is no webhook event \"{name}\"")))
    }
}

impl JsonSchema for WebhookName {
    fn schema_name() -> Cow<'static, str> {
        "WebhookName".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        static NAMES: LazyLock<Vec<&str>> = LazyLock::new(|| ALL.iter().map(|event| event.0).collect());
        json_schema!({ "description": "The name of a webhook event.", "type": "string", "enum": *NAMES })
    }
}
