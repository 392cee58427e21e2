//! Webhooks: where they go, what became of them, and sending them again.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use common::{EventId, Mode, OutboxState, Timestamp};
use protocol::rest::{
    ApiError, Delivery, DeliveryList, ListDeliveries, ReplayWebhooks, RotateWebhookSecret,
    SetWebhookEndpoint, WebhookEndpoint, WebhookName, WebhookState, WebhooksDisabled, WebhooksReplayed,
};
use protocol::{ErrorCode, Named};
use store::{ApiKey, Attempts, EndpointRow, ReplayScope, StoreError};
use webhooks::{SystemResolver, signature};

use super::Api;
use super::answer::{RestAnswer, json};
use super::audit;
use super::extractors::{Authorized, AuthorizedJson, ValidQuery};
use crate::conversions;

/// How many events one request sends again.
const REPLAY_AT_ONCE: u32 = 1_000;

/// `PUT /v1/webhooks/endpoint`
pub(crate) async fn set(
    State(api): State<Arc<Api>>,
    AuthorizedJson { caller, value: wanted, .. }: AuthorizedJson<SetWebhookEndpoint>,
) -> RestAnswer<Response> {
    let (key, _) = &*caller;
    api.context.settings.webhooks.admit(&wanted.url, &SystemResolver).await.map_err(|forbidden| {
        ApiError::new(ErrorCode::BadRequest, format!("url cannot be used: {forbidden}")).param("url")
    })?;
    let known = api.context.store.endpoint(&key.tenant, key.mode).await?;
    let is_new = known.is_none();
    let endpoint = EndpointRow {
        url: wanted.url,
        events: wanted.events.iter().map(|event| event.name().to_owned()).collect(),
        disabled: None,
        ..known.unwrap_or_else(|| new_endpoint(key))
    };
    let events = endpoint.events.join(", ");
    let object = if events.is_empty() { endpoint.url.clone() } else { format!("{}: {events}", endpoint.url) };
    keep(&api, key, &endpoint, "webhooks.set", &object).await?;
    let secret = is_new.then(|| endpoint.secret.clone());
    Ok(json(StatusCode::OK, &shown(&api, endpoint, secret)))
}

/// `GET /v1/webhooks/endpoint`
pub(crate) async fn get(State(api): State<Arc<Api>>, Authorized(caller): Authorized) -> RestAnswer<Response> {
    let (key, _) = &*caller;
    Ok(json(StatusCode::OK, &shown(&api, find(&api, key).await?, None)))
}

/// `DELETE /v1/webhooks/endpoint`
pub(crate) async fn remove(
    State(api): State<Arc<Api>>,
    Authorized(caller): Authorized,
) -> RestAnswer<Response> {
    let (key, _) = &*caller;
    if !api.context.store.remove_endpoint(&key.tenant, key.mode).await? {
        return Err(no_endpoint().into());
    }
    switch_test_webhooks(&api, key, false).await?;
    audit::note(&api, key, "webhooks.remove", "").await?;
    api.subscribers_changed().await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// `POST /v1/webhooks/endpoint/rotate`
pub(crate) async fn rotate(
    State(api): State<Arc<Api>>,
    AuthorizedJson { caller, value: wanted, .. }: AuthorizedJson<RotateWebhookSecret>,
) -> RestAnswer<Response> {
    let (key, _) = &*caller;
    let endpoint = find(&api, key).await?;
    let until = api.context.clock.wall() + Duration::from_secs(wanted.overlap_seconds.into());
    let endpoint = EndpointRow {
        previous_secret: Some((endpoint.secret.clone(), until.0)),
        secret: signature::new_secret(),
        ..endpoint
    };
    keep(&api, key, &endpoint, "webhooks.rotate", &endpoint.url).await?;
    let secret = Some(endpoint.secret.clone());
    Ok(json(StatusCode::OK, &shown(&api, endpoint, secret)))
}

/// `GET /v1/webhooks/deliveries`
pub(crate) async fn deliveries(
    State(api): State<Arc<Api>>,
    Authorized(caller): Authorized,
    ValidQuery(wanted): ValidQuery<ListDeliveries>,
) -> RestAnswer<Response> {
    let (key, _) = &*caller;
    let limit = wanted.limit as usize;
    let (tenant, mode) = (&key.tenant, key.mode);
    let mut found =
        api.context.store.deliveries(tenant, mode, Attempts::All, wanted.after, wanted.limit + 1).await?;
    let has_more = found.len() > limit;
    found.truncate(limit);
    let after = found.last().filter(|_| has_more).map(|delivery| delivery.attempt.id.clone());
    let deliveries = found.into_iter().map(wire_delivery).collect();
    Ok(json(StatusCode::OK, &DeliveryList { deliveries, has_more, after }))
}

/// `POST /v1/webhooks/replay`
pub(crate) async fn replay(
    State(api): State<Arc<Api>>,
    AuthorizedJson { caller, value: wanted, .. }: AuthorizedJson<ReplayWebhooks>,
) -> RestAnswer<Response> {
    let (key, _) = &*caller;
    let (now_ms, tenant, mode) = (api.context.clock.wall().0, &key.tenant, key.mode);
    let (replayed, object) = match wanted {
        ReplayWebhooks::Id(id) => {
            if !api.context.store.replay(tenant, mode, &EventId(id.clone()), now_ms).await? {
                let hint = "an event that is still being delivered needs no replay";
                return Err(ApiError::not_found("finished event").param("id").hint(hint).into());
            }
            (1, id)
        }
        ReplayWebhooks::Since(since) => {
            let since_ms = i64::try_from(since.0).unwrap_or(i64::MAX);
            let replayed = api
                .context
                .store
                .replay_since(tenant, mode, ReplayScope::Dead, since_ms, now_ms, REPLAY_AT_ONCE)
                .await?;
            (u32::try_from(replayed).unwrap_or(u32::MAX), since.to_string())
        }
    };
    audit::note(&api, key, "webhooks.replay", &object).await?;
    api.webhooks.notifier.notify();
    let answer = WebhooksReplayed { replayed, has_more: replayed == REPLAY_AT_ONCE };
    Ok(json(StatusCode::OK, &answer))
}

/// Stores an endpoint and puts it in effect at once; the audit log names the action and its object.
async fn keep(
    api: &Api,
    key: &ApiKey,
    endpoint: &EndpointRow,
    action: &str,
    object: &str,
) -> Result<(), StoreError> {
    api.context.store.set_endpoint(endpoint.clone()).await?;
    switch_test_webhooks(api, key, true).await?;
    audit::note(api, key, action, object).await?;
    api.subscribers_changed().await
}

/// Whoever says where test webhooks go wants them sent.
async fn switch_test_webhooks(api: &Api, key: &ApiKey, on: bool) -> Result<(), StoreError> {
    if key.mode == Mode::Test {
        api.context.store.set_test_webhooks(&key.tenant, on).await?;
    }
    Ok(())
}

async fn find(api: &Api, key: &ApiKey) -> RestAnswer<EndpointRow> {
    let found = api.context.store.endpoint(&key.tenant, key.mode).await?;
    Ok(found.ok_or_else(no_endpoint)?)
}

fn no_endpoint() -> ApiError {
    ApiError::not_found("webhook endpoint").hint("set one with PUT /v1/webhooks/endpoint")
}

fn new_endpoint(key: &ApiKey) -> EndpointRow {
    EndpointRow {
        tenant: key.tenant.clone(),
        mode: key.mode,
        secret: signature::new_secret(),
        ..EndpointRow::default()
    }
}

fn shown(api: &Api, endpoint: EndpointRow, secret: Option<String>) -> WebhookEndpoint {
    let now = api.context.clock.wall();
    let utc = |millis| conversions::utc(Timestamp(millis));
    let previous = endpoint.previous_secret.filter(|(_, until_ms)| now.0 < *until_ms);
    WebhookEndpoint {
        url: endpoint.url,
        mode: endpoint.mode,
        events: endpoint.events.iter().filter_map(|event| WebhookName::from_name(event)).collect(),
        secret,
        previous_secret_until: previous.map(|(_, until_ms)| utc(until_ms)),
        disabled: endpoint.disabled.map(|(at_ms, reason)| WebhooksDisabled { at: utc(at_ms), reason }),
    }
}

pub(super) fn webhook_state(state: OutboxState) -> WebhookState {
    match state {
        // An event that is only listened to is never delivered, and has no delivery to ask about.
        OutboxState::Open | OutboxState::Heard => WebhookState::Open,
        OutboxState::Delivered => WebhookState::Delivered,
        OutboxState::Dead => WebhookState::Dead,
    }
}

fn wire_delivery(delivery: store::DeliveryRow) -> Delivery {
    let store::DeliveryRow { attempt, number, event, name, session, state } = delivery;
    Delivery {
        delivery_id: attempt.id,
        id: event.0,
        event: name,
        session_id: session.0,
        state: webhook_state(state),
        attempt: number,
        at: conversions::utc(Timestamp(attempt.at_ms)),
        status: attempt.status,
        duration_ms: attempt.duration_ms,
        error: attempt.error,
    }
}
