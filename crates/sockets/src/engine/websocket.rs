//! The websocket transport, where each message is one packet: from the start or after an upgrade.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{self, CloseFrame, Utf8Bytes, WebSocket, close_code};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::{self, error::ProtocolError};

use super::message::{ClientPacket, EngineMessage};
use super::session::{EngineSession, Upgrade};
use crate::reason::DisconnectReason;

/// The read buffer of an idle websocket; it grows while a longer message is read.
pub(super) const READ_BUFFER: usize = 1024;

/// How many bytes are buffered before they are written without a flush.
pub(super) const WRITE_BUFFER: usize = 4096;

/// How long a client may take to read the last packets and to close.
const GOODBYE: Duration = Duration::from_secs(2);

/// Carries the packets of a session until it ends.
pub(super) fn carry(socket: WebSocket, session: Arc<EngineSession>) -> impl Future<Output = ()> + Send {
    // Split before anything is awaited, so that the future does not hold the socket itself.
    let (sink, stream) = socket.split();
    carry_split(sink, stream, session)
}

async fn carry_split(
    mut sink: SplitSink<WebSocket, ws::Message>,
    mut stream: SplitStream<WebSocket>,
    session: Arc<EngineSession>,
) {
    let session = &*session;
    let end = tokio::select! {
        end = read(&mut stream, session) => end,
        end = write(&mut sink, session) => end,
        end = patience(session) => end,
    };
    session.close(end.reason);
    let reason = session.end().unwrap_or(end.reason);
    if matches!(reason, DisconnectReason::SlowConsumer | DisconnectReason::PingTimeout) {
        return; // the connection is gone
    }
    let goodbye = say_goodbye(sink, stream, CloseFrame { code: end.code, reason: reason.as_str().into() });
    timeout(GOODBYE, goodbye).await.ok(); // the connection ends anyway
}

/// Upgrades a polling session to this websocket after a successful probe, or leaves the session as it was.
pub(super) async fn take_over(mut socket: WebSocket, session: Arc<EngineSession>) {
    if let Some(_claim) = UpgradeClaim::take(&session) {
        let deadline = session.engine.config.upgrade_timeout;
        let probed = tokio::select! {
            probed = timeout(deadline, probe(&mut socket, &session)) => probed.unwrap_or_default(),
            _ = session.ended() => None,
        };
        if probed.is_some() {
            session.upgraded();
            return carry(socket, Arc::clone(&session)).await;
        }
    }
    timeout(GOODBYE, socket.send(ws::Message::Close(None))).await.ok(); // the connection ends anyway
}

/// Runs the two steps of an upgrade.
async fn probe(socket: &mut WebSocket, session: &EngineSession) -> Option<()> {
    expect(socket, "2probe").await?;
    socket.send(ws::Message::Text(Utf8Bytes::from_static("3probe"))).await.ok()?;
    session.step_upgrade(Upgrade::Claimed, Upgrade::Probed);
    expect(socket, "5").await
}

async fn expect(socket: &mut WebSocket, packet: &str) -> Option<()> {
    match socket.recv().await?.ok()? {
        ws::Message::Text(text) if text.as_str() == packet => Some(()),
        _ => None,
    }
}

/// A websocket's exclusive claim to upgrade a session, released unless the upgrade succeeds.
struct UpgradeClaim<'a>(&'a EngineSession);

impl<'a> UpgradeClaim<'a> {
    fn take(session: &'a EngineSession) -> Option<Self> {
        session.step_upgrade(Upgrade::None, Upgrade::Claimed).then(|| Self(session))
    }
}

impl Drop for UpgradeClaim<'_> {
    fn drop(&mut self) {
        for step in [Upgrade::Claimed, Upgrade::Probed] {
            self.0.step_upgrade(step, Upgrade::None);
        }
    }
}

/// How a connection ended, and the websocket close code for it.
struct ConnectionEnd {
    reason: DisconnectReason,
    code: u16,
}

impl ConnectionEnd {
    const GONE: Self = Self { reason: DisconnectReason::TransportClose, code: close_code::NORMAL };
    const MALFORMED: Self = Self { reason: DisconnectReason::ProtocolError, code: close_code::POLICY };
    const TOO_LARGE: Self = Self { reason: DisconnectReason::MessageTooLarge, code: close_code::SIZE };

    fn of(reason: DisconnectReason) -> Self {
        match reason {
            DisconnectReason::ProtocolError => Self::MALFORMED,
            DisconnectReason::MessageTooLarge => Self::TOO_LARGE,
            DisconnectReason::Shutdown => Self { reason, code: close_code::AWAY },
            _ => Self { reason, ..Self::GONE },
        }
    }

    fn of_unreadable(error: axum::Error) -> Self {
        match error.into_inner().downcast_ref() {
            Some(tungstenite::Error::Capacity(_)) => Self::TOO_LARGE,
            Some(tungstenite::Error::Protocol(ProtocolError::ResetWithoutClosingHandshake)) => Self::GONE,
            Some(tungstenite::Error::Protocol(_) | tungstenite::Error::Utf8(_)) => Self::MALFORMED,
            _ => Self::GONE,
        }
    }
}

async fn read(stream: &mut SplitStream<WebSocket>, session: &EngineSession) -> ConnectionEnd {
    while let Some(message) = stream.next().await {
        let packet = match message {
            Ok(ws::Message::Text(text)) => ClientPacket::read(EngineMessage::Text(text)),
            Ok(ws::Message::Binary(bytes)) => ClientPacket::read(EngineMessage::Binary(bytes)),
            Ok(ws::Message::Ping(_) | ws::Message::Pong(_)) => {
                session.pace().await;
                continue;
            }
            Ok(ws::Message::Close(_)) => break,
            Err(error) => return ConnectionEnd::of_unreadable(error),
        };
        match packet {
            Ok(packet) => session.receive(packet).await,
            Err(_) => return ConnectionEnd::MALFORMED,
        }
    }
    ConnectionEnd::GONE
}

/// Writes queued packets; returns when the session has ended and all of them are written.
async fn write(sink: &mut SplitSink<WebSocket, ws::Message>, session: &EngineSession) -> ConnectionEnd {
    loop {
        let end = session.end();
        for message in session.outbound.take_all() {
            if sink.feed(message.into()).await.is_err() {
                return ConnectionEnd::GONE;
            }
        }
        if sink.flush().await.is_err() {
            return ConnectionEnd::GONE;
        }
        match end {
            Some(reason) => return ConnectionEnd::of(reason),
            None => session.outbound.changed().await,
        }
    }
}

/// Waits for the end of the session, and then as long as the last packets may take.
async fn patience(session: &EngineSession) -> ConnectionEnd {
    let reason = session.ended().await;
    if reason.leaves_last_words() {
        sleep(GOODBYE).await;
    }
    ConnectionEnd::of(reason)
}

async fn say_goodbye(
    mut sink: SplitSink<WebSocket, ws::Message>,
    mut stream: SplitStream<WebSocket>,
    frame: CloseFrame,
) -> Result<(), axum::Error> {
    sink.send(ws::Message::Close(Some(frame))).await?;
    while let Some(Ok(_)) = stream.next().await {}
    Ok(())
}

impl From<EngineMessage> for ws::Message {
    fn from(message: EngineMessage) -> Self {
        match message {
            EngineMessage::Text(text) => Self::Text(text),
            EngineMessage::Binary(bytes) => Self::Binary(bytes),
        }
    }
}
