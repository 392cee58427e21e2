//! Peers that forward requests without being listed in `trusted_proxies`: recorded for `parlour doctor`.

use common::TenantId;
use store::AuditEntry;
use tracing::warn;

use super::Maintenance;
use crate::identity::GUEST_TENANT;

/// The audit action for an untrusted peer that sent forwarding headers, along with the address.
pub const UNNAMED_PROXY: &str = "proxy.unnamed";

impl Maintenance {
    /// Writes the peers found since the last call to the audit log.
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
                warn!(%error, %peer, "unnamed proxy not recorded");
            }
        }
    }
}
