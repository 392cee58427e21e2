//! Clients that send too much or read too little.

use std::time::Duration;

use sockets::{Config, Stats};
use tokio_tungstenite::tungstenite::Message;

use crate::client::Client;
use crate::http::Polling;
use crate::server::{SOON, Server};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_stops_reading_is_cut_off_and_its_disconnect_is_reported() {
    let server = Server::start(Config::default()).await;
    let mut client = Client::join(server.address).await;
    client.send("42[\"flood\",1000000]").await;
    for happening in ["connect /", "flooded Some(Full)", "disconnect / slow consumer"] {
        assert_eq!(server.next().await, happening);
    }
    server.counts(Stats { slow_consumers: 1, ..Stats::default() }).await;
    assert!(server.rest().await.is_empty(), "reported once");
    server.stop().await; // the connection is gone, though the client still holds its end
    drop(client);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_whose_connection_is_stuck_is_cut_off_by_its_silence() {
    let config = Config {
        max_outbound: usize::MAX,
        ping_interval: Duration::from_millis(100),
        ping_timeout: SOON,
        ..Config::default()
    };
    let server = Server::start(config).await;
    let mut client = Client::join(server.address).await;
    client.send("42[\"flood\",30000]").await; // far more than the network holds: the writer waits for ever
    for happening in ["connect /", "flooded None", "disconnect / ping timeout"] {
        assert_eq!(server.next().await, happening);
    }
    server.counts(Stats::default()).await;
    server.stop().await; // the connection is gone, though the client still holds its end
    drop(client);
}

#[tokio::test]
async fn a_client_that_does_not_poll_is_cut_off_when_its_queue_is_full() {
    let server = Server::start(Config { max_outbound: 10, ..Config::default() }).await;
    let polling = Polling::join(server.address).await;
    assert_eq!(polling.post("42[\"flood\",11]").await, "200 ok");
    for happening in ["connect /", "flooded Some(Full)", "disconnect / slow consumer"] {
        assert_eq!(server.next().await, happening);
    }
    server.counts(Stats { slow_consumers: 1, ..Stats::default() }).await;
    assert!(polling.poll().await.starts_with("400"));
}

#[tokio::test]
async fn a_client_that_reads_is_not_cut_off_for_what_it_sends_at_once() {
    let server = Server::start(Config { max_outbound: 64, ..Config::default() }).await;
    let polling = Polling::join(server.address).await;
    let packets: Vec<_> = (0..500).map(|number| format!("42[\"echo\",{number}]")).collect();
    let body = packets.join("\u{1e}");
    let reading = async {
        let mut heard = Vec::new();
        while heard.len() < packets.len() {
            let answer = polling.poll().await;
            let payload = answer.strip_prefix("200 ").expect("the session is open");
            heard.extend(payload.split('\u{1e}').filter(|packet| *packet != "2").map(str::to_owned));
        }
        heard
    };
    let (posted, heard) = tokio::join!(polling.post(&body), reading);
    assert_eq!(posted, "200 ok");
    assert_eq!(heard, packets);
    assert_eq!(server.sockets.stats(), Stats { sessions: 1, sockets: 1, ..Stats::default() });
}

#[tokio::test]
async fn a_client_that_sends_and_does_not_read_is_cut_off() {
    let config = Config { max_outbound: 64, ping_timeout: Duration::from_millis(100), ..Config::default() };
    let server = Server::start(config).await;
    let polling = Polling::join(server.address).await;
    let body = vec!["42[\"echo\"]"; 500].join("\u{1e}");
    polling.post(&body).await;
    assert_eq!(server.next().await, "connect /");
    assert_eq!(server.next().await, "disconnect / slow consumer");
    server.counts(Stats { slow_consumers: 1, ..Stats::default() }).await;
}

#[tokio::test]
async fn a_full_queue_of_events_stops_the_reading() {
    let server = Server::start(Config { max_inbound: 4, ..Config::default() }).await;
    let polling = Polling::join(server.address).await;
    let body = (0..50).map(|number| format!("42[\"wait\",{number}]")).collect::<Vec<_>>().join("\u{1e}");
    let mut post = Box::pin(polling.post(&body));
    let early = tokio::time::timeout(Duration::from_millis(200), &mut post).await;
    assert!(early.is_err(), "fifty events do not fit into a queue of four");
    server.gate.add_permits(50);
    assert_eq!(post.await, "200 ok");
    assert_eq!(server.next().await, "connect /");
    for number in 0..50 {
        assert_eq!(server.next().await, format!("waited {number}"));
    }
}

#[tokio::test]
async fn a_websocket_message_above_the_limit_closes_the_connection() {
    let server = Server::start(Config { max_payload: 1000, ..Config::default() }).await;
    for length in [1001, 100_000] {
        let mut client = Client::join(server.address).await;
        assert_eq!(server.next().await, "connect /");
        client.send(&"4".repeat(length)).await;
        client.play("< closed").await;
        assert_eq!(server.next().await, "disconnect / message too large");
    }
    let mut client = Client::join(server.address).await;
    let fits = format!("421[\"answer\",\"{}\"]", "x".repeat(1000 - 16));
    client.send(&fits).await;
    assert!(client.next().await.starts_with("431"));
}

#[tokio::test]
async fn a_websocket_message_in_pieces_is_measured_as_a_whole() {
    use futures_util::SinkExt;
    use tokio_tungstenite::tungstenite::protocol::frame::{Frame, coding::Data, coding::OpCode};
    let server = Server::start(Config { max_payload: 1000, ..Config::default() }).await;
    let mut client = Client::join(server.address).await;
    for opcode in [Data::Text, Data::Continue, Data::Continue] {
        let frame = Frame::message("4".repeat(400), OpCode::Data(opcode), false);
        client.0.send(Message::Frame(frame)).await.ok(); // the connection may be closed before the last piece
    }
    client.play("< closed").await;
}

#[tokio::test]
async fn a_close_frame_says_that_a_message_was_too_large() {
    use futures_util::{SinkExt, StreamExt};
    let server = Server::start(Config { max_payload: 1000, ..Config::default() }).await;
    let mut client = Client::join(server.address).await;
    client.0.send(Message::text("4".repeat(1001))).await.unwrap();
    let Some(Ok(Message::Close(Some(frame)))) = client.0.next().await else { panic!("no close frame") };
    assert_eq!(u16::from(frame.code), 1009);
}
