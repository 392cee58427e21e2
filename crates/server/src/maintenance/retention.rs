//! Retention: removes data older than configured, in small slices.

use std::sync::Arc;
use std::time::{Duration, Instant};

use common::{TenantId, Timestamp};
use store::{Cutoffs, Removed, StoreError};
use tracing::{info, warn};

use super::Maintenance;
use crate::identity::GUEST_TENANT;
use crate::settings::Retention;

/// The interval of retention passes.
const ROUND: Duration = Duration::from_secs(10);
/// How many rows of each kind are removed at a time, so that moves do not wait.
const SLICE: u32 = 100;
/// The pause between two slices, for other writes.
const BREATH: Duration = Duration::from_millis(50);
/// The interval of the check for unused signing keys; it is slow with many sessions.
const KEYS_ROUND: Duration = Duration::from_secs(10 * 60);

impl Maintenance {
    /// Removes expired data; runs until shutdown.
    pub(crate) async fn remove_what_is_old(self: Arc<Self>) {
        let mut rounds = tokio::time::interval(ROUND);
        rounds.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut keys_checked = None;
        loop {
            rounds.tick().await;
            let cutoffs = cutoffs(&self.context.settings.retention, self.context.clock.wall());
            match self.remove_before(&cutoffs).await {
                Ok(removed) => tell(&removed),
                Err(error) => {
                    warn!(%error, "retention pass failed, retried in the next round");
                }
            }
            if keys_checked.is_none_or(|at: Instant| at.elapsed() >= KEYS_ROUND) {
                keys_checked = Some(Instant::now());
                if let Err(error) = self.remove_unused_signing_keys().await {
                    warn!(%error, "retired signing keys not removed, retried in a later round");
                }
            }
        }
    }

    /// Removes retired signing keys that no usable token was signed with.
    async fn remove_unused_signing_keys(&self) -> Result<(), StoreError> {
        let (times, now) = (&self.context.settings.times, self.context.clock.wall());
        let joining = times.token_life.max(times.room_code_life) + times.keep_finished;
        for key in self.context.store.signing_keys().await? {
            let Some(retired) = key.retired_ms.map(Timestamp).filter(|at| *at + joining < now) else {
                continue;
            };
            if !self.context.store.has_tokens_in_use(retired.0, (now - times.keep_finished).0).await? {
                self.context.store.remove_signing_key(&key.kid).await?;
                info!(kid = key.kid, "removed an unused signing key");
            }
        }
        Ok(())
    }

    async fn remove_before(&self, cutoffs: &Cutoffs) -> Result<Removed, StoreError> {
        let mut all = Removed::default();
        loop {
            let removed = self.context.store.remove_old(cutoffs.clone(), SLICE).await?;
            if removed == Removed::default() {
                return Ok(all);
            }
            all += removed;
            tokio::time::sleep(BREATH).await;
        }
    }
}

fn cutoffs(retention: &Retention, now: Timestamp) -> Cutoffs {
    let before = |kept: Option<Duration>| kept.map(|kept| (now - kept).0);
    Cutoffs {
        rooms_ms: before(retention.games),
        sessions_ms: before(retention.games),
        guests_ms: before(retention.guests).map(|before| (TenantId(GUEST_TENANT.to_owned()), before)),
        outbox_ms: before(retention.webhook_log),
        idempotency_ms: before(retention.idempotency),
        audit_ms: before(retention.audit),
        requests_ms: before(retention.requests),
    }
}

fn tell(removed: &Removed) {
    let kinds = [
        ("games", removed.rooms),
        ("sessions", removed.sessions),
        ("webhook_events", removed.outbox),
        ("idempotency_keys", removed.idempotency),
        ("audit_entries", removed.audit),
        ("requests", removed.requests),
    ];
    for (kind, count) in kinds.into_iter().filter(|(_, count)| *count > 0) {
        metrics::counter!("parlour_removed_total", "kind" => kind)
            .increment(u64::try_from(count).unwrap_or(u64::MAX));
        info!(kind, count, "removed what was kept long enough");
    }
}

#[cfg(test)]
mod tests {
    use common::{SessionStatus, Timestamp};
    use store::{KeysBefore, SigningKey, Store};

    use super::cutoffs;
    use crate::serve::Server;
    use crate::settings::{Retention, Settings};

    const DAY_MS: i64 = 24 * 60 * 60 * 1000;

    #[tokio::test]
    async fn a_retired_signing_key_goes_when_its_tokens_have_no_use_and_not_before() {
        let store = Store::in_memory();
        let server = Server::start(Settings::default(), store.clone()).await.expect("it starts");
        let now = server.context.clock.wall().0;
        let session = store::SessionRow {
            id: "running".into(),
            tenant: "house".into(),
            status: SessionStatus::Active,
            created_ms: now - DAY_MS / 2,
            ..store::SessionRow::default()
        };
        let new = store::NewSession { session, monthly_quota: None, outbox: Vec::new(), response: None };
        store.create_session(new).await.expect("it is stored");
        // Retired before the running session was created, after it, and just now.
        for (kid, retired_ms) in
            [("unused", now - DAY_MS), ("in-use", now - DAY_MS / 4), ("fresh", now - 1000)]
        {
            let key = SigningKey { kid: kid.to_owned(), ..SigningKey::generate(now - 2 * DAY_MS) };
            store.add_signing_key(key).await.expect("the name is new");
            store.retire_signing_key(kid, retired_ms).await.expect("it is there");
        }
        store.rotate_signing_key(SigningKey::generate(now), KeysBefore::Verify).await.expect("it is new");
        server.maintenance.remove_unused_signing_keys().await.expect("the store answers");
        let keys = store.signing_keys().await.expect("the store answers");
        let left = |kid: &str| keys.iter().any(|key| key.kid == kid);
        assert!(!left("unused") && left("in-use") && left("fresh"));
    }

    #[test]
    fn games_of_tenants_are_kept_for_ever_and_everything_else_for_its_time() {
        let cutoffs = cutoffs(&Retention::default(), Timestamp(1000 * DAY_MS));
        assert_eq!((cutoffs.rooms_ms, cutoffs.sessions_ms), (None, None));
        assert_eq!(cutoffs.guests_ms, Some(("house".into(), 970 * DAY_MS)));
        assert_eq!(cutoffs.outbox_ms, Some(970 * DAY_MS));
        assert_eq!(cutoffs.idempotency_ms, Some(999 * DAY_MS));
        assert_eq!(cutoffs.audit_ms, Some(635 * DAY_MS));
    }
}
