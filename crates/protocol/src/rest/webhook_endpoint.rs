//! Requests of a tenant about its webhook endpoint and deliveries.

use common::Mode;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::session_requests::limit;
use super::webhook_name::WebhookName;
use crate::{Fields, Incoming, PayloadError, UtcTime};

/// The longest URL that is parsed; the server decides which URLs are allowed.
const URL_LENGTH: usize = 4096;
/// The longest time for which an old secret still signs: a week.
const LONGEST_OVERLAP: u32 = 7 * 24 * 60 * 60;
/// How long an old secret still signs by default: a day.
const USUAL_OVERLAP: u32 = 24 * 60 * 60;

/// The body of `PUT /v1/webhooks/endpoint`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SetWebhookEndpoint {
    /// Where webhooks go: a public address, over HTTPS.
    pub url: String,
    /// The events that are wanted; all unless said otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<WebhookName>,
}

/// Where the webhooks of a tenant go.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebhookEndpoint {
    /// Where webhooks go.
    pub url: String,
    /// The sessions whose events go there.
    pub mode: Mode,
    /// The events that are wanted; an empty list means all.
    pub events: Vec<WebhookName>,
    /// What webhooks are signed with; shown once, when it is new.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    /// Until when the previous secret signs as well; `null` outside of a rotation.
    pub previous_secret_until: Option<UtcTime>,
    /// When and why webhooks were switched off; `null` while they are sent.
    pub disabled: Option<WebhooksDisabled>,
}

/// When and why webhooks were switched off.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebhooksDisabled {
    /// When.
    pub at: UtcTime,
    /// Why, in words.
    pub reason: String,
}

/// The body of `POST /v1/webhooks/endpoint/rotate`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RotateWebhookSecret {
    /// For how many seconds the old secret signs as well, up to a week; a day unless said otherwise.
    #[serde(default = "usual_overlap")]
    #[schemars(range(max = 604_800))]
    pub overlap_seconds: u32,
}

/// The query of `GET /v1/webhooks/deliveries`.
#[derive(Clone, Debug, PartialEq)]
pub struct ListDeliveries {
    /// The maximum number of deliveries, 1 to 100.
    pub limit: u32,
    /// The cursor returned by the previous page.
    pub after: Option<String>,
}

/// How many events are sent again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebhooksReplayed {
    /// How many events are sent again.
    pub replayed: u32,
    /// Whether there are more; ask again to send them too.
    pub has_more: bool,
}

impl Incoming for SetWebhookEndpoint {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        Ok(Self {
            url: fields.required("url", |fields, name| fields.text(name, URL_LENGTH))?,
            events: fields.some_of("events")?.unwrap_or_default(),
        })
    }
}

impl Incoming for RotateWebhookSecret {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        let overlap = fields.number("overlapSeconds", 0..=LONGEST_OVERLAP)?;
        Ok(Self { overlap_seconds: overlap.unwrap_or(USUAL_OVERLAP) })
    }
}

impl Incoming for ListDeliveries {
    fn read(fields: &Fields<'_>) -> Result<Self, PayloadError> {
        Ok(Self { limit: limit(fields)?, after: fields.id("after")? })
    }
}

fn usual_overlap() -> u32 {
    USUAL_OVERLAP
}
