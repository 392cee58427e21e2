//! Upgrades from polling to websocket.

use std::time::Duration;

use sockets::Config;
use tokio::time::sleep;

use crate::client::Client;
use crate::http::Polling;
use crate::server::{SOON, Server};

async fn begin(config: Config) -> (Server, Polling, Client) {
    let server = Server::start(config).await;
    let polling = Polling::join(server.address).await;
    let client = Client::open(server.address, &polling.upgrade()).await;
    (server, polling, client)
}

async fn upgraded() -> (Server, Polling, Client) {
    let (server, polling, mut client) = begin(Config::default()).await;
    client.play("> 2probe \n < 3probe \n > 5 \n > 421[\"answer\",\"over\"] \n < 431[\"over\"]").await;
    (server, polling, client)
}

#[tokio::test]
async fn a_pending_poll_gives_way_to_the_websocket() {
    let (_server, polling, mut client) = begin(Config::default()).await;
    let (poll, ()) = tokio::join!(polling.poll(), async {
        sleep(Duration::from_millis(50)).await; // the poll is under way
        client.play("> 2probe \n < 3probe").await;
    });
    assert_eq!(poll, "200 6");
    assert_eq!(polling.poll().await, "200 6", "so does a poll that comes later");
    client.play("> 5 \n > 421[\"answer\",1] \n < 431[1]").await;
}

#[tokio::test]
async fn what_was_queued_for_polling_reaches_the_websocket_once_and_in_order() {
    let (_server, polling, mut client) = begin(Config::default()).await;
    for number in 0..3 {
        assert_eq!(polling.post(&format!("42{number}[\"answer\",{number}]")).await, "200 ok");
    }
    client.play("> 2probe \n < 3probe \n > 5 \n < 430[0] \n < 431[1] \n < 432[2]").await;
}

#[tokio::test]
async fn requests_are_refused_after_the_upgrade_and_the_websocket_goes_on() {
    let (_server, polling, mut client) = upgraded().await;
    assert_eq!(polling.poll().await, r#"400 {"code":3,"message":"Bad request"}"#);
    assert_eq!(polling.post("3").await, r#"400 {"code":3,"message":"Bad request"}"#);
    client.play("> 421[\"answer\",1] \n < 431[1]").await;
}

#[tokio::test]
async fn a_second_websocket_is_closed_and_the_first_goes_on() {
    let (server, polling, mut client) = upgraded().await;
    let mut second = Client::open(server.address, &polling.upgrade()).await;
    second.play("< closed").await;
    client.play("> 421[\"answer\",1] \n < 431[1]").await;
}

#[tokio::test]
async fn a_failed_probe_leaves_the_session_to_polling() {
    for packet in ["2", "5", "42[\"note\",1]", "bytes probe"] {
        let (server, polling, mut client) = begin(Config::default()).await;
        client.send(packet).await;
        client.play("< closed").await;
        assert_eq!(polling.post("421[\"answer\",1]").await, "200 ok", "{packet}");
        assert_eq!(polling.poll().await, "200 431[1]");
        let mut client = Client::open(server.address, &polling.upgrade()).await;
        client.play("> 2probe \n < 3probe").await;
    }
}

#[tokio::test]
async fn a_websocket_that_never_finishes_its_probe_is_closed_and_leaves_the_session_to_polling() {
    for step in ["", "> 2probe \n < 3probe"] {
        let impatient = Config { upgrade_timeout: SOON, ..Config::default() };
        let (_server, polling, mut client) = begin(impatient).await;
        client.play(step).await;
        client.play("< closed").await;
        assert_eq!(polling.post("421[\"answer\",1]").await, "200 ok", "{step}");
        assert_eq!(polling.poll().await, "200 431[1]");
    }
}

#[tokio::test]
async fn the_end_of_the_websocket_is_the_end_of_the_session() {
    let (server, polling, client) = upgraded().await;
    drop(client);
    assert_eq!(server.next().await, "connect /");
    assert_eq!(server.next().await, "disconnect / transport close");
    assert!(polling.poll().await.starts_with("400"));
}
