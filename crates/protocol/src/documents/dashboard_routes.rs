//! Rows of the route table for the dashboard, with their examples.

use serde_json::{Value, json};

use super::routes::{
    Access, BODY_ERRORS, Content, NAMING_ERRORS, Parameter, Route, after, limit_20, path, route,
};
use crate::ErrorCode;
use crate::event_row::describe;
use crate::rest::{
    BoardColours, ChangeTenant, CreateKey, CreateTenant, DashboardAccount, DashboardKey, DashboardOverview,
    DashboardProgress, DashboardTheme, DashboardUsage, DashboardWebhook, GameTimeline, KeyList, RequestList,
    RotateKey, ServerStatus, SetKeyOrigins, SignInList, SignInRequest, TenantEntry, TenantList, headers,
};

pub(super) fn dashboard() -> Vec<Route> {
    let routes = [sign_ins(), keys(), theme(), figures(), details(), operator()].into_iter().flatten();
    routes
        .map(|mut route| {
            route.parameters.push(marker());
            Route { access: Access::Dashboard, ..route }
        })
        .collect()
}

fn sign_ins() -> Vec<Route> {
    vec![
        Route {
            body: Some((describe::<SignInRequest>, || json!({ "key": "bg_live_…" }))),
            status: 201,
            content: Content::Json(describe::<DashboardAccount>, account),
            errors: &[
                ErrorCode::BadRequest,
                ErrorCode::InvalidApiKey,
                ErrorCode::PayloadTooLarge,
                ErrorCode::RequestTimeout,
                ErrorCode::TokenInvalid,
                ErrorCode::UnsupportedMediaType,
            ],
            ..route(
                "post",
                "/v1/dashboard/sign-ins",
                "signIn",
                "Sign in with a secret API key, or with a link of the operator; the answer sets the cookie.",
            )
        },
        Route {
            content: Content::Json(describe::<SignInList>, sign_in_list),
            ..route("get", "/v1/dashboard/sign-ins", "listSignIns", "List who is signed in.")
        },
        Route {
            parameters: vec![path("id", "The sign-in, or `current`.")],
            status: 204,
            errors: &[ErrorCode::NotFound],
            ..route("delete", "/v1/dashboard/sign-ins/{id}", "signOut", "Sign out, here or elsewhere.")
        },
        Route {
            content: Content::Json(describe::<DashboardAccount>, account),
            ..route("get", "/v1/dashboard/account", "getDashboardAccount", "Ask who is signed in.")
        },
    ]
}

fn keys() -> Vec<Route> {
    vec![
        Route {
            content: Content::Json(describe::<KeyList>, || json!({ "keys": [key()] })),
            ..route("get", "/v1/dashboard/keys", "listKeys", "List the API keys of the mode, newest first.")
        },
        Route {
            body: Some((describe::<CreateKey>, origins)),
            status: 201,
            content: Content::Json(describe::<DashboardKey>, new_key),
            errors: BODY_ERRORS,
            ..route(
                "post",
                "/v1/dashboard/keys",
                "createKey",
                "Create an API key of the mode; it is shown once.",
            )
        },
        Route {
            parameters: vec![path("id", "The key.")],
            body: Some((describe::<SetKeyOrigins>, origins)),
            content: Content::Json(describe::<DashboardKey>, key),
            errors: NAMING_ERRORS,
            ..route("put", "/v1/dashboard/keys/{id}", "setKeyOrigins", "Say which sites may use a key.")
        },
        Route {
            parameters: vec![path("id", "The key.")],
            status: 204,
            errors: &[ErrorCode::NotFound],
            ..route("delete", "/v1/dashboard/keys/{id}", "revokeKey", "Revoke a key at once.")
        },
        Route {
            parameters: vec![path("id", "The key.")],
            body: Some((describe::<RotateKey>, || json!({ "overlapSeconds": 86_400 }))),
            status: 201,
            content: Content::Json(describe::<DashboardKey>, new_key),
            errors: NAMING_ERRORS,
            ..route(
                "post",
                "/v1/dashboard/keys/{id}/rotate",
                "rotateKey",
                "Get a new key, shown once; for a while the old one works as well.",
            )
        },
    ]
}

fn theme() -> Vec<Route> {
    let path = "/v1/dashboard/theme";
    vec![
        Route {
            content: Content::Json(describe::<DashboardTheme>, || json!({ "theme": colours() })),
            ..route("get", path, "getTheme", "Get the board colours of new sessions of the mode.")
        },
        Route {
            body: Some((describe::<BoardColours>, colours)),
            content: Content::Json(describe::<DashboardTheme>, || json!({ "theme": colours() })),
            errors: BODY_ERRORS,
            ..route("put", path, "setTheme", "Choose the board colours of new sessions of the mode.")
        },
        Route {
            status: 204,
            ..route("delete", path, "removeTheme", "Leave the board colours of new sessions to the page.")
        },
    ]
}

fn figures() -> Vec<Route> {
    vec![
        Route {
            content: Content::Json(describe::<DashboardOverview>, overview),
            ..route("get", "/v1/dashboard/overview", "getOverview", "Get the figures of the tenant.")
        },
        Route {
            content: Content::Json(
                describe::<DashboardProgress>,
                || json!({ "session": true, "move": true, "webhook": false }),
            ),
            ..route(
                "get",
                "/v1/dashboard/progress",
                "getProgress",
                "Ask whether a first session, a first move and a first webhook were seen.",
            )
        },
    ]
}

fn details() -> Vec<Route> {
    vec![
        Route {
            parameters: vec![path("eventId", "The webhook event.")],
            content: Content::Json(describe::<DashboardWebhook>, webhook),
            errors: &[ErrorCode::NotFound],
            ..route(
                "get",
                "/v1/dashboard/webhooks/{eventId}",
                "getWebhookEvent",
                "Get a webhook event as it was sent, with every attempt and what was answered.",
            )
        },
        Route {
            parameters: vec![path("roomId", "The room of the game.")],
            content: Content::Json(describe::<GameTimeline>, timeline),
            errors: &[ErrorCode::NotFound],
            ..route(
                "get",
                "/v1/dashboard/games/{roomId}/timeline",
                "getTimeline",
                "Get what happened in a game, event by event, with the board after each; a thousand events at most.",
            )
        },
    ]
}

fn operator() -> Vec<Route> {
    vec![
        Route {
            parameters: vec![limit_20(), after()],
            content: Content::Json(describe::<RequestList>, requests),
            errors: &[ErrorCode::BadRequest],
            ..route(
                "get",
                "/v1/dashboard/requests",
                "listRequests",
                "List the requests that were made with keys, newest first, page by page.",
            )
        },
        Route {
            content: Content::Json(describe::<DashboardUsage>, usage),
            ..route(
                "get",
                "/v1/dashboard/usage",
                "getUsage",
                "Get how many sessions were created in each month.",
            )
        },
        Route {
            parameters: vec![limit_20(), after()],
            content: Content::Json(describe::<TenantList>, tenant_list),
            errors: &[ErrorCode::BadRequest, ErrorCode::NotFound],
            ..route("get", "/v1/dashboard/tenants", "listTenants", "List the tenants, as the operator.")
        },
        Route {
            body: Some((describe::<CreateTenant>, || json!({ "name": "Acme Games", "plan": "growth" }))),
            status: 201,
            content: Content::Json(describe::<TenantEntry>, tenant_entry),
            errors: NAMING_ERRORS,
            ..route("post", "/v1/dashboard/tenants", "createTenant", "Create a tenant, as the operator.")
        },
        Route {
            parameters: vec![path("tenantId", "The tenant.")],
            body: Some((describe::<ChangeTenant>, || json!({ "plan": "growth" }))),
            content: Content::Json(describe::<TenantEntry>, tenant_entry),
            errors: NAMING_ERRORS,
            ..route(
                "put",
                "/v1/dashboard/tenants/{tenantId}",
                "changeTenant",
                "Change the name or the plan of a tenant, as the operator.",
            )
        },
        Route {
            content: Content::Json(describe::<ServerStatus>, server_status),
            errors: &[ErrorCode::NotFound],
            ..route(
                "get",
                "/v1/dashboard/server",
                "getServerStatus",
                "Get nodes and storage, as the operator.",
            )
        },
    ]
}

/// The header that every request of the page has; pages of other sites cannot send it.
fn marker() -> Parameter {
    Parameter {
        name: headers::DASHBOARD,
        place: "header",
        required: false,
        schema: describe::<String>,
        summary: "The mode that the request is about, `live` or `test`; without it the cookie counts for nothing.",
    }
}

fn tenant() -> Value {
    json!({
        "id": "acme-games",
        "name": "Acme Games",
        "plan": "growth",
        "requestsPerMinute": 300,
        "sessionsPerMonth": 10_000,
        "createdAt": "2026-03-01T09:00:00.000Z",
    })
}

fn tenant_list() -> Value {
    let growth = json!({ "name": "growth", "requestsPerMinute": 300, "sessionsPerMonth": 10_000, "webhookRetries": 6 });
    json!({
        "tenants": [tenant_entry()],
        "hasMore": false,
        "after": null,
        "plans": [growth],
        "defaultPlan": "growth",
    })
}

fn tenant_entry() -> Value {
    let mut shown = tenant();
    shown["sessionsThisMonth"] = json!(4_210);
    shown["isOwn"] = json!(false);
    shown
}

fn usage() -> Value {
    json!({ "sessionsPerMonth": 10_000, "months": [{ "month": "2026-03", "mode": "live", "sessions": 4_210 }] })
}

fn requests() -> Value {
    let request = json!({
        "id": "req_8fJ2",
        "at": "2026-03-15T09:00:00.000Z",
        "keyId": "key_Zr3kQ81LmN0p",
        "method": "POST",
        "path": "/v1/sessions",
        "status": 400,
        "code": "game_required",
        "durationMs": 3,
    });
    json!({ "requests": [request], "hasMore": false, "after": null })
}

fn server_status() -> Value {
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "node": "main",
        "nodes": ["main"],
        "storage": "sqlite",
        "storageBytes": 4_194_304,
        "waitingWrites": 0,
        "games": 12,
        "sockets": 30,
        "waiting": 1,
        "moves": 480,
        "moveMedianMs": 2.5,
        "moveP95Ms": 10.0,
        "problems": [],
    })
}

fn account() -> Value {
    json!({
        "signInId": "dash_5hQ2",
        "role": "tenant",
        "tenant": tenant(),
        "modes": ["live", "test"],
        "expiresAt": "2026-03-15T21:00:00.000Z",
    })
}

fn sign_in_list() -> Value {
    let sign_in = json!({
        "id": "dash_5hQ2",
        "isCurrent": true,
        "keyId": "key_Zr3kQ81LmN0p",
        "address": "192.0.2.7",
        "createdAt": "2026-03-15T09:00:00.000Z",
        "expiresAt": "2026-03-15T21:00:00.000Z",
    });
    json!({ "signIns": [sign_in] })
}

fn origins() -> Value {
    json!({ "allowedOrigins": ["https://acme.example"] })
}

fn key() -> Value {
    json!({
        "id": "key_Zr3kQ81LmN0p",
        "mode": "test",
        "prefix": "bg_test_a1B2c3D4",
        "allowedOrigins": ["https://acme.example"],
        "state": "active",
        "createdAt": "2026-03-15T09:00:00.000Z",
        "lastUsedAt": null,
        "expiresAt": null,
        "revokedAt": null,
    })
}

fn new_key() -> Value {
    let mut shown = key();
    shown["key"] = json!("bg_test_…");
    shown
}

fn colours() -> Value {
    json!({ "light": "#f0d9b5", "dark": "#a5744a", "first": "#fbf6ea", "second": "#2b2320", "mark": "#082a66" })
}

fn overview() -> Value {
    json!({
        "at": "2026-03-15T09:00:00.000Z",
        "gamesNow": 12,
        "waiting": 1,
        "sessionsThisMonth": 4_210,
        "gamesByHour": [{ "from": "2026-03-15T08:00:00.000Z", "games": 31 }],
        "webhooksByHour": [{ "from": "2026-03-15T08:00:00.000Z", "attempts": 64, "failed": 2 }],
        "movesByMinute": [{ "from": "2026-03-15T08:59:00.000Z", "moves": 90, "medianMs": 2.5, "p95Ms": 5.0 }],
    })
}

fn timeline() -> Value {
    let event = json!({
        "seq": 2,
        "at": "2026-03-15T09:00:04.000Z",
        "name": "moved",
        "player": 0,
        "detail": "5",
        "board": [null, null, null, null, "X", null, null, null, null],
    });
    json!({
        "roomId": "room_7fK2mQ",
        "game": "tictactoe",
        "variant": "standard",
        "players": [{ "id": "user_123", "username": "Ann" }, { "id": "user_456", "username": "Ben" }],
        "events": [event],
        "hasMore": false,
    })
}

fn webhook() -> Value {
    let attempt = json!({
        "deliveryId": "dlv_0d9f3a526c0e4f43",
        "attempt": 1,
        "at": "2026-03-15T09:00:00.000Z",
        "status": 500,
        "durationMs": 48,
        "error": "the receiver answered 500",
    });
    json!({
        "id": "evt_3kT9",
        "event": "game.ended",
        "sessionId": "sess_5hQ2",
        "state": "open",
        "createdAt": "2026-03-15T09:00:00.000Z",
        "body": "{\"event\":\"game.ended\"}",
        "attempts": [attempt],
    })
}
