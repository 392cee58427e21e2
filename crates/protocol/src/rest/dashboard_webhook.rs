//! A webhook event with what was sent and what was answered.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::webhooks::WebhookState;
use crate::UtcTime;

/// A webhook event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DashboardWebhook {
    /// The event.
    pub id: String,
    /// Its name.
    pub event: String,
    /// The session it is about.
    pub session_id: String,
    /// What became of it.
    pub state: WebhookState,
    /// When it happened.
    pub created_at: UtcTime,
    /// The body of the request, exactly as it is signed and sent.
    pub body: String,
    /// Every attempt to deliver it, the first one first.
    pub attempts: Vec<WebhookAttempt>,
}

/// An attempt to deliver a webhook. What a receiver writes in its answer is not kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebhookAttempt {
    /// The attempt, as the header `X-BetaGamer-Delivery` names it.
    pub delivery_id: String,
    /// Its number, from 1.
    pub attempt: u32,
    /// When it began.
    pub at: UtcTime,
    /// The status that the receiver answered; `null` if there was no answer.
    pub status: Option<u16>,
    /// How long it took.
    pub duration_ms: u64,
    /// Why it failed; `null` if it did not.
    pub error: Option<String>,
}
