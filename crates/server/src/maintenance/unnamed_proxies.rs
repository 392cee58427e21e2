//! Peers that forward requests without being named in `trusted_proxies`: noted where `parlour doctor` finds them.

use common::TenantId;
use store::AuditEntry;
use tracing::warn;

use super::Maintenance;
use crate::identity::GUEST_TENANT;

/// What the audit log calls a peer that sent forwarding headers and is not trusted; its address is beside it.
pub const UNNAMED_PROXY: &str = "proxy.unnamed";

impl Maintenance {
    /// Writes the peers that were found since the last call to the audit log.
    pub(super) async fn note_unnamed_proxies(&self) {
        for peer in self.trusted_proxies.take_unnamed() {
            let entry = AuditEntry {
                tenant: TenantId(GUEST_TENANT.to_owned()),
                at_ms: self.context.clock.wall().0,
                actor: "server".to_owned(),
                action: UNNAMED_PROXY.to_owned(),
                object: "forwarding headers".to_owned(),
                address: Some(peer.to_string()),
                outcome: "not trusted".to_owned(),
                ..AuditEntry::default()
            };
            if let Err(error) = self.context.store.audit(entry).await {
                warn!(%error, %peer, "an unnamed proxy could not be noted");
            }
        }
    }
}
