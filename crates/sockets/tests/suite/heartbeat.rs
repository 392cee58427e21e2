//! Pings, pongs, and clients that fall silent.

use std::time::Duration;

use sockets::{Config, ListenerLimits, Stats, conformance};

use crate::client::Client;
use crate::http::Polling;
use crate::server::{DEADLINE, SOON, Server, run};

fn quick() -> Config {
    Config { ping_interval: Duration::from_millis(50), ping_timeout: SOON, ..Config::default() }
}

#[tokio::test]
async fn the_first_packet_after_the_handshake_is_no_ping_until_the_interval_has_passed() {
    let server = Server::start(Config { ping_interval: Duration::from_secs(3600), ..quick() }).await;
    let mut client = Client::join(server.address).await;
    client.play(r#"> 421["answer",1]"#).await;
    assert_eq!(client.next().await, "431[1]", "and no 2 before it");
}

#[tokio::test]
async fn a_websocket_client_that_answers_pings_stays() {
    let server = Server::start(Config { ping_timeout: DEADLINE, ..quick() }).await;
    let mut client = Client::join(server.address).await;
    for _ in 0..12 {
        assert_eq!(client.next().await, "2");
        client.send("3").await;
    }
    client.play("> 421[\"answer\",1] \n < 431[1]").await;
}

#[tokio::test]
async fn a_polling_client_that_answers_pings_stays() {
    let running = run(conformance::router(conformance::config()), ListenerLimits::default()).await;
    let polling = Polling::open(running.address, "/engine.io").await;
    for _ in 0..3 {
        assert_eq!(polling.poll().await, "200 2");
        assert_eq!(polling.post("3").await, "200 ok");
    }
}

#[tokio::test]
async fn a_client_that_answers_no_ping_is_closed_and_its_disconnect_is_reported() {
    let server = Server::start(quick()).await;
    let mut client = Client::join(server.address).await;
    let polling = Polling::join(server.address).await;
    assert_eq!(client.next().await, "2");
    assert_eq!(client.next().await, "closed");
    for happening in ["connect /", "connect /", "disconnect / ping timeout", "disconnect / ping timeout"] {
        assert_eq!(server.next().await, happening);
    }
    server.counts(Stats::default()).await;
    assert!(polling.poll().await.starts_with("400"));
}

#[tokio::test]
async fn a_pong_that_waits_behind_a_busy_handler_is_not_missed() {
    let server = Server::start(Config { max_inbound: 1, ..quick() }).await;
    let mut client = Client::join(server.address).await;
    for number in 0..4 {
        client.send(&format!(r#"42["wait",{number}]"#)).await;
    }
    assert_eq!(client.next().await, "2");
    client.send("3").await;
    tokio::time::sleep(SOON + SOON / 2).await; // longer than a pong may take
    server.gate.add_permits(4);
    client.play("> 421[\"answer\",1] \n < 431[1]").await;
}
