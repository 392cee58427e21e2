//! Many websockets on one thread: nonblocking connections to one or several servers in one epoll loop.

use std::io::{self, ErrorKind, Read, Write};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use mio::event::Event;
use mio::net::TcpStream;
use mio::{Events, Interest, Poll, Token};
use socket2::SockRef;

use crate::frame::{self, Kind};
use crate::interruption::Interruption;
use crate::packet::{self, Packet};

/// The maximum number of concurrent handshakes, so that the listener's queue does not overflow.
const MOST_HANDSHAKES: usize = 100;

/// The size of one read.
const READ_SIZE: usize = 64 * 1024;

/// The number of a socket, from 0 in the order of opening.
pub type SocketNumber = usize;

/// Handles what happens on the sockets.
pub trait Clients {
    /// The socket has joined the namespace.
    fn joined(&mut self, network: &mut Network, socket: SocketNumber) -> Result<(), String>;

    /// The server has sent an event; `payload` is JSON without the brackets around it.
    fn event(
        &mut self,
        network: &mut Network,
        socket: SocketNumber,
        name: &str,
        payload: &str,
    ) -> Result<(), String>;
}

/// Which server a socket connects to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// The servers take turns, so that two sockets in a row are never at the same one.
    Apart,
    /// The servers take turns with two sockets each.
    Together,
}

/// The sockets, all of one namespace.
pub struct Network {
    poll: Poll,
    addresses: Vec<SocketAddr>,
    placement: Placement,
    namespace: &'static str,
    /// The payload of each join.
    auth: &'static str,
    connections: Vec<Connection>,
    unopened: usize,
    handshakes: usize,
    received: Vec<u8>,
    text: String,
    acks: u64,
    interruption: Interruption,
}

struct Connection {
    stream: TcpStream,
    stage: Stage,
    /// The start of an incomplete message.
    partial: Vec<u8>,
    unsent: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Connecting,
    Upgrading,
    Open,
    Joined,
}

impl Network {
    /// A network without sockets; there must be an address.
    pub fn new(
        addresses: Vec<SocketAddr>,
        namespace: &'static str,
        auth: &'static str,
        interruption: Interruption,
    ) -> Result<Network, String> {
        let poll = Poll::new().map_err(|error| format!("no epoll: {error}"))?;
        Ok(Network {
            poll,
            addresses,
            placement: Placement::Apart,
            namespace,
            auth,
            connections: Vec::new(),
            unopened: 0,
            handshakes: 0,
            received: Vec::with_capacity(2 * READ_SIZE),
            text: String::new(),
            acks: 0,
            interruption,
        })
    }

    /// Places sockets in another way than apart; to be called before the first is opened.
    pub fn place(&mut self, placement: Placement) {
        self.placement = placement;
    }

    /// The number of the server that a socket is connected to.
    pub fn server_of(&self, socket: SocketNumber) -> usize {
        let number = match self.placement {
            Placement::Apart => socket,
            Placement::Together => socket / 2,
        };
        number % self.addresses.len()
    }

    /// Opens more sockets while the loop runs; each is reported as joined.
    pub fn open(&mut self, count: usize) -> Result<(), String> {
        self.unopened += count;
        self.connect_some()
    }

    /// Sends an event; with `Answer::Wanted` it requests an acknowledgement.
    pub fn emit(
        &mut self,
        socket: SocketNumber,
        answer: Answer,
        name: &str,
        payload: &str,
    ) -> Result<(), String> {
        self.acks += 1;
        let ack = (answer == Answer::Wanted).then_some(self.acks);
        let mut text = std::mem::take(&mut self.text);
        packet::write_event(&mut text, self.namespace, ack, name, payload);
        let sent = self.send(socket, Kind::Text, text.as_bytes());
        self.text = text;
        sent
    }

    /// Leaves the namespace and joins it again as a new client, on the same connection.
    pub fn rejoin(&mut self, socket: SocketNumber) -> Result<(), String> {
        self.send(socket, Kind::Text, format!("41{},", self.namespace).as_bytes())?;
        self.join(socket)
    }

    /// Handles events until `done` returns true; an error if that takes longer than `limit`.
    pub fn run<C: Clients>(
        &mut self,
        clients: &mut C,
        what: &str,
        limit: Duration,
        done: impl Fn(&C) -> bool,
    ) -> Result<(), String> {
        let started = Instant::now();
        while !done(clients) {
            if started.elapsed() > limit {
                return Err(format!("{what} took more than {} s", limit.as_secs()));
            }
            self.handle_until(clients, Instant::now() + Duration::from_millis(20))?;
        }
        Ok(())
    }

    /// Waits for events, at most until `deadline`, and handles them.
    pub fn handle_until(&mut self, clients: &mut impl Clients, deadline: Instant) -> Result<(), String> {
        self.interruption.check()?;
        let remaining = deadline.saturating_duration_since(Instant::now());
        // epoll counts in milliseconds: below one, poll without waiting.
        let patience = if remaining < Duration::from_millis(1) { Duration::ZERO } else { remaining };
        let mut events = Events::with_capacity(1024);
        match self.poll.poll(&mut events, Some(patience)) {
            Err(error) if error.kind() != ErrorKind::Interrupted => return Err(format!("epoll: {error}")),
            _ => {}
        }
        for event in &events {
            self.handle(clients, event)?;
        }
        self.connect_some()
    }

    fn address_of(&self, socket: SocketNumber) -> SocketAddr {
        self.addresses[self.server_of(socket)]
    }

    fn connect_some(&mut self) -> Result<(), String> {
        while self.unopened > 0 && self.handshakes < MOST_HANDSHAKES {
            let opened =
                TcpStream::connect(self.address_of(self.connections.len())).and_then(|mut stream| {
                    let token = Token(self.connections.len());
                    self.poll.registry().register(
                        &mut stream,
                        token,
                        Interest::READABLE | Interest::WRITABLE,
                    )?;
                    Ok(stream)
                });
            let stream = opened.map_err(|error| {
                format!(
                    "socket {} cannot be opened: {error}; `ulimit -n` must allow that many",
                    self.connections.len()
                )
            })?;
            self.connections.push(Connection {
                stream,
                stage: Stage::Connecting,
                partial: Vec::new(),
                unsent: Vec::new(),
            });
            self.unopened -= 1;
            self.handshakes += 1;
        }
        Ok(())
    }

    fn handle(&mut self, clients: &mut impl Clients, event: &Event) -> Result<(), String> {
        let socket = event.token().0;
        if event.is_writable() {
            self.write(socket)?;
        }
        if event.is_readable() {
            self.read(clients, socket)?;
        }
        Ok(())
    }

    fn write(&mut self, socket: SocketNumber) -> Result<(), String> {
        let address = self.address_of(socket);
        let connection = &mut self.connections[socket];
        if connection.stage == Stage::Connecting {
            connection.stage = Stage::Upgrading;
            connection.stream.set_nodelay(true).ok(); // optional
            connection.unsent.extend(upgrade_request(address).as_bytes());
        }
        connection.flush().map_err(|error| format!("socket {socket}: {error}"))
    }

    fn read(&mut self, clients: &mut impl Clients, socket: SocketNumber) -> Result<(), String> {
        let mut received = std::mem::take(&mut self.received);
        let taken = self.connections[socket]
            .receive(&mut received)
            .map_err(|error| format!("socket {socket}: {error}"));
        let handled = taken.and_then(|()| self.take_messages(clients, socket, &received));
        if let Ok(used) = handled {
            self.connections[socket].partial.extend(&received[used..]);
        }
        received.clear();
        self.received = received;
        handled.map(|_| ())
    }

    /// Handles every complete message; returns their total length.
    fn take_messages(
        &mut self,
        clients: &mut impl Clients,
        socket: SocketNumber,
        received: &[u8],
    ) -> Result<usize, String> {
        let mut used = 0;
        if self.connections[socket].stage == Stage::Upgrading {
            let Some(length) = upgrade_answer(received)? else { return Ok(0) };
            self.connections[socket].stage = Stage::Open;
            used = length;
        }
        while let Some(frame) = frame::read(&received[used..])? {
            used += frame.length;
            match frame.kind {
                Kind::Text => {
                    let text = std::str::from_utf8(frame.payload).map_err(|error| error.to_string())?;
                    self.take_packet(clients, socket, text)?;
                }
                Kind::Ping => self.send(socket, Kind::Pong, frame.payload)?,
                Kind::Close => return Err(format!("the server closed socket {socket}")),
                Kind::Binary | Kind::Pong => {}
            }
        }
        Ok(used)
    }

    fn take_packet(
        &mut self,
        clients: &mut impl Clients,
        socket: SocketNumber,
        text: &str,
    ) -> Result<(), String> {
        match packet::read(text)? {
            Packet::Open => self.join(socket),
            Packet::Ping => self.send(socket, Kind::Text, b"3"),
            Packet::Joined => {
                if self.connections[socket].stage != Stage::Joined {
                    self.connections[socket].stage = Stage::Joined;
                    self.handshakes -= 1;
                }
                clients.joined(self, socket)
            }
            Packet::Event { name, payload } => clients.event(self, socket, name, payload),
            Packet::Ack { payload } if payload.contains("\"ok\":false") => {
                Err(format!("the server refused: {payload}"))
            }
            Packet::Close => Err(format!("the server ended the session of socket {socket}")),
            Packet::Refused(why) => Err(format!("the server refused socket {socket}: {why}")),
            Packet::Ack { .. } | Packet::Other => Ok(()),
        }
    }

    fn join(&mut self, socket: SocketNumber) -> Result<(), String> {
        self.send(socket, Kind::Text, format!("40{},{}", self.namespace, self.auth).as_bytes())
    }

    fn send(&mut self, socket: SocketNumber, kind: Kind, payload: &[u8]) -> Result<(), String> {
        let connection = &mut self.connections[socket];
        frame::write(&mut connection.unsent, kind, payload);
        connection.flush().map_err(|error| format!("socket {socket}: {error}"))
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        for connection in &self.connections {
            // Resets the connection, so that thousands of ports are free at once.
            SockRef::from(&connection.stream).set_linger(Some(Duration::ZERO)).ok();
        }
    }
}

/// Whether an event requests an acknowledgement.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    Wanted,
    Unwanted,
}

impl Connection {
    /// Appends new bytes to `received`, after those left from before.
    fn receive(&mut self, received: &mut Vec<u8>) -> io::Result<()> {
        received.append(&mut self.partial);
        loop {
            let start = received.len();
            received.resize(start + READ_SIZE, 0);
            let read = self.stream.read(&mut received[start..]);
            received.truncate(start + *read.as_ref().unwrap_or(&0));
            match read {
                Ok(0) => return Err(io::Error::new(ErrorKind::UnexpectedEof, "closed by the server")),
                Ok(READ_SIZE) => {}
                // A short read: there is no more, and epoll reports what comes next.
                Ok(_) => return Ok(()),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.stage == Stage::Connecting {
            return Ok(());
        }
        let mut sent = 0;
        while sent < self.unsent.len() {
            match self.stream.write(&self.unsent[sent..]) {
                Ok(length) => sent += length,
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.unsent.drain(..sent);
        Ok(())
    }
}

fn upgrade_request(address: SocketAddr) -> String {
    format!(
        "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\n\
         Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
}

/// The length of the upgrade response; `None` if it is incomplete.
fn upgrade_answer(received: &[u8]) -> Result<Option<usize>, String> {
    let Some(end) = received.windows(4).position(|four| four == b"\r\n\r\n") else { return Ok(None) };
    let head = String::from_utf8_lossy(&received[..end]);
    let status = head.lines().next().unwrap_or_default();
    if status.split(' ').nth(1) != Some("101") {
        return Err(format!("the server refuses a websocket: {status}"));
    }
    Ok(Some(end + 4))
}

#[cfg(test)]
mod tests {
    use super::upgrade_answer;

    #[test]
    fn the_answer_to_the_upgrade_ends_before_the_first_frame() {
        let answer = b"HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n\r\n\x81\x010";
        assert_eq!(upgrade_answer(answer), Ok(Some(answer.len() - 3)));
        assert_eq!(upgrade_answer(&answer[..20]), Ok(None));
        assert!(upgrade_answer(b"HTTP/1.1 503 Service Unavailable\r\n\r\n").is_err());
    }
}
