//! The REST interface as an OpenAPI 3.1 document.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::examples;
use super::routes::{Access, Content, DASHBOARD_ERRORS, KEY_ERRORS, Parameter, Route, routes};
use super::schemas::Schemas;
use crate::event_row::describe;
use crate::rest::{ErrorBody, Webhook, headers};
use crate::{ErrorCode, Named};

/// The REST interface and the webhooks as an OpenAPI 3.1 document.
#[must_use]
pub fn openapi() -> Value {
    let mut schemas = Schemas::new();
    let mut paths = Map::new();
    for route in routes() {
        let operations = paths.entry(route.path).or_insert_with(|| json!({}));
        operations[route.method] = operation(&route, &mut schemas);
    }
    let webhook = webhook(&mut schemas);
    let error_body = schemas.outgoing(describe::<ErrorBody>);
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Parlour",
            "version": env!("CARGO_PKG_VERSION"),
            "summary": "Classic board games as a service: sessions, rooms and results.",
            "description": "Games themselves are played over Socket.IO; see /asyncapi.json.",
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": "/" }],
        "tags": [
            { "name": "sessions", "description": "How a tenant's backend gets its players a game." },
            { "name": "guests", "description": "How the server's own page gets people without a tenant a game." },
            { "name": "games", "description": "What is played, was played and can be played." },
            { "name": "players", "description": "How strong players are, and how they are forgotten." },
            { "name": "study", "description": "Games followed and positions judged." },
            { "name": "webhooks", "description": "Where events go, and what became of them." },
            { "name": "audit", "description": "What was done, and by whom." },
            { "name": "dashboard", "description": "What the page at `/dashboard` asks for, with the cookie of a sign-in; programs use the other routes with a key. The page also uses those other routes of the tenant with its cookie." },
            { "name": "operation", "description": "For whoever runs the server." },
        ],
        "paths": paths,
        "webhooks": { "event": webhook },
        "components": {
            "securitySchemes": {
                "apiKey": { "type": "http", "scheme": "bearer", "description": "The tenant's secret key, bg_live_… or bg_test_…; for servers only." },
                "sessionToken": { "type": "http", "scheme": "bearer", "bearerFormat": "JWT", "description": "The token of a player's session." },
                "dashboardSignIn": { "type": "apiKey", "in": "cookie", "name": "parlour-dashboard", "description": "The sign-in of a browser; with https the cookie is __Host-parlour-dashboard. Requests also need the header X-Parlour-Dashboard." },
            },
            "headers": header_components(),
            "responses": { "Error": { "description": "The request was refused and has changed nothing.", "content": { "application/json": { "schema": error_body } } } },
            "schemas": schemas.definitions(),
        },
    })
}

fn operation(route: &Route, schemas: &mut Schemas) -> Value {
    let parameters: Vec<_> =
        route.parameters.iter().map(|parameter| describe_parameter(parameter, schemas)).collect();
    let mut operation = json!({
        "operationId": route.name,
        "summary": route.summary,
        "tags": [route.tag],
        "security": match route.access {
            Access::Key => json!([{ "apiKey": [] }]),
            Access::KeyOrToken => json!([{ "apiKey": [] }, { "sessionToken": [] }]),
            Access::Dashboard => json!([{ "dashboardSignIn": [] }]),
            Access::Anyone => json!([]),
        },
        "parameters": parameters,
        "responses": responses(route, schemas),
    });
    if let Some((schema, example)) = route.body {
        let schema = schemas.incoming(schema);
        let content = json!({ "application/json": { "schema": schema, "example": example() } });
        operation["requestBody"] = json!({ "required": true, "content": content });
    }
    operation
}

fn describe_parameter(parameter: &Parameter, schemas: &mut Schemas) -> Value {
    json!({
        "name": parameter.name,
        "in": parameter.place,
        "required": parameter.required,
        "description": parameter.summary,
        "schema": schemas.incoming(parameter.schema),
    })
}

fn responses(route: &Route, schemas: &mut Schemas) -> Value {
    let content = match route.content {
        Content::Json(schema, example) => {
            json!({ "application/json": { "schema": schemas.outgoing(schema), "example": example() } })
        }
        Content::AnyJson(summary) => {
            json!({ "application/json": { "schema": { "type": "object", "description": summary } } })
        }
        Content::Text(media, example) => {
            json!({ media: { "schema": { "type": "string" }, "example": example } })
        }
        Content::Nothing => json!({}),
    };
    let mut success =
        json!({ "description": "Done.", "headers": header_references(route.status), "content": content });
    if route.body.is_some() {
        success["headers"][headers::WARNING] = header_reference(headers::WARNING);
    }
    let mut responses = Map::from_iter([(route.status.to_string(), success)]);
    for (status, codes) in errors_by_status(route) {
        responses.insert(status.to_string(), refusal(status, &codes, schemas));
    }
    responses.insert("default".to_owned(), json!({ "$ref": "#/components/responses/Error" }));
    Value::Object(responses)
}

fn errors_by_status(route: &Route) -> BTreeMap<u16, Vec<ErrorCode>> {
    let of_key = match route.access {
        Access::Anyone => &[],
        Access::Dashboard => DASHBOARD_ERRORS,
        Access::Key | Access::KeyOrToken => KEY_ERRORS,
    };
    let of_limits: &[_] = if route.path.starts_with("/v1/") { &[ErrorCode::RateLimited] } else { &[] };
    let mut errors = BTreeMap::<_, Vec<_>>::new();
    for &code in route.errors.iter().chain(of_key).chain(of_limits) {
        errors.entry(code.status()).or_default().push(code);
    }
    errors
}

fn refusal(status: u16, codes: &[ErrorCode], schemas: &mut Schemas) -> Value {
    let names: Vec<_> = codes.iter().map(|code| format!("`{code}`")).collect();
    let examples: Map<_, _> = codes
        .iter()
        .map(|code| (code.name().to_owned(), json!({ "value": examples::error(*code) })))
        .collect();
    let schema = schemas.outgoing(describe::<ErrorBody>);
    json!({
        "description": format!("Refused: {}.", names.join(", ")),
        "headers": header_references(status),
        "content": { "application/json": { "schema": schema, "examples": examples } },
    })
}

fn webhook(schemas: &mut Schemas) -> Value {
    let schema = schemas.outgoing(describe::<Webhook>);
    let header = |name, summary| json!({ "name": name, "in": "header", "required": true, "description": summary, "schema": { "type": "string" } });
    json!({
        "post": {
            "operationId": "receiveWebhook",
            "summary": "Told to the tenant's server, at least once, in order per session; any 2xx within 10 s will do.",
            "tags": ["sessions"],
            "parameters": [
                header("X-BetaGamer-Event", "The event's name."),
                header("X-BetaGamer-Signature", "sha256= and the hex HMAC-SHA256 of the raw body."),
                header("X-BetaGamer-Delivery", "This delivery; another for each attempt."),
                header("webhook-id", "The event itself; the same over all attempts."),
                header("webhook-timestamp", "When this attempt was made, in seconds since 1970."),
                header("webhook-signature", "Signatures as Standard Webhooks defines them."),
            ],
            "requestBody": { "required": true, "content": { "application/json": { "schema": schema, "example": examples::webhook() } } },
            "responses": { "2XX": { "description": "Taken." } },
        },
    })
}

fn header_components() -> Value {
    let whole_number = json!({ "type": "integer", "minimum": 0 });
    json!({
        headers::REQUEST_ID: { "description": "Names the request in logs and errors.", "schema": { "type": "string" } },
        headers::RATE_LIMIT: { "description": "How many requests a minute may have.", "schema": whole_number },
        headers::RATE_LIMIT_REMAINING: { "description": "How many requests are left.", "schema": whole_number },
        headers::RATE_LIMIT_RESET: { "description": "When the count starts afresh, in seconds since 1970.", "schema": whole_number },
        headers::WARNING: { "description": "Names an unknown field of the body, which was ignored. Test keys are refused instead.", "schema": { "type": "string" } },
        headers::RETRY_AFTER: { "description": "How many seconds to wait.", "schema": whole_number },
    })
}

fn header_references(status: u16) -> Value {
    let mut names = vec![
        headers::REQUEST_ID,
        headers::RATE_LIMIT,
        headers::RATE_LIMIT_REMAINING,
        headers::RATE_LIMIT_RESET,
    ];
    if status == 429 {
        names.push(headers::RETRY_AFTER);
    }
    names.into_iter().map(|name| (name.to_owned(), header_reference(name))).collect()
}

fn header_reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/headers/{name}") })
}
