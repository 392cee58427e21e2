//! Sign-ins to the dashboard: made with a key or a link, listed, and ended.

use std::sync::Arc;

use axum::Extension;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use common::{Mode, Timestamp};
use protocol::rest::{
    ApiError, DashboardAccount, DashboardRole, DashboardSignIn, DashboardTenant, SignInList, SignInRequest,
};
use sockets::ClientAddress;
use store::{KeySecret, NewSignIn, SignIn, SignInSecret, Tenant};

use super::Api;
use super::answer::{Name, RestAnswer, json};
use super::audit;
use super::callers::{self, counted_by};
use super::extractors::{Dashboard, ValidJson};
use super::signed_in::{SignedIn, remove_cookie, require_own_page, set_cookie};
use crate::conversions;
use crate::settings::Plans;

/// `POST /v1/dashboard/sign-ins`
pub(crate) async fn sign_in(
    State(api): State<Arc<Api>>,
    method: Method,
    headers: HeaderMap,
    address: Option<Extension<ClientAddress>>,
    ValidJson(wanted): ValidJson<SignInRequest>,
) -> RestAnswer<Response> {
    require_own_page(&api.context.settings, &method, &headers)?;
    let address = address.map(|Extension(address)| address).unwrap_or_default();
    if let Some(wait) = api.callers.take_sign_in(&counted_by(address)).await {
        return Ok(callers::with_retry_after(callers::too_many().into_response(), wait));
    }
    let secret = SignInSecret::generate();
    let now = api.context.clock.wall();
    let new = NewSignIn {
        address: address.ip.map(|ip| ip.to_string()),
        now_ms: now.0,
        expires_ms: (now + api.context.settings.times.dashboard_sign_in).0,
    };
    let made = match wanted {
        SignInRequest::Key(key) => with_key(&api, &secret, &key, new).await?,
        SignInRequest::Link(link) => with_link(&api, &secret, &link, new).await?,
    };
    let mut response = json(StatusCode::CREATED, &made);
    let cookie = HeaderValue::from_str(&set_cookie(&api.context.settings, &secret));
    response.headers_mut().insert(header::SET_COOKIE, cookie.expect("a cookie is plain ASCII"));
    Ok(response)
}

/// `GET /v1/dashboard/sign-ins`
pub(crate) async fn sign_ins(
    State(api): State<Arc<Api>>,
    Dashboard(signed_in): Dashboard,
) -> RestAnswer<Response> {
    let now = api.context.clock.wall().0;
    let mut found = api.context.store.sign_ins(signed_in.own_tenant(), now).await?;
    // Who holds a test key learns nothing of those who hold live ones.
    found.retain(|other| signed_in.sign_in.mode == Mode::Live || other.mode == Mode::Test);
    let sign_ins = found.into_iter().map(|other| shown(other, &signed_in.sign_in)).collect();
    Ok(json(StatusCode::OK, &SignInList { sign_ins }))
}

/// `DELETE /v1/dashboard/sign-ins/:id`
pub(crate) async fn sign_out(
    State(api): State<Arc<Api>>,
    Dashboard(signed_in): Dashboard,
    Name(id): Name,
) -> RestAnswer<Response> {
    let own = &signed_in.sign_in;
    let id = if id == "current" { own.id.clone() } else { id };
    let store = &api.context.store;
    let listed = store.sign_ins(signed_in.own_tenant(), api.context.clock.wall().0).await?;
    let is_shown = |other: &SignIn| other.id == id && (own.mode == Mode::Live || other.mode == Mode::Test);
    if !listed.iter().any(is_shown) || !store.sign_out(signed_in.own_tenant(), &id).await? {
        return Err(ApiError::not_found("sign-in").into());
    }
    let owner = own.tenant.as_ref().map(|(tenant, key)| (tenant, key, own.mode));
    audit::note_sign_in(&api, owner, "dashboard.sign_out", &id, None).await?;
    let mut response = StatusCode::NO_CONTENT.into_response();
    if id == own.id {
        let cookie = HeaderValue::from_str(&remove_cookie(&api.context.settings));
        response.headers_mut().insert(header::SET_COOKIE, cookie.expect("a cookie is plain ASCII"));
    }
    Ok(response)
}

/// `GET /v1/dashboard/account`
pub(crate) async fn account(State(api): State<Arc<Api>>, Dashboard(signed_in): Dashboard) -> Response {
    json(StatusCode::OK, &described(&api, &signed_in))
}

/// A tenant as the dashboard shows it.
pub(super) fn tenant_to_wire(plans: &Plans, tenant: &Tenant) -> DashboardTenant {
    let limits = plans.of(&tenant.plan);
    DashboardTenant {
        id: tenant.id.0.clone(),
        name: tenant.name.clone(),
        plan: tenant.plan.clone(),
        requests_per_minute: limits.requests_per_minute,
        sessions_per_month: limits.sessions_per_month,
        created_at: conversions::utc(Timestamp(tenant.created_ms)),
    }
}

async fn with_key(
    api: &Api,
    secret: &SignInSecret,
    key: &str,
    new: NewSignIn,
) -> RestAnswer<DashboardAccount> {
    let store = &api.context.store;
    let given = KeySecret::parse(key.trim()).ok_or_else(ApiError::invalid_api_key)?;
    let key = store.find_key(&given, new.now_ms).await?.ok_or_else(ApiError::invalid_api_key)?;
    let tenant = store.tenant(&key.tenant).await?.ok_or_else(ApiError::invalid_api_key)?;
    // The sign-in ends with the key at the latest.
    let expires_ms = key.expires_ms.map_or(new.expires_ms, |end| end.min(new.expires_ms));
    let new = NewSignIn { expires_ms, ..new };
    let address = new.address.clone();
    drop(store.touch_key(&key, new.now_ms));
    let id = store.sign_in(secret, &key.tenant, &key.id, new).await?;
    let owner = Some((&key.tenant, &key.id, key.mode));
    audit::note_sign_in(api, owner, "dashboard.sign_in", &id, address).await?;
    Ok(account_of(api, id, expires_ms, key.mode, Some(&tenant)))
}

async fn with_link(
    api: &Api,
    secret: &SignInSecret,
    link: &str,
    new: NewSignIn,
) -> RestAnswer<DashboardAccount> {
    let link = SignInSecret::parse(link.trim()).ok_or_else(ApiError::sign_in_link_invalid)?;
    let (address, expires_ms) = (new.address.clone(), new.expires_ms);
    let id = api.context.store.sign_in_by_link(secret, &link, new).await?;
    let id = id.ok_or_else(ApiError::sign_in_link_invalid)?;
    audit::note_sign_in(api, None, "dashboard.sign_in", &id, address).await?;
    Ok(DashboardAccount {
        role: DashboardRole::Operator,
        ..account_of(api, id, expires_ms, Mode::Live, None)
    })
}

fn described(api: &Api, signed_in: &SignedIn) -> DashboardAccount {
    let role = if signed_in.is_operator() { DashboardRole::Operator } else { DashboardRole::Tenant };
    let SignIn { id, expires_ms, mode, .. } = &signed_in.sign_in;
    let tenant = signed_in.tenant.as_ref().map(|tenant| &tenant.1);
    DashboardAccount { role, ..account_of(api, id.clone(), *expires_ms, *mode, tenant) }
}

/// The account of a tenant.
fn account_of(
    api: &Api,
    id: String,
    expires_ms: i64,
    mode: Mode,
    tenant: Option<&Tenant>,
) -> DashboardAccount {
    DashboardAccount {
        sign_in_id: id,
        role: DashboardRole::Tenant,
        tenant: tenant.map(|tenant| tenant_to_wire(&api.context.settings.plans, tenant)),
        modes: if mode == Mode::Test { vec![Mode::Test] } else { vec![Mode::Live, Mode::Test] },
        expires_at: conversions::utc(Timestamp(expires_ms)),
    }
}

fn shown(other: SignIn, own: &SignIn) -> DashboardSignIn {
    DashboardSignIn {
        is_current: other.id == own.id,
        id: other.id,
        key_id: other.tenant.map(|(_, key)| key.0),
        address: other.address,
        created_at: conversions::utc(Timestamp(other.created_ms)),
        expires_at: conversions::utc(Timestamp(other.expires_ms)),
    }
}
