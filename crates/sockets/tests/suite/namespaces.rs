//! Joining and leaving namespaces.

use std::time::Duration;

use sockets::{Config, Stats, conformance};

use crate::client::Client;
use crate::server::{SOON, Server};

async fn server() -> Server {
    Server::start(Config { namespaces: vec!["/".into(), "/custom".into()], ..Config::default() }).await
}

async fn check(conversation: &str, happenings: &[&str]) {
    let server = server().await;
    let mut client = Client::session(server.address).await;
    client.play(conversation).await;
    drop(client);
    for expected in happenings {
        assert_eq!(server.next().await, *expected);
    }
    server.counts(Stats { panics: server.sockets.stats().panics, ..Stats::default() }).await;
}

#[tokio::test]
async fn a_client_joins_the_main_namespace() {
    check("> 40 \n < 40{\"sid\":*", &["connect /", "disconnect / transport close"]).await;
    check("> 40{\"token\":\"123\"} \n < 40{\"sid\":*", &["connect /"]).await;
}

#[tokio::test]
async fn a_client_joins_another_namespace() {
    check("> 40/custom, \n < 40/custom,{\"sid\":*", &["connect /custom"]).await;
    check("> 40/custom,{\"token\":\"abc\"} \n < 40/custom,{\"sid\":*", &["connect /custom"]).await;
}

#[tokio::test]
async fn a_handler_gets_the_credentials_of_the_connect_packet() {
    let config = Config { connect_timeout: Duration::from_secs(10), ..conformance::config() };
    let (router, _) = sockets::router(config, conformance::handler());
    let running = crate::server::run(router, sockets::ListenerLimits::default()).await;
    for (connect, auth) in [("40", "{}"), ("40{\"token\":\"123\"}", "{\"token\":\"123\"}")] {
        let mut client = Client::session(running.address).await;
        client.play(&format!("> {connect} \n < 40* \n < 42[\"auth\",{auth}]")).await;
    }
}

#[tokio::test]
async fn an_unknown_namespace_is_refused_and_the_session_goes_on() {
    check("> 40/random \n < 44/random,{\"message\":\"Invalid namespace\"} \n > 40 \n < 40*", &["connect /"])
        .await;
}

#[tokio::test]
async fn a_refused_socket_is_told_why_and_may_try_again() {
    let refused = r#"< 44{"message":"not you","data":{"code":7}}"#;
    let conversation = format!("> 40{{\"please\":\"refuse\"}} \n {refused} \n > 40 \n < 40*");
    check(&conversation, &["connect /", "disconnect / transport close"]).await;
}

#[tokio::test]
async fn a_socket_whose_connect_panics_is_refused_and_the_session_goes_on() {
    check(
        "> 40{\"please\":\"panic\"} \n < 44{\"message\":\"internal error\"} \n > 40 \n < 40*",
        &["connect /"],
    )
    .await;
}

#[tokio::test]
async fn what_is_emitted_while_a_socket_connects_follows_its_welcome() {
    check("> 40{\"please\":\"greet\"} \n < 40{* \n < 42[\"greeting\",\"early\"]", &["connect /"]).await;
}

#[tokio::test]
async fn a_socket_that_is_disconnected_while_it_connects_is_refused_and_reported() {
    let happenings = ["connect /", "disconnect / server namespace disconnect"];
    check("> 40{\"please\":\"disconnect\"} \n < 44{\"message\":\"disconnected\"}", &happenings).await;
}

#[tokio::test]
async fn a_client_leaves_one_namespace_and_stays_in_the_other() {
    check(
        "> 40 \n < 40* \n > 40/custom \n < 40/custom,* \n > 41/custom \n > 421[\"answer\",1] \n < 431[1]",
        &["connect /", "connect /custom", "disconnect /custom client namespace disconnect"],
    )
    .await;
}

#[tokio::test]
async fn a_client_may_leave_and_come_back() {
    check(
        "> 40 \n < 40* \n > 41 \n > 40 \n < 40*",
        &[
            "connect /",
            "disconnect / client namespace disconnect",
            "connect /",
            "disconnect / transport close",
        ],
    )
    .await;
}

#[tokio::test]
async fn a_server_dismisses_one_socket_and_the_client_keeps_the_other() {
    check(
        "> 40 \n < 40* \n > 40/custom \n < 40/custom,* \n > 42/custom,[\"dismiss\"] \n < 41/custom,
         > 42/custom,[\"note\",\"too late\"] \n > 41/custom \n > 421[\"answer\",1] \n < 431[1]
         > 40/custom \n < 40/custom,*",
        &[
            "connect /",
            "connect /custom",
            "disconnect /custom server namespace disconnect",
            "connect /custom",
        ],
    )
    .await;
}

#[tokio::test]
async fn joining_twice_changes_nothing() {
    check(
        "> 40 \n > 40 \n < 40* \n > 40 \n > 421[\"answer\",1] \n < 431[1]",
        &["connect /", "disconnect / transport close"],
    )
    .await;
}

#[tokio::test]
async fn an_event_before_its_namespace_is_joined_closes_the_session() {
    check("> 42[\"note\",1] \n < closed", &[]).await;
    check(
        "> 40 \n < 40* \n > 42/custom,[\"note\",1] \n < closed",
        &["connect /", "disconnect / parse error"],
    )
    .await;
}

#[tokio::test]
async fn a_session_that_joins_no_namespace_is_closed() {
    let server = Server::start(Config { connect_timeout: SOON, ..Config::default() }).await;
    Client::session(server.address).await.play("< closed").await;
    let mut client = Client::join(server.address).await;
    client.play("> 41 \n < closed").await;
    server.counts(Stats::default()).await;
}

#[tokio::test]
async fn the_public_id_of_a_socket_is_not_the_id_of_its_session() {
    let server = server().await;
    let mut client = Client::open(server.address, "socket.io/?EIO=4&transport=websocket").await;
    let session = client.next().await;
    client.send("40").await;
    let welcome = client.next().await;
    client.send("421[\"whoami\"]").await;
    let public = client.next().await.trim_start_matches("431").trim_matches(['[', ']', '"']).to_owned();
    assert_eq!(public.len(), 20);
    assert!(welcome.contains(&public));
    assert!(!session.contains(&public));
    let uri = format!("/socket.io/?EIO=4&transport=polling&sid={public}");
    let answer = crate::http::send(server.address, http::Request::post(uri), "42[\"note\",1]").await;
    assert_eq!(answer.line(), r#"400 {"code":1,"message":"Session ID unknown"}"#);
}

#[tokio::test]
async fn each_namespace_gives_a_socket_of_its_own() {
    let server = server().await;
    let mut client = Client::session(server.address).await;
    let mut ids = Vec::new();
    for connect in ["40", "40/custom"] {
        client.send(connect).await;
        ids.push(client.next().await);
    }
    assert_ne!(ids[0].split_once('{').unwrap().1, ids[1].split_once('{').unwrap().1);
    server.counts(Stats { sessions: 1, sockets: 2, ..Stats::default() }).await;
}
