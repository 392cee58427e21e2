//! Measures how many webhooks per second a receiver on this machine gets from a store on disk.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use common::{Mode, OutboxState};
use store::{EndpointRow, Options, OutboxRow, Store, Tenant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use webhooks::{AddressRules, DeliverySettings, Dispatcher, Notifier};

const TENANTS: usize = 8;
const SESSIONS: usize = 50;
const EVENTS: usize = 10;

#[tokio::main]
async fn main() {
    let folder = std::env::temp_dir().join(format!("parlour-webhook-rate-{}", std::process::id()));
    let store = Store::open(&folder, &Options::default()).expect("the store can be opened");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("there is a free port");
    let url = format!("http://{}/", listener.local_addr().expect("it is bound"));
    for tenant in 0..TENANTS {
        fill(&store, &format!("t{tenant}"), &url).await;
    }
    let received = Arc::new(AtomicUsize::new(0));
    tokio::spawn(receive(listener, Arc::clone(&received)));
    let settings = DeliverySettings {
        rules: AddressRules { allow_private: true, allow_http: true },
        ..DeliverySettings::default()
    };
    let (count, started) = (TENANTS * SESSIONS * EVENTS, Instant::now());
    let all = async {
        while received.load(Ordering::Relaxed) < count {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    Dispatcher::new(store.clone(), settings, Notifier::default()).run(all).await;
    let took = started.elapsed();
    for tenant in 0..TENANTS {
        let tenant = format!("t{tenant}").as_str().into();
        let open = store.outbox(&tenant, Mode::Live, Some(OutboxState::Open), None, 1).await;
        assert!(open.expect("the outbox can be read").is_empty(), "every webhook is recorded as delivered");
    }
    println!(
        "{count} webhooks of {TENANTS} tenants in {took:.2?}: {:.0}/s",
        count as f64 / took.as_secs_f64()
    );
    store.close();
    std::fs::remove_dir_all(&folder).ok(); // leftovers in a temporary folder are harmless
}

async fn fill(store: &Store, tenant: &str, url: &str) {
    let endpoint = EndpointRow {
        tenant: tenant.into(),
        url: url.to_owned(),
        secret: webhooks::signature::new_secret(),
        ..EndpointRow::default()
    };
    store.create_tenant(Tenant { id: tenant.into(), ..Tenant::default() }).await.expect("it is new");
    store.set_endpoint(endpoint).await.expect("the tenant exists");
    let row = |number: usize| OutboxRow {
        id: format!("{tenant}-{number}").as_str().into(),
        tenant: tenant.into(),
        session: format!("{tenant}-{}", number % SESSIONS).as_str().into(),
        event: "game.move".to_owned(),
        body: "{}".to_owned(),
        ..OutboxRow::default()
    };
    store.add_events((0..SESSIONS * EVENTS).map(row).collect()).await.expect("the events are new");
}

async fn receive(listener: TcpListener, received: Arc<AtomicUsize>) {
    while let Ok((stream, _)) = listener.accept().await {
        tokio::spawn(serve_connection(stream, Arc::clone(&received)));
    }
}

/// Every request here fits into one read: headers and a short body arrive together.
async fn serve_connection(mut stream: TcpStream, received: Arc<AtomicUsize>) -> std::io::Result<()> {
    let mut request = [0; 4096];
    while stream.read(&mut request).await? > 0 {
        received.fetch_add(1, Ordering::Relaxed);
        stream.write_all(b"HTTP/1.1 204 Done\r\n\r\n").await?;
    }
    Ok(())
}
