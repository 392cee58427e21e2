//! The settings that a tenant chose for a session, as stored with it.

use game::Side;
use protocol::PlaySettings;
use protocol::rest::WantedSpectators;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The settings of a session.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct SessionSettings {
    /// How its games are played.
    #[serde(flatten)]
    pub(crate) play: PlaySettings,
    /// Appearance data for the tenant's page; the server does not interpret it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) theme: Option<Map<String, Value>>,
    /// The origins whose pages may use the session's tokens; empty means any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) origins: Vec<String>,
    /// Who may watch; `None` means the default of the match type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) spectators: Option<WantedSpectators>,
    /// The side of the first player of a private game; `None` means that whoever joins first moves first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) side: Option<Side>,
}

impl SessionSettings {
    /// Parses stored settings; unreadable ones are the defaults.
    pub(crate) fn read(text: &str) -> SessionSettings {
        serde_json::from_str(text).unwrap_or_default()
    }

    pub(crate) fn write(&self) -> String {
        serde_json::to_string(self).expect("settings are plain data")
    }
}
