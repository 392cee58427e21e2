//! Extractors of handlers: the API key, the JSON body and the query of a request, parsed and validated.

use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use protocol::Incoming;
use sockets::ReceivedBody;
use store::{ApiKey, Tenant};

use super::Api;
use super::answer::{RawBody, RequestFailure};
use super::callers::Caller;
use super::reading::{content_is_json, read_query};
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

/// A query, validated as strictly as a body.
pub(crate) struct ValidQuery<T>(pub(crate) T);

impl<T: Incoming, S: Send + Sync> FromRequestParts<S> for ValidQuery<T> {
    type Rejection = RequestFailure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<ValidQuery<T>, RequestFailure> {
        read_query(parts.uri.query()).map(ValidQuery)
    }
}
