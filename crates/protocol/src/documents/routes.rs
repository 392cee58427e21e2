//! The table of REST routes: one row each, and the documents follow.

use common::SessionStatus;
use serde_json::{Value, json};

use super::examples;
use super::more_routes::{players, study};
use super::webhook_routes::webhooks;
use crate::event_row::describe;
use crate::rest::{
    CreateSession, GameRecord, GuestJoin, GuestSession, Health, JoinSession, Readiness, RoomList, Session,
    SessionCreated, SessionList, SessionValidation, VariantList,
};
use crate::{Describe, ErrorCode, GameName};

/// Who may call a route.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Access {
    /// The tenant's server, with its API key.
    Key,
    /// The tenant's server, or a player with a session token.
    KeyOrToken,
    /// Anybody.
    Anyone,
}

/// What a route answers when all is well.
pub(super) enum Content {
    Json(Describe, fn() -> Value),
    AnyJson(&'static str),
    Text(&'static str, &'static str),
    Nothing,
}

/// A value in the path, the query or a header.
pub(super) struct Parameter {
    pub(super) name: &'static str,
    pub(super) place: &'static str,
    pub(super) required: bool,
    pub(super) schema: Describe,
    pub(super) summary: &'static str,
}

/// A route of the server.
pub(super) struct Route {
    pub(super) method: &'static str,
    pub(super) path: &'static str,
    pub(super) name: &'static str,
    pub(super) tag: &'static str,
    pub(super) summary: &'static str,
    pub(super) access: Access,
    pub(super) parameters: Vec<Parameter>,
    pub(super) body: Option<(Describe, fn() -> Value)>,
    pub(super) status: u16,
    pub(super) content: Content,
    pub(super) errors: &'static [ErrorCode],
}

const WRONG_KEY: [ErrorCode; 3] =
    [ErrorCode::MissingAuthorization, ErrorCode::InvalidApiKey, ErrorCode::OriginNotAllowed];

/// What goes wrong when a route is called with an API key, whatever it does.
pub(super) const KEY_ERRORS: &[ErrorCode] = &WRONG_KEY;

/// Every route, in the order the documents list them.
pub(super) fn routes() -> Vec<Route> {
    let mut routes = sessions();
    routes.extend(guests());
    routes.extend(games());
    routes.extend(players());
    routes.extend(study());
    routes.extend(webhooks());
    routes.extend(operations());
    routes
}

fn guests() -> Vec<Route> {
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
            method: "post",
            path: "/v1/guest/sessions",
            name: "createGuestSession",
            tag: "guests",
            summary: "Make a session for somebody without a tenant; the server's own page does.",
            access: Access::Anyone,
            parameters: Vec::new(),
            body: Some((describe::<GuestSession>, examples::guest_session)),
            status: 201,
            content: Content::Json(describe::<SessionCreated>, examples::session_created),
            errors,
        },
        Route {
            method: "post",
            path: "/v1/guest/join",
            name: "joinGuestSession",
            tag: "guests",
            summary: "Join a guest's private session by its room code.",
            access: Access::Anyone,
            parameters: Vec::new(),
            body: Some((describe::<GuestJoin>, examples::guest_join)),
            status: 201,
            content: Content::Json(describe::<SessionCreated>, examples::session_joined),
            errors,
        },
    ]
}

fn sessions() -> Vec<Route> {
    vec![
        Route {
            method: "post",
            path: "/v1/sessions",
            name: "createSession",
            tag: "sessions",
            summary: "Make a session for one game and get the token for the player's client.",
            access: Access::Key,
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
        },
        Route {
            method: "post",
            path: "/v1/sessions/join",
            name: "joinSession",
            tag: "sessions",
            summary: "Join a private session by its room code and get the friend's own token.",
            access: Access::Key,
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
        },
        Route {
            method: "get",
            path: "/v1/sessions",
            name: "listSessions",
            tag: "sessions",
            summary: "List sessions, newest first, page by page.",
            access: Access::Key,
            parameters: vec![
                query("limit", describe::<u32>, "How many at most, 1 to 100; 20 unless said otherwise."),
                query("after", describe::<String>, "Where the page before ended, from its `after`."),
                query("game", describe::<GameName>, "Only this game."),
                query("status", describe::<SessionStatus>, "Only this status."),
            ],
            body: None,
            status: 200,
            content: Content::Json(describe::<SessionList>, examples::session_list),
            errors: &[ErrorCode::BadRequest, ErrorCode::InvalidGame],
        },
        Route {
            method: "get",
            path: "/v1/sessions/{id}",
            name: "getSession",
            tag: "sessions",
            summary: "Get a session, and its result once the game has ended.",
            access: Access::Key,
            parameters: vec![
                path("id", "The session."),
                query("game", describe::<GameName>, "The game the session must be of."),
            ],
            body: None,
            status: 200,
            content: Content::Json(describe::<Session>, examples::session),
            errors: &[ErrorCode::InvalidGame, ErrorCode::NotFound],
        },
        Route {
            method: "get",
            path: "/v1/sessions/validate",
            name: "validateSession",
            tag: "sessions",
            summary: "Ask what a session token is still good for; the token is proof enough.",
            access: Access::Anyone,
            parameters: vec![Parameter {
                required: true,
                ..query("token", describe::<String>, "The session token.")
            }],
            body: None,
            status: 200,
            content: Content::Json(describe::<SessionValidation>, examples::session_validation),
            errors: &[ErrorCode::BadRequest, ErrorCode::TokenInvalid],
        },
    ]
}

fn games() -> Vec<Route> {
    vec![
        Route {
            method: "get",
            path: "/v1/rooms",
            name: "listRooms",
            tag: "games",
            summary: "List running games between people that are public, newest first, page by page; a key or a session token adds those of its tenant.",
            access: Access::Anyone,
            parameters: vec![
                query("limit", describe::<u32>, "How many at most, 1 to 100; 100 unless said otherwise."),
                query("after", describe::<String>, "Where the page before ended, from its `after`."),
                query("game", describe::<GameName>, "Only this game."),
            ],
            body: None,
            status: 200,
            content: Content::Json(describe::<RoomList>, examples::room_list),
            errors: &[ErrorCode::BadRequest, ErrorCode::InvalidGame],
        },
        Route {
            method: "get",
            path: "/v1/games/{roomId}",
            name: "getGame",
            tag: "games",
            summary: "Get the full record of a game.",
            access: Access::KeyOrToken,
            parameters: vec![path("roomId", "The room of the game.")],
            body: None,
            status: 200,
            content: Content::Json(describe::<GameRecord>, examples::game_record),
            errors: &[ErrorCode::NotFound],
        },
        Route {
            method: "get",
            path: "/v1/games/{roomId}/pdn",
            name: "getGamePdn",
            tag: "games",
            summary: "Get a game of checkers in Portable Draughts Notation.",
            access: Access::KeyOrToken,
            parameters: vec![path("roomId", "The room of the game.")],
            body: None,
            status: 200,
            content: Content::Text("text/plain; charset=utf-8", examples::PDN),
            errors: &[ErrorCode::NotFound],
        },
        Route {
            method: "get",
            path: "/v1/variants",
            name: "listVariants",
            tag: "games",
            summary: "List every game and variant with its board, its names and its rules.",
            access: Access::Anyone,
            parameters: vec![],
            body: None,
            status: 200,
            content: Content::Json(describe::<VariantList>, examples::variant_list),
            errors: &[],
        },
    ]
}

fn operations() -> Vec<Route> {
    vec![
        Route {
            content: Content::Json(describe::<Health>, || json!({ "status": "ok", "version": "0.1.0" })),
            ..operation("/healthz", "getHealth", "Ask whether the process is alive.")
        },
        Route {
            content: Content::Json(describe::<Readiness>, || json!({ "ready": true, "problems": [] })),
            errors: &[ErrorCode::RateLimited, ErrorCode::Unavailable],
            ..operation("/readyz", "getReadiness", "Ask whether the server takes new games.")
        },
        Route {
            content: Content::Text("text/plain; version=0.0.4", "parlour_rooms 12\n"),
            errors: &[
                ErrorCode::MissingAuthorization,
                ErrorCode::InvalidApiKey,
                ErrorCode::NotFound,
                ErrorCode::RateLimited,
            ],
            ..operation(
                "/metrics",
                "getMetrics",
                "Get the server's figures in the Prometheus text format, at the address for metrics or with its token.",
            )
        },
        operation("/openapi.json", "getOpenApi", "Get this document."),
        operation("/asyncapi.json", "getAsyncApi", "Get the document of the socket events."),
        Route {
            content: Content::Text("text/plain", "export interface GameStarted { … }"),
            ..operation("/types.ts", "getTypes", "Get the TypeScript types of every message.")
        },
    ]
}

fn operation(path: &'static str, name: &'static str, summary: &'static str) -> Route {
    Route {
        method: "get",
        path,
        name,
        tag: "operation",
        summary,
        access: Access::Anyone,
        parameters: vec![],
        body: None,
        status: 200,
        content: Content::AnyJson("The document."),
        errors: &[ErrorCode::RateLimited],
    }
}

pub(super) fn path(name: &'static str, summary: &'static str) -> Parameter {
    Parameter { name, place: "path", required: true, schema: describe::<String>, summary }
}

pub(super) fn query(name: &'static str, schema: Describe, summary: &'static str) -> Parameter {
    Parameter { name, place: "query", required: false, schema, summary }
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
