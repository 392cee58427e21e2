//! The polling transport: a GET waits for packets, a POST sends them.

use std::time::Duration;

use axum::body::Body;
use axum::response::Response;
use http::Method;

use super::message::{CLOSE, ClientPacket, NOOP, read_payload, write_payload};
use super::refusal::Refused;
use super::routes::text;
use super::session::{EngineSession, Request, Transport, Turned};
use crate::body::{BodyError, ReceivedBody};
use crate::client_address::ClientAddress;
use crate::reason::DisconnectReason;

/// The maximum number of packets in one response: stock Python clients accept no more. They poll for the rest
/// at once.
const MOST_PACKETS: usize = 16;

/// How long a request waits for a concurrent one on another connection.
const A_MOMENT: Duration = Duration::from_millis(100);

/// Answers a request of a polling session.
pub(super) async fn answer(
    session: &EngineSession,
    method: &Method,
    client: ClientAddress,
    body: Body,
) -> Result<Response, Refused> {
    match *method {
        Method::GET => poll(session).await.map(text),
        Method::POST => post(session, client, body).await.map(text),
        _ => Err(Refused::BadRequest),
    }
}

/// Waits until packets are queued and returns them.
async fn poll(session: &EngineSession) -> Result<String, Refused> {
    let turn = RequestTurn::take(session, Request::Poll)?;
    loop {
        if session.is_upgrading() {
            session.becomes(Transport::is_websocket, A_MOMENT).await;
        }
        if !session.is_polling() {
            turn.finish(); // queued packets go to the websocket
            return Err(Refused::BadRequest);
        }
        let mut messages = session.outbound.take(MOST_PACKETS);
        match session.end() {
            Some(DisconnectReason::TransportClose) if messages.is_empty() => messages.push_back(NOOP),
            Some(_) if session.outbound.is_empty() => messages.push_back(CLOSE),
            None if messages.is_empty() && session.is_upgrading() => messages.push_back(NOOP),
            _ => {}
        }
        if !messages.is_empty() {
            turn.finish();
            return Ok(write_payload(messages));
        }
        session.outbound.changed().await;
    }
}

/// Receives the packets of a body, in order.
async fn post(session: &EngineSession, client: ClientAddress, body: Body) -> Result<&'static str, Refused> {
    let turn = RequestTurn::take(session, Request::Post)?;
    let config = &session.engine.config;
    let body = config.bodies.read(body, client, config.max_payload).await.map_err(|error| {
        if error == BodyError::TooLarge {
            session.close(DisconnectReason::MessageTooLarge);
        }
        Refused::from(error)
    })?;
    let packets = sound_payload(&body).ok_or_else(|| {
        session.close(DisconnectReason::ProtocolError);
        Refused::BadRequest
    })?;
    if read_payload(packets).any(|packet| packet == Ok(ClientPacket::Close)) {
        session.becomes(Transport::has_poll, A_MOMENT).await; // lets the client's pending poll end without an error
    }
    // One by one: decoded packets can take many times the memory of the body.
    for packet in read_payload(packets).flatten() {
        session.receive(packet).await;
    }
    turn.finish();
    Ok("ok")
}

/// The text of a body, if every packet in it is valid.
fn sound_payload(body: &ReceivedBody) -> Option<&str> {
    let text = str::from_utf8(body).ok()?;
    read_payload(text).all(|packet| packet.is_ok()).then_some(text)
}

/// Marks a request as under way; a second one at the same time, or an aborted one, ends the session.
struct RequestTurn<'a> {
    session: &'a EngineSession,
    request: Request,
    finished: bool,
}

impl<'a> RequestTurn<'a> {
    fn take(session: &'a EngineSession, request: Request) -> Result<Self, Refused> {
        session.check_pong();
        if session.end().is_some() && session.outbound.is_empty() {
            return Err(Refused::SessionUnknown);
        }
        match session.begin(request) {
            Ok(()) => Ok(Self { session, request, finished: false }),
            Err(Turned::NotPolling) => Err(Refused::BadRequest),
            Err(Turned::Overlapping) => {
                session.close(DisconnectReason::ProtocolError);
                Err(Refused::BadRequest)
            }
        }
    }

    fn finish(mut self) {
        self.finished = true;
    }
}

impl Drop for RequestTurn<'_> {
    fn drop(&mut self) {
        self.session.finish(self.request);
        if !self.finished {
            self.session.close(DisconnectReason::TransportClose);
        }
    }
}
