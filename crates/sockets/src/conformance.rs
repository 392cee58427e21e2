//! The servers that the official test suites of Engine.IO 4 and Socket.IO 5 expect.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use serde_json::Value;
use tokio::time::sleep;

use crate::ack::EventAck;
use crate::config::Config;
use crate::engine::session::EngineSession;
use crate::engine::{self, EngineServer, Layer};
use crate::event::IncomingEvent;
use crate::handler::Handler;
use crate::reason::DisconnectReason;
use crate::refusal::JoinRefusal;
use crate::socket::Socket;

/// The settings that the suites expect.
pub fn config() -> Config {
    Config {
        paths: vec!["/socket.io".into()],
        namespaces: vec!["/".into(), "/custom".into()],
        ping_interval: Duration::from_millis(300),
        ping_timeout: Duration::from_millis(200),
        connect_timeout: Duration::from_secs(1),
        max_payload: 1_000_000,
        packets_per_second: u32::MAX,
        ..Config::default()
    }
}

/// The handler that the Socket.IO suite expects: it sends clients their credentials and echoes their events.
pub fn handler() -> impl Handler {
    Echo
}

/// Both servers: Socket.IO on `/socket.io`, and an echo of bare messages on `/engine.io`.
pub fn router(config: Config) -> Router {
    let engine = EngineServer::new(Config { paths: vec!["/engine.io".into()], ..config.clone() });
    let (socket_io, _) = crate::router(config, handler());
    socket_io.merge(engine::router(engine, Arc::new(Echo)))
}

/// The suite misses a message that arrives in the same read as the one before it.
const READ_ONE: Duration = Duration::from_millis(10);

struct Echo;

impl Handler for Echo {
    async fn connect(&self, socket: &Socket, auth: Value) -> Result<(), JoinRefusal> {
        let socket = socket.clone();
        tokio::spawn(async move {
            sleep(READ_ONE).await;
            socket.emit("auth", &auth).ok(); // a client that left needs no echo; the same below
        });
        Ok(())
    }

    async fn event(&self, socket: &Socket, event: IncomingEvent, ack: Option<EventAck>) {
        match (&*event.name, ack) {
            ("message", _) => socket.emit_event(IncomingEvent { name: "message-back".into(), ..event }).ok(),
            ("message-with-ack", Some(ack)) => ack.send_all(&event.args, event.attachments).ok(),
            _ => None,
        };
    }

    async fn disconnect(&self, _socket: &Socket, _reason: DisconnectReason) {}
}

impl Layer for Echo {
    async fn serve(&self, session: Arc<EngineSession>) {
        while let Some(message) = session.inbound.pop().await {
            session.send([message]).ok(); // the end of the session ends the loop
        }
    }

    fn allow_origin(&self, _origin: Option<&str>) -> bool {
        true
    }
}
