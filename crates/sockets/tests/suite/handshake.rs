//! Opening a session, and every refusal.

use axum::body::Body;
use http::Request;
use serde_json::Value;
use sockets::Config;

use crate::client::Client;
use crate::http::{Answer, send};
use crate::server::Server;

async fn ask(server: &Server, method: &str, uri: &str, headers: &[(&str, &str)]) -> Answer {
    let mut request = Request::builder().method(method).uri(uri);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    send(server.address, request, Body::empty()).await
}

async fn check(method: &str, uri: &str, expected: &str) {
    let server = Server::start(Config::default()).await;
    assert_eq!(ask(&server, method, uri, &[]).await.line(), expected, "{method} {uri}");
}

fn open_packet(text: &str, upgrades: &[&str]) {
    let packet: Value = serde_json::from_str(text.strip_prefix('0').unwrap()).unwrap();
    assert_eq!(packet.as_object().unwrap().len(), 5);
    assert_eq!(packet["sid"].as_str().unwrap().len(), 20);
    assert_eq!(packet["upgrades"], serde_json::json!(upgrades));
    assert_eq!(packet["pingInterval"], 25_000);
    assert_eq!(packet["pingTimeout"], 20_000);
    assert_eq!(packet["maxPayload"], 16_384);
}

#[tokio::test]
async fn a_session_opens_by_polling_on_every_path_with_or_without_a_slash() {
    let paths = vec!["/socket.io".to_owned(), "/games/socket".to_owned()];
    let server = Server::start(Config { paths, ..Config::default() }).await;
    for path in ["/socket.io", "/socket.io/", "/games/socket", "/games/socket/"] {
        let answer = ask(&server, "GET", &format!("{path}?EIO=4&transport=polling"), &[]).await;
        assert_eq!(answer.status, 200);
        assert_eq!(answer.header("content-type"), Some("text/plain; charset=UTF-8"));
        assert_eq!(answer.header("cache-control"), Some("no-store"));
        open_packet(&answer.body, &["websocket"]);
    }
}

#[tokio::test]
async fn a_session_opens_by_websocket() {
    let server = Server::start(Config::default()).await;
    let mut client = Client::open(server.address, "socket.io/?EIO=4&transport=websocket").await;
    open_packet(&client.next().await, &[]);
}

#[tokio::test]
async fn an_unknown_transport_is_refused() {
    check("GET", "/socket.io/?EIO=4", r#"400 {"code":0,"message":"Transport unknown"}"#).await;
    check("GET", "/socket.io/?EIO=4&transport=abc", r#"400 {"code":0,"message":"Transport unknown"}"#).await;
}

#[tokio::test]
async fn an_unknown_session_is_refused() {
    let uri = "/socket.io/?EIO=4&transport=polling&sid=abcdefghijklmnopqrst";
    check("GET", uri, r#"400 {"code":1,"message":"Session ID unknown"}"#).await;
    check("POST", uri, r#"400 {"code":1,"message":"Session ID unknown"}"#).await;
}

#[tokio::test]
async fn only_a_get_opens_a_session() {
    let uri = "/socket.io/?EIO=4&transport=polling";
    check("POST", uri, r#"400 {"code":2,"message":"Bad handshake method"}"#).await;
    check("PUT", uri, r#"400 {"code":2,"message":"Bad handshake method"}"#).await;
}

#[tokio::test]
async fn a_websocket_session_needs_a_websocket_request() {
    check("GET", "/socket.io/?EIO=4&transport=websocket", r#"400 {"code":3,"message":"Bad request"}"#).await;
}

#[tokio::test]
async fn another_protocol_version_is_refused() {
    for version in ["", "EIO=3&", "EIO=abc&"] {
        let uri = format!("/socket.io/?{version}transport=polling");
        check("GET", &uri, r#"400 {"code":5,"message":"Unsupported protocol version"}"#).await;
    }
    let server = Server::start(Config::default()).await;
    for query in ["transport=websocket", "EIO=abc&transport=websocket", "EIO=4", "EIO=4&transport=abc"] {
        let refused = Client::try_open(server.address, &format!("socket.io/?{query}"), None).await;
        assert_eq!(refused.err(), Some(400), "{query}");
    }
}

#[tokio::test]
async fn a_foreign_page_may_read_answers_if_its_origin_is_allowed() {
    let server = Server::start(Config::default()).await;
    let uri = "/socket.io/?EIO=4&transport=polling";
    let answer = ask(&server, "GET", uri, &[("origin", "https://good.example")]).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("access-control-allow-origin"), Some("https://good.example"));
    assert_eq!(answer.header("access-control-allow-credentials"), Some("true"));
    assert_eq!(answer.header("vary"), Some("origin"));

    let headers = [("origin", "https://good.example"), ("access-control-request-headers", "content-type")];
    let preflight = ask(&server, "OPTIONS", uri, &headers).await;
    assert_eq!(preflight.status, 204);
    assert_eq!(preflight.header("access-control-allow-origin"), Some("https://good.example"));
    assert_eq!(preflight.header("access-control-allow-methods"), Some("GET, POST"));
    assert_eq!(preflight.header("access-control-allow-headers"), Some("content-type"));
}

#[tokio::test]
async fn a_refused_origin_gets_in_by_no_transport() {
    let server = Server::start(Config::default()).await;
    let evil = "https://evil.example";
    for method in ["GET", "OPTIONS"] {
        let answer = ask(&server, method, "/socket.io/?EIO=4&transport=polling", &[("origin", evil)]).await;
        assert_eq!(answer.line(), r#"403 {"code":4,"message":"Forbidden"}"#);
        assert_eq!(answer.header("access-control-allow-origin"), None);
    }
    let refused = Client::try_open(server.address, "socket.io/?EIO=4&transport=websocket", Some(evil)).await;
    assert_eq!(refused.err(), Some(403));
    assert_eq!(server.sockets.stats().sessions, 0);
}

#[tokio::test]
async fn one_address_cannot_open_more_sessions_than_its_share() {
    let server = Server::start(Config { max_sessions_per_address: 2, ..Config::default() }).await;
    let uri = "/socket.io/?EIO=4&transport=polling";
    assert_eq!(ask(&server, "GET", uri, &[]).await.status, 200);
    let _client = Client::session(server.address).await;
    assert_eq!(ask(&server, "GET", uri, &[]).await.line(), r#"503 {"code":4,"message":"Too many sessions"}"#);
    let refused = Client::try_open(server.address, "socket.io/?EIO=4&transport=websocket", None).await;
    assert_eq!(refused.err(), Some(503));
}

#[tokio::test]
async fn every_answer_forbids_to_guess_its_type() {
    let server = Server::start(Config::default()).await;
    let polling = "/socket.io/?EIO=4&transport=polling";
    for (request, status) in [
        (Request::get(polling), 200),
        (Request::get("/socket.io/?EIO=3&transport=polling"), 400),
        (Request::post(polling), 400),
        (Request::options(polling), 204),
        (Request::get(polling).header("origin", "https://evil.example"), 403),
    ] {
        let answer = send(server.address, request, Body::empty()).await;
        assert_eq!(answer.status, status);
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{status}");
        assert_eq!(answer.header("vary"), Some("origin"), "{status}");
    }
}
