//! Rows of the route table for webhooks, with their examples.

use serde_json::{Value, json};

use super::examples;
use super::routes::{BODY_ERRORS, Content, NAMING_ERRORS, Route, after, limit_20, query, route};
use crate::event_row::describe;
use crate::rest::{
    DeliveryList, ReplayWebhooks, RotateWebhookSecret, SetWebhookEndpoint, WebhookEndpoint, WebhookList,
    WebhooksReplayed,
};
use crate::{ErrorCode, UtcTime};

pub(super) fn webhooks() -> Vec<Route> {
    vec![
        Route {
            body: Some((describe::<SetWebhookEndpoint>, set_endpoint)),
            content: Content::Json(describe::<WebhookEndpoint>, new_endpoint),
            errors: BODY_ERRORS,
            ..route(
                "put",
                "/v1/webhooks/endpoint",
                "setWebhookEndpoint",
                "Say where webhooks go, or switch them on again; a new endpoint gets its secret, shown once.",
            )
        },
        Route {
            content: Content::Json(describe::<WebhookEndpoint>, endpoint),
            errors: &[ErrorCode::NotFound],
            ..route(
                "get",
                "/v1/webhooks/endpoint",
                "getWebhookEndpoint",
                "Ask where webhooks go, and whether they were switched off.",
            )
        },
        Route {
            status: 204,
            errors: &[ErrorCode::NotFound],
            ..route(
                "delete",
                "/v1/webhooks/endpoint",
                "deleteWebhookEndpoint",
                "Send no more webhooks; what was not delivered yet is given up.",
            )
        },
        Route {
            body: Some((describe::<RotateWebhookSecret>, || json!({ "overlapSeconds": 86_400 }))),
            content: Content::Json(describe::<WebhookEndpoint>, rotated_endpoint),
            errors: NAMING_ERRORS,
            ..route(
                "post",
                "/v1/webhooks/endpoint/rotate",
                "rotateWebhookSecret",
                "Get a new secret, shown once; for a while the old one signs as well.",
            )
        },
        Route {
            parameters: vec![limit_20(), after()],
            content: Content::Json(describe::<DeliveryList>, delivery_list),
            errors: &[ErrorCode::BadRequest],
            ..route(
                "get",
                "/v1/webhooks/deliveries",
                "listWebhookDeliveries",
                "List attempts to deliver webhooks, newest first, page by page.",
            )
        },
        Route {
            parameters: vec![
                limit_20(),
                query("after", describe::<String>, "The `id` of the event after which to go on."),
                query("since", describe::<UtcTime>, "The time from which to begin, unless `after` is given."),
            ],
            content: Content::Json(describe::<WebhookList>, webhook_list),
            errors: &[ErrorCode::BadRequest],
            ..route(
                "get",
                "/v1/webhooks/events",
                "listWebhookEvents",
                "List what has happened, oldest first; events of the next minute are kept, too. \
                 Whoever accepts `text/event-stream` hears of it as it happens.",
            )
        },
        Route {
            body: Some((describe::<ReplayWebhooks>, || json!({ "since": "2026-03-15T09:00:00.000Z" }))),
            content: Content::Json(
                describe::<WebhooksReplayed>,
                || json!({ "replayed": 3, "hasMore": false }),
            ),
            errors: NAMING_ERRORS,
            ..route(
                "post",
                "/v1/webhooks/replay",
                "replayWebhooks",
                "Send one event again, or all that failed since a time, under their old ids.",
            )
        },
    ]
}

fn set_endpoint() -> Value {
    json!({ "url": "https://example.com/hook", "events": ["session.started", "game.ended"] })
}

fn endpoint() -> Value {
    json!({
        "url": "https://example.com/hook",
        "mode": "live",
        "events": ["session.started", "game.ended"],
        "previousSecretUntil": null,
        "disabled": null,
    })
}

fn new_endpoint() -> Value {
    let mut shown = endpoint();
    shown["secret"] = json!("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    shown
}

fn rotated_endpoint() -> Value {
    let mut shown = new_endpoint();
    shown["previousSecretUntil"] = json!("2026-03-16T09:00:00.000Z");
    shown
}

fn webhook_list() -> Value {
    json!({ "events": [examples::webhook()], "hasMore": false, "after": "evt_3kT9" })
}

fn delivery_list() -> Value {
    let delivery = json!({
        "deliveryId": "dlv_0d9f3a526c0e4f43",
        "id": "evt_3kT9",
        "event": "game.ended",
        "sessionId": "sess_5hQ2",
        "state": "delivered",
        "attempt": 1,
        "at": "2026-03-15T09:00:00.000Z",
        "status": 200,
        "durationMs": 48,
        "error": null,
    });
    json!({ "deliveries": [delivery], "hasMore": false, "after": null })
}
