//! Who is behind a socket.

use std::sync::Mutex;

use protocol::rest::{Mode as WireMode, SessionClaims};
use rooms::{House, Mode, PlayerId, SessionId, TenantId};

use crate::sync::lock;

/// Where guests play.
pub(crate) const HOUSE_TENANT: &str = "house";
/// Where training games are played, across tenants.
pub(crate) const TRAINING_TENANT: &str = "training";
/// The tenants that the server keeps for itself; customers have other ids.
pub const OWN_TENANTS: [&str; 2] = [HOUSE_TENANT, TRAINING_TENANT];

/// Who a socket speaks for, decided when it connects.
pub(crate) enum Identity {
    /// The holder of a session token.
    Holder {
        claims: Box<SessionClaims>,
        /// The token came too late to join, but not to come back.
        late: bool,
    },
    /// Somebody without a token; the name changes when they come back to a seat.
    Guest { player: Mutex<PlayerId>, address: String },
}

impl Identity {
    /// The name this socket plays under.
    pub(crate) fn player(&self) -> PlayerId {
        match self {
            Identity::Holder { claims, .. } => PlayerId(claims.players[0].id.clone()),
            Identity::Guest { player, .. } => lock(player).clone(),
        }
    }

    /// Where this socket plays.
    pub(crate) fn house(&self) -> House {
        match self {
            Identity::Holder { claims, .. } => house(&claims.tid, claims.mode),
            Identity::Guest { .. } => guest_house(),
        }
    }

    pub(crate) fn session(&self) -> Option<SessionId> {
        match self {
            Identity::Holder { claims, .. } => Some(SessionId(claims.sid.clone())),
            Identity::Guest { .. } => None,
        }
    }
}

/// Where the games of a session are played: training games of all tenants in one place.
pub(crate) fn house(tenant: &str, mode: WireMode) -> House {
    match mode {
        WireMode::Live => House { tenant: TenantId(tenant.to_owned()), mode: Mode::Live },
        WireMode::Test => House { tenant: TenantId(tenant.to_owned()), mode: Mode::Test },
        WireMode::Training => House { tenant: TenantId(TRAINING_TENANT.to_owned()), mode: Mode::Training },
    }
}

pub(crate) fn guest_house() -> House {
    House { tenant: TenantId(HOUSE_TENANT.to_owned()), mode: Mode::Live }
}
