//! A tenant, its outbox and a dispatcher with short waits.

use std::time::Duration;

use common::{EventId, Mode, OutboxState, SessionId};
use store::{EndpointRow, OutboxEntry, OutboxRow, Store, Tenant};
use webhooks::{AddressRules, DeliverySettings, Dispatcher, HttpSender, Notifier};

/// The signing secret.
pub(crate) const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/// Longer than anything here takes on a busy machine; only a failing test waits that long.
pub(crate) const PATIENCE: Duration = Duration::from_secs(180);

/// Settings with waits of milliseconds, and with a response timeout long enough for a busy machine.
pub(crate) fn hurried() -> DeliverySettings {
    DeliverySettings {
        rules: AddressRules { allow_private: true, allow_http: true },
        timeout: Duration::from_secs(5),
        waits: vec![Duration::from_millis(20); 7],
        lease: Duration::from_secs(60),
        poll: Duration::from_millis(10),
        ..DeliverySettings::default()
    }
}

/// A store with a tenant whose events are sent to this URL.
pub(crate) async fn store_for(tenant: &str, url: &str) -> Store {
    let store = Store::in_memory();
    subscribe(&store, tenant, url).await;
    store
}

/// Adds a tenant whose events are sent to this URL.
pub(crate) async fn subscribe(store: &Store, tenant: &str, url: &str) {
    store.create_tenant(Tenant { id: tenant.into(), ..Tenant::default() }).await.expect("the tenant is new");
    store.set_endpoint(endpoint(tenant, url)).await.expect("the tenant exists");
}

/// The endpoint of a tenant's live events.
pub(crate) fn endpoint(tenant: &str, url: &str) -> EndpointRow {
    EndpointRow {
        tenant: tenant.into(),
        url: url.to_owned(),
        secret: SECRET.to_owned(),
        ..EndpointRow::default()
    }
}

/// Adds events named like `a1`: the session, then the number.
pub(crate) async fn add(store: &Store, tenant: &str, names: &[&str]) {
    let row = |name: &&str| OutboxRow {
        id: EventId::from(*name),
        tenant: tenant.into(),
        session: SessionId::from(&name[..1]),
        event: "game.move".to_owned(),
        body: format!(r#"{{"data":{{}},"deliveryId":"{name}","event":"game.move","id":"{name}"}}"#),
        ..OutboxRow::default()
    };
    store.add_events(names.iter().map(row).collect()).await.expect("the events are new");
}

/// Runs a dispatcher until every event of the tenant is settled; returns them, oldest first.
pub(crate) async fn deliver(store: &Store, settings: &DeliverySettings, tenant: &str) -> Vec<OutboxEntry> {
    deliver_by(Dispatcher::new(store.clone(), settings.clone(), Notifier::default()), store, tenant).await
}

/// Runs a dispatcher with this sender until every event of the tenant is settled.
pub(crate) async fn deliver_with(
    store: &Store,
    settings: &DeliverySettings,
    sender: HttpSender,
    tenant: &str,
) -> Vec<OutboxEntry> {
    let dispatcher = Dispatcher::new(store.clone(), settings.clone(), Notifier::default());
    deliver_by(dispatcher.with_sender(sender), store, tenant).await
}

/// Runs this dispatcher until every event of the tenant is settled.
pub(crate) async fn deliver_by(dispatcher: Dispatcher, store: &Store, tenant: &str) -> Vec<OutboxEntry> {
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let running = tokio::spawn(dispatcher.run(async move { stopped.await.unwrap_or(()) }));
    let settled = tokio::time::timeout(PATIENCE, settled(store, tenant)).await;
    drop(stop);
    running.await.expect("the dispatcher does not panic");
    settled.expect("every event is settled in time")
}

/// Waits until every event of the tenant is delivered or dead.
pub(crate) async fn settled(store: &Store, tenant: &str) -> Vec<OutboxEntry> {
    loop {
        let mut events =
            store.outbox(&tenant.into(), Mode::Live, None, None, 1000).await.expect("the outbox can be read");
        events.reverse();
        if events.iter().all(|event| event.state != OutboxState::Open) {
            return events;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}
