//! Errors of the REST interface, with the sentences of the public contract.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ErrorCode, GameName, Named, PayloadError, UnknownField, closest};

/// The names of response headers.
pub mod headers {
    /// The id of the request in logs and errors.
    pub const REQUEST_ID: &str = "X-Request-Id";
    /// The number of requests per minute that are allowed.
    pub const RATE_LIMIT: &str = "X-RateLimit-Limit";
    /// The number of requests left.
    pub const RATE_LIMIT_REMAINING: &str = "X-RateLimit-Remaining";
    /// When the count is reset, in seconds since 1970.
    pub const RATE_LIMIT_RESET: &str = "X-RateLimit-Reset";
    /// The number of seconds to wait after a 429.
    pub const RETRY_AFTER: &str = "Retry-After";
    /// Makes a repeated POST safe.
    pub const IDEMPOTENCY_KEY: &str = "Idempotency-Key";
    /// Marks the response as a repetition of an earlier one.
    pub const IDEMPOTENT_REPLAYED: &str = "Idempotent-Replayed";
    /// Names a field of the body that was ignored; one for each.
    pub const WARNING: &str = "X-Warning";
    /// Marks a request of the dashboard and names the mode that it is about.
    pub const DASHBOARD: &str = "X-Parlour-Dashboard";
    /// The tenant that a request of the operator is about.
    pub const DASHBOARD_TENANT: &str = "X-Parlour-Tenant";
}

/// Why a request was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, thiserror::Error)]
#[error("{error}")]
pub struct ApiError {
    /// What was wrong, in one sentence.
    pub error: String,
    /// What was wrong, for programs.
    pub code: ErrorCode,
    /// The field or parameter that was wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub param: Option<String>,
    /// What to do next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

/// The body of every error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ErrorBody {
    /// Why the request was refused.
    #[serde(flatten)]
    pub error: ApiError,
    /// The request, as the server's logs name it.
    pub request_id: String,
}

impl ApiError {
    /// An error without parameter and hint.
    #[must_use]
    pub fn new(code: ErrorCode, sentence: impl Into<String>) -> Self {
        Self { error: sentence.into(), code, param: None, hint: None }
    }

    /// Adds the invalid parameter.
    #[must_use]
    pub fn param(mut self, param: impl Into<String>) -> Self {
        self.param = Some(param.into());
        self
    }

    /// Adds what to do next.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The HTTP status of the response.
    #[must_use]
    pub const fn status(&self) -> u16 {
        self.code.status()
    }

    /// The body of the response.
    #[must_use]
    pub fn body(self, request_id: impl Into<String>) -> ErrorBody {
        ErrorBody { error: self, request_id: request_id.into() }
    }

    /// The body names no game.
    #[must_use]
    pub fn game_required() -> Self {
        Self::new(ErrorCode::GameRequired, "game is required").param("game")
    }

    /// The server has no such game.
    #[must_use]
    pub fn invalid_game() -> Self {
        let games: Vec<_> = GameName::ALL.iter().map(|game| game.name()).collect();
        Self::new(ErrorCode::InvalidGame, format!("Invalid game. Valid: {}", games.join(", "))).param("game")
    }

    /// The session has no players.
    #[must_use]
    pub fn players_required() -> Self {
        Self::new(ErrorCode::PlayersRequired, "players[] required for live and test sessions")
            .param("players")
    }

    /// The request carries no API key.
    #[must_use]
    pub fn missing_authorization() -> Self {
        Self::new(ErrorCode::MissingAuthorization, "Missing Authorization header")
            .hint("send Authorization: Bearer <API key>")
    }

    /// The API key is unknown, revoked or expired.
    #[must_use]
    pub fn invalid_api_key() -> Self {
        Self::new(ErrorCode::InvalidApiKey, "Invalid or inactive API key")
    }

    /// A test key asked for a live session.
    #[must_use]
    pub fn test_key_live_session() -> Self {
        Self::new(ErrorCode::TestKeyLiveSession, "Test API key cannot create live sessions")
            .param("mode")
            .hint("use a bg_live_ key, or mode test")
    }

    /// The key may not be used from that origin.
    #[must_use]
    pub fn origin_not_allowed() -> Self {
        Self::new(ErrorCode::OriginNotAllowed, "Origin not allowed for this API key")
            .hint("add the origin to the key's allowedOrigins")
    }

    /// The body has a field that the request does not know.
    #[must_use]
    pub fn unknown_field(field: &UnknownField) -> Self {
        const LONGEST: usize = 80;
        let param: String = field.param.chars().take(LONGEST).collect();
        let hint = match closest(&field.name, field.known.iter().map(String::as_str)) {
            Some(near) => format!("did you mean {near}?"),
            None => format!("known are {}", field.known.join(", ")),
        };
        Self::new(ErrorCode::BadRequest, format!("{param} is not a field of this request"))
            .param(param)
            .hint(hint)
    }

    /// The request comes from nobody who is signed in to the dashboard.
    #[must_use]
    pub fn not_signed_in() -> Self {
        Self::new(ErrorCode::MissingAuthorization, "you are not signed in to the dashboard")
            .hint("sign in at /dashboard; a sign-in ends by its time and with the key that made it")
    }

    /// The link to the dashboard is wrong, used or expired.
    #[must_use]
    pub fn sign_in_link_invalid() -> Self {
        Self::new(ErrorCode::TokenInvalid, "the link is wrong, was used before, or has expired")
            .param("link")
            .hint("print a new one with parlour admin link")
    }

    /// A page of another site, or no page at all, uses the sign-in of a browser.
    #[must_use]
    pub fn not_the_dashboard() -> Self {
        Self::new(ErrorCode::OriginNotAllowed, "only the page of the dashboard may use a sign-in")
            .hint("programs use the REST interface with an API key")
    }

    /// The resource does not exist, or the caller may not see it.
    #[must_use]
    pub fn not_found(thing: &str) -> Self {
        Self::new(ErrorCode::NotFound, format!("there is no such {thing}"))
    }
}

impl From<PayloadError> for ApiError {
    fn from(error: PayloadError) -> Self {
        let code = match error.code {
            ErrorCode::BadPayload => ErrorCode::BadRequest,
            telling => telling,
        };
        Self { error: error.message, code, param: error.param, hint: None }
    }
}

impl From<ApiError> for PayloadError {
    fn from(error: ApiError) -> Self {
        Self { code: error.code, param: error.param, message: error.error }
    }
}
