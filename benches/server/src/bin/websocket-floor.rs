//! The floor: bare websockets on tungstenite that exchange the same texts, without a Socket.IO server.

use std::cell::RefCell;
use std::rc::Rc;

use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt, StreamExt};
use server_bench::packet::{self, Packet};
use server_bench::relay::{Acknowledgement, Delivery, NAMESPACE, Relay};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Mutex;
use tokio::task::{LocalSet, spawn_local};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

type Sink = Rc<Mutex<SplitSink<WebSocketStream<TcpStream>, Message>>>;
type Rooms = Rc<RefCell<Relay<Sink>>>;

/// A session without pings: a floor does as little as possible.
const OPEN: &str = r#"0{"sid":"aaaaaaaaaaaaaaaaaaaa","upgrades":[],"pingInterval":25000,"pingTimeout":20000,"maxPayload":16384}"#;

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("listens on {}", listener.local_addr()?);
    let rooms = Rooms::default();
    LocalSet::new().run_until(accept(listener, rooms)).await
}

async fn accept(listener: TcpListener, rooms: Rooms) -> std::io::Result<()> {
    loop {
        let (stream, _) = listener.accept().await?;
        let rooms = Rc::clone(&rooms);
        spawn_local(async move {
            stream.set_nodelay(true).ok(); // optional
            // The default is 128 kB per connection, whatever its messages.
            let config = WebSocketConfig::default().read_buffer_size(4096);
            let accepted = tokio_tungstenite::accept_async_with_config(stream, Some(config)).await;
            let Ok(websocket) = accepted else { return };
            let (sink, messages) = websocket.split();
            let sink = Rc::new(Mutex::new(sink));
            serve(&rooms, &sink, messages).await;
        });
    }
}

/// Answers one client until it leaves.
async fn serve(rooms: &Rooms, sink: &Sink, mut messages: SplitStream<WebSocketStream<TcpStream>>) {
    send(sink, OPEN.into()).await;
    while let Some(Ok(message)) = messages.next().await {
        let Message::Text(text) = message else { continue };
        if text.starts_with("40") {
            send(sink, format!(r#"40{NAMESPACE},{{"sid":"aaaaaaaaaaaaaaaaaaaa"}}"#)).await;
        }
        let Some((acknowledgement, deliveries)) = handle(rooms, sink, &text) else { continue };
        for delivery in deliveries {
            deliver(&delivery, sink).await;
        }
        if let (Some(number), Ok(answer)) = (ack_number(&text), serde_json::to_string(&acknowledgement)) {
            send(sink, format!("43{NAMESPACE},{number}[{answer}]")).await;
        }
    }
}

fn handle(rooms: &Rooms, sink: &Sink, text: &str) -> Option<(Acknowledgement, Vec<Delivery<Sink>>)> {
    let Ok(Packet::Event { name, payload }) = packet::read(text) else { return None };
    let mut relay = rooms.borrow_mut();
    match name {
        "matchmaking:join" => Some(relay.join(Rc::clone(sink), serde_json::from_str(payload).ok()?)),
        "game:move" => Some(relay.play(serde_json::from_str(payload).ok()?)),
        "game:rematch" => Some(relay.rematch(serde_json::from_str(payload).ok()?)),
        _ => None,
    }
}

/// Sends a message; one to `own` is buffered until the acknowledgement that follows, so that both are written
/// at once.
async fn deliver(delivery: &Delivery<Sink>, own: &Sink) {
    let Ok(payload) = serde_json::to_string(&delivery.payload) else { return };
    let mut text = String::with_capacity(payload.len() + 64);
    packet::write_event(&mut text, NAMESPACE, None, delivery.name, &payload);
    let message = Message::from(text);
    for sink in &delivery.to {
        let mut writer = sink.lock().await;
        let sent = if Rc::ptr_eq(sink, own) {
            writer.feed(message.clone()).await
        } else {
            writer.send(message.clone()).await
        };
        sent.ok(); // the client may be gone
    }
}

async fn send(sink: &Sink, text: String) {
    sink.lock().await.send(Message::from(text)).await.ok(); // the client may be gone
}

/// The number of the requested acknowledgement.
fn ack_number(text: &str) -> Option<&str> {
    let number = text.split_once(',')?.1.split_once('[')?.0;
    (!number.is_empty()).then_some(number)
}
