//! Rows of the route table for sessions, of tenants and of guests.

use common::SessionStatus;

use super::examples;
use super::routes::{Access, Content, Parameter, Route, after, limit_20, path, query, route};
use crate::event_row::describe;
use crate::rest::{
    CreateSession, GuestInvitation, GuestJoin, GuestSession, JoinSession, Session, SessionCreated,
    SessionList, SessionValidation,
};
use crate::{ErrorCode, GameName};

pub(super) fn sessions() -> Vec<Route> {
    vec![
        Route {
            parameters: vec![idempotency_key()],
            body: Some((describe::<CreateSession>, examples::create_session)),
            status: 201,
            content: Content::Json(describe::<SessionCreated>, examples::session_created),
            errors: &[
                ErrorCode::GameRequired,
                ErrorCode::InvalidGame,
                ErrorCode::UnknownVariant,
                ErrorCode::PlayersRequired,
                ErrorCode::BadRequest,
                ErrorCode::TestKeyLiveSession,
                ErrorCode::IdempotencyConflict,
                ErrorCode::PayloadTooLarge,
                ErrorCode::RequestTimeout,
                ErrorCode::UnsupportedMediaType,
                ErrorCode::QuotaExceeded,
            ],
            ..route(
                "post",
                "/v1/sessions",
                "createSession",
                "Make a session for one game and get the token for the player's client.",
            )
        },
        Route {
            parameters: vec![idempotency_key()],
            body: Some((describe::<JoinSession>, examples::join_session)),
            status: 201,
            content: Content::Json(describe::<SessionCreated>, examples::session_joined),
            errors: &[
                ErrorCode::GameRequired,
                ErrorCode::InvalidGame,
                ErrorCode::BadRequest,
                ErrorCode::NotFound,
                ErrorCode::IdempotencyConflict,
                ErrorCode::PayloadTooLarge,
                ErrorCode::RequestTimeout,
                ErrorCode::UnsupportedMediaType,
                ErrorCode::QuotaExceeded,
            ],
            ..route(
                "post",
                "/v1/sessions/join",
                "joinSession",
                "Join a private session by its room code and get the friend's own token.",
            )
        },
        Route {
            parameters: vec![
                limit_20(),
                after(),
                query("game", describe::<GameName>, "Only this game."),
                query("status", describe::<SessionStatus>, "Only this status."),
            ],
            content: Content::Json(describe::<SessionList>, examples::session_list),
            errors: &[ErrorCode::BadRequest, ErrorCode::InvalidGame],
            ..route("get", "/v1/sessions", "listSessions", "List sessions, newest first, page by page.")
        },
        Route {
            parameters: vec![
                path("id", "The session."),
                query("game", describe::<GameName>, "The game the session must be of."),
            ],
            content: Content::Json(describe::<Session>, examples::session),
            errors: &[ErrorCode::InvalidGame, ErrorCode::NotFound],
            ..route(
                "get",
                "/v1/sessions/{id}",
                "getSession",
                "Get a session, and its result once the game has ended.",
            )
        },
        Route {
            access: Access::Anyone,
            parameters: vec![Parameter {
                required: true,
                ..query("token", describe::<String>, "The session token.")
            }],
            content: Content::Json(describe::<SessionValidation>, examples::session_validation),
            errors: &[ErrorCode::BadRequest, ErrorCode::TokenInvalid],
            ..route(
                "get",
                "/v1/sessions/validate",
                "validateSession",
                "Ask what a session token is still good for; the token is proof enough.",
            )
        },
    ]
}

pub(super) fn guests() -> Vec<Route> {
    let errors = &[
        ErrorCode::GameRequired,
        ErrorCode::InvalidGame,
        ErrorCode::UnknownVariant,
        ErrorCode::BadRequest,
        ErrorCode::GuestsNotAllowed,
        ErrorCode::NotFound,
        ErrorCode::PayloadTooLarge,
        ErrorCode::RequestTimeout,
        ErrorCode::UnsupportedMediaType,
    ];
    vec![
        Route {
            access: Access::Anyone,
            body: Some((describe::<GuestSession>, examples::guest_session)),
            status: 201,
            content: Content::Json(describe::<SessionCreated>, examples::session_created),
            errors,
            ..route(
                "post",
                "/v1/guest/sessions",
                "createGuestSession",
                "Make a session for somebody without a tenant; the server's own page does.",
            )
        },
        Route {
            access: Access::Anyone,
            body: Some((describe::<GuestJoin>, examples::guest_join)),
            status: 201,
            content: Content::Json(describe::<SessionCreated>, examples::session_joined),
            errors,
            ..route(
                "post",
                "/v1/guest/join",
                "joinGuestSession",
                "Join a guest's private session by its room code.",
            )
        },
        Route {
            access: Access::Anyone,
            parameters: vec![path("roomCode", "The code that the host shared.")],
            content: Content::Json(describe::<GuestInvitation>, examples::guest_invitation),
            errors: &[ErrorCode::GuestsNotAllowed, ErrorCode::NotFound],
            ..route(
                "get",
                "/v1/guest/invitations/{roomCode}",
                "getGuestInvitation",
                "Look at the invitation behind a room code before joining: from whom, to which game, and whether it can be accepted.",
            )
        },
    ]
}

fn idempotency_key() -> Parameter {
    Parameter {
        name: crate::rest::headers::IDEMPOTENCY_KEY,
        place: "header",
        required: false,
        schema: describe::<String>,
        summary: "Makes a repeated request harmless: within 24 hours the first answer is given again.",
    }
}
