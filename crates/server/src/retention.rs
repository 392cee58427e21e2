//! Retention: what has been kept for as long as the operator wants is removed, a little at a time.

use std::sync::Arc;
use std::time::Duration;

use rooms::Timestamp;
use store::{Cutoffs, Removed, StoreError, TenantId};
use tracing::{info, warn};

use crate::app::App;
use crate::identity::HOUSE_TENANT;
use crate::settings::Retention;

/// How often the server looks for what is old.
const ROUND: Duration = Duration::from_secs(10);
/// How many rows of each kind go at a time, so that no move waits long for it.
const SLICE: u32 = 100;
/// The pause between two slices, in which the store does what players wait for.
const BREATH: Duration = Duration::from_millis(50);

/// Removes what is old; runs as long as the server.
pub(crate) async fn remove_what_is_old(app: Arc<App>) {
    let mut rounds = tokio::time::interval(ROUND);
    rounds.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        rounds.tick().await;
        let cutoffs = cutoffs(&app.settings.retention, app.clock.wall());
        match app.remove_before(&cutoffs).await {
            Ok(removed) => tell(&removed),
            Err(error) => warn!(%error, "what is old could not be removed, and will be in the next round"),
        }
    }
}

impl App {
    async fn remove_before(&self, cutoffs: &Cutoffs) -> Result<Removed, StoreError> {
        let mut all = Removed::default();
        loop {
            let removed = self.store.remove_old(cutoffs.clone(), SLICE).await?;
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
        guests_ms: before(retention.guests).map(|before| (TenantId(HOUSE_TENANT.to_owned()), before)),
        outbox_ms: before(retention.webhook_log),
        idempotency_ms: before(retention.idempotency),
        audit_ms: before(retention.audit),
    }
}

fn tell(removed: &Removed) {
    let kinds = [
        ("games", removed.rooms),
        ("sessions", removed.sessions),
        ("webhook_events", removed.outbox),
        ("idempotency_keys", removed.idempotency),
        ("audit_entries", removed.audit),
    ];
    for (kind, count) in kinds.into_iter().filter(|(_, count)| *count > 0) {
        metrics::counter!("parlour_removed_total", "kind" => kind)
            .increment(u64::try_from(count).unwrap_or(u64::MAX));
        info!(kind, count, "removed what was kept long enough");
    }
}

#[cfg(test)]
mod tests {
    use rooms::Timestamp;

    use super::cutoffs;
    use crate::settings::Retention;

    const DAY_MS: i64 = 24 * 60 * 60 * 1000;

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
