//! Why a socket was disconnected.

use std::fmt;

/// Why a socket was disconnected, as Socket.IO calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DisconnectReason {
    /// The client left the namespace.
    ClientDisconnect,
    /// The application disconnected the socket, or closed its session.
    ServerDisconnect,
    /// The connection was closed, by the client or by the network.
    TransportClose,
    /// The client did not answer a ping in time.
    PingTimeout,
    /// The client read too slowly, and its outbound queue was full.
    SlowConsumer,
    /// The client broke the protocol.
    ProtocolError,
    /// The client sent a message or body above the limit.
    MessageTooLarge,
    /// The server is shutting down.
    Shutdown,
}

impl DisconnectReason {
    /// What Socket.IO calls this reason.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ClientDisconnect => "client namespace disconnect",
            Self::ServerDisconnect => "server namespace disconnect",
            Self::TransportClose => "transport close",
            Self::PingTimeout => "ping timeout",
            Self::SlowConsumer => "slow consumer",
            Self::ProtocolError => "parse error",
            Self::MessageTooLarge => "message too large",
            Self::Shutdown => "server shutting down",
        }
    }

    /// Whether queued packets are still sent before the session ends.
    pub(crate) fn leaves_last_words(self) -> bool {
        matches!(self, Self::ServerDisconnect | Self::Shutdown)
    }

    /// Whether packets received before the end are still handled.
    pub(crate) fn hears_the_client_out(self) -> bool {
        matches!(self, Self::TransportClose | Self::PingTimeout | Self::ProtocolError | Self::MessageTooLarge)
    }
}

impl fmt::Display for DisconnectReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}
