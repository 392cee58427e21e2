//! The polling transport, message by message.

use axum::body::Body;
use http::Request;
use sockets::{BodyLimits, BodyReader, Config, ListenerLimits, Stats, conformance};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::client::Client;
use crate::http::{Polling, send};
use crate::server::{DEADLINE, Running, SOON, Server, run};

async fn echo() -> (Running, Polling) {
    let Config { ping_interval, ping_timeout, .. } = Config::default();
    let patient = Config { ping_interval, ping_timeout, ..conformance::config() };
    let running = run(conformance::router(patient), ListenerLimits::default()).await;
    let polling = Polling::open(running.address, "/engine.io").await;
    (running, polling)
}

async fn check(body: &str) {
    let (_running, polling) = echo().await;
    assert_eq!(polling.post(body).await, "200 ok");
    let mut answer = polling.poll().await;
    while answer.len() < body.len() + 4 {
        answer.push('\u{1e}');
        answer.push_str(&polling.poll().await[4..]); // the poll came before the echo
    }
    assert_eq!(answer, format!("200 {body}"));
}

#[tokio::test]
async fn packets_come_back_as_they_were_sent() {
    check("4hello").await;
    check("4test1\u{1e}4test2\u{1e}4test3").await;
    check("4hello\u{1e}bAQIDBA==").await;
    check("4✓é").await;
}

#[tokio::test]
async fn an_answer_has_no_more_packets_than_every_client_can_take() {
    let server = Server::start(Config::default()).await;
    let polling = Polling::join(server.address).await;
    let body = (0..21).map(|number| format!("42[\"echo\",{number}]")).collect::<Vec<_>>().join("\u{1e}");
    assert_eq!(polling.post(&body).await, "200 ok");
    assert_eq!(polling.post("42[\"note\",\"handled\"]").await, "200 ok");
    while server.next().await != "note \"handled\"" {}
    let answers = [polling.poll().await, polling.poll().await];
    assert_eq!(answers.each_ref().map(|answer| answer.split('\u{1e}').count()), [16, 5]);
    assert_eq!(format!("{}\u{1e}{}", &answers[0][4..], &answers[1][4..]), body);
}

#[tokio::test]
async fn a_malformed_body_closes_the_session() {
    for body in ["abc", "", "4a\u{1e}", "b*", "2", "0"] {
        let (_running, polling) = echo().await;
        assert_eq!(polling.post(body).await, r#"400 {"code":3,"message":"Bad request"}"#, "{body:?}");
        assert!(polling.poll().await.starts_with("400"), "{body:?}");
    }
}

#[tokio::test]
async fn nothing_of_a_malformed_body_is_handled() {
    let server = Server::start(Config::default()).await;
    let polling = Polling::join(server.address).await;
    assert!(polling.post("42[\"note\",1]\u{1e}abc").await.starts_with("400"));
    assert_eq!(server.next().await, "connect /");
    assert_eq!(server.next().await, "disconnect / parse error");
}

#[tokio::test]
async fn a_second_poll_at_the_same_time_closes_the_session() {
    let (_running, polling) = echo().await;
    let (first, second) = tokio::join!(polling.poll(), polling.poll());
    let mut answers = [first, second];
    answers.sort();
    assert_eq!(answers, ["200 1", r#"400 {"code":3,"message":"Bad request"}"#]);
    assert!(polling.poll().await.starts_with("400"));
}

#[tokio::test]
async fn a_poll_that_is_broken_off_closes_the_session() {
    let server = Server::start(Config::default()).await;
    let polling = Polling::join(server.address).await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let request =
        format!("GET /socket.io/?EIO=4&transport=polling&sid={} HTTP/1.1\r\nhost: x\r\n\r\n", polling.id);
    stream.write_all(request.as_bytes()).await.unwrap();
    assert_eq!(polling.post("42[\"note\",1]").await, "200 ok");
    drop(stream);
    assert_eq!(server.next().await, "connect /");
    assert_eq!(server.next().await, "note 1");
    assert_eq!(server.next().await, "disconnect / transport close");
    server.counts(Stats::default()).await;
    assert!(polling.poll().await.starts_with("400"));
}

#[tokio::test]
async fn a_client_that_says_goodbye_gets_its_poll_answered() {
    let (_running, polling) = echo().await;
    let (poll, post) = tokio::join!(polling.poll(), polling.post("1"));
    assert_eq!(poll, "200 6");
    assert_eq!(post, "200 ok");
    assert!(polling.poll().await.starts_with("400"));
}

#[tokio::test]
async fn a_body_above_the_limit_is_refused_before_it_is_read() {
    let server = Server::start(Config { max_payload: 1000, ..Config::default() }).await;
    let polling = Polling::join(server.address).await;
    let uri = format!("/socket.io/?EIO=4&transport=polling&sid={}", polling.id);
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let head = format!("POST {uri} HTTP/1.1\r\nhost: x\r\ncontent-length: 1001\r\n\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 413");
    assert_eq!(server.next().await, "connect /");
    assert_eq!(server.next().await, "disconnect / message too large");
}

#[tokio::test]
async fn a_body_of_unknown_length_is_refused_when_it_passes_the_limit() {
    let server = Server::start(Config { max_payload: 1000, ..Config::default() }).await;
    let polling = Polling::join(server.address).await;
    let uri = format!("/socket.io/?EIO=4&transport=polling&sid={}", polling.id);
    let chunks = (0..3).map(|_| Ok::<_, std::io::Error>("4".repeat(500)));
    let body = Body::from_stream(futures_util::stream::iter(chunks));
    let answer = send(server.address, Request::post(uri), body).await;
    assert_eq!(answer.line(), r#"413 {"code":3,"message":"Payload too large"}"#);
}

#[tokio::test]
async fn a_body_that_never_ends_is_given_up() {
    let bodies = BodyReader::new(BodyLimits { timeout: SOON, ..BodyLimits::default() });
    let server = Server::start(Config { bodies, ..Config::default() }).await;
    let polling = Polling::join(server.address).await;
    let uri = format!("/socket.io/?EIO=4&transport=polling&sid={}", polling.id);
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let head = format!("POST {uri} HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\n4");
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = String::new();
    timeout(DEADLINE, stream.read_to_string(&mut answer)).await.expect("the server hangs up").ok();
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    assert_eq!(server.next().await, "connect /");
    assert_eq!(server.next().await, "disconnect / transport close");
}

#[tokio::test]
async fn a_body_that_exceeds_the_memory_of_its_client_or_of_all_is_refused() {
    let (some, much) = (2048, 1_000_000);
    for (in_memory, in_memory_per_address, refusal) in [
        (much, some, r#"429 {"code":4,"message":"Too many bytes on their way from this address"}"#),
        (some, much, r#"503 {"code":4,"message":"Too many bytes on their way to this server"}"#),
    ] {
        let limits = BodyLimits { in_memory, in_memory_per_address, ..BodyLimits::default() };
        let server = Server::start(Config { bodies: BodyReader::new(limits), ..Config::default() }).await;
        let polling = Polling::join(server.address).await;
        let body = format!("42[\"note\",\"{}\"]", "x".repeat(3000));
        assert_eq!(polling.post(&body).await, refusal);
        assert_eq!(server.next().await, "connect /");
        assert_eq!(server.next().await, "disconnect / transport close");
    }
}

#[tokio::test]
async fn a_session_of_a_websocket_takes_no_requests() {
    let server = Server::start(Config::default()).await;
    let mut client = Client::open(server.address, "socket.io/?EIO=4&transport=websocket").await;
    let open: serde_json::Value = serde_json::from_str(&client.next().await[1..]).unwrap();
    let uri = format!("/socket.io/?EIO=4&transport=polling&sid={}", open["sid"].as_str().unwrap());
    for request in [Request::get(&uri), Request::post(&uri)] {
        let answer = send(server.address, request, "40").await;
        assert_eq!(answer.line(), r#"400 {"code":3,"message":"Bad request"}"#);
    }
    client.play("> 40 \n < 40*").await;
}

#[tokio::test]
async fn a_client_that_polls_hears_the_last_words_of_a_session_that_the_server_closes() {
    let server = Server::start(Config::default()).await;
    let polling = Polling::join(server.address).await;
    assert_eq!(polling.post("42[\"close\"]").await, "200 ok");
    assert_eq!(polling.poll().await, "200 42[\"last\",\"words\"]\u{1e}1");
    assert!(polling.poll().await.starts_with("400"));
    server.counts(Stats::default()).await;
}
