//! A seat at the board: its player, the proof needed to take it again, and whether the player is present.

use common::{PlayerId, SessionId, Timestamp};
use game::Level;
use serde::{Deserialize, Serialize};

use crate::Connection;

/// One of the two seats of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    /// The player's id.
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
    /// A person with a connection.
    Human {
        /// The proof needed to take the seat again.
        guard: Guard,
        /// Whether they are present.
        presence: Presence,
    },
    /// A program.
    Bot {
        /// The strength it plays at.
        level: Level,
    },
}

/// The proof that a returning player must present.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Guard {
    /// The session token the seat was taken with.
    Session(SessionId),
    /// The secret sent to the guest; while they are away and have never sent it, their source is enough.
    Guest {
        /// Where the connection that took the seat came from; `None` if that proves nothing.
        #[serde(flatten)]
        source: Option<ClientSource>,
        /// The digest of the secret; the secret itself is not kept.
        digest: String,
        /// The digest of the previous secret, valid until the newer one is used: the client may not have
        /// received the newer one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        previous: Option<String>,
        /// Whether the client has sent a secret; from then on only a secret opens the seat.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        secret_shown: bool,
    },
}

/// Where a guest's connection comes from; identifies a client without a secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClientSource {
    /// The address of the client.
    pub address: String,
    /// The `Origin` header of the page; a missing one equals only a missing one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
}

/// The proof that a returning player presents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// A verified token of this session.
    Session(SessionId),
    /// Where a guest comes from, and the digest of the secret if they sent one.
    Guest {
        /// Where the connection comes from; `None` if that proves nothing.
        source: Option<ClientSource>,
        /// The digest of the secret they sent.
        digest: Option<String>,
    },
}

/// A new secret for a guest, with its digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secret {
    /// Sent to the guest, once.
    pub plain: String,
    /// Kept with the seat.
    pub digest: String,
}

/// Whether a player is present.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// Present on this connection.
    Here(Connection),
    /// Away; the seat is lost at `until` unless they return.
    Away {
        /// The end of the reconnect window.
        until: Timestamp,
    },
}

impl Guard {
    /// Whether the proof opens the seat. A guest without a secret cannot take a seat whose player is present.
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

    /// The connection of the player; `None` while they are away.
    #[must_use]
    pub fn connection(&self) -> Option<&Connection> {
        match &self.occupant {
            Occupant::Human { presence: Presence::Here(connection), .. } => Some(connection),
            _ => None,
        }
    }

    /// Whether the player can act; bots always can.
    #[must_use]
    pub fn is_here(&self) -> bool {
        self.is_bot() || self.connection().is_some()
    }

    /// Whether the player has been away for longer than the seat is kept.
    #[must_use]
    pub fn is_lost(&self, now: Timestamp) -> bool {
        self.lost_at().is_some_and(|until| until < now)
    }

    /// When the seat is lost; `None` unless the player is away.
    #[must_use]
    pub fn lost_at(&self) -> Option<Timestamp> {
        match &self.occupant {
            Occupant::Human { presence: Presence::Away { until }, .. } => Some(*until),
            _ => None,
        }
    }
}
