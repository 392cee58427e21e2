//! Who calls: an API key, somebody signed in to the dashboard or nobody in particular, how often, and from which site.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::hash::Hash;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use common::{KeyId, PlanName};
use protocol::ErrorCode;
use protocol::rest::{ApiError, SessionClaims, headers};
use sockets::ClientAddress;
use store::{ApiKey, KeySecret, Tenant};

use super::Api;
use super::answer::RequestFailure;
use super::pages;
use super::request_log::Asked;
use super::signed_in::SignedIn;
use super::unknown_fields::Warnings;
use crate::cluster::Cluster;
use crate::limits::{CallerLimiter, RateAllowance};
use crate::settings::{Plans, ServerLimits};

/// The allowances of everyone who calls. In a cluster they hold over all nodes, except for health checks and documents, which each
/// node is asked for.
pub(crate) struct Callers {
    cluster: Option<Arc<Cluster>>,
    by_plan: BTreeMap<PlanName, CallerLimiter<KeyId>>,
    /// For tenants whose plan is not configured.
    other_plans: CallerLimiter<KeyId>,
    by_address: CallerLimiter<String>,
    pages: CallerLimiter<String>,
    probes: CallerLimiter<String>,
    documents: CallerLimiter<String>,
    dashboard: CallerLimiter<String>,
    sign_ins: CallerLimiter<String>,
}

/// Requests per minute of somebody who is signed in to the dashboard.
const DASHBOARD_REQUESTS: u32 = 600;

/// Requests outside `/v1`, each kind counted by address on its own: a visitor who loads the web app uses up nobody's
/// requests to the interface, and whoever reads documents takes no health check its turn.
#[derive(Clone, Copy)]
pub(crate) enum Outside {
    /// A page or file of the web app.
    Page,
    /// A health check.
    Probe,
    /// Metrics, or a document about the interface.
    Document,
}

/// Who a request comes from.
#[derive(Clone)]
pub(crate) enum Caller {
    /// A sound key of a tenant.
    Key(Arc<(ApiKey, Tenant)>),
    /// Somebody who is signed in to the dashboard.
    SignedIn(Arc<SignedIn>),
    /// No key was given.
    Anonymous,
    /// A key was given that opens nothing.
    InvalidKey,
}

impl Callers {
    pub(crate) fn new(limits: &ServerLimits, plans: &Plans, cluster: Option<Arc<Cluster>>) -> Callers {
        Callers {
            cluster,
            by_plan: plans
                .by_name
                .iter()
                .map(|(name, limits)| (name.clone(), CallerLimiter::per_minute(limits.requests_per_minute)))
                .collect(),
            other_plans: CallerLimiter::per_minute(plans.of(&plans.default_plan).requests_per_minute),
            by_address: CallerLimiter::per_minute(limits.anonymous_requests_per_minute),
            pages: CallerLimiter::per_minute(limits.page_requests_per_minute),
            probes: CallerLimiter::per_minute(limits.operator_requests_per_minute),
            documents: CallerLimiter::per_minute(limits.operator_requests_per_minute),
            dashboard: CallerLimiter::per_minute(DASHBOARD_REQUESTS),
            sign_ins: CallerLimiter::per_minute(limits.sign_ins_per_minute),
        }
    }

    /// Forgets whoever has not called for a while.
    pub(crate) fn tidy(&self) {
        self.by_plan.values().chain([&self.other_plans]).for_each(CallerLimiter::tidy);
        for limiter in
            [&self.by_address, &self.pages, &self.probes, &self.documents, &self.dashboard, &self.sign_ins]
        {
            limiter.tidy();
        }
    }

    /// Counts an attempt to sign in to the dashboard; returns how long to wait if there were too many.
    pub(crate) async fn take_sign_in(&self, address: &String) -> Option<Duration> {
        self.take_shared(&self.sign_ins, "sign-in", address).await.retry_in
    }

    /// Counts a request outside `/v1`; returns how long to wait if there were too many.
    pub(crate) async fn take_outside(&self, kind: Outside, address: &String) -> Option<Duration> {
        let allowance = match kind {
            Outside::Page => self.take_shared(&self.pages, "page", address).await,
            Outside::Probe => self.probes.take(address),
            Outside::Document => self.documents.take(address),
        };
        allowance.retry_in
    }

    async fn take(&self, caller: &Caller, address: String) -> RateAllowance {
        match caller {
            Caller::Key(key) => {
                let limiter = self.by_plan.get(&key.1.plan).unwrap_or(&self.other_plans);
                self.take_shared(limiter, "key", &key.0.id).await
            }
            Caller::SignedIn(signed_in) => {
                self.take_shared(&self.dashboard, "dashboard", &signed_in.sign_in.id).await
            }
            Caller::Anonymous | Caller::InvalidKey => {
                self.take_shared(&self.by_address, "address", &address).await
            }
        }
    }

    /// Counts a request over all nodes, or at this one if the others cannot be reached.
    async fn take_shared<K: Hash + Eq + Clone + Display>(
        &self,
        limiter: &CallerLimiter<K>,
        kind: &str,
        caller: &K,
    ) -> RateAllowance {
        if let Some(cluster) = &self.cluster
            && let Some(allowance) =
                cluster.take_from_limit(&format!("{kind}:{caller}"), limiter.limit()).await
        {
            return allowance;
        }
        limiter.take(caller)
    }
}

impl Caller {
    /// The key of the caller; without one there is nothing to see.
    pub(crate) fn key(&self) -> Result<&Arc<(ApiKey, Tenant)>, RequestFailure> {
        match self {
            Caller::Key(key) => Ok(key),
            Caller::SignedIn(signed_in) => signed_in.tenant(),
            Caller::Anonymous => Err(ApiError::missing_authorization().into()),
            Caller::InvalidKey => {
                let hint = "send a whole key of this server, as Authorization: Bearer <API key>";
                Err(ApiError::invalid_api_key().hint(hint).into())
            }
        }
    }
}

/// Authenticates the caller, counts the request, and keeps foreign sites out.
pub(crate) async fn authenticate(State(api): State<Arc<Api>>, mut request: Request, next: Next) -> Response {
    let origin =
        request.headers().get(header::ORIGIN).and_then(|origin| origin.to_str().ok()).map(str::to_owned);
    if request.method() == Method::OPTIONS {
        return with_cors(next.run(request).await, origin.as_deref());
    }
    if !is_api(request.uri().path()) {
        return pages::counted(&api, request, next).await;
    }
    let caller = match caller(&api, request.method(), request.headers()).await {
        Ok(caller) => caller,
        Err(failure) => return with_cors(failure.into_response(), origin.as_deref()),
    };
    let asked = Asked::by(&request);
    let allowance = api.callers.take(&caller, client_address(&request)).await;
    let response = if !site_allowed(&api, &caller, origin.as_deref()) {
        varies_by_origin(RequestFailure(ApiError::origin_not_allowed()).into_response())
    } else if allowance.retry_in.is_some() {
        with_cors(too_many().into_response(), origin.as_deref())
    } else {
        let warnings = Warnings::default();
        request.extensions_mut().insert(caller.clone());
        request.extensions_mut().insert(warnings.clone());
        with_cors(warnings.write(next.run(request).await), origin.as_deref())
    };
    if let Caller::Key(key) = &caller {
        api.request_log.note(asked.of(&key.0, &response), api.context.clock.wall());
    }
    with_allowance(response, allowance, api.context.clock.wall().0 / 1000)
}

/// Counts health checks.
pub(crate) async fn count_probe(State(api): State<Arc<Api>>, request: Request, next: Next) -> Response {
    count_outside(&api, Outside::Probe, request, next).await
}

/// Counts requests for metrics and documents.
pub(crate) async fn count_document(State(api): State<Arc<Api>>, request: Request, next: Next) -> Response {
    count_outside(&api, Outside::Document, request, next).await
}

async fn count_outside(api: &Api, kind: Outside, request: Request, next: Next) -> Response {
    match api.callers.take_outside(kind, &client_address(&request)).await {
        None => next.run(request).await,
        Some(wait) => with_retry_after(too_many().into_response(), wait),
    }
}

/// Whether a path belongs to the interface, whose answers tell the allowance.
pub(crate) fn is_api(path: &str) -> bool {
    path == "/v1" || path.starts_with("/v1/")
}

/// The refusal of a request beyond the allowance.
pub(crate) fn too_many() -> RequestFailure {
    RequestFailure(
        ApiError::new(ErrorCode::RateLimited, "Too many requests").hint("wait as long as Retry-After says"),
    )
}

/// Says in how many seconds to try again.
pub(crate) fn with_retry_after(mut response: Response, wait: Duration) -> Response {
    let seconds = HeaderValue::from(whole_seconds(wait).max(1));
    response.headers_mut().insert(header::RETRY_AFTER, seconds);
    response
}

async fn caller(api: &Api, method: &Method, headers: &HeaderMap) -> Result<Caller, RequestFailure> {
    let Some(authorization) = headers.get(header::AUTHORIZATION) else {
        let signed_in = SignedIn::of(api, method, headers).await?;
        return Ok(signed_in.map_or(Caller::Anonymous, Caller::SignedIn));
    };
    let secret = authorization.to_str().ok().and_then(bearer).and_then(KeySecret::parse);
    let Some(secret) = secret else { return Ok(Caller::InvalidKey) };
    let now = api.context.clock.wall().0;
    let Some(key) = api.context.store.find_key(&secret, now).await? else { return Ok(Caller::InvalidKey) };
    let Some(tenant) = api.context.store.tenant(&key.tenant).await? else { return Ok(Caller::InvalidKey) };
    // When the key was last used is good to know, not worth waiting for.
    drop(api.context.store.touch_key(&key, now));
    Ok(Caller::Key(Arc::new((key, tenant))))
}

/// The credentials of an `Authorization: Bearer …` header; the scheme is read in any case.
pub(crate) fn bearer(authorization: &str) -> Option<&str> {
    let (scheme, credentials) = authorization.trim().split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| credentials.trim())
}

/// What the session token of a request says, if it carries one that we signed.
pub(crate) fn token_claims(api: &Api, headers: &HeaderMap) -> Option<SessionClaims> {
    let authorization = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let token = bearer(authorization).filter(|token| KeySecret::parse(token).is_none())?;
    api.tokens.verify(token, api.context.clock.wall()).map(|verified| verified.claims)
}

fn site_allowed(api: &Api, caller: &Caller, origin: Option<&str>) -> bool {
    let Caller::Key(key) = caller else { return true };
    api.context.settings.allows_origin(origin, &key.0.allowed_origins)
}

/// The address a request is counted by.
pub(crate) fn client_address(request: &Request) -> String {
    counted_by(request.extensions().get().copied().unwrap_or_default())
}

/// What requests and analyses are counted by: an IPv4 address, or an IPv6 network of 64 bits, which one customer holds.
pub(crate) fn counted_by(address: ClientAddress) -> String {
    address.network().map_or_else(|| "unknown".to_owned(), |network| network.to_string())
}

/// A page of any origin may ask; what it may see is decided by key and token. The header that the cookie of the dashboard needs is not
/// among those that other sites may send, and credentials are never allowed.
fn with_cors(response: Response, origin: Option<&str>) -> Response {
    let mut response = varies_by_origin(response);
    let Some(origin) = origin.and_then(|origin| HeaderValue::from_str(origin).ok()) else { return response };
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    for (name, value) in [
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST, PUT, DELETE"),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "Authorization, Content-Type, Idempotency-Key"),
        (
            header::ACCESS_CONTROL_EXPOSE_HEADERS,
            "X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, X-Warning",
        ),
        (header::ACCESS_CONTROL_MAX_AGE, "600"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Tells caches that the answer to another site differs, also if this request named no site.
fn varies_by_origin(mut response: Response) -> Response {
    response.headers_mut().append(header::VARY, HeaderValue::from_static("Origin"));
    response
}

fn with_allowance(mut response: Response, allowance: RateAllowance, now: i64) -> Response {
    let mut set = |name: &str, value: i64| {
        let name = HeaderName::try_from(name).expect("the header names of the contract are sound");
        response.headers_mut().insert(name, HeaderValue::from(value));
    };
    set(headers::RATE_LIMIT, allowance.limit.into());
    set(headers::RATE_LIMIT_REMAINING, allowance.remaining.into());
    set(headers::RATE_LIMIT_RESET, now + whole_seconds(allowance.whole_in));
    match allowance.retry_in {
        Some(wait) => with_retry_after(response, wait),
        None => response,
    }
}

fn whole_seconds(duration: Duration) -> i64 {
    duration.as_secs_f64().ceil() as i64
}

#[cfg(test)]
mod tests {
    use sockets::ClientAddress;

    use super::counted_by;

    fn check(one: &str, other: &str, together: bool) {
        let by = |text: &str| counted_by(ClientAddress { ip: text.parse().ok(), proven: true });
        assert_eq!(by(one) == by(other), together, "{one} and {other}");
    }

    #[test]
    fn nobody_has_more_requests_by_using_more_addresses_of_an_own_network() {
        check("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true);
        check("2001:db8:1:2::1", "2001:db8:1:3::1", false);
        check("203.0.113.7", "203.0.113.8", false);
    }
}
