//! The API keys of a tenant, as its people see and change them.

use common::Mode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wire::{Fields, Incoming, PayloadError, named};

use crate::UtcTime;

/// How many origins a key has at most.
const MOST_ORIGINS: usize = 20;
/// The longest origin.
const ORIGIN_LENGTH: usize = 260;
/// The longest time for which an old key still works: a week.
const LONGEST_OVERLAP: u32 = 7 * 24 * 60 * 60;
/// How long an old key still works by default: a day.
const USUAL_OVERLAP: u32 = 24 * 60 * 60;

named! {
    /// Whether a key can be used.
    pub enum KeyState {
        /// It works.
        Active = "active",
        /// It was replaced, and works until its end.
        Expiring = "expiring",
        /// It was replaced, and its time is over.
        Expired = "expired",
        /// It was revoked.
        Revoked = "revoked",
    }
}

/// An API key.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DashboardKey {
    /// The id.
    pub id: String,
    /// The mode it grants.
    pub mode: Mode,
    /// The start of its text, to recognise it.
    pub prefix: String,
    /// The origins whose pages may use it; `*` stands for all, none means servers only.
    pub allowed_origins: Vec<String>,
    /// Whether it can be used.
    pub state: KeyState,
    /// When it was created.
    pub created_at: UtcTime,
    /// When it was last used, to the minute.
    pub last_used_at: Option<UtcTime>,
    /// When it ends, after a rotation.
    pub expires_at: Option<UtcTime>,
    /// When it was revoked.
    pub revoked_at: Option<UtcTime>,
    /// The key itself; shown once, when it is new.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// The keys of a tenant, newest first, with those that have ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct KeyList {
    /// The keys.
    pub keys: Vec<DashboardKey>,
}

/// The body of `POST /v1/dashboard/keys`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateKey {
    /// The origins whose pages may use it, such as `https://acme.example`; none unless said otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allowed_origins: Vec<String>,
}

/// The body of `PUT /v1/dashboard/keys/{id}`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetKeyOrigins {
    /// The origins whose pages may use it, such as `https://acme.example`.
    pub allowed_origins: Vec<String>,
}

/// The body of `POST /v1/dashboard/keys/{id}/rotate`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RotateKey {
    /// For how many seconds the old key works as well, up to a week; a day unless said otherwise.
    #[serde(default = "usual_overlap")]
    #[schemars(range(max = 604_800))]
    pub overlap_seconds: u32,
}

impl Incoming for CreateKey {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        Ok(Self { allowed_origins: origins(fields)?.unwrap_or_default() })
    }
}

impl Incoming for SetKeyOrigins {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        Ok(Self { allowed_origins: fields.required("allowedOrigins", |fields, _| origins(fields))? })
    }
}

impl Incoming for RotateKey {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        let overlap = fields.number("overlapSeconds", 0..=LONGEST_OVERLAP)?;
        Ok(Self { overlap_seconds: overlap.unwrap_or(USUAL_OVERLAP) })
    }
}

fn origins(fields: &Fields<'_>) -> Result<Option<Vec<String>>, PayloadError> {
    let Some(origins) = fields.texts("allowedOrigins", MOST_ORIGINS, ORIGIN_LENGTH)? else { return Ok(None) };
    for (index, origin) in origins.iter().enumerate() {
        if !is_origin(origin) {
            let expectation = "scheme and host, such as https://acme.example, or * for all";
            let value = Value::String(origin.clone());
            return Err(fields.expected(&format!("allowedOrigins[{index}]"), expectation, &value));
        }
    }
    Ok(Some(origins))
}

/// Whether a text is `*` or an origin: scheme, host and an optional port.
fn is_origin(text: &str) -> bool {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let is_host = |host: &str| {
        !host.is_empty()
            && host.chars().all(|letter| letter.is_ascii_alphanumeric() || "-._:[]".contains(letter))
    };
    text == "*" || host.is_some_and(is_host)
}

fn usual_overlap() -> u32 {
    USUAL_OVERLAP
}

#[cfg(test)]
mod tests {
    use super::is_origin;

    #[test]
    fn an_origin_is_scheme_and_host_and_nothing_else() {
        for origin in ["*", "https://acme.example", "http://localhost:5173", "https://[::1]:8443"] {
            assert!(is_origin(origin), "{origin}");
        }
        for other in [
            "",
            "acme.example",
            "https://",
            "https://a.example/",
            "https://a.example/x",
            "ftp://a",
            "https://u@a",
            "https://a b",
        ] {
            assert!(!is_origin(other), "{other}");
        }
    }
}
