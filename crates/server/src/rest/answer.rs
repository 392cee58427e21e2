//! Responses: each has a request id and security headers, each error has a sentence and a code.

use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::body::Body;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use protocol::rest::{ApiError, headers};
use protocol::{ErrorCode, PayloadError, WireRefusal};
use sockets::{BodyError, ClientAddress, ReceivedBody};
use store::StoreError;
use tracing::{error, info};

use super::Api;
use super::compression::HoldsNoSecret;
use crate::random;

/// A refused request.
#[derive(Debug)]
pub(crate) struct RequestFailure(pub(crate) ApiError);

/// The result of a handler.
pub(crate) type RestAnswer<T> = Result<T, RequestFailure>;

impl From<ApiError> for RequestFailure {
    fn from(error: ApiError) -> RequestFailure {
        RequestFailure(error)
    }
}

impl From<PayloadError> for RequestFailure {
    fn from(error: PayloadError) -> RequestFailure {
        RequestFailure(error.into())
    }
}

impl From<WireRefusal> for RequestFailure {
    fn from(refusal: WireRefusal) -> RequestFailure {
        // The refusal also goes to sockets, where a malformed request has another code.
        let code = match refusal.code {
            ErrorCode::BadPayload => ErrorCode::BadRequest,
            code => code,
        };
        RequestFailure(ApiError { error: refusal.error, code, param: refusal.param, hint: refusal.hint })
    }
}

impl From<StoreError> for RequestFailure {
    fn from(error: StoreError) -> RequestFailure {
        match error {
            StoreError::UnknownPage => {
                let sentence = format!("{error}");
                let hint = "send the after of the page before, or leave it out to begin with the newest";
                ApiError::new(ErrorCode::BadRequest, sentence).param("after").hint(hint).into()
            }
            _ => RequestFailure::from(crate::refusals::unavailable(&error)),
        }
    }
}

impl IntoResponse for RequestFailure {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        // `finish_response` writes the body, because it knows the request id.
        let mut response = status.into_response();
        response.extensions_mut().insert(PendingError(self.0));
        response
    }
}

/// The id of a request, for those who log it.
#[derive(Clone)]
pub(super) struct RequestId(pub(super) String);

#[derive(Clone)]
struct PendingError(ApiError);

/// The code of the error that a response will have.
pub(super) fn pending_code(response: &Response) -> Option<ErrorCode> {
    response.extensions().get().map(|PendingError(error)| error.code)
}

/// Adds id and headers to every response, writes error bodies, logs one line, and catches panics.
pub(crate) async fn finish_response(mut request: Request, next: Next) -> Response {
    let id = random::request_id();
    request.extensions_mut().insert(RequestId(id.clone()));
    let started = Instant::now();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let answered = std::panic::AssertUnwindSafe(next.run(request)).catch_unwind().await;
    let mut response = answered.unwrap_or_else(|_| {
        metrics::counter!("parlour_panics_total").increment(1);
        error!(request_id = id, %method, path, "request handler panicked");
        RequestFailure(ApiError::new(ErrorCode::Internal, "something went wrong here, nothing was changed"))
            .into_response()
    });
    if let Some(PendingError(error)) = response.extensions_mut().remove::<PendingError>() {
        let (mut parts, _) = response.into_parts();
        let body = serde_json::to_vec(&error.clone().body(id.as_str())).expect("an error is plain data");
        parts.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        match error.code {
            ErrorCode::RateLimited | ErrorCode::Unavailable => {
                parts.headers.entry(header::RETRY_AFTER).or_insert(HeaderValue::from_static("1"));
            }
            ErrorCode::RequestTimeout => {
                parts.headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
            }
            _ => {}
        }
        response = Response::from_parts(parts, Body::from(body));
    }
    if let Some(mark) = HoldsNoSecret::of(&method, &path) {
        response.extensions_mut().insert(mark);
    }
    let headers = response.headers_mut();
    let id_header = HeaderValue::from_str(&id).expect("a request id is plain ASCII");
    headers.insert(headers::REQUEST_ID, id_header);
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    let status = response.status().as_u16();
    let millis = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    metrics::counter!("parlour_http_requests_total", "status" => status.to_string()).increment(1);
    info!(request_id = id, %method, path, status, millis, "request");
    response
}

/// Answers a request with an unsupported method.
pub(crate) async fn no_such_method(method: Method) -> Response {
    if method == Method::OPTIONS {
        return StatusCode::NO_CONTENT.into_response();
    }
    RequestFailure(ApiError::new(ErrorCode::MethodNotAllowed, format!("{method} is not possible here")))
        .into_response()
}

/// The body of a request; the error responses for too large, broken or slow bodies are our own.
pub(crate) struct RawBody(pub(crate) ReceivedBody);

impl FromRequest<Arc<Api>> for RawBody {
    type Rejection = RequestFailure;

    async fn from_request(request: Request, api: &Arc<Api>) -> Result<RawBody, RequestFailure> {
        let client: ClientAddress = request.extensions().get().copied().unwrap_or_default();
        let largest = api.context.settings.limits.request_body;
        let read = api.bodies.read(request.into_body(), client, largest).await;
        read.map(RawBody).map_err(|error| {
            let refusal = |code| ApiError::new(code, error.to_string());
            RequestFailure(match error {
                BodyError::TooLarge => {
                    refusal(ErrorCode::PayloadTooLarge).hint(format!("a body has at most {largest} bytes"))
                }
                BodyError::TooSlow => {
                    refusal(ErrorCode::RequestTimeout).hint("send the body at once, and the request again")
                }
                BodyError::BrokenOff => refusal(ErrorCode::BadRequest),
                BodyError::ClientBusy => {
                    refusal(ErrorCode::RateLimited).hint("wait until some of your requests are answered")
                }
                BodyError::ServerBusy => refusal(ErrorCode::Unavailable).hint("try again in a moment"),
            })
        })
    }
}

/// The name in a path; one that is not text matches nothing.
pub(crate) struct Name(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for Name {
    type Rejection = RequestFailure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Name, RequestFailure> {
        let Ok(Path(name)) = Path::<String>::from_request_parts(parts, state).await else {
            return Err(ApiError::not_found("name").into());
        };
        Ok(Name(name))
    }
}

/// A JSON response.
pub(crate) fn json<T: serde::Serialize>(status: StatusCode, body: &T) -> Response {
    (status, Json(body)).into_response()
}
