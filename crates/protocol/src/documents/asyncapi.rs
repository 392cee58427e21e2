//! The socket events as an AsyncAPI 3.0 document.

use serde_json::{Map, Value, json};

use super::event_examples::client_example;
use super::schemas::Schemas;
use crate::event_row::describe;
use crate::{
    ClientEvent, EventRow, GameName, GameVisitor, HandshakeOptions, KnownGame, MoveRequest, Named,
    ServerEvent, WireRefusal,
};

/// The socket events of every namespace as an AsyncAPI 3.0 document.
#[must_use]
pub fn asyncapi() -> Value {
    let mut document = Document {
        schemas: Schemas::new(),
        channels: Map::new(),
        operations: Map::new(),
        messages: Map::new(),
    };
    for game in GameName::ALL {
        game.visit(&mut document);
    }
    json!({
        "asyncapi": "3.0.0",
        "info": {
            "title": "Parlour",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Games over Socket.IO (protocol 5, Engine.IO 4), one namespace per game. \
                A session token travels in the handshake as auth.token; x-auth is the schema of what else auth may say. Every client event may carry an acknowledgement \
                callback; x-ack is the schema of its answer. Without one, a refusal arrives as game:error. \
                Every event about a room carries roomId and seq; who misses a number asks game:reconnect or game:spectate again.",
            "license": { "name": "MIT OR Apache-2.0" },
        },
        "defaultContentType": "application/json",
        "servers": {
            "parlour": {
                "host": "{host}",
                "pathname": "/socket.io",
                "protocol": "wss",
                "description": "Also answers at /api/socket/io; websocket and long polling.",
                "variables": { "host": { "default": "localhost" } },
            },
        },
        "channels": document.channels,
        "operations": document.operations,
        "components": { "messages": document.messages, "schemas": document.schemas.definitions() },
    })
}

struct Document {
    schemas: Schemas,
    channels: Map<String, Value>,
    operations: Map<String, Value>,
    messages: Map<String, Value>,
}

impl GameVisitor for &mut Document {
    type Output = ();

    fn visit<G: KnownGame>(self) {
        let mut in_channel = Map::new();
        for row in ClientEvent::<MoveRequest<G>>::table() {
            let mut message = self.message(&row, Schemas::incoming);
            message["examples"] = json!([{ "payload": client_example::<G>(row.name) }]);
            if let Some(accepted) = row.accepted {
                let accepted = self.schemas.outgoing(accepted);
                let refused = self.schemas.outgoing(describe::<WireRefusal>);
                message["x-ack"] = json!({ "oneOf": [answer(true, accepted), answer(false, refused)] });
            }
            self.list::<G>("receive", &row, message, &mut in_channel);
        }
        for row in ServerEvent::<G>::table() {
            let message = self.message(&row, Schemas::outgoing);
            self.list::<G>("send", &row, message, &mut in_channel);
        }
        let channel = json!({
            "address": G::GAME.namespace(),
            "title": format!("The Socket.IO namespace {}", G::GAME.namespace()),
            "x-auth": self.schemas.incoming(describe::<HandshakeOptions>),
            "messages": in_channel,
        });
        self.channels.insert(G::NAME.to_owned(), channel);
    }
}

impl Document {
    fn message(&mut self, row: &EventRow, schema: fn(&mut Schemas, crate::Describe) -> Value) -> Value {
        let payload = schema(&mut self.schemas, row.payload);
        json!({ "name": row.name, "title": row.name, "summary": row.summary, "payload": payload })
    }

    /// Adds a message to the components, to its channel, and as an operation.
    fn list<G: KnownGame>(
        &mut self,
        action: &str,
        row: &EventRow,
        message: Value,
        in_channel: &mut Map<String, Value>,
    ) {
        // Component keys must not contain a colon.
        let key = row.name.replace(':', ".");
        let (game, component) = (G::NAME, format!("{}.{key}", G::NAME));
        in_channel.insert(key.clone(), json!({ "$ref": format!("#/components/messages/{component}") }));
        self.messages.insert(component, message);
        let operation = json!({
            "action": action,
            "channel": { "$ref": format!("#/channels/{game}") },
            "summary": row.summary,
            "messages": [{ "$ref": format!("#/channels/{game}/messages/{key}") }],
        });
        self.operations.insert(format!("{game}.{action}.{key}"), operation);
    }
}

fn answer(ok: bool, content: Value) -> Value {
    let verdict = json!({ "type": "object", "required": ["ok"], "properties": { "ok": { "const": ok } } });
    json!({ "allOf": [verdict, content] })
}
