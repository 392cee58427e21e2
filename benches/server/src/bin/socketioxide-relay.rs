//! A relay on crate `socketioxide`: no rules, no store.

use std::sync::{Arc, Mutex};

use server_bench::relay::{Acknowledgement, Delivery, Join, MoveRequest, NAMESPACE, Relay, Rematch};
use socketioxide::SocketIo;
use socketioxide::extract::{AckSender, Data, SocketRef, State};
use tokio::net::TcpListener;

type Rooms = Arc<Mutex<Relay<SocketRef>>>;
type Outcome = (Acknowledgement, Vec<Delivery<SocketRef>>);

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    let (layer, io) = SocketIo::builder().with_state(Rooms::default()).build_layer();
    io.ns(NAMESPACE, async |socket: SocketRef| {
        socket.on(
            "matchmaking:join",
            async |socket: SocketRef, Data::<Join>(join), State(rooms): State<Rooms>, ack: AckSender| {
                finish(with(&rooms, |relay| relay.join(socket, join)), ack);
            },
        );
        socket.on(
            "game:move",
            async |Data::<MoveRequest>(request), State(rooms): State<Rooms>, ack: AckSender| {
                finish(with(&rooms, |relay| relay.play(request)), ack);
            },
        );
        socket.on(
            "game:rematch",
            async |Data::<Rematch>(rematch), State(rooms): State<Rooms>, ack: AckSender| {
                finish(with(&rooms, |relay| relay.rematch(rematch)), ack);
            },
        );
    });
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("listens on {}", listener.local_addr()?);
    axum::serve(listener, axum::Router::new().layer(layer)).await
}

fn with(rooms: &Rooms, handle: impl FnOnce(&mut Relay<SocketRef>) -> Outcome) -> Outcome {
    handle(&mut rooms.lock().expect("no handler panics"))
}

fn finish((acknowledgement, deliveries): Outcome, ack: AckSender) {
    for delivery in deliveries {
        for socket in &delivery.to {
            socket.emit(delivery.name, &delivery.payload).ok(); // the client may be gone
        }
    }
    ack.send(&acknowledgement).ok(); // the same
}
