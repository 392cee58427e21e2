//! Why something was refused, for programs: one stable code per reaction.

use crate::named;

named! {
    /// Why something was refused.
    pub enum ErrorCode {
        /// The payload has a wrong shape; `param` says where.
        BadPayload = "bad_payload",
        /// There is no such room here.
        UnknownRoom = "unknown_room",
        /// The game has no such variant.
        UnknownVariant = "unknown_variant",
        /// The seat belongs to somebody else.
        NotYourSeat = "not_your_seat",
        /// The opponent is to move.
        NotYourTurn = "not_your_turn",
        /// The game has ended.
        GameOver = "game_over",
        /// The cell has a mark already.
        CellTaken = "cell_taken",
        /// The square is not on the board, or never holds a piece.
        OutOfBoard = "out_of_board",
        /// The square is empty, or the piece on it is the opponent's.
        NotYourPiece = "not_your_piece",
        /// A capture is possible, so a quiet move is not.
        MustCapture = "must_capture",
        /// A better capture is possible and obligatory.
        MustCaptureMost = "must_capture_most",
        /// The capture can go on, so it must.
        MustContinueCapture = "must_continue_capture",
        /// A piece or the edge of the board is in the way.
        Blocked = "blocked",
        /// The piece may not go in that direction.
        WrongDirection = "wrong_direction",
        /// The move is not legal, and no more telling reason fits.
        IllegalMove = "illegal_move",
        /// Several legal moves fit; `candidates` lists them.
        AmbiguousMove = "ambiguous_move",
        /// The client has not seen the latest move.
        StalePly = "stale_ply",
        /// The player waits in the queue already.
        AlreadyWaiting = "already_waiting",
        /// The time to come back has run out.
        ReconnectExpired = "reconnect_expired",
        /// There is no game to come back to.
        NothingToReconnect = "nothing_to_reconnect",
        /// Spectators only watch.
        SpectatorsCannot = "spectators_cannot",
        /// Too many requests; wait and try again.
        RateLimited = "rate_limited",
        /// The message is too large.
        PayloadTooLarge = "payload_too_large",
        /// A newer connection of the same player has the seat.
        TakenOver = "taken_over",
        /// This server wants a session token.
        GuestsNotAllowed = "guests_not_allowed",
        /// The session token is not one of ours.
        TokenInvalid = "token_invalid",
        /// The session token has expired.
        TokenExpired = "token_expired",
        /// The request has a wrong shape; `param` says where.
        BadRequest = "bad_request",
        /// The body names no game.
        GameRequired = "game_required",
        /// The server has no such game.
        InvalidGame = "invalid_game",
        /// The session has no players.
        PlayersRequired = "players_required",
        /// The request carries no API key.
        MissingAuthorization = "missing_authorization",
        /// The API key is unknown, revoked or expired.
        InvalidApiKey = "invalid_api_key",
        /// A test key asked for a live session.
        TestKeyLiveSession = "test_key_live_session",
        /// The key may not be used from that origin.
        OriginNotAllowed = "origin_not_allowed",
        /// There is no such thing, or it is not yours to see.
        NotFound = "not_found",
        /// The path exists, but not with that method.
        MethodNotAllowed = "method_not_allowed",
        /// The idempotency key was used with another body.
        IdempotencyConflict = "idempotency_conflict",
        /// The body did not arrive in time.
        RequestTimeout = "request_timeout",
        /// The body is not JSON.
        UnsupportedMediaType = "unsupported_media_type",
        /// The plan's sessions of this month are used up.
        QuotaExceeded = "quota_exceeded",
        /// The server cannot do this right now.
        Unavailable = "unavailable",
        /// The mistake is ours.
        Internal = "internal",
    }
}

impl ErrorCode {
    /// The HTTP status that goes with the code.
    #[must_use]
    pub const fn status(self) -> u16 {
        match self {
            Self::MissingAuthorization | Self::InvalidApiKey | Self::TokenInvalid | Self::TokenExpired => 401,
            Self::TestKeyLiveSession
            | Self::OriginNotAllowed
            | Self::GuestsNotAllowed
            | Self::NotYourSeat => 403,
            Self::NotFound | Self::UnknownRoom => 404,
            Self::MethodNotAllowed => 405,
            Self::RequestTimeout => 408,
            Self::IdempotencyConflict => 409,
            Self::PayloadTooLarge => 413,
            Self::UnsupportedMediaType => 415,
            Self::RateLimited | Self::QuotaExceeded => 429,
            Self::Internal => 500,
            Self::Unavailable => 503,
            _ => 400,
        }
    }
}

impl From<game::RefusalCode> for ErrorCode {
    fn from(code: game::RefusalCode) -> Self {
        match code {
            game::RefusalCode::OutOfBoard => Self::OutOfBoard,
            game::RefusalCode::CellTaken => Self::CellTaken,
            game::RefusalCode::NotYourPiece => Self::NotYourPiece,
            game::RefusalCode::MustCapture => Self::MustCapture,
            game::RefusalCode::MustCaptureMost => Self::MustCaptureMost,
            game::RefusalCode::MustContinueCapture => Self::MustContinueCapture,
            game::RefusalCode::Blocked => Self::Blocked,
            game::RefusalCode::WrongDirection => Self::WrongDirection,
            game::RefusalCode::IllegalMove => Self::IllegalMove,
            game::RefusalCode::AmbiguousMove => Self::AmbiguousMove,
            game::RefusalCode::GameOver => Self::GameOver,
        }
    }
}
