//! The identity of a socket.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use common::{Mode, PlayerId, SessionId, TenantId, lock};
use protocol::rest::SessionClaims;
use rooms::{ClientSource, Scope, Viewer};

/// The tenant of guests.
pub(crate) const GUEST_TENANT: &str = "house";
/// The tenant of training games, across tenants.
pub(crate) const TRAINING_TENANT: &str = "training";
/// The built-in tenants; no customer has their ids.
pub const OWN_TENANTS: [&str; 2] = [GUEST_TENANT, TRAINING_TENANT];

/// The identity of a socket, determined when it connects.
pub(crate) enum Identity {
    /// The holder of a session token.
    Holder {
        claims: Box<SessionClaims>,
        /// The token is too late for joining, but can be used to return.
        late: bool,
    },
    /// A client without a token.
    Guest(Guest),
}

/// A socket without a session token.
pub(crate) struct Guest {
    /// The id changes when the guest returns to a seat.
    player: Mutex<PlayerId>,
    /// Where the socket comes from; `None` if that proves nothing.
    pub(crate) source: Option<ClientSource>,
    secret_shown: AtomicBool,
}

impl Guest {
    pub(crate) fn new(player: PlayerId, source: Option<ClientSource>) -> Guest {
        Guest { player: Mutex::new(player), source, secret_shown: AtomicBool::new(false) }
    }

    /// Makes the socket act for this player.
    pub(crate) fn become_player(&self, player: PlayerId) {
        *lock(&self.player) = player;
    }

    /// Records that the client sent a reconnect token: from now on no seat of this player opens without one.
    pub(crate) fn note_secret_shown(&self) {
        self.secret_shown.store(true, Ordering::Relaxed);
    }

    pub(crate) fn secret_shown(&self) -> bool {
        self.secret_shown.load(Ordering::Relaxed)
    }
}

impl Identity {
    /// The player id of this socket.
    pub(crate) fn player(&self) -> PlayerId {
        match self {
            Identity::Holder { claims, .. } => PlayerId(claims.players[0].id.clone()),
            Identity::Guest(guest) => lock(&guest.player).clone(),
        }
    }

    /// The tenant and mode of this socket.
    pub(crate) fn scope(&self) -> Scope {
        match self {
            Identity::Holder { claims, .. } => scope(&claims.tid, claims.mode),
            Identity::Guest(_) => guest_scope(),
        }
    }

    /// The viewer that decides what this socket may watch.
    pub(crate) fn viewer(&self) -> Viewer {
        match self {
            Identity::Holder { .. } => Viewer { scope: Some(self.scope()), session: self.session() },
            Identity::Guest(_) => Viewer::ANYONE,
        }
    }

    pub(crate) fn session(&self) -> Option<SessionId> {
        match self {
            Identity::Holder { claims, .. } => Some(SessionId(claims.sid.clone())),
            Identity::Guest(_) => None,
        }
    }
}

/// The scope of a session's games; training games of all tenants share one.
pub(crate) fn scope(tenant: &str, mode: Mode) -> Scope {
    let tenant = if mode == Mode::Training { TRAINING_TENANT } else { tenant };
    Scope { tenant: TenantId(tenant.to_owned()), mode }
}

pub(crate) fn guest_scope() -> Scope {
    Scope { tenant: TenantId(GUEST_TENANT.to_owned()), mode: Mode::Live }
}
