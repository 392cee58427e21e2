//! The table of REST routes: one row each, and the documents follow.

use serde_json::Value;

use super::audit_routes::audit;
use super::dashboard_routes::dashboard;
use super::game_routes::{games, study};
use super::operation_routes::operations;
use super::player_routes::players;
use super::session_routes::{guests, sessions};
use super::webhook_routes::webhooks;
use crate::event_row::describe;
use crate::{Describe, ErrorCode};

/// The errors of a route that reads a body.
pub(super) const BODY_ERRORS: &[ErrorCode] = &[
    ErrorCode::BadRequest,
    ErrorCode::PayloadTooLarge,
    ErrorCode::RequestTimeout,
    ErrorCode::UnsupportedMediaType,
];

/// The errors of a route that reads a body and names something.
pub(super) const NAMING_ERRORS: &[ErrorCode] = &[
    ErrorCode::BadRequest,
    ErrorCode::NotFound,
    ErrorCode::PayloadTooLarge,
    ErrorCode::RequestTimeout,
    ErrorCode::UnsupportedMediaType,
];

/// Who may call a route.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Access {
    /// The tenant's server, with its API key.
    Key,
    /// The tenant's server, or a player with a session token.
    KeyOrToken,
    /// The page of the dashboard, with the cookie of a sign-in.
    Dashboard,
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

/// What goes wrong when a route of the dashboard is called, whatever it does.
pub(super) const DASHBOARD_ERRORS: &[ErrorCode] =
    &[ErrorCode::MissingAuthorization, ErrorCode::OriginNotAllowed];

const WRONG_KEY: [ErrorCode; 3] =
    [ErrorCode::MissingAuthorization, ErrorCode::InvalidApiKey, ErrorCode::OriginNotAllowed];

/// What goes wrong when a route is called with an API key, whatever it does.
pub(super) const KEY_ERRORS: &[ErrorCode] = &WRONG_KEY;

/// Every route, in the order the documents list them.
pub(super) fn routes() -> Vec<Route> {
    let groups = [
        ("sessions", sessions()),
        ("guests", guests()),
        ("games", games()),
        ("players", players()),
        ("study", study()),
        ("webhooks", webhooks()),
        ("audit", audit()),
        ("dashboard", dashboard()),
        ("operation", operations()),
    ];
    let tagged = |(tag, routes): (_, Vec<Route>)| routes.into_iter().map(move |route| Route { tag, ..route });
    groups.into_iter().flat_map(tagged).collect()
}

/// A route for callers with an API key that takes and answers nothing; the list of routes adds the tag.
pub(super) fn route(
    method: &'static str,
    path: &'static str,
    name: &'static str,
    summary: &'static str,
) -> Route {
    Route {
        method,
        path,
        name,
        tag: "",
        summary,
        access: Access::Key,
        parameters: vec![],
        body: None,
        status: 200,
        content: Content::Nothing,
        errors: &[],
    }
}

pub(super) fn path(name: &'static str, summary: &'static str) -> Parameter {
    Parameter { name, place: "path", required: true, schema: describe::<String>, summary }
}

pub(super) fn query(name: &'static str, schema: Describe, summary: &'static str) -> Parameter {
    Parameter { name, place: "query", required: false, schema, summary }
}

pub(super) fn limit_20() -> Parameter {
    query("limit", describe::<u32>, "How many at most, 1 to 100; 20 unless said otherwise.")
}

pub(super) fn limit_100() -> Parameter {
    query("limit", describe::<u32>, "How many at most, 1 to 100; 100 unless said otherwise.")
}

pub(super) fn after() -> Parameter {
    query("after", describe::<String>, "Where the page before ended, from its `after`.")
}
