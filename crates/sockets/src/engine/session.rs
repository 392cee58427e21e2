//! One client's session: its two queues, its transport, and its end.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use common::lock;
use futures_util::FutureExt;
use tokio::sync::Notify;
use tokio::time::{Instant, timeout};

use super::handshake::Handshake;
use super::message::{ClientPacket, EngineMessage};
use super::queue::{Keep, PacketQueue, QueueRejection};
use super::{EngineServer, heartbeat};
use crate::id::SessionId;
use crate::pace::Pace;
use crate::reason::DisconnectReason;

/// One client's session.
pub(crate) struct EngineSession {
    pub(crate) id: SessionId,
    pub(super) opened: Instant,
    pub(crate) engine: Arc<EngineServer>,
    pub(crate) handshake: Handshake,
    pub(crate) inbound: PacketQueue<EngineMessage>,
    pub(super) outbound: PacketQueue<EngineMessage>,
    /// Notifies the layer of a change made by the application.
    pub(crate) nudge: Notify,
    pace: Pace,
    transport: Mutex<Transport>,
    moved: Notify,
    pong: Notify,
    pong_due: Mutex<Option<Instant>>,
    end: OnceLock<DisconnectReason>,
    ended: Notify,
}

/// The transport that carries the session.
#[derive(Debug)]
pub(super) enum Transport {
    Polling { poll: bool, post: bool, upgrade: Upgrade },
    Websocket,
}

/// The progress of an upgrade from polling to websocket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Upgrade {
    None,
    Claimed,
    Probed,
}

/// The two kinds of polling requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Request {
    Poll,
    Post,
}

/// Why a polling request cannot begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turned {
    NotPolling,
    Overlapping,
}

impl Transport {
    pub(super) fn polling() -> Self {
        Self::Polling { poll: false, post: false, upgrade: Upgrade::None }
    }

    pub(super) fn is_websocket(&self) -> bool {
        matches!(self, Self::Websocket)
    }

    pub(super) fn has_poll(&self) -> bool {
        matches!(self, Self::Polling { poll: true, .. })
    }

    fn under_way(&mut self, request: Request) -> Option<&mut bool> {
        match (self, request) {
            (Self::Polling { poll, .. }, Request::Poll) => Some(poll),
            (Self::Polling { post, .. }, Request::Post) => Some(post),
            (Self::Websocket, _) => None,
        }
    }
}

impl EngineSession {
    pub(super) fn new(engine: &Arc<EngineServer>, handshake: Handshake, transport: Transport) -> Arc<Self> {
        Arc::new(Self {
            id: SessionId::random(),
            opened: Instant::now(),
            handshake,
            inbound: PacketQueue::new(engine.config.max_inbound),
            outbound: PacketQueue::new(engine.config.max_outbound),
            engine: Arc::clone(engine),
            nudge: Notify::new(),
            pace: Pace::new(engine.config.packets_per_second, engine.config.packet_burst),
            transport: Mutex::new(transport),
            moved: Notify::new(),
            pong: Notify::new(),
            pong_due: Mutex::default(),
            end: OnceLock::new(),
            ended: Notify::new(),
        })
    }

    /// Queues `messages` for the client consecutively; closes the client if its queue has no room.
    pub(crate) fn send(
        &self,
        messages: impl IntoIterator<Item = EngineMessage, IntoIter: ExactSizeIterator>,
    ) -> Result<(), QueueRejection> {
        let sent = self.outbound.try_push_all(messages);
        if sent == Err(QueueRejection::Full) {
            self.close(DisconnectReason::SlowConsumer);
        }
        sent
    }

    /// Ends the session; the first reason counts.
    pub(crate) fn close(&self, reason: DisconnectReason) {
        if self.end.set(reason).is_err() {
            return;
        }
        if reason == DisconnectReason::SlowConsumer {
            self.engine.counters.slow_consumers.fetch_add(1, Ordering::Relaxed);
        }
        let keep = |kept| if kept { Keep::Everything } else { Keep::Nothing };
        self.outbound.close(keep(reason.leaves_last_words()));
        self.inbound.close(keep(reason.hears_the_client_out()));
        self.ended.notify_waiters();
    }

    /// Why the session ended; `None` while it is open.
    pub(crate) fn end(&self) -> Option<DisconnectReason> {
        self.end.get().copied()
    }

    /// Waits for the end of the session.
    pub(super) async fn ended(&self) -> DisconnectReason {
        loop {
            let ended = self.ended.notified();
            if let Some(reason) = self.end() {
                return reason;
            }
            ended.await;
        }
    }

    /// Gives a polling client time to fetch the packets queued before the end.
    pub(super) async fn last_words_taken(&self) {
        if self.end() == Some(DisconnectReason::ServerDisconnect) && self.is_polling() {
            timeout(self.engine.config.ping_timeout, self.outbound.emptied()).await.ok(); // late is too late
        }
    }

    /// The next message of the client, once its outbound queue is at most half full. Closes the session if the
    /// client reads nothing for the ping timeout meanwhile.
    pub(crate) async fn next_message(&self) -> Option<EngineMessage> {
        while self.end().is_none() && self.outbound.is_half_full() {
            if timeout(self.engine.config.ping_timeout, self.outbound.taken()).await.is_err() {
                self.close(DisconnectReason::SlowConsumer);
            }
        }
        self.inbound.pop().await
    }

    /// Waits while the client sends too fast.
    pub(super) async fn pace(&self) {
        self.pace.wait().await;
    }

    /// Receives a packet from a transport; waits while the client is too fast or the handler is behind.
    pub(super) async fn receive(&self, packet: ClientPacket) {
        self.pace().await;
        match packet {
            ClientPacket::Message(message) => self.inbound.push(message).await,
            ClientPacket::Pong => {
                *lock(&self.pong_due) = None;
                self.pong.notify_one();
            }
            ClientPacket::Close => self.close(DisconnectReason::TransportClose),
            ClientPacket::Nothing => {}
        }
    }

    pub(super) async fn pong(&self) {
        self.pong.notified().await;
    }

    /// Expects a pong by `deadline`, and discards pongs that answered no ping.
    pub(super) fn expect_pong(&self, deadline: Instant) {
        *lock(&self.pong_due) = Some(deadline);
        self.pong.notified().now_or_never();
    }

    /// Moves the deadline of the pong, unless it has arrived.
    pub(super) fn extend_pong(&self, deadline: Instant) {
        if let Some(due) = &mut *lock(&self.pong_due) {
            *due = deadline;
        }
    }

    /// Closes the session if its pong is overdue, without waiting for the heartbeat.
    pub(super) fn check_pong(&self) {
        let due = *lock(&self.pong_due);
        if due.is_some_and(|deadline| heartbeat::is_missed(self, deadline)) {
            self.close(DisconnectReason::PingTimeout);
        }
    }

    pub(super) fn is_polling(&self) -> bool {
        !lock(&self.transport).is_websocket()
    }

    pub(super) fn is_upgrading(&self) -> bool {
        matches!(*lock(&self.transport), Transport::Polling { upgrade: Upgrade::Probed, .. })
    }

    /// Marks a poll or a post as under way.
    pub(super) fn begin(&self, request: Request) -> Result<(), Turned> {
        match lock(&self.transport).under_way(request) {
            None => Err(Turned::NotPolling),
            Some(true) => Err(Turned::Overlapping),
            Some(under_way) => {
                *under_way = true;
                self.moved.notify_waiters();
                Ok(())
            }
        }
    }

    /// Marks a poll or a post as finished.
    pub(super) fn finish(&self, request: Request) {
        if let Some(under_way) = lock(&self.transport).under_way(request) {
            *under_way = false;
        }
    }

    /// Advances the upgrade from one step to the next; returns `false` if it was not at `from`.
    pub(super) fn step_upgrade(&self, from: Upgrade, to: Upgrade) -> bool {
        match &mut *lock(&self.transport) {
            Transport::Polling { upgrade, .. } if *upgrade == from => *upgrade = to,
            _ => return false,
        }
        self.outbound.wake(); // ends a pending poll
        true
    }

    /// Marks the session as carried by a websocket.
    pub(super) fn upgraded(&self) {
        *lock(&self.transport) = Transport::Websocket;
        self.moved.notify_waiters();
        self.outbound.wake();
    }

    /// Whether the transport is in the wanted state, now or within `moment`.
    pub(super) async fn becomes(&self, asked: fn(&Transport) -> bool, moment: Duration) -> bool {
        let change = async {
            loop {
                let moved = self.moved.notified();
                if asked(&lock(&self.transport)) {
                    return;
                }
                moved.await;
            }
        };
        timeout(moment, change).await.is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    #[tokio::test(start_paused = true)]
    async fn what_a_client_sends_too_fast_is_read_later() {
        let engine =
            EngineServer::new(Config { packets_per_second: 10, packet_burst: 5, ..Config::default() });
        let session = EngineSession::new(&engine, Handshake::default(), Transport::Websocket);
        let start = Instant::now();
        for _ in 0..105 {
            session.receive(ClientPacket::Nothing).await;
        }
        assert_eq!(start.elapsed().as_secs(), 10);
    }
}
