//! A webhook event with what was sent and what was answered.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use common::{EventId, Timestamp};
use protocol::rest::{ApiError, DashboardWebhook, WebhookAttempt};
use store::{Attempt, OutboxEntry};

use super::Api;
use super::answer::{Name, RestAnswer, json};
use super::extractors::OwnDashboard;
use super::webhooks::webhook_state;
use crate::conversions;

/// `GET /v1/dashboard/webhooks/:eventId`
pub(crate) async fn event(
    State(api): State<Arc<Api>>,
    OwnDashboard(caller): OwnDashboard,
    Name(id): Name,
) -> RestAnswer<Response> {
    let ((key, _), id) = (&*caller, EventId(id));
    let store = &api.context.store;
    let found = store.webhook_event(&key.tenant, key.mode, &id).await?;
    let OutboxEntry { row, state, .. } = found.ok_or_else(|| ApiError::not_found("event"))?;
    let attempts = store.attempts(&key.tenant, key.mode, &id).await?;
    let shown = DashboardWebhook {
        id: row.id.0,
        event: row.event,
        session_id: row.session.0,
        state: webhook_state(state),
        created_at: conversions::utc(Timestamp(row.created_ms)),
        body: row.body,
        attempts: (1..).zip(attempts).map(|(number, attempt)| attempt_to_wire(number, attempt)).collect(),
    };
    Ok(json(StatusCode::OK, &shown))
}

fn attempt_to_wire(number: u32, attempt: Attempt) -> WebhookAttempt {
    WebhookAttempt {
        delivery_id: attempt.id,
        attempt: number,
        at: conversions::utc(Timestamp(attempt.at_ms)),
        status: attempt.status,
        duration_ms: attempt.duration_ms,
        error: attempt.error,
    }
}
