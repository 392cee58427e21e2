//! What a tenant decided when it created a session, as it is kept with it.

use common::Level;
use protocol::AfkSettings;
use protocol::rest::WantedSpectators;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The settings of a session.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct SessionSettings {
    /// How strong the bot plays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) bot_difficulty: Option<Level>,
    /// How long an idle player is waited for.
    #[serde(flatten)]
    pub(crate) afk: AfkSettings,
    /// Anything the tenant's page wants to know about its looks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) theme: Option<Map<String, Value>>,
    /// The sites whose pages may use the session's tokens; none means any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) origins: Vec<String>,
    /// Who may watch; none leaves it to the kind of game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) spectators: Option<WantedSpectators>,
}

impl SessionSettings {
    /// Settings as they were written down; what cannot be read keeps its default.
    pub(crate) fn read(text: &str) -> SessionSettings {
        serde_json::from_str(text).unwrap_or_default()
    }

    pub(crate) fn write(&self) -> String {
        serde_json::to_string(self).expect("settings are plain data")
    }
}
