//! Who calls: an API key or nobody in particular, how often, and from which site.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use protocol::ErrorCode;
use protocol::rest::{ApiError, headers};
use sockets::ClientAddress;
use store::{ApiKey, KeyId, KeySecret, Plan, StoreError, Tenant};

use super::answer::Failure;
use crate::app::App;
use crate::limits::{Allowance, CallerLimiter};
use crate::origins;
use crate::settings::Limits;

/// The allowances of everyone who calls.
pub(crate) struct Callers {
    by_plan: [CallerLimiter<KeyId>; 4],
    by_address: CallerLimiter<String>,
}

/// Who a request comes from.
#[derive(Clone)]
pub(crate) enum Caller {
    /// A sound key of a tenant.
    Key(Arc<(ApiKey, Tenant)>),
    /// No key was given.
    Nobody,
    /// A key was given that opens nothing.
    Stranger,
}

impl Callers {
    pub(crate) fn new(limits: &Limits) -> Callers {
        Callers {
            by_plan: [60, 300, 600, 1_000_000].map(CallerLimiter::per_minute),
            by_address: CallerLimiter::per_minute(limits.anonymous_requests_per_minute),
        }
    }

    /// Forgets whoever has not called for a while.
    pub(crate) fn tidy(&self) {
        self.by_plan.iter().for_each(CallerLimiter::tidy);
        self.by_address.tidy();
    }

    fn take(&self, caller: &Caller, address: String) -> Allowance {
        match caller {
            Caller::Key(key) => self.by_plan[plan_index(key.1.plan)].take(&key.0.id),
            Caller::Nobody | Caller::Stranger => self.by_address.take(&address),
        }
    }
}

impl Caller {
    /// The key of the caller; without one there is nothing to see.
    pub(crate) fn key(&self) -> Result<&(ApiKey, Tenant), Failure> {
        match self {
            Caller::Key(key) => Ok(key),
            Caller::Nobody => Err(ApiError::missing_authorization().into()),
            Caller::Stranger => Err(ApiError::invalid_api_key().into()),
        }
    }
}

/// How many sessions a plan has in a month.
pub(crate) fn monthly_sessions(plan: Plan) -> Option<u64> {
    match plan {
        Plan::Starter => Some(1_000),
        Plan::Growth => Some(10_000),
        Plan::Pro => Some(100_000),
        Plan::Enterprise => None,
    }
}

/// Recognises the caller, counts the request, and keeps foreign sites out.
pub(crate) async fn recognise(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let origin =
        request.headers().get(header::ORIGIN).and_then(|origin| origin.to_str().ok()).map(str::to_owned);
    if request.method() == Method::OPTIONS {
        return with_cors(next.run(request).await, origin.as_deref());
    }
    let caller = match caller(&app, request.headers()).await {
        Ok(caller) => caller,
        Err(error) => return Failure::from(error).into_response(),
    };
    let allowance = app.callers.take(&caller, client_address(&request).to_string());
    let response = if allowance.retry_in.is_some() {
        let error = ApiError::new(ErrorCode::RateLimited, "Too many requests")
            .hint("wait as long as Retry-After says");
        Failure(error).into_response()
    } else if !site_allowed(&app, &caller, origin.as_deref()) {
        Failure(ApiError::origin_not_allowed()).into_response()
    } else {
        request.extensions_mut().insert(caller);
        with_cors(next.run(request).await, origin.as_deref())
    };
    with_allowance(response, allowance, app.clock.wall().0 / 1000)
}

async fn caller(app: &App, headers: &HeaderMap) -> Result<Caller, StoreError> {
    let Some(authorization) = headers.get(header::AUTHORIZATION) else { return Ok(Caller::Nobody) };
    let secret = authorization.to_str().ok().and_then(bearer).and_then(KeySecret::parse);
    let Some(secret) = secret else { return Ok(Caller::Stranger) };
    let now = app.clock.wall().0;
    let Some(key) = app.store.find_key(&secret, now).await? else { return Ok(Caller::Stranger) };
    let Some(tenant) = app.store.tenant(&key.tenant).await? else { return Ok(Caller::Stranger) };
    // When the key was last used is good to know, not worth waiting for.
    drop(app.store.touch_key(&key, now));
    Ok(Caller::Key(Arc::new((key, tenant))))
}

/// The credentials of an `Authorization: Bearer …` header; the scheme is read in any case.
pub(crate) fn bearer(authorization: &str) -> Option<&str> {
    let (scheme, credentials) = authorization.trim().split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| credentials.trim())
}

fn site_allowed(app: &App, caller: &Caller, origin: Option<&str>) -> bool {
    let Caller::Key(key) = caller else { return true };
    origins::allowed(origin, &key.0.allowed_origins, app.settings.public_url.as_deref())
}

fn client_address(request: &Request) -> ClientAddress {
    request.extensions().get().copied().unwrap_or_default()
}

/// A page of any origin may ask; what it may see is decided by key and token, never by cookies.
fn with_cors(mut response: Response, origin: Option<&str>) -> Response {
    let Some(origin) = origin.and_then(|origin| HeaderValue::from_str(origin).ok()) else { return response };
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.insert(header::VARY, HeaderValue::from_static("Origin"));
    for (name, value) in [
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST, PUT, DELETE"),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "Authorization, Content-Type, Idempotency-Key"),
        (
            header::ACCESS_CONTROL_EXPOSE_HEADERS,
            "X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After",
        ),
        (header::ACCESS_CONTROL_MAX_AGE, "600"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

fn with_allowance(mut response: Response, allowance: Allowance, now: i64) -> Response {
    let seconds = |duration: std::time::Duration| duration.as_secs_f64().ceil() as i64;
    let mut set = |name: &str, value: i64| {
        let name = HeaderName::try_from(name).expect("the header names of the contract are sound");
        response.headers_mut().insert(name, HeaderValue::from(value));
    };
    set(headers::RATE_LIMIT, allowance.limit.into());
    set(headers::RATE_LIMIT_REMAINING, allowance.remaining.into());
    set(headers::RATE_LIMIT_RESET, now + seconds(allowance.whole_in));
    if let Some(wait) = allowance.retry_in {
        set(headers::RETRY_AFTER, seconds(wait).max(1));
    }
    response
}

fn plan_index(plan: Plan) -> usize {
    match plan {
        Plan::Starter => 0,
        Plan::Growth => 1,
        Plan::Pro => 2,
        Plan::Enterprise => 3,
    }
}
