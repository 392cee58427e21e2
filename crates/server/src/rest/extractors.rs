//! What handlers take from a request: the key that authorizes it, its JSON body and its query, read and checked.

use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use protocol::rest::ApiError;
use protocol::{ErrorCode, Incoming, parse_body, parse_query};
use sockets::ReceivedBody;
use store::{ApiKey, Tenant};

use super::Api;
use super::answer::{RawBody, RequestFailure};
use super::callers::Caller;

/// The key of the caller and its tenant; a request without a valid key is refused.
pub(crate) struct Authorized(pub(crate) Arc<(ApiKey, Tenant)>);

impl<S: Send + Sync> FromRequestParts<S> for Authorized {
    type Rejection = RequestFailure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Authorized, RequestFailure> {
        let caller = parts.extensions.get::<Caller>().unwrap_or(&Caller::Anonymous);
        caller.key().map(|key| Authorized(Arc::clone(key)))
    }
}

/// A JSON body, read and checked.
pub(crate) struct ValidJson<T> {
    pub(crate) value: T,
    /// The body as it came.
    pub(crate) raw: ReceivedBody,
}

impl<T: Incoming> FromRequest<Arc<Api>> for ValidJson<T> {
    type Rejection = RequestFailure;

    async fn from_request(request: Request, api: &Arc<Api>) -> Result<ValidJson<T>, RequestFailure> {
        let is_json = content_is_json(request.headers());
        let RawBody(raw) = RawBody::from_request(request, api).await?;
        is_json?;
        Ok(ValidJson { value: parse_body(&raw)?, raw })
    }
}

/// A query, read and checked with the precision of a body.
pub(crate) struct ValidQuery<T>(pub(crate) T);

impl<T: Incoming, S: Send + Sync> FromRequestParts<S> for ValidQuery<T> {
    type Rejection = RequestFailure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<ValidQuery<T>, RequestFailure> {
        Ok(ValidQuery(parse_query(form_pairs(parts.uri.query().unwrap_or_default()))?))
    }
}

fn form_pairs(query: &str) -> Vec<(String, String)> {
    // What cannot be decoded cannot have been meant: the required parameter is then missed by name.
    serde_urlencoded::from_str(query).unwrap_or_default()
}

fn content_is_json(headers: &HeaderMap) -> Result<(), RequestFailure> {
    let content = headers.get(header::CONTENT_TYPE).and_then(|content| content.to_str().ok());
    let essence = content.unwrap_or_default().split(';').next().unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    Err(ApiError::new(ErrorCode::UnsupportedMediaType, "the body must be JSON")
        .hint("send Content-Type: application/json")
        .into())
}
