//! Extractors of handlers: the API key or the sign-in, the JSON body and the query of a request, parsed and validated.

use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use protocol::Incoming;
use protocol::rest::ApiError;
use sockets::ReceivedBody;
use store::{ApiKey, Tenant};

use super::Api;
use super::answer::{RawBody, RequestFailure};
use super::callers::Caller;
use super::reading::{content_is_json, read_query};
use super::signed_in::SignedIn;
use super::unknown_fields::UnknownFields;

/// The caller's key and tenant; a request without a valid key is refused.
pub(crate) struct Authorized(pub(crate) Arc<(ApiKey, Tenant)>);

impl<S: Send + Sync> FromRequestParts<S> for Authorized {
    type Rejection = RequestFailure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Authorized, RequestFailure> {
        let caller = parts.extensions.get::<Caller>().unwrap_or(&Caller::Anonymous);
        caller.key().map(|key| Authorized(Arc::clone(key)))
    }
}

/// A JSON body, parsed and validated.
pub(crate) struct ValidJson<T>(pub(crate) T);

impl<T: Incoming> FromRequest<Arc<Api>> for ValidJson<T> {
    type Rejection = RequestFailure;

    async fn from_request(request: Request, api: &Arc<Api>) -> Result<ValidJson<T>, RequestFailure> {
        let is_json = content_is_json(request.headers());
        let unknown = UnknownFields::of(request.extensions());
        let RawBody(raw) = RawBody::from_request(request, api).await?;
        is_json?;
        Ok(ValidJson(unknown.read_body(&raw)?))
    }
}

/// A JSON body of a caller with a valid key. The body is read before the key is checked, so that an
/// incomplete body is always answered with a timeout.
pub(crate) struct AuthorizedJson<T> {
    /// The caller's key and tenant.
    pub(crate) caller: Arc<(ApiKey, Tenant)>,
    pub(crate) value: T,
    /// The body as received.
    pub(crate) raw: ReceivedBody,
}

impl<T: Incoming> FromRequest<Arc<Api>> for AuthorizedJson<T> {
    type Rejection = RequestFailure;

    async fn from_request(request: Request, api: &Arc<Api>) -> Result<AuthorizedJson<T>, RequestFailure> {
        let (mut parts, body) = request.into_parts();
        let authorized = Authorized::from_request_parts(&mut parts, api).await;
        let is_json = content_is_json(&parts.headers);
        let unknown = UnknownFields::of(&parts.extensions);
        let RawBody(raw) = RawBody::from_request(Request::from_parts(parts, body), api).await?;
        let Authorized(caller) = authorized?;
        is_json?;
        Ok(AuthorizedJson { caller, value: unknown.read_body(&raw)?, raw })
    }
}

/// Somebody who is signed in to the dashboard; a request with a key is refused.
pub(crate) struct Dashboard(pub(crate) Arc<SignedIn>);

impl<S: Send + Sync> FromRequestParts<S> for Dashboard {
    type Rejection = RequestFailure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Dashboard, RequestFailure> {
        match parts.extensions.get() {
            Some(Caller::SignedIn(signed_in)) => Ok(Dashboard(Arc::clone(signed_in))),
            _ => Err(ApiError::not_signed_in().into()),
        }
    }
}

/// The same for what concerns one tenant: what stands for its key, and the tenant.
pub(crate) struct OwnDashboard(pub(crate) Arc<(ApiKey, Tenant)>);

impl<S: Send + Sync> FromRequestParts<S> for OwnDashboard {
    type Rejection = RequestFailure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<OwnDashboard, RequestFailure> {
        let Dashboard(signed_in) = Dashboard::from_request_parts(parts, state).await?;
        signed_in.tenant().map(|tenant| OwnDashboard(Arc::clone(tenant)))
    }
}

/// A JSON body of somebody who is signed in, about one tenant. The body is read before the sign-in is checked.
pub(crate) struct OwnDashboardJson<T> {
    /// What stands for the key of the tenant, and the tenant.
    pub(crate) caller: Arc<(ApiKey, Tenant)>,
    pub(crate) value: T,
}

impl<T: Incoming> FromRequest<Arc<Api>> for OwnDashboardJson<T> {
    type Rejection = RequestFailure;

    async fn from_request(request: Request, api: &Arc<Api>) -> Result<OwnDashboardJson<T>, RequestFailure> {
        let (mut parts, body) = request.into_parts();
        let own = OwnDashboard::from_request_parts(&mut parts, api).await;
        let read = ValidJson::from_request(Request::from_parts(parts, body), api).await;
        let OwnDashboard(caller) = own?;
        let ValidJson(value) = read?;
        Ok(OwnDashboardJson { caller, value })
    }
}

/// The operator, signed in to the dashboard; for anyone else the route does not exist.
pub(crate) struct Operator;

impl<S: Send + Sync> FromRequestParts<S> for Operator {
    type Rejection = RequestFailure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Operator, RequestFailure> {
        let Dashboard(signed_in) = Dashboard::from_request_parts(parts, state).await?;
        if !signed_in.is_operator() {
            return Err(ApiError::not_found("route").into());
        }
        Ok(Operator)
    }
}

/// A JSON body of the operator. The body is read before the sign-in is checked.
pub(crate) struct OperatorJson<T>(pub(crate) T);

impl<T: Incoming> FromRequest<Arc<Api>> for OperatorJson<T> {
    type Rejection = RequestFailure;

    async fn from_request(request: Request, api: &Arc<Api>) -> Result<OperatorJson<T>, RequestFailure> {
        let (mut parts, body) = request.into_parts();
        let operator = Operator::from_request_parts(&mut parts, api).await;
        let read = ValidJson::from_request(Request::from_parts(parts, body), api).await;
        operator?;
        read.map(|ValidJson(value)| OperatorJson(value))
    }
}

/// A query, validated as strictly as a body.
pub(crate) struct ValidQuery<T>(pub(crate) T);

impl<T: Incoming, S: Send + Sync> FromRequestParts<S> for ValidQuery<T> {
    type Rejection = RequestFailure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<ValidQuery<T>, RequestFailure> {
        read_query(parts.uri.query()).map(ValidQuery)
    }
}
