//! The errors that Engine.IO names, as answers to a request.

use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::header::CONTENT_TYPE;

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Refused {
    #[error("Transport unknown")]
    TransportUnknown,
    #[error("Session ID unknown")]
    SessionUnknown,
    #[error("Bad handshake method")]
    HandshakeMethod,
    #[error("Bad request")]
    BadRequest,
    #[error("Forbidden")]
    Forbidden,
    #[error("Unsupported protocol version")]
    ProtocolVersion,
    #[error("Payload too large")]
    TooLarge,
    #[error("Request timeout")]
    TooSlow,
    #[error("Too many sessions")]
    TooMany,
}

impl Refused {
    fn status(self) -> StatusCode {
        match self {
            Self::Forbidden => StatusCode::FORBIDDEN,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::TooMany => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::BAD_REQUEST,
        }
    }

    /// The number that clients know; what Engine.IO has no number for is a bad request.
    fn code(self) -> u8 {
        match self {
            Self::TransportUnknown => 0,
            Self::SessionUnknown => 1,
            Self::HandshakeMethod => 2,
            Self::BadRequest | Self::TooLarge | Self::TooSlow => 3,
            Self::Forbidden | Self::TooMany => 4,
            Self::ProtocolVersion => 5,
        }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let body = format!(r#"{{"code":{},"message":"{self}"}}"#, self.code());
        (self.status(), [(CONTENT_TYPE, "application/json")], body).into_response()
    }
}
