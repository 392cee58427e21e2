//! The errors of Engine.IO, as responses.

use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::header::CONTENT_TYPE;

use crate::body::BodyError;

/// Why a request is rejected.
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
    #[error("Too many bytes on their way from this address")]
    ClientBusy,
    #[error("Too many bytes on their way to this server")]
    ServerBusy,
}

impl Refused {
    fn status(self) -> StatusCode {
        match self {
            Self::Forbidden => StatusCode::FORBIDDEN,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::ClientBusy => StatusCode::TOO_MANY_REQUESTS,
            Self::TooMany | Self::ServerBusy => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::BAD_REQUEST,
        }
    }

    /// The Engine.IO error code; errors without one use that of a bad or forbidden request.
    fn code(self) -> u8 {
        match self {
            Self::TransportUnknown => 0,
            Self::SessionUnknown => 1,
            Self::HandshakeMethod => 2,
            Self::BadRequest | Self::TooLarge | Self::TooSlow => 3,
            Self::Forbidden | Self::TooMany | Self::ClientBusy | Self::ServerBusy => 4,
            Self::ProtocolVersion => 5,
        }
    }
}

impl From<BodyError> for Refused {
    fn from(error: BodyError) -> Self {
        match error {
            BodyError::TooLarge => Self::TooLarge,
            BodyError::TooSlow => Self::TooSlow,
            BodyError::BrokenOff => Self::BadRequest,
            BodyError::ClientBusy => Self::ClientBusy,
            BodyError::ServerBusy => Self::ServerBusy,
        }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let body = format!(r#"{{"code":{},"message":"{self}"}}"#, self.code());
        (self.status(), [(CONTENT_TYPE, "application/json")], body).into_response()
    }
}
