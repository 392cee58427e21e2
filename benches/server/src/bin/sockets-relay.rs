//! A relay on our own crate `sockets`: no rules, no store.

use std::sync::Mutex;

use serde_json::Value;
use server_bench::relay::{Acknowledgement, Delivery, NAMESPACE, Relay};
use sockets::{
    Config, DisconnectReason, EncodedEvent, EventAck, Handler, IncomingEvent, JoinRefusal, ListenerLimits,
    Socket,
};
use tokio::net::TcpListener;

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    let config = Config {
        namespaces: vec![NAMESPACE.into()],
        packets_per_second: u32::MAX,
        max_sessions_per_address: 20_000,
        ..Config::default()
    };
    let limits = ListenerLimits { connections_per_address: 20_000, ..ListenerLimits::default() };
    let (router, _) = sockets::router(config, Rooms::default());
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("listens on {}", listener.local_addr()?);
    sockets::serve(listener, router, limits, std::future::pending()).await;
    Ok(())
}

#[derive(Default)]
struct Rooms(Mutex<Relay<Socket>>);

impl Handler for Rooms {
    async fn connect(&self, _socket: &Socket, _auth: Value) -> Result<(), JoinRefusal> {
        Ok(())
    }

    async fn event(&self, socket: &Socket, event: IncomingEvent, ack: Option<EventAck>) {
        let Some((acknowledgement, deliveries)) = self.handle(socket, event) else { return };
        for delivery in deliveries {
            send(&delivery);
        }
        if let Some(ack) = ack {
            ack.send(&acknowledgement).ok(); // the client may be gone
        }
    }

    async fn disconnect(&self, _socket: &Socket, _reason: DisconnectReason) {}
}

impl Rooms {
    fn handle(
        &self,
        socket: &Socket,
        event: IncomingEvent,
    ) -> Option<(Acknowledgement, Vec<Delivery<Socket>>)> {
        let mut relay = self.0.lock().ok()?;
        let name = event.name.clone();
        let payload = event.into_payload();
        match name.as_str() {
            "matchmaking:join" => Some(relay.join(socket.clone(), serde_json::from_value(payload).ok()?)),
            "game:move" => Some(relay.play(serde_json::from_value(payload).ok()?)),
            "game:rematch" => Some(relay.rematch(serde_json::from_value(payload).ok()?)),
            _ => None,
        }
    }
}

fn send(delivery: &Delivery<Socket>) {
    let Ok(event) = EncodedEvent::new(NAMESPACE, delivery.name, &delivery.payload) else { return };
    for socket in &delivery.to {
        socket.emit_encoded(&event).ok(); // the client may be gone
    }
}
