//! Invalid packets: they never crash the server and never leave a session behind.

use sockets::{Config, Stats};

use crate::client::Client;
use crate::http::Polling;
use crate::server::Server;

/// Packets that must end a session, for a client that has joined the main namespace.
const CORPUS: &[&str] = &[
    "",
    " ",
    "abc",
    "é",
    "0",
    "0{\"sid\":\"abcdefghijklmnopqrst\"}",
    "2",
    "2probe",
    "7",
    "9",
    "\0",
    "4",
    "4é",
    "4abc",
    "47",
    "49[]",
    "40null",
    "40[]",
    "40{",
    "40,{}",
    "41{}",
    "411",
    "42",
    "42{}",
    "42[]",
    "42[null]",
    "42[{}]",
    "42[\"x\"",
    "42[\"x\"]]",
    "42[\"connect\"]",
    "42[\"disconnect\"]",
    "42[\"newListener\"]",
    "42abc[\"x\"]",
    "42-1[\"x\"]",
    "42/",
    "42/,",
    "42/unknown,[\"x\"]",
    "42/é,[\"x\"]",
    "4299999999999999999999[\"x\"]",
    "43",
    "43[]",
    "431{}",
    "44",
    "44{\"message\":\"x\"}",
    "45",
    "45[\"x\"]",
    "45-[\"x\"]",
    "451[\"x\"]",
    "4511-[\"x\"]",
    "4599999999999999999999-[\"x\"]",
    "451-[\"x\",{\"_placeholder\":true,\"num\":1}]",
    "451-[\"x\",{\"_placeholder\":true,\"num\":\"0\"}]",
    "461-[]",
];

async fn check(packet: &str) {
    let server = Server::start(Config::default()).await;
    let mut client = Client::join(server.address).await;
    client.send(packet).await;
    client.play("< closed").await;

    let polling = Polling::join(server.address).await;
    if packet.contains('\u{1e}') || packet.starts_with("bytes") || polling.post(packet).await == "200 ok" {
        polling.post("6").await; // by now the session is being closed, or has been
    }
    server.counts(Stats { sessions: 0, sockets: 0, ..server.sockets.stats() }).await;
    assert_eq!(server.sockets.stats().panics, 0, "{packet:?}");
    Client::join(server.address).await.play("> 421[\"answer\",1] \n < 431[1]").await;
}

#[tokio::test]
async fn malformed_packets_never_crash_or_leak_a_session() {
    for packet in CORPUS {
        check(packet).await;
    }
    check(&format!("42[\"x\",{}", "[".repeat(8000))).await;
    check(&format!("42{}", "9".repeat(8000))).await;
}

#[tokio::test]
async fn json_that_cannot_be_decoded_is_answered_and_the_connection_stays() {
    let server = Server::start(Config::default()).await;
    let mut client = Client::join(server.address).await;
    let deep = format!("[\"deep\",{}{}]", "[".repeat(4000), "]".repeat(4000));
    for (args, name) in
        [(r#"["half",{"username":"Ada \ud83d"}]"#, "half"), (r#"["large",1e999]"#, "large"), (&deep, "deep")]
    {
        client.play(&format!("> 427{args} \n < 437[{{\"undecodable\":\"{name}\"}}]")).await;
        client.play(&format!("> 42{args} \n < 42[\"undecodable\",\"{name}\"]")).await;
    }
    client.play("> 428[\"\\ud83d\"] \n < 438[{\"undecodable\":null}]").await;
    client.play("> 451-[\"half\",\"\\ud83d\"] \n > bytes dropped \n < 42[\"undecodable\",\"half\"]").await;
    client.play("> 421[\"answer\",1] \n < 431[1]").await;
}

#[tokio::test]
async fn a_client_that_connects_with_json_that_cannot_be_decoded_is_refused_and_may_try_again() {
    let server = Server::start(Config::default()).await;
    let mut client = Client::session(server.address).await;
    client.play("> 40{\"name\":\"\\ud83d\"} \n < 44{\"message\":\"the payload cannot be decoded\"}").await;
    client.play("> 40 \n < 40{*").await;
}

#[tokio::test]
async fn binary_data_that_belongs_to_no_event_closes_the_session() {
    let server = Server::start(Config::default()).await;
    Client::join(server.address).await.play("> bytes stray \n < closed").await;
    server.counts(Stats::default()).await;
}

#[tokio::test]
async fn text_where_binary_data_belongs_closes_the_session() {
    let server = Server::start(Config::default()).await;
    let mut client = Client::join(server.address).await;
    client.play("> 451-[\"echo\",{\"_placeholder\":true,\"num\":0}] \n > 42[\"note\",1] \n < closed").await;
    assert_eq!(server.next().await, "connect /");
    assert_eq!(server.next().await, "disconnect / parse error");
}

#[tokio::test]
async fn a_frame_that_is_no_websocket_frame_closes_the_connection() {
    use tokio::io::AsyncWriteExt;
    let server = Server::start(Config::default()).await;
    for bytes in [&[0xff; 64][..], b"GET / HTTP/1.1\r\n\r\n", &[0x81, 0x02, b'4', b'0'], &[0x81, 0xff]] {
        let mut client = Client::join(server.address).await;
        assert_eq!(server.next().await, "connect /");
        client.0.get_mut().write_all(bytes).await.unwrap();
        if bytes == [0x81, 0xff] {
            client.0.get_mut().shutdown().await.unwrap(); // a frame that never ends
        }
        client.play("< closed").await;
        assert!(server.next().await.starts_with("disconnect / "), "{bytes:?}");
    }
    server.counts(Stats::default()).await;
}
