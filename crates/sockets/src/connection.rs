//! One client's connection: its namespaces, its events in order, and the end of each socket.

use std::any::Any;
use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use bytes::Bytes;
use futures_util::FutureExt;
use tokio::task::coop::consume_budget;
use tokio::time::{Instant, sleep_until};
use tracing::error;

use crate::ack::EventAck;
use crate::encode;
use crate::engine::Layer;
use crate::engine::message::EngineMessage;
use crate::engine::session::EngineSession;
use crate::event::IncomingEvent;
use crate::handler::Handler;
use crate::pace::Pace;
use crate::packet::{Malformed, Packet, PacketBody};
use crate::reason::DisconnectReason;
use crate::refusal::JoinRefusal;
use crate::socket::Socket;

/// How often one client may try to join namespaces: per second, and in a burst.
const CONNECTS_PER_SECOND: u32 = 1;
const CONNECT_BURST: u32 = 20;

/// Socket.IO on top of Engine.IO, with the handler of one application.
pub(crate) struct SocketLayer<H> {
    handler: H,
    namespaces: Vec<Arc<str>>,
}

impl<H: Handler> SocketLayer<H> {
    pub(crate) fn new(handler: H, namespaces: &[String]) -> Arc<Self> {
        let namespaces = namespaces.iter().map(|namespace| namespace.as_str().into()).collect();
        Arc::new(Self { handler, namespaces })
    }
}

impl<H: Handler> Layer for SocketLayer<H> {
    async fn serve(&self, session: Arc<EngineSession>) {
        let alone_since = Instant::now();
        let mut connection = Connection {
            layer: self,
            session,
            sockets: vec![],
            dismissed: vec![],
            alone_since,
            connects: Pace::new(CONNECTS_PER_SECOND, CONNECT_BURST),
            half: None,
        };
        connection.run().await;
    }

    fn allow_origin(&self, origin: Option<&str>) -> bool {
        self.handler.allow_origin(origin)
    }
}

/// One client's connection.
struct Connection<'a, H> {
    layer: &'a SocketLayer<H>,
    session: Arc<EngineSession>,
    sockets: Vec<Socket>,
    /// Namespaces that the application removed the client from and whose packets may still arrive.
    dismissed: Vec<Arc<str>>,
    alone_since: Instant,
    /// Limits how often the client may try to join a namespace: each attempt costs the application a lookup.
    connects: Pace,
    half: Option<Half>,
}

/// A client's request, decoded before anything is awaited, so that an idle session holds no packet.
enum Request {
    Connect { namespace: Box<str>, auth: serde_json::Value },
    UndecodableConnect { namespace: Box<str> },
    Leave(Socket),
    Event { socket: Socket, event: IncomingEvent, id: Option<u64> },
    UndecodableEvent { socket: Socket, name: Option<String>, id: Option<u64> },
}

/// An event that waits for its attachments. An acknowledgement waits for them too and is then dropped.
struct Half {
    socket: Option<Socket>,
    event: Option<(IncomingEvent, Option<u64>)>,
    attachments: Vec<Bytes>,
    count: usize,
}

impl<H: Handler> Connection<'_, H> {
    async fn run(&mut self) {
        while let Some(message) = self.next().await {
            match self.read(message) {
                Ok(Some(request)) => self.serve(request).await,
                Ok(None) => {}
                Err(Malformed) => {
                    self.session.close(DisconnectReason::ProtocolError);
                    break;
                }
            }
        }
        let reason = self.session.end().unwrap_or(DisconnectReason::ServerDisconnect);
        while let Some(socket) = self.sockets.pop() {
            let reason = if socket.has_left() { DisconnectReason::ServerDisconnect } else { reason };
            self.report(&socket, reason).await;
        }
    }

    /// The next message; closes the session if the client joins no namespace in time.
    async fn next(&mut self) -> Option<EngineMessage> {
        loop {
            self.report_dismissed().await;
            consume_budget().await; // yields to other tasks if the client never pauses
            let session = &self.session;
            let deadline = self.alone_since + session.engine.config.connect_timeout;
            tokio::select! {
                message = session.next_message() => return message,
                () = session.nudge.notified() => {}
                () = sleep_until(deadline), if self.sockets.is_empty() => {
                    session.close(DisconnectReason::ServerDisconnect);
                    return None;
                }
            }
        }
    }

    /// The request in a message; `None` if more messages belong to it, or if it needs no answer.
    fn read(&mut self, message: EngineMessage) -> Result<Option<Request>, Malformed> {
        match (message, self.half.take()) {
            (EngineMessage::Text(text), None) => {
                self.read_packet(Packet::read(text.get(1..).ok_or(Malformed)?)?)
            }
            (EngineMessage::Binary(bytes), Some(mut half)) => {
                half.attachments.push(bytes);
                Ok(self.complete(half))
            }
            _ => Err(Malformed),
        }
    }

    fn read_packet(&mut self, packet: Packet<'_>) -> Result<Option<Request>, Malformed> {
        let joined = self.sockets.iter().position(|socket| socket.namespace() == packet.namespace);
        let dismissed = self.dismissed.iter().position(|namespace| **namespace == *packet.namespace);
        let namespace = || packet.namespace.into();
        Ok(match (packet.body, joined) {
            (PacketBody::Connect(auth), None) => {
                dismissed.map(|index| self.dismissed.swap_remove(index));
                Some(Request::Connect { namespace: namespace(), auth })
            }
            (PacketBody::UndecodableConnect, None) => {
                dismissed.map(|index| self.dismissed.swap_remove(index));
                Some(Request::UndecodableConnect { namespace: namespace() })
            }
            // Stock clients repeat a connect if their application does.
            (PacketBody::Connect(_) | PacketBody::UndecodableConnect, Some(_)) => None,
            (PacketBody::Disconnect, Some(index)) => Some(Request::Leave(self.sockets.swap_remove(index))),
            (PacketBody::Disconnect, None) if dismissed.is_some() => None,
            (PacketBody::Event(..) | PacketBody::UndecodableEvent(..) | PacketBody::Ack, None)
                if dismissed.is_none() =>
            {
                return Err(Malformed);
            }
            (PacketBody::Event(event, id), _) => {
                let socket = joined.map(|index| self.sockets[index].clone());
                self.complete(Half::new(socket, Some((event, id)), packet.attachments))
            }
            (PacketBody::UndecodableEvent(name, id), _) => {
                self.complete(Half::new(None, None, packet.attachments));
                let socket = joined.map(|index| self.sockets[index].clone());
                socket.map(|socket| Request::UndecodableEvent { socket, name, id })
            }
            (PacketBody::Ack, _) => self.complete(Half::new(None, None, packet.attachments)),
            _ => return Err(Malformed),
        })
    }

    /// The event, if all its attachments have arrived; otherwise it is kept until they have.
    fn complete(&mut self, half: Half) -> Option<Request> {
        if half.attachments.len() < half.count {
            self.half = Some(half);
            return None;
        }
        let (socket, (mut event, id)) = half.socket.zip(half.event)?;
        event.attachments = half.attachments;
        Some(Request::Event { socket, event, id })
    }

    async fn serve(&mut self, request: Request) {
        match request {
            Request::Connect { namespace, auth } => self.connect(&namespace, auth).await,
            Request::UndecodableConnect { namespace } => {
                self.connects.wait().await;
                self.refuse(&namespace, &self.layer.handler.undecodable_auth());
            }
            Request::Leave(socket) => {
                socket.leave();
                self.report(&socket, DisconnectReason::ClientDisconnect).await;
            }
            Request::Event { socket, event, id } => self.handle(&socket, event, id).await,
            Request::UndecodableEvent { socket, name, id } => {
                self.answer_undecodable(&socket, name, id).await;
            }
        }
    }

    async fn connect(&mut self, name: &str, auth: serde_json::Value) {
        self.connects.wait().await;
        let Some(namespace) = self.layer.namespaces.iter().find(|namespace| ***namespace == *name) else {
            return self.refuse(name, &JoinRefusal::new("Invalid namespace"));
        };
        let socket = Socket::connecting(Arc::clone(namespace), Arc::clone(&self.session));
        let answer = self.guard("connect", self.layer.handler.connect(&socket, auth)).await;
        match answer.unwrap_or_else(|| Err(JoinRefusal::new("internal error"))) {
            Ok(()) => {
                self.session.engine.counters.sockets.fetch_add(1, Ordering::Relaxed);
                if !socket.accept() {
                    self.refuse(name, &JoinRefusal::new("disconnected"));
                }
                self.sockets.push(socket);
            }
            Err(refusal) => {
                socket.leave();
                self.refuse(name, &refusal);
            }
        }
    }

    fn refuse(&self, namespace: &str, refusal: &JoinRefusal) {
        self.session.send([encode::refused(namespace, refusal)]).ok(); // fails only if the session has ended
    }

    async fn handle(&self, socket: &Socket, event: IncomingEvent, id: Option<u64>) {
        if socket.has_left() {
            return;
        }
        let ack = id.map(|id| EventAck::new(socket.clone(), id));
        let twin = ack.as_ref().map(EventAck::twin);
        let name = event.name.clone();
        let handled = self.guard(&name, self.layer.handler.event(socket, event, ack)).await;
        if let (None, Some(ack)) = (handled, twin) {
            ack.send(&self.layer.handler.panic_answer()).ok(); // a client that left needs no answer
        }
    }

    async fn answer_undecodable(&self, socket: &Socket, name: Option<String>, id: Option<u64>) {
        if !socket.has_left() {
            let ack = id.map(|id| EventAck::new(socket.clone(), id));
            self.guard("undecodable event", self.layer.handler.undecodable(socket, name, ack)).await;
        }
    }

    async fn report_dismissed(&mut self) {
        while let Some(index) = self.sockets.iter().position(Socket::has_left) {
            let socket = self.sockets.swap_remove(index);
            self.dismissed
                .extend(self.layer.namespaces.iter().find(|name| ***name == *socket.namespace()).cloned());
            self.report(&socket, DisconnectReason::ServerDisconnect).await;
        }
    }

    async fn report(&mut self, socket: &Socket, reason: DisconnectReason) {
        self.session.engine.counters.sockets.fetch_sub(1, Ordering::Relaxed);
        self.alone_since = Instant::now();
        self.guard("disconnect", self.layer.handler.disconnect(socket, reason)).await;
    }

    /// Runs a call of the handler; a panic is counted and logged and ends nothing else. The work is boxed, so
    /// that an idle session holds no memory for it.
    fn guard<T>(&self, doing: &str, work: impl Future<Output = T> + Send) -> impl Future<Output = Option<T>> {
        let work = Box::pin(AssertUnwindSafe(work).catch_unwind());
        async move {
            match work.await {
                Ok(done) => Some(done),
                Err(panic) => {
                    self.note_panic(doing, panic.as_ref());
                    None
                }
            }
        }
    }

    fn note_panic(&self, doing: &str, panic: &(dyn Any + Send)) {
        let message = panic
            .downcast_ref::<&str>()
            .copied()
            .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
            .unwrap_or("of an unknown kind");
        error!(doing, message, "socket handler panicked");
        self.session.engine.counters.panics.fetch_add(1, Ordering::Relaxed);
    }
}

impl Half {
    fn new(socket: Option<Socket>, event: Option<(IncomingEvent, Option<u64>)>, count: usize) -> Self {
        Self { socket, event, attachments: Vec::new(), count }
    }
}
