//! A server on a free port whose handler does what clients ask and reports what happened.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use serde_json::{Value, json};
use sockets::{
    Config, DisconnectReason, EventAck, Handler, IncomingEvent, JoinRefusal, ListenerLimits, Socket, Sockets,
    Stats, Tls,
};
use tokio::net::TcpListener;
use tokio::sync::{Mutex, Semaphore, mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

/// How long a test waits for an expected event; far longer than it takes on a busy machine.
pub(crate) const DEADLINE: Duration = Duration::from_secs(180);

/// A timeout that tests wait for and that no client here misses, even on a busy machine.
pub(crate) const SOON: Duration = Duration::from_secs(3);

/// A running server.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    pub(crate) sockets: Sockets,
    pub(crate) gate: Arc<Semaphore>,
    happenings: Mutex<mpsc::UnboundedReceiver<String>>,
    running: Running,
}

/// A running listener, stopped when it is dropped.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    served: JoinHandle<()>,
}

/// Starts a listener for any router.
pub(crate) async fn run(router: Router, limits: ListenerLimits) -> Running {
    listen(None, router, limits).await
}

/// Starts a listener with TLS.
pub(crate) async fn run_tls(tls: Tls, router: Router, limits: ListenerLimits) -> Running {
    listen(Some(tls), router, limits).await
}

async fn listen(tls: Option<Tls>, router: Router, limits: ListenerLimits) -> Running {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel();
    let shutdown = async {
        stopped.await.ok();
    };
    let served = match tls {
        Some(tls) => tokio::spawn(sockets::serve_tls(listener, tls, router, limits, shutdown)),
        None => tokio::spawn(sockets::serve(listener, router, limits, shutdown)),
    };
    Running { address, stop: Some(stop), served }
}

impl Running {
    /// Shuts the listener down and waits until it has returned.
    pub(crate) async fn stop(mut self) {
        self.stop.take().unwrap().send(()).unwrap();
        timeout(DEADLINE, self.served).await.expect("the listener ends").unwrap();
    }
}

impl Server {
    pub(crate) async fn start(config: Config) -> Self {
        let (tell, happenings) = mpsc::unbounded_channel();
        let gate = Arc::new(Semaphore::new(0));
        let (router, sockets) = sockets::router(config, Obedient { tell, gate: Arc::clone(&gate) });
        // Longer than the deadline: a connection that stays open fails the test.
        let limits = ListenerLimits { drain: DEADLINE * 2, ..ListenerLimits::default() };
        let running = run(router, limits).await;
        Self { address: running.address, sockets, gate, happenings: Mutex::new(happenings), running }
    }

    /// The next report.
    pub(crate) async fn next(&self) -> String {
        let mut happenings = self.happenings.lock().await;
        timeout(DEADLINE, happenings.recv()).await.expect("something happens").unwrap()
    }

    /// The reports not read yet.
    pub(crate) async fn rest(&self) -> Vec<String> {
        let mut happenings = self.happenings.lock().await;
        std::iter::from_fn(|| happenings.try_recv().ok()).collect()
    }

    /// Waits until the counters have the expected values.
    pub(crate) async fn counts(&self, expected: Stats) {
        let settled = async {
            while self.sockets.stats() != expected {
                sleep(Duration::from_millis(2)).await;
            }
        };
        let late = timeout(DEADLINE, settled).await.is_err();
        assert!(!late, "{:?} and not {expected:?}", self.sockets.stats());
    }

    pub(crate) async fn stop(self) {
        self.running.stop().await;
    }
}

/// Does what the name of an event says and reports it.
struct Obedient {
    tell: mpsc::UnboundedSender<String>,
    gate: Arc<Semaphore>,
}

impl Obedient {
    fn tell(&self, happening: String) {
        self.tell.send(happening).ok(); // the test may be over
    }
}

impl Handler for Obedient {
    async fn connect(&self, socket: &Socket, auth: Value) -> Result<(), JoinRefusal> {
        match auth["please"].as_str() {
            Some("refuse") => {
                return Err(JoinRefusal { data: Some(json!({"code": 7})), ..JoinRefusal::new("not you") });
            }
            Some("panic") => panic!("asked to"),
            Some("greet") => socket.emit("greeting", &"early").unwrap(),
            Some("disconnect") => socket.disconnect(),
            _ => {}
        }
        self.tell(format!("connect {}", socket.namespace()));
        Ok(())
    }

    async fn event(&self, socket: &Socket, event: IncomingEvent, ack: Option<EventAck>) {
        match &*event.name {
            "echo" => socket.emit_event(event).unwrap(),
            "answer" => ack.unwrap().send(&event.into_payload()).unwrap(),
            "whoami" => ack.unwrap().send(&socket.id().as_str()).unwrap(),
            "handshake" => {
                let handshake = socket.handshake();
                let remote = socket.remote_addr().map(|address| address.ip().to_string());
                ack.unwrap().send(&json!([remote, handshake.origin(), handshake.user_agent()])).unwrap();
            }
            "note" => self.tell(format!("note {}", event.into_payload())),
            "wait" => {
                self.gate.acquire().await.unwrap().forget();
                self.tell(format!("waited {}", event.into_payload()));
            }
            "flood" => {
                let drop = "x".repeat(1024);
                let error = (0..event.into_payload().as_u64().unwrap())
                    .find_map(|_| socket.emit("drop", &drop).err());
                self.tell(format!("flooded {error:?}"));
            }
            "panic" => panic!("asked to"),
            "dismiss" => socket.disconnect(),
            "dismiss later" => {
                let (socket, gate) = (socket.clone(), Arc::clone(&self.gate));
                tokio::spawn(async move {
                    gate.acquire().await.unwrap().forget();
                    socket.disconnect();
                });
            }
            "close" => {
                socket.emit("last", &"words").unwrap();
                socket.close();
            }
            name => self.tell(format!("unknown {name}")),
        }
    }

    async fn undecodable(&self, socket: &Socket, name: Option<String>, ack: Option<EventAck>) {
        match ack {
            Some(ack) => ack.send(&json!({ "undecodable": name })).unwrap(),
            None => socket.emit("undecodable", &name).unwrap(),
        }
    }

    async fn disconnect(&self, socket: &Socket, reason: DisconnectReason) {
        assert!(!socket.is_connected());
        self.tell(format!("disconnect {} {reason}", socket.namespace()));
    }

    fn allow_origin(&self, origin: Option<&str>) -> bool {
        origin != Some("https://evil.example")
    }

    fn panic_answer(&self) -> Value {
        json!({"success": false})
    }
}
