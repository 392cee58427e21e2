//! Fields of a body that the interface does not know: refused for test keys, reported in a header for everyone else.

use std::sync::{Arc, Mutex};

use axum::http::{Extensions, HeaderName, HeaderValue};
use axum::response::Response;
use common::{Mode, lock};
use protocol::rest::ApiError;
use protocol::{Incoming, closest, parse_body, parse_body_with_unknown};
use serde_json::{Map, Value};

use super::answer::RequestFailure;
use super::callers::Caller;

/// The maximum number of warnings of one response.
const MOST_WARNINGS: usize = 8;

/// The warnings of one request, collected while it is handled.
#[derive(Clone, Default)]
pub(crate) struct Warnings(Arc<Mutex<Vec<String>>>);

impl Warnings {
    fn add(&self, warning: String) {
        let mut warnings = lock(&self.0);
        if warnings.len() < MOST_WARNINGS {
            warnings.push(warning);
        }
    }

    /// Adds a header for each warning.
    pub(crate) fn write(&self, mut response: Response) -> Response {
        for warning in lock(&self.0).iter() {
            if let Ok(value) = HeaderValue::from_str(warning) {
                response.headers_mut().append(HeaderName::from_static("x-warning"), value);
            }
        }
        response
    }
}

/// What happens to unknown fields of a request.
pub(crate) struct UnknownFields {
    refused: bool,
    warnings: Warnings,
}

impl UnknownFields {
    /// Of a request with these extensions: a test key is for development, so there a mistyped field is an error.
    pub(crate) fn of(extensions: &Extensions) -> UnknownFields {
        let refused = match extensions.get::<Caller>() {
            Some(Caller::Key(key)) => key.0.mode == Mode::Test,
            Some(Caller::SignedIn(signed_in)) => signed_in.mode == Mode::Test,
            _ => false,
        };
        UnknownFields { refused, warnings: extensions.get::<Warnings>().cloned().unwrap_or_default() }
    }

    /// Reads a JSON body.
    pub(crate) fn read_body<T: Incoming>(self, raw: &[u8]) -> Result<T, RequestFailure> {
        let parsed = parse_body_with_unknown(raw);
        let (value, unknown) = parsed.map_err(|error| with_mistyped::<T>(error.into(), raw))?;
        for field in &unknown {
            let error = ApiError::unknown_field(field);
            if self.refused {
                return Err(error.into());
            }
            self.warnings.add(to_header(&error));
        }
        Ok(value)
    }
}

/// Names the field that stands where a required one is missing, if the body would be valid with the right name.
fn with_mistyped<T: Incoming>(error: ApiError, raw: &[u8]) -> ApiError {
    let (Some(missing), Ok(mut body)) = (&error.param, serde_json::from_slice::<Map<String, Value>>(raw))
    else {
        return error;
    };
    let Some(given) = closest(missing, body.keys().map(String::as_str)).map(str::to_owned) else {
        return error;
    };
    let value = body.remove(&given).unwrap_or_default();
    let is_mistyped = body.insert(missing.clone(), value).is_none() && given != *missing;
    let corrected = Value::Object(body).to_string();
    if !is_mistyped || parse_body::<T>(corrected.as_bytes()).is_err() {
        return error;
    }
    let hint = format!("did you mean {missing} where the body has {given}?");
    error.hint(hint)
}

/// The warning as the value of a header, which is visible ASCII.
fn to_header(error: &ApiError) -> String {
    let text = format!("{}; {}", error.error, error.hint.as_deref().unwrap_or_default());
    text.chars().map(|letter| if matches!(letter, ' '..='~') { letter } else { '?' }).collect()
}

#[cfg(test)]
mod tests {
    use protocol::rest::{ApiError, CreateSession, headers};
    use protocol::{UnknownField, parse_body};

    use super::{Warnings, to_header, with_mistyped};

    /// The header that tells about a field with this name.
    fn check(name: &str, expected: &str) {
        let known = vec!["game".to_owned()];
        let field = UnknownField { param: name.to_owned(), name: name.to_owned(), known };
        let warnings = Warnings::default();
        warnings.add(to_header(&ApiError::unknown_field(&field)));
        let response = warnings.write(axum::response::Response::default());
        assert_eq!(response.headers()[headers::WARNING], expected);
    }

    /// The hint for a session that cannot be read.
    fn check_hint(body: &str, expected: Option<&str>) {
        let error = parse_body::<CreateSession>(body.as_bytes()).expect_err("the body is not valid");
        assert_eq!(with_mistyped::<CreateSession>(error.into(), body.as_bytes()).hint.as_deref(), expected);
    }

    #[test]
    fn a_mistyped_required_field_is_named_if_the_body_would_be_valid_with_the_right_name() {
        let hint = Some("did you mean players where the body has player?");
        check_hint(r#"{ "game": "checkers", "player": [{ "id": "ann" }] }"#, hint);
        let hint = Some("did you mean game where the body has gmae?");
        check_hint(r#"{ "gmae": "checkers", "players": [{ "id": "ann" }] }"#, hint);
        check_hint(r#"{ "game": "checkers", "player": "ann" }"#, None);
        check_hint(r#"{ "game": "checkers" }"#, None);
        check_hint(r#"{ "game": "chess", "players": [{ "id": "ann" }] }"#, None);
        check_hint("[]", None);
    }

    #[test]
    fn a_warning_cannot_break_out_of_its_header() {
        check("gmae", "gmae is not a field of this request; did you mean game?");
        check("x\r\nset-cookie: y", "x??set-cookie: y is not a field of this request; known are game");
        check("größe", "gr??e is not a field of this request; known are game");
    }
}
