//! A seat at the board: who sits there, who may take it again, and whether they are here.

use common::{PlayerId, SessionId, Timestamp};
use game::Level;
use serde::{Deserialize, Serialize};

use crate::Connection;

/// One of the two seats of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// Who plays here.
    pub player: PlayerId,
    /// The name given when joining.
    pub username: String,
    /// The name to show.
    pub display_name: String,
    /// The tenant's session this seat was taken with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<SessionId>,
    /// A human or a bot.
    pub occupant: Occupant,
}

/// What kind of player sits on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Occupant {
    /// A person, somewhere behind a connection.
    Human {
        /// What they must show to take the seat again.
        guard: Guard,
        /// Whether they are here.
        presence: Presence,
    },
    /// A program.
    Bot {
        /// How well it plays.
        level: Level,
    },
}

/// What a returning player must show.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Guard {
    /// The session token the seat was taken with.
    Session(SessionId),
    /// The secret the guest was given; while they are away and have never shown it, their source is enough.
    Guest {
        /// Where the socket that took the seat came from; none if that proves nothing.
        #[serde(flatten)]
        source: Option<ClientSource>,
        /// The digest of the secret, never the secret.
        digest: String,
        /// The digest of the secret before it, good until the newer one is used: its bearer may never have
        /// heard of the newer one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        previous: Option<String>,
        /// Whether the player's client has shown a secret, so that only a secret opens the seat from then on.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        secret_shown: bool,
    },
}

/// Where a guest's socket comes from: what a client without a secret can be recognised by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClientSource {
    /// The address of the client.
    pub address: String,
    /// The `Origin` header of the page; absence equals only absence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
}

/// What a returning player shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// A verified token of this session.
    Session(SessionId),
    /// Where a guest comes from, and the digest of the secret if they sent one.
    Guest {
        /// Where the connection comes from; none if that proves nothing.
        source: Option<ClientSource>,
        /// The digest of the secret they sent.
        digest: Option<String>,
    },
}

/// A fresh secret for a guest, with the digest that is kept of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secret {
    /// What the guest is told, once.
    pub plain: String,
    /// What the seat remembers.
    pub digest: String,
}

/// Whether a player is here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// Behind this connection.
    Here(Connection),
    /// Gone; the seat is lost at this time unless they return.
    Away {
        /// The end of the reconnect window.
        until: Timestamp,
    },
}

impl Guard {
    /// Whether the proof opens a seat. A guest without a secret takes no seat that somebody is behind.
    #[must_use]
    pub fn accepts(&self, proof: &Proof, presence: &Presence) -> bool {
        match (self, proof) {
            (Guard::Session(own), Proof::Session(shown)) => own == shown,
            (Guard::Guest { digest, previous, .. }, Proof::Guest { digest: Some(shown), .. }) => {
                shown == digest || Some(shown) == previous.as_ref()
            }
            (
                Guard::Guest { source: Some(own), secret_shown: false, .. },
                Proof::Guest { source: Some(shown), digest: None },
            ) => own == shown && matches!(presence, Presence::Away { .. }),
            _ => false,
        }
    }
}

impl Seat {
    /// Whether a bot sits here.
    #[must_use]
    pub fn is_bot(&self) -> bool {
        matches!(self.occupant, Occupant::Bot { .. })
    }

    /// The connection the player is behind, while they are here.
    #[must_use]
    pub fn connection(&self) -> Option<&Connection> {
        match &self.occupant {
            Occupant::Human { presence: Presence::Here(connection), .. } => Some(connection),
            _ => None,
        }
    }

    /// Whether the player can act: bots always can.
    #[must_use]
    pub fn is_here(&self) -> bool {
        self.is_bot() || self.connection().is_some()
    }

    /// Whether the player has been away for longer than the seat is kept.
    #[must_use]
    pub fn is_lost(&self, now: Timestamp) -> bool {
        self.lost_at().is_some_and(|until| until < now)
    }

    /// When the seat is lost, while the player is away.
    #[must_use]
    pub fn lost_at(&self) -> Option<Timestamp> {
        match &self.occupant {
            Occupant::Human { presence: Presence::Away { until }, .. } => Some(*until),
            _ => None,
        }
    }
}
