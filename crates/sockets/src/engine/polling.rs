//! The polling transport: a GET waits for packets, a POST brings them.

use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::response::Response;
use futures_util::StreamExt;
use http::Method;
use tokio::time::timeout;

use super::door::text;
use super::message::{CLOSE, Incoming, NOOP, read_payload, write_payload};
use super::refusal::Refused;
use super::session::{Request, Session, Transport, Turned};
use crate::reason::DisconnectReason;

/// The packets in one answer; stock Python clients take no more, and ask for the rest at once.
const MOST_PACKETS: usize = 16;

/// How long one request waits for another that is on its way by a different connection.
const A_MOMENT: Duration = Duration::from_millis(100);

/// Answers a request of a session that polls.
pub(super) async fn answer(session: &Session, method: &Method, body: Body) -> Result<Response, Refused> {
    match *method {
        Method::GET => poll(session).await.map(text),
        Method::POST => post(session, body).await.map(text),
        _ => Err(Refused::BadRequest),
    }
}

/// Waits until there is something to say, and says all of it.
async fn poll(session: &Session) -> Result<String, Refused> {
    let turn = Turn::take(session, Request::Poll)?;
    loop {
        if session.is_upgrading() {
            session.becomes(Transport::is_websocket, A_MOMENT).await;
        }
        if !session.is_polling() {
            turn.finish(); // what is queued belongs to the websocket
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

/// Takes the packets of a body, in order.
async fn post(session: &Session, body: Body) -> Result<&'static str, Refused> {
    let turn = Turn::take(session, Request::Post)?;
    let read = timeout(session.engine.config.connect_timeout, read_body(session, body));
    let packets = match read.await {
        Ok(Ok(packets)) => packets,
        Ok(Err(Unread::BrokenOff)) => return Err(Refused::BadRequest),
        Ok(Err(Unread::Bad(refused))) => {
            session.close(match refused {
                Refused::TooLarge => DisconnectReason::MessageTooLarge,
                _ => DisconnectReason::ProtocolError,
            });
            return Err(refused);
        }
        Err(_) => return Err(Refused::TooSlow),
    };
    if packets.contains(&Incoming::Close) {
        session.becomes(Transport::has_poll, A_MOMENT).await; // the poll of a client that leaves is no error
    }
    for packet in packets {
        session.receive(packet).await;
    }
    turn.finish();
    Ok("ok")
}

/// Why a body brought no packets.
enum Unread {
    BrokenOff,
    Bad(Refused),
}

async fn read_body(session: &Session, body: Body) -> Result<Vec<Incoming>, Unread> {
    let largest = session.engine.config.max_payload;
    if body.size_hint().lower() > largest as u64 {
        return Err(Unread::Bad(Refused::TooLarge)); // said by its length, before any of it is read
    }
    let (mut bytes, mut chunks) = (Vec::new(), body.into_data_stream());
    while let Some(chunk) = chunks.next().await {
        bytes.extend_from_slice(&chunk.map_err(|_| Unread::BrokenOff)?);
        if bytes.len() > largest {
            return Err(Unread::Bad(Refused::TooLarge));
        }
    }
    let text = str::from_utf8(&bytes).map_err(|_| Unread::Bad(Refused::BadRequest))?;
    read_payload(text).map_err(|_| Unread::Bad(Refused::BadRequest))
}

/// The turn of one request; a second one at the same time, or one that is broken off, ends the session.
struct Turn<'a> {
    session: &'a Session,
    request: Request,
    finished: bool,
}

impl<'a> Turn<'a> {
    fn take(session: &'a Session, request: Request) -> Result<Self, Refused> {
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

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.session.finish(self.request);
        if !self.finished {
            self.session.close(DisconnectReason::TransportClose);
        }
    }
}
