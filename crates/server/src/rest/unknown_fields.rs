//! Fields of a body that the interface does not know: refused for test keys, reported in a header for everyone else.

use std::sync::{Arc, Mutex};

use axum::http::{Extensions, HeaderName, HeaderValue};
use axum::response::Response;
use common::{Mode, lock};
use protocol::rest::ApiError;
use protocol::{Incoming, parse_body_with_unknown};

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
        let (value, unknown) = parse_body_with_unknown(raw)?;
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

/// The warning as the value of a header, which is visible ASCII.
fn to_header(error: &ApiError) -> String {
    let text = format!("{}; {}", error.error, error.hint.as_deref().unwrap_or_default());
    text.chars().map(|letter| if matches!(letter, ' '..='~') { letter } else { '?' }).collect()
}

#[cfg(test)]
mod tests {
    use protocol::UnknownField;
    use protocol::rest::{ApiError, headers};

    use super::{Warnings, to_header};

    /// The header that tells about a field with this name.
    fn check(name: &str, expected: &str) {
        let known = vec!["game".to_owned()];
        let field = UnknownField { param: name.to_owned(), name: name.to_owned(), known };
        let warnings = Warnings::default();
        warnings.add(to_header(&ApiError::unknown_field(&field)));
        let response = warnings.write(axum::response::Response::default());
        assert_eq!(response.headers()[headers::WARNING], expected);
    }

    #[test]
    fn a_warning_cannot_break_out_of_its_header() {
        check("gmae", "gmae is not a field of this request; did you mean game?");
        check("x\r\nset-cookie: y", "x??set-cookie: y is not a field of this request; known are game");
        check("größe", "gr??e is not a field of this request; known are game");
    }
}
