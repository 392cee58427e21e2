//! Parsing and validation of a request's query and body.

use axum::http::{HeaderMap, header};
use protocol::rest::ApiError;
use protocol::{ErrorCode, Incoming, parse_query};

use super::answer::RequestFailure;

/// Parses a query string as strictly as a body.
pub(super) fn read_query<T: Incoming>(query: Option<&str>) -> Result<T, RequestFailure> {
    let pairs = form_pairs(query.unwrap_or_default());
    Ok(parse_query(pairs)?)
}

fn form_pairs(query: &str) -> Vec<(String, String)> {
    // An undecodable query counts as empty, so the error names the missing parameter.
    serde_urlencoded::from_str(query).unwrap_or_default()
}

pub(super) fn content_is_json(headers: &HeaderMap) -> Result<(), RequestFailure> {
    let content = headers.get(header::CONTENT_TYPE).and_then(|content| content.to_str().ok());
    let essence = content.unwrap_or_default().split(';').next().unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    Err(ApiError::new(ErrorCode::UnsupportedMediaType, "the body must be JSON")
        .hint("send Content-Type: application/json")
        .into())
}
