//! Shutdown of the server.

use sockets::{Config, DisconnectReason, Stats};
use tokio::time::timeout;

use crate::client::Client;
use crate::http::Polling;
use crate::server::{DEADLINE, Server};

#[tokio::test]
async fn closing_all_ends_websockets_and_polls_and_reports_every_disconnect() {
    let server = Server::start(Config::default()).await;
    let mut client = Client::join(server.address).await;
    let polling = Polling::join(server.address).await;
    let close = async {
        while server.sockets.stats().sockets < 2 {
            tokio::task::yield_now().await;
        }
        timeout(DEADLINE, server.sockets.close_all(DisconnectReason::Shutdown)).await.unwrap();
    };
    let (poll, ()) = tokio::join!(polling.poll(), close);
    assert!(poll == "200 1" || poll.starts_with("400"), "{poll}");
    client.play("< closed").await;
    assert_eq!(server.sockets.stats(), Stats::default());
    for happening in ["connect /", "connect /"] {
        assert_eq!(server.next().await, happening);
    }
    assert_eq!(server.rest().await, ["disconnect / server shutting down"; 2]);
}

#[tokio::test]
async fn a_server_that_shuts_down_opens_no_session() {
    let server = Server::start(Config::default()).await;
    server.sockets.close_all(DisconnectReason::Shutdown).await;
    let refused = Client::try_open(server.address, "socket.io/?EIO=4&transport=websocket", None).await;
    assert_eq!(refused.err(), Some(503));
}

#[tokio::test]
async fn a_websocket_that_the_server_closes_hears_what_was_queued_before() {
    let server = Server::start(Config::default()).await;
    let mut client = Client::join(server.address).await;
    client.play("> 42[\"close\"] \n < 42[\"last\",\"words\"] \n < closed").await;
    assert_eq!(server.next().await, "connect /");
    assert_eq!(server.next().await, "disconnect / server namespace disconnect");
}

#[tokio::test]
async fn the_listener_ends_when_the_last_connection_has_ended() {
    let server = Server::start(Config::default()).await;
    let mut client = Client::join(server.address).await;
    server.sockets.close_all(DisconnectReason::Shutdown).await;
    client.play("< closed").await;
    drop(client);
    server.stop().await;
}
