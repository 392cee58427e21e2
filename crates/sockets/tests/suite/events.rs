//! Events, acknowledgements, binary data, and their order.

use sockets::{Config, Stats};

use crate::client::Client;
use crate::http::Polling;
use crate::server::Server;

async fn check(conversation: &str) {
    let server = Server::start(Config::default()).await;
    Client::join(server.address).await.play(conversation).await;
}

#[tokio::test]
async fn an_event_comes_with_all_its_arguments() {
    check(
        r#"> 42["echo",1,"2",{"3":[true]}]
             < 42["echo",1,"2",{"3":[true]}]"#,
    )
    .await;
    check("> 42[\"echo\"] \n < 42[\"echo\"]").await;
    check("> 42[\"echo\",\"✓ é \u{1f600}\"] \n < 42[\"echo\",\"✓ é \u{1f600}\"]").await;
}

#[tokio::test]
async fn an_event_with_an_id_is_acknowledged_with_that_id() {
    check(
        r#"> 42456["answer",{"3":[false]}]
             < 43456[{"3":[false]}]"#,
    )
    .await;
}

#[tokio::test]
async fn binary_arguments_travel_beside_the_event() {
    check(
        r#"> 452-["echo",{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}]
           > bytes abc
           > bytes def
           < 452-["echo",{"_placeholder":true,"num":0},{"_placeholder":true,"num":1}]
           < bytes abc
           < bytes def"#,
    )
    .await;
}

#[tokio::test]
async fn binary_arguments_come_back_in_an_acknowledgement() {
    let running = crate::server::run(
        sockets::conformance::router(sockets::conformance::config()),
        sockets::ListenerLimits::default(),
    )
    .await;
    let mut client = Client::join(running.address).await;
    client
        .play(
            r#"< 42["auth",{}]
               > 451-789["message-with-ack",{"_placeholder":true,"num":0}]
               > bytes abc
               < 461-789[{"_placeholder":true,"num":0}]
               < bytes abc"#,
        )
        .await;
}

#[tokio::test]
async fn binary_arguments_travel_by_polling_too() {
    let server = Server::start(Config::default()).await;
    let polling = Polling::join(server.address).await;
    let body = "451-[\"echo\",{\"_placeholder\":true,\"num\":0}]\u{1e}bAQIDBA==";
    assert_eq!(polling.post(body).await, "200 ok");
    assert_eq!(polling.poll().await, format!("200 {body}"));
}

#[tokio::test]
async fn an_answer_that_nobody_waits_for_is_ignored() {
    check("> 4312[\"x\"] \n > 461-3[{\"_placeholder\":true,\"num\":0}] \n > bytes x \n > 421[\"answer\",1] \n < 431[1]")
        .await;
}

#[tokio::test]
async fn a_numeric_name_and_an_unknown_name_reach_the_handler() {
    let server = Server::start(Config::default()).await;
    let mut client = Client::join(server.address).await;
    client.play("> 42[7,1] \n > 42[\"nonsense\",{\"deep\":[[[]]]}]").await;
    for happening in ["connect /", "unknown 7", "unknown nonsense"] {
        assert_eq!(server.next().await, happening);
    }
}

#[tokio::test]
async fn a_handler_can_look_at_the_handshake() {
    let server = Server::start(Config::default()).await;
    let query = "socket.io/?EIO=4&transport=websocket";
    let mut client = Client::try_open(server.address, query, Some("https://good.example")).await.unwrap();
    client.play("< 0* \n > 40 \n < 40* \n > 421[\"handshake\"] \n < 431[[\"127.0.0.1\",\"https://good.example\",null]]").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn events_of_one_socket_are_handled_in_the_order_sent() {
    const COUNT: usize = 20_000;
    let server = Server::start(Config { packets_per_second: u32::MAX, ..Config::default() }).await;
    let mut client = Client::join(server.address).await;
    assert_eq!(server.next().await, "connect /");
    let (send, check) = (
        async {
            for number in 0..COUNT {
                client.send(&format!(r#"42["note",{number}]"#)).await;
            }
        },
        async {
            for number in 0..COUNT {
                assert_eq!(server.next().await, format!("note {number}"));
            }
        },
    );
    tokio::join!(send, check);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_event_is_not_begun_before_the_one_before_it_is_finished() {
    let server = Server::start(Config::default()).await;
    let mut client = Client::join(server.address).await;
    client.play("> 42[\"wait\",\"first\"] \n > 42[\"note\",\"second\"]").await;
    let mut other = Client::join(server.address).await;
    other.play("> 42[\"note\",\"of another client\"] \n > 421[\"answer\",1] \n < 431[1]").await;
    server.gate.add_permits(1);
    for happening in
        ["connect /", "connect /", "note \"of another client\"", "waited \"first\"", "note \"second\""]
    {
        assert_eq!(server.next().await, happening);
    }
}

#[tokio::test]
async fn a_panicking_handler_answers_its_ack_with_an_error_and_keeps_the_socket() {
    let server = Server::start(Config::default()).await;
    let mut client = Client::join(server.address).await;
    client.play("> 425[\"panic\"] \n < 435[{\"success\":false}]").await;
    client.play("> 42[\"panic\"] \n > 426[\"answer\",1] \n < 436[1]").await;
    server.counts(Stats { sessions: 1, sockets: 1, panics: 2, ..Stats::default() }).await;
}

#[tokio::test]
async fn what_a_client_sent_before_it_left_is_still_handled() {
    let server = Server::start(Config::default()).await;
    let mut client = Client::join(server.address).await;
    client.play("> 42[\"wait\",1] \n > 42[\"note\",2]").await;
    client.0.close(None).await.unwrap();
    server.gate.add_permits(1);
    for happening in ["connect /", "waited 1", "note 2", "disconnect / transport close"] {
        assert_eq!(server.next().await, happening);
    }
}

#[tokio::test]
async fn an_event_whose_binary_part_comes_after_the_dismissal_of_its_socket_is_dropped() {
    let server = Server::start(Config::default()).await;
    let mut client = Client::join(server.address).await;
    client.play("> 42[\"dismiss later\"] \n > 42[\"note\",1] \n > 451-[\"note\",{\"_placeholder\":true,\"num\":0}]").await;
    for happening in ["connect /", "note 1"] {
        assert_eq!(server.next().await, happening);
    }
    server.gate.add_permits(1);
    client.play("< 41 \n > bytes late \n > 40 \n < 40*").await;
    for happening in ["disconnect / server namespace disconnect", "connect /"] {
        assert_eq!(server.next().await, happening);
    }
}
