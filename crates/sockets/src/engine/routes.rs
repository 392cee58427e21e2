//! The HTTP routes: admission, and dispatch to a transport.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::Router;
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequestParts, Request, State};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, ORIGIN, X_CONTENT_TYPE_OPTIONS};
use http::request::Parts;
use http::{HeaderValue, Method};
use serde::Serialize;

use super::handshake::{Handshake, client_address};
use super::message::EngineMessage;
use super::refusal::Refused;
use super::request::{NamedTransport, Query};
use super::session::{EngineSession, Transport};
use super::{EngineServer, Layer, cors, polling, websocket};
use crate::quota::QuotaShare;

/// The state of the routes.
struct Routes<L> {
    engine: Arc<EngineServer>,
    layer: Arc<L>,
}

/// Serves `layer` on the paths of the engine's configuration.
pub(crate) fn router<L: Layer>(engine: Arc<EngineServer>, layer: Arc<L>) -> Router {
    let mut router = Router::new();
    for path in &engine.config.paths {
        let path = path.trim_end_matches('/');
        router = router.route(&format!("{path}/"), any(enter::<L>));
        if !path.is_empty() {
            router = router.route(path, any(enter::<L>));
        }
    }
    router.with_state(Arc::new(Routes { engine, layer }))
}

async fn enter<L: Layer>(State(routes): State<Arc<Routes<L>>>, request: Request) -> Response {
    let allowed = cors::origin(request.headers()).is_ok_and(|origin| routes.layer.allow_origin(origin));
    let origin = request.headers().get(ORIGIN).filter(|_| allowed).cloned();
    let (parts, body) = request.into_parts();
    let mut response = if !allowed {
        Refused::Forbidden.into_response()
    } else if parts.method == Method::OPTIONS {
        cors::preflight(&parts.headers)
    } else {
        routes.answer(parts, body).await.unwrap_or_else(Refused::into_response)
    };
    cors::share(&mut response, origin);
    response.headers_mut().insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

impl<L: Layer> Routes<L> {
    async fn answer(&self, mut parts: Parts, body: Body) -> Result<Response, Refused> {
        let query = Query::read(&parts.uri)?;
        let session = match query.session {
            Some(id) => Some(self.engine.session(id).ok_or(Refused::SessionUnknown)?),
            None if parts.method != Method::GET => return Err(Refused::HandshakeMethod),
            None => None,
        };
        match (query.transport, session) {
            (NamedTransport::Polling, None) => self.open_polling(&parts),
            (NamedTransport::Polling, Some(session)) => {
                let (method, client) = (parts.method.clone(), client_address(&parts));
                drop(parts); // a pending poll does not keep its request in memory
                polling::answer(&session, &method, client, body).await
            }
            (NamedTransport::Websocket, None) => self.open_websocket(&mut parts).await,
            (NamedTransport::Websocket, Some(session)) => {
                let upgrade = self.websocket(&mut parts).await?;
                Ok(upgrade.on_upgrade(move |socket| websocket::take_over(socket, session)))
            }
        }
    }

    fn open_polling(&self, parts: &Parts) -> Result<Response, Refused> {
        let share = self.admit(parts)?;
        let session = self.session(parts, Transport::polling());
        let open = open_packet(&session, &["websocket"]);
        self.engine.start(&session, share, Arc::clone(&self.layer));
        Ok(text(open))
    }

    async fn open_websocket(&self, parts: &mut Parts) -> Result<Response, Refused> {
        let upgrade = self.websocket(parts).await?;
        let share = self.admit(parts)?;
        let session = self.session(parts, Transport::Websocket);
        let (engine, layer) = (Arc::clone(&self.engine), Arc::clone(&self.layer));
        Ok(upgrade.on_upgrade(move |socket| {
            let open = EngineMessage::Text(open_packet(&session, &[]).into());
            session.send([open]).ok(); // an empty queue has room for one packet
            engine.start(&session, share, layer);
            websocket::carry(socket, session)
        }))
    }

    /// Parses the websocket headers of a request and sets the message limits.
    async fn websocket(&self, parts: &mut Parts) -> Result<WebSocketUpgrade, Refused> {
        let upgrade =
            WebSocketUpgrade::from_request_parts(parts, &()).await.map_err(|_| Refused::BadRequest)?;
        let largest = self.engine.config.max_payload;
        Ok(upgrade
            .max_message_size(largest)
            .max_frame_size(largest)
            .read_buffer_size(websocket::READ_BUFFER)
            .write_buffer_size(websocket::WRITE_BUFFER))
    }

    fn session(&self, parts: &Parts, transport: Transport) -> Arc<EngineSession> {
        let handshake = Handshake::of(parts, &self.engine.config.kept_headers);
        EngineSession::new(&self.engine, handshake, transport)
    }

    fn admit(&self, parts: &Parts) -> Result<QuotaShare, Refused> {
        if self.engine.closing.load(Ordering::SeqCst) {
            return Err(Refused::TooMany);
        }
        let client = client_address(parts);
        self.engine.admitted.take(client.ip, 1).map_err(|_| Refused::TooMany)
    }
}

/// A plain-text response: every packet over HTTP is one.
pub(super) fn text(body: impl Into<Body>) -> Response {
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=UTF-8")),
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    (headers, body.into()).into_response()
}

/// The first packet of a session.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Open<'a> {
    sid: &'a str,
    upgrades: &'a [&'a str],
    ping_interval: u128,
    ping_timeout: u128,
    max_payload: usize,
}

fn open_packet(session: &EngineSession, upgrades: &[&str]) -> String {
    let config = &session.engine.config;
    let open = Open {
        sid: session.id.as_str(),
        upgrades,
        ping_interval: config.ping_interval.as_millis(),
        ping_timeout: config.ping_timeout.as_millis(),
        max_payload: config.max_payload,
    };
    format!("0{}", serde_json::to_string(&open).expect("numbers and texts are JSON"))
}
