//! Invitations: a private session of a guest lives as long as its host waits.

use common::{SessionId, SessionStatus};
use protocol::rest::{MatchType, SessionClaims};
use store::SessionUpdate;
use tracing::warn;

use super::Matchmaking;
use crate::identity::{self, Identity};

impl Matchmaking {
    /// Lets the invitation of a client that was disconnected live for a while, so that they can return to it.
    pub(super) fn prolong_invitation(&self, identity: &Identity) {
        let Some(claims) = private_session(identity) else { return };
        let until = self.context.clock.wall() + self.context.settings.times.room_code_life;
        drop(self.context.store.prolong_session(&SessionId(claims.sid.clone()), until.0));
    }

    /// Ends the invitation of a guest who waits no longer, so that nobody accepts it. Sessions of tenants stay: they may be joined again.
    pub(super) async fn end_invitation(&self, identity: &Identity) {
        let Some(claims) = private_session(identity) else { return };
        if identity.scope() != identity::guest_scope() {
            return;
        }
        let update = SessionUpdate {
            session: SessionId(claims.sid.clone()),
            status: SessionStatus::Expired,
            room: None,
            result: None,
        };
        if let Err(error) = self.context.store.update_session(update, Vec::new()).await {
            warn!(%error, "invitation not ended");
        }
    }
}

/// The claims of a token of a private session.
fn private_session(identity: &Identity) -> Option<&SessionClaims> {
    match identity {
        Identity::Holder { claims, .. } if claims.match_type == MatchType::Private => Some(claims),
        _ => None,
    }
}
