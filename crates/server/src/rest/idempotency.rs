//! `Idempotency-Key`: a repeated POST has the effect of one.

use axum::http::{HeaderMap, HeaderValue, Uri};
use axum::response::Response;
use common::{Mode, Named, SessionId};
use protocol::ErrorCode;
use protocol::rest::{ApiError, headers};
use serde::{Deserialize, Serialize};
use store::{ApiKey, Claim, IdempotentRequest, SessionRow, StoredResponse};

use super::Api;
use super::answer::RequestFailure;

/// The longest key.
const LONGEST: usize = 255;

/// Whether a request is a repetition.
pub(crate) enum Repeat {
    /// The request has no key.
    Unasked,
    /// The first request with its key.
    First(IdempotentRequest),
    /// The same request was answered before.
    Earlier(Earlier),
}

/// The result of an earlier request; tokens are signed again.
pub(crate) struct Earlier {
    session: SessionId,
    mode: Mode,
}

impl Earlier {
    /// The session that the earlier request has created.
    pub(crate) async fn session(&self, api: &Api, key: &ApiKey) -> Result<SessionRow, RequestFailure> {
        let session = api.context.store.session(&key.tenant, self.mode, &self.session).await?;
        session.ok_or_else(|| ApiError::not_found("session").into())
    }
}

#[derive(Serialize, Deserialize)]
struct Kept {
    session: String,
    mode: String,
}

/// Looks the key up, and claims it if it is new.
pub(crate) async fn claim(
    api: &Api,
    key: &ApiKey,
    headers: &HeaderMap,
    uri: &Uri,
    body: &[u8],
) -> Result<Repeat, RequestFailure> {
    let Some(given) = headers.get(headers::IDEMPOTENCY_KEY) else { return Ok(Repeat::Unasked) };
    let given =
        given.to_str().ok().filter(|given| !given.is_empty() && given.len() <= LONGEST).ok_or_else(|| {
            ApiError::new(ErrorCode::BadRequest, "Idempotency-Key must be 1 to 255 plain characters")
        })?;
    let mut request = format!("POST {}\n", uri.path()).into_bytes();
    request.extend_from_slice(body);
    let request = IdempotentRequest {
        tenant: key.tenant.clone(),
        mode: key.mode,
        key: given.to_owned(),
        request,
        now_ms: api.context.clock.wall().0,
    };
    match api.context.store.claim_idempotency(request.clone()).await? {
        Claim::Fresh => Ok(Repeat::First(request)),
        Claim::Replay { body, .. } => {
            let kept: Kept = serde_json::from_str(&body)
                .map_err(|_| ApiError::new(ErrorCode::Internal, "the earlier answer cannot be read"))?;
            let mode = Mode::from_name(&kept.mode).unwrap_or_default();
            Ok(Repeat::Earlier(Earlier { session: SessionId(kept.session), mode }))
        }
        Claim::Mismatch => Err(conflict(
            "this Idempotency-Key was used for another request",
            "choose a new key for a new request",
        )),
        Claim::InProgress => Err(conflict(
            "the first request under this Idempotency-Key is still being carried out",
            "send the same request again in a moment, with the same key",
        )),
    }
}

/// The response to keep, stored in the same transaction as its effect.
pub(crate) fn kept(repeat: &Repeat, session: &SessionRow) -> Option<StoredResponse> {
    let Repeat::First(request) = repeat else { return None };
    let kept = Kept { session: session.id.0.clone(), mode: session.mode.name().to_owned() };
    let body = serde_json::to_string(&kept).expect("ids are plain data");
    Some(StoredResponse { request: request.clone(), status: 201, body })
}

/// Keeps the response to a request whose effect is stored already.
pub(crate) async fn complete(api: &Api, repeat: &Repeat, session: &SessionRow) -> Result<(), RequestFailure> {
    match kept(repeat, session) {
        Some(response) => Ok(api.context.store.complete_idempotency(response).await?),
        None => Ok(()),
    }
}

/// Releases the key of a refused request.
pub(crate) async fn release(api: &Api, repeat: Repeat) {
    if let Repeat::First(request) = repeat {
        // If this fails, the claim expires.
        api.context.store.release_idempotency(request).await.ok();
    }
}

/// Marks a response as a repetition.
pub(crate) fn replayed(mut response: Response) -> Response {
    response.headers_mut().insert(headers::IDEMPOTENT_REPLAYED, HeaderValue::from_static("true"));
    response
}

fn conflict(sentence: &str, hint: &str) -> RequestFailure {
    ApiError::new(ErrorCode::IdempotencyConflict, sentence).hint(hint).into()
}
