//! The dispatcher: takes due events from the outbox, delivers them, and records the result.

use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use common::{Mode, Named, TenantId};
use metrics::{counter, gauge, histogram};
use store::{Attempt, EndpointRow, Lease, OutboxEntry, Store, StoreError, Verdict};
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tracing::{debug, info, warn};

use crate::concurrency::{Concurrency, Permit};
use crate::message::new_delivery;
use crate::schedule::{AttemptOutcome, Decision};
use crate::{DeliverySettings, HttpSender, SignedMessage, SigningSecrets};

/// How many events are taken from the outbox at a time.
const BATCH: u32 = 64;

/// Notifies a dispatcher of new events; without it they wait for the next poll.
#[derive(Clone, Default)]
pub struct Notifier(Arc<Notify>);

impl Notifier {
    /// Wakes the dispatcher once, whatever the number of events.
    pub fn notify(&self) {
        self.0.notify_one();
    }
}

/// Delivers the events of the outbox.
pub struct Dispatcher {
    store: Store,
    settings: DeliverySettings,
    sender: HttpSender,
    notifier: Notifier,
}

impl Dispatcher {
    /// A dispatcher for this store that also runs when it is notified.
    pub fn new(store: Store, settings: DeliverySettings, notifier: Notifier) -> Dispatcher {
        let sender = HttpSender::new(&settings);
        Dispatcher { store, settings, sender, notifier }
    }

    /// Replaces the sender.
    #[must_use]
    pub fn with_sender(self, sender: HttpSender) -> Dispatcher {
        Dispatcher { sender, ..self }
    }

    /// Delivers until `shutdown` resolves, then waits for deliveries under way within the grace period. The
    /// next dispatcher delivers the rest at once. A store has one dispatcher at a time.
    pub async fn run(self, shutdown: impl Future<Output = ()>) {
        let dispatcher = Arc::new(self);
        let DeliverySettings { at_once, at_once_per_tenant, poll, grace, .. } = dispatcher.settings;
        let concurrency = Arc::new(Concurrency::new(at_once, at_once_per_tenant));
        let mut shutdown = pin!(shutdown);
        let mut under_way = JoinSet::new();
        dispatcher.take_over().await;
        loop {
            let is_more = dispatcher.set_out(&concurrency, &mut under_way).await;
            if is_more {
                continue;
            }
            tokio::select! {
                () = &mut shutdown => break,
                Some(_) = under_way.join_next() => while under_way.try_join_next().is_some() {},
                () = dispatcher.notifier.0.notified() => {}
                () = tokio::time::sleep(poll) => {}
            }
        }
        let finish = async { while under_way.join_next().await.is_some() {} };
        if tokio::time::timeout(grace, finish).await.is_err() {
            info!(
                left = under_way.len(),
                "webhooks still under way at shutdown, sent again after the restart"
            );
        }
    }

    /// Makes events due again that an earlier dispatcher had under way when it stopped.
    async fn take_over(&self) {
        match self.store.release_leases(now_ms()).await {
            Ok(0) => {}
            Ok(count) => info!(count, "released webhooks that were under way at the last shutdown"),
            // Their leases expire.
            Err(error) => warn!(%error, "webhook leases not released"),
        }
    }

    /// Starts due deliveries; returns whether there may be more.
    async fn set_out(self: &Arc<Self>, concurrency: &Arc<Concurrency>, under_way: &mut JoinSet<()>) -> bool {
        let capacity = concurrency.capacity();
        let limit = capacity.total.min(BATCH);
        gauge!("parlour_webhooks_under_way").set(f64::from(self.settings.at_once - capacity.total));
        if limit == 0 {
            return false;
        }
        let now_ms = now_ms();
        let lease = Lease {
            now_ms,
            until_ms: now_ms + millis(self.settings.lease),
            limit,
            per_tenant: capacity.per_tenant,
            shares: capacity.shares,
        };
        let due = match self.store.take_due(lease).await {
            Ok(due) => due,
            Err(error) => {
                debug!(%error, "outbox not readable");
                return false;
            }
        };
        let is_more = due.len() == limit as usize;
        for entry in due {
            let permit = concurrency.enter(&entry.row.tenant);
            let dispatcher = Arc::clone(self);
            under_way.spawn(async move { dispatcher.deliver(entry, permit).await });
        }
        is_more
    }

    async fn deliver(&self, entry: OutboxEntry, permit: Permit) {
        if let Err(error) = self.try_to_deliver(&entry, &permit).await {
            // The lease expires and the event is sent again.
            warn!(event = entry.row.id.as_str(), %error, "webhook result not stored");
        }
    }

    async fn try_to_deliver(&self, entry: &OutboxEntry, permit: &Permit) -> Result<(), StoreError> {
        let (tenant, mode) = (&entry.row.tenant, entry.row.mode);
        let at_ms = now_ms();
        let endpoint = match self.store.endpoint(tenant, mode).await? {
            Some(endpoint) => endpoint,
            None => return self.give_up(entry, at_ms, "there is no webhook endpoint").await,
        };
        if let Some((_, reason)) = &endpoint.disabled {
            return self.give_up(entry, at_ms, &format!("the endpoint is disabled: {reason}")).await;
        }
        let message = SignedMessage::new(&entry.row, &SigningSecrets::of(&endpoint, at_ms), at_ms);
        let id = message.delivery.clone();
        let started = Instant::now();
        let outcome = match self.settings.rules.destination(&endpoint.url) {
            Ok(destination) => self.sender.send(&destination, message).await,
            Err(forbidden) => AttemptOutcome::Unanswered(forbidden.to_string()),
        };
        let took = started.elapsed();
        permit.note(matches!(outcome, AttemptOutcome::Answered { .. }));
        let status = match outcome {
            AttemptOutcome::Answered { status, .. } => Some(status),
            AttemptOutcome::Unanswered(_) => None,
        };
        let duration_ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        let attempt = Attempt { id, at_ms, status, duration_ms, error: outcome.problem() };
        if outcome.is_gone() {
            self.disable(&endpoint).await?;
        }
        let verdict = self.verdict(entry, tenant, &outcome).await?;
        count(entry, &outcome, verdict, took);
        self.store.record_attempt(&entry.row.id, attempt, verdict).await?;
        Ok(())
    }

    async fn verdict(
        &self,
        entry: &OutboxEntry,
        tenant: &TenantId,
        outcome: &AttemptOutcome,
    ) -> Result<Verdict, StoreError> {
        if outcome.is_delivered() {
            return Ok(Verdict::Delivered);
        }
        let plans = &self.settings.plans;
        let tenant = self.store.tenant(tenant).await?;
        let plan = tenant.as_ref().map_or(&plans.default_plan, |tenant| &tenant.plan);
        let decision = Decision {
            settings: &self.settings,
            earlier: entry.attempts,
            retries: plans.of(plan).webhook_retries,
            now_ms: now_ms(),
            chance: rand::random(),
        };
        Ok(decision.verdict(outcome))
    }

    /// Marks an event without an endpoint as dead; it can be replayed.
    async fn give_up(&self, entry: &OutboxEntry, at_ms: i64, reason: &str) -> Result<(), StoreError> {
        counter!("parlour_webhook_attempts_total", "outcome" => "no_endpoint").increment(1);
        let error = Some(reason.to_owned());
        let attempt = Attempt { id: new_delivery(), at_ms, status: None, duration_ms: 0, error };
        self.store.record_attempt(&entry.row.id, attempt, Verdict::Dead).await?;
        Ok(())
    }

    async fn disable(&self, endpoint: &EndpointRow) -> Result<(), StoreError> {
        let EndpointRow { tenant, mode, url, .. } = endpoint;
        let reason = "the receiver answered 410 Gone";
        if self.store.disable_endpoint(tenant, *mode, url, now_ms(), reason).await? {
            counter!("parlour_webhook_endpoints_disabled_total").increment(1);
            info!(tenant = tenant.as_str(), mode = Mode::name(*mode), "webhook endpoint disabled: 410 Gone");
        }
        Ok(())
    }
}

fn count(entry: &OutboxEntry, outcome: &AttemptOutcome, verdict: Verdict, took: Duration) {
    let name = match outcome {
        outcome if outcome.is_delivered() => "delivered",
        AttemptOutcome::Answered { .. } => "refused",
        AttemptOutcome::Unanswered(_) => "unanswered",
    };
    counter!("parlour_webhook_attempts_total", "outcome" => name).increment(1);
    histogram!("parlour_webhook_seconds").record(took);
    match verdict {
        Verdict::Delivered => {
            let lag = Duration::from_millis(u64::try_from(now_ms() - entry.row.created_ms).unwrap_or(0));
            histogram!("parlour_webhook_lag_seconds").record(lag);
        }
        Verdict::Dead => counter!("parlour_webhooks_given_up_total").increment(1),
        Verdict::RetryAt(_) => {}
    }
}

fn now_ms() -> i64 {
    millis(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}

fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}
