//! The API keys of a tenant, listed and changed on the dashboard. A request is about the keys of one mode.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use common::{KeyId, Mode, Timestamp};
use protocol::ErrorCode;
use protocol::rest::{ApiError, CreateKey, DashboardKey, KeyList, KeyState, RotateKey, SetKeyOrigins};
use store::{ApiKey, KeySecret};

use super::Api;
use super::answer::{Name, RestAnswer, json};
use super::audit;
use super::extractors::{OwnDashboard, OwnDashboardJson};
use crate::conversions;

/// How many keys of a tenant may work at once in one mode.
const MOST_KEYS: usize = 50;

/// `GET /v1/dashboard/keys`
pub(crate) async fn list(
    State(api): State<Arc<Api>>,
    OwnDashboard(caller): OwnDashboard,
) -> RestAnswer<Response> {
    let now = api.context.clock.wall();
    let keys = keys_of(&api, &caller.0).await?;
    let keys = keys.into_iter().map(|key| shown(key, None, now)).collect();
    Ok(json(StatusCode::OK, &KeyList { keys }))
}

/// `POST /v1/dashboard/keys`
pub(crate) async fn create(
    State(api): State<Arc<Api>>,
    OwnDashboardJson { caller, value: wanted }: OwnDashboardJson<CreateKey>,
) -> RestAnswer<Response> {
    let (acting, _) = &*caller;
    let now = api.context.clock.wall();
    refuse_too_many(&keys_of(&api, acting).await?, now)?;
    let secret = KeySecret::generate(acting.mode);
    let key = api.context.store.create_key(&acting.tenant, &secret, wanted.allowed_origins, now.0).await?;
    audit::note(&api, acting, "key.create", key.id.as_str()).await?;
    Ok(json(StatusCode::CREATED, &shown(key, Some(&secret), now)))
}

/// `PUT /v1/dashboard/keys/:id`
pub(crate) async fn set_origins(
    State(api): State<Arc<Api>>,
    Name(id): Name,
    OwnDashboardJson { caller, value: wanted }: OwnDashboardJson<SetKeyOrigins>,
) -> RestAnswer<Response> {
    let (acting, _) = &*caller;
    let now = api.context.clock.wall();
    let key = find(&api, acting, &id).await?;
    require_working(&key, now)?;
    let origins = wanted.allowed_origins;
    if !api.context.store.set_key_origins(&acting.tenant, &key.id, origins.clone()).await? {
        return Err(no_such_key().into());
    }
    audit::note(&api, acting, "key.origins", key.id.as_str()).await?;
    Ok(json(StatusCode::OK, &shown(ApiKey { allowed_origins: origins, ..key }, None, now)))
}

/// `POST /v1/dashboard/keys/:id/rotate`
pub(crate) async fn rotate(
    State(api): State<Arc<Api>>,
    Name(id): Name,
    OwnDashboardJson { caller, value: wanted }: OwnDashboardJson<RotateKey>,
) -> RestAnswer<Response> {
    let (acting, _) = &*caller;
    let now = api.context.clock.wall();
    let old = find(&api, acting, &id).await?;
    require_working(&old, now)?;
    refuse_too_many(&keys_of(&api, acting).await?, now)?;
    let secret = KeySecret::generate(old.mode);
    let until = now + Duration::from_secs(wanted.overlap_seconds.into());
    // A key that was rotated before ends when it was said to.
    let until_ms = old.expires_ms.map_or(until.0, |end| end.min(until.0));
    let key = api.context.store.rotate_key(&acting.tenant, &old.id, &secret, now.0, until_ms).await?;
    let key = key.ok_or_else(no_such_key)?;
    audit::note(&api, acting, "key.rotate", old.id.as_str()).await?;
    Ok(json(StatusCode::CREATED, &shown(key, Some(&secret), now)))
}

/// `DELETE /v1/dashboard/keys/:id`
pub(crate) async fn revoke(
    State(api): State<Arc<Api>>,
    OwnDashboard(caller): OwnDashboard,
    Name(id): Name,
) -> RestAnswer<Response> {
    let (acting, _) = &*caller;
    let key = find(&api, acting, &id).await?;
    if !api.context.store.revoke_key(&acting.tenant, &key.id, api.context.clock.wall().0).await? {
        return Err(no_such_key().into());
    }
    audit::note(&api, acting, "key.revoke", key.id.as_str()).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// The keys of the tenant and mode.
async fn keys_of(api: &Api, acting: &ApiKey) -> RestAnswer<Vec<ApiKey>> {
    let mut keys = api.context.store.keys(&acting.tenant).await?;
    keys.retain(|key| key.mode == acting.mode);
    Ok(keys)
}

async fn find(api: &Api, acting: &ApiKey, id: &str) -> RestAnswer<ApiKey> {
    let id = KeyId(id.to_owned());
    let key = keys_of(api, acting).await?.into_iter().find(|key| key.id == id);
    Ok(key.ok_or_else(no_such_key)?)
}

fn require_working(key: &ApiKey, now: Timestamp) -> RestAnswer<()> {
    match state(key, now) {
        KeyState::Active | KeyState::Expiring => Ok(()),
        state @ (KeyState::Expired | KeyState::Revoked) => {
            let error = ApiError::new(ErrorCode::BadRequest, format!("the key is {state}"));
            Err(error.param("id").hint("create a new key").into())
        }
    }
}

fn refuse_too_many(keys: &[ApiKey], now: Timestamp) -> RestAnswer<()> {
    let working = |key: &&ApiKey| matches!(state(key, now), KeyState::Active | KeyState::Expiring);
    if keys.iter().filter(working).count() < MOST_KEYS {
        return Ok(());
    }
    let error =
        ApiError::new(ErrorCode::BadRequest, format!("a tenant has at most {MOST_KEYS} keys that work"));
    Err(error.hint("revoke one that is not used").into())
}

fn no_such_key() -> ApiError {
    ApiError::not_found("key")
}

fn state(key: &ApiKey, now: Timestamp) -> KeyState {
    match (key.revoked_ms, key.expires_ms) {
        (Some(_), _) => KeyState::Revoked,
        (None, Some(end)) if end <= now.0 => KeyState::Expired,
        (None, Some(_)) => KeyState::Expiring,
        (None, None) => KeyState::Active,
    }
}

fn shown(key: ApiKey, secret: Option<&KeySecret>, now: Timestamp) -> DashboardKey {
    let time = |millis: Option<i64>| millis.map(|millis| conversions::utc(Timestamp(millis)));
    DashboardKey {
        state: state(&key, now),
        id: key.id.0,
        mode: if key.mode == Mode::Test { Mode::Test } else { Mode::Live },
        prefix: key.prefix,
        allowed_origins: key.allowed_origins,
        created_at: conversions::utc(Timestamp(key.created_ms)),
        last_used_at: time(key.last_used_ms),
        expires_at: time(key.expires_ms),
        revoked_at: time(key.revoked_ms),
        key: secret.map(|secret| secret.expose().to_owned()),
    }
}
