//! A listener with TLS: handshakes, their limits, and the reload of the certificate.

use std::fs;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::Extension;
use axum::routing::get;
use futures_util::{SinkExt, StreamExt};
use sockets::{ClientAddress, Config, ListenerLimits, Tls, TlsFiles, TrustedProxies};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::version::{TLS12, TLS13};
use tokio_rustls::rustls::{ClientConfig, RootCertStore, SupportedProtocolVersion};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;

use crate::server::{DEADLINE, Running, run_tls};

/// A file of the test certificates.
fn fixture(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/e2e/fixtures/tls").join(name)
}

/// The files of one test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("parlour-tls-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// A folder with one of the test certificates.
    fn with(name: &str) -> Folder {
        let folder = Folder::new();
        folder.put(name);
        folder
    }

    /// Replaces the certificate.
    fn put(&self, name: &str) {
        fs::copy(fixture(&format!("{name}.key")), self.files().key).unwrap();
        fs::copy(fixture(&format!("{name}.pem")), self.files().certificate).unwrap();
    }

    fn files(&self) -> TlsFiles {
        TlsFiles { certificate: self.0.join("chain.pem"), key: self.0.join("key.pem") }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok(); // leftovers in a temporary folder harm nobody
    }
}

async fn start(folder: &Folder, limits: ListenerLimits) -> Running {
    let client = get(|Extension(client): Extension<ClientAddress>| async move { client.to_string() });
    let (router, _) = sockets::router(Config::default(), sockets::conformance::handler());
    run_tls(Tls::load(folder.files()).unwrap(), Router::new().route("/client", client).merge(router), limits)
        .await
}

async fn connect(address: SocketAddr) -> TlsStream<TcpStream> {
    connect_with(address, &[&TLS13, &TLS12]).await
}

async fn connect_with(
    address: SocketAddr,
    versions: &[&'static SupportedProtocolVersion],
) -> TlsStream<TcpStream> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file(fixture("root.pem")).unwrap()).unwrap();
    let builder = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let builder = builder.with_protocol_versions(versions).unwrap();
    let mut config = builder.with_root_certificates(roots).with_no_client_auth();
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    let stream = TcpStream::connect(address).await.unwrap();
    let name = ServerName::try_from("localhost").unwrap();
    let handshake = TlsConnector::from(Arc::new(config)).connect(name, stream);
    timeout(DEADLINE, handshake).await.expect("a handshake").unwrap()
}

/// The certificate that the server presented.
fn certificate(stream: &TlsStream<TcpStream>) -> CertificateDer<'static> {
    stream.get_ref().1.peer_certificates().unwrap()[0].clone().into_owned()
}

fn leaf(name: &str) -> CertificateDer<'static> {
    CertificateDer::from_pem_file(fixture(name)).unwrap()
}

/// The response to a request over an open connection.
async fn ask(stream: &mut TlsStream<TcpStream>, headers: &str) -> String {
    let request = format!("GET /client HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{headers}\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    timeout(DEADLINE, stream.read_to_string(&mut answer)).await.expect("an answer").unwrap();
    answer
}

/// Everything received until the server closes the connection.
async fn read_to_end(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    timeout(DEADLINE, stream.read_to_end(&mut answer)).await.expect("the server hangs up").ok();
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn a_request_over_tls_is_answered_in_both_versions_and_knows_its_client() {
    let proxies = TrustedProxies::new([[127, 0, 0, 1].into()]);
    let running = start(
        &Folder::with("first"),
        ListenerLimits { trusted_proxies: proxies, ..ListenerLimits::default() },
    )
    .await;
    for version in [&TLS12, &TLS13] {
        let mut stream = connect_with(running.address, &[version]).await;
        assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"http/1.1"[..]));
        let answer = ask(&mut stream, "x-forwarded-for: 192.0.2.7\r\n").await;
        assert!(answer.starts_with("HTTP/1.1 200") && answer.ends_with("192.0.2.7"), "{answer}");
    }
    running.stop().await;
}

#[tokio::test]
async fn a_changed_certificate_is_for_new_connections_and_old_ones_live_on() {
    let folder = Folder::with("first");
    let running =
        start(&folder, ListenerLimits { header_timeout: DEADLINE * 2, ..ListenerLimits::default() }).await;
    let mut before = connect(running.address).await;
    assert_eq!(certificate(&before), leaf("first.pem"));
    let stream = connect(running.address).await;
    let request = format!("ws://{}/socket.io/?EIO=4&transport=websocket", running.address);
    let (mut socket, _) = client_async(request, stream).await.unwrap();
    folder.put("second");
    let replaced = async { while certificate(&connect(running.address).await) != leaf("second.pem") {} };
    timeout(DEADLINE, replaced).await.expect("the new certificate is in use");
    socket.send(Message::text("40")).await.unwrap();
    let joined = async {
        loop {
            let packet = socket.next().await.expect("the websocket lives on").unwrap();
            if packet.to_text().unwrap().starts_with("40{") {
                return;
            }
        }
    };
    timeout(DEADLINE, joined).await.expect("the websocket is answered after the change");
    assert!(ask(&mut before, "").await.starts_with("HTTP/1.1 200"));
}

#[tokio::test]
async fn plain_http_to_a_port_with_tls_is_told_so_and_not_served() {
    let running = start(&Folder::with("first"), ListenerLimits::default()).await;
    for request in [
        "GET /client HTTP/1.1\r\nhost: x\r\n\r\n".to_owned(),
        format!("POST / HTTP/1.1\r\n{}", "x".repeat(9000)),
    ] {
        let mut stream = TcpStream::connect(running.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let answer = read_to_end(&mut stream).await;
        assert!(
            answer.starts_with("HTTP/1.1 400") && answer.ends_with("\r\n\r\nthis port speaks https"),
            "{answer}"
        );
    }
}

#[tokio::test]
async fn a_client_that_does_not_finish_its_handshake_is_closed() {
    let limits = ListenerLimits { header_timeout: Duration::from_millis(100), ..ListenerLimits::default() };
    let running = start(&Folder::with("first"), limits).await;
    for begun in [&b""[..], b"\x16", b"\x16\x03\x01\x02\x00\x01", b"GET /"] {
        let mut stream = TcpStream::connect(running.address).await.unwrap();
        stream.write_all(begun).await.unwrap();
        read_to_end(&mut stream).await;
    }
}

#[tokio::test]
async fn a_client_that_never_begins_its_handshake_takes_a_connection_of_its_address() {
    let patient = ListenerLimits { header_timeout: DEADLINE * 2, ..ListenerLimits::default() };
    for limits in [
        ListenerLimits { connections: 1, ..patient.clone() },
        ListenerLimits { connections_per_address: 1, ..patient.clone() },
    ] {
        let running = start(&Folder::with("first"), limits).await;
        let silent = TcpStream::connect(running.address).await.unwrap();
        let mut second = TcpStream::connect(running.address).await.unwrap();
        assert_eq!(read_to_end(&mut second).await, "", "a client without TLS would hear 503");
        drop(silent);
        let freed = async {
            loop {
                let mut stream = TcpStream::connect(running.address).await.unwrap();
                stream.write_all(b"GET / HTTP/1.1\r\n\r\n").await.ok();
                if !read_to_end(&mut stream).await.is_empty() {
                    return;
                }
            }
        };
        timeout(DEADLINE, freed).await.expect("the place is free again");
    }
}

#[tokio::test]
async fn a_silent_client_does_not_keep_others_from_their_handshake_nor_the_listener_from_ending() {
    let limits =
        ListenerLimits { header_timeout: DEADLINE * 2, drain: DEADLINE * 2, ..ListenerLimits::default() };
    let running = start(&Folder::with("first"), limits).await;
    let mut silent = TcpStream::connect(running.address).await.unwrap();
    assert!(ask(&mut connect(running.address).await, "").await.starts_with("HTTP/1.1 200"));
    running.stop().await;
    assert_eq!(read_to_end(&mut silent).await, "");
}

/// The error for these files; `FOLDER` stands for the folder they are in.
fn refusal(certificate: &[u8], key: &[u8]) -> String {
    let folder = Folder::new();
    fs::write(folder.files().certificate, certificate).unwrap();
    fs::write(folder.files().key, key).unwrap();
    let error = Tls::load(folder.files()).err().expect("a refusal").to_string();
    error.replace(folder.0.to_str().unwrap(), "FOLDER")
}

#[test]
fn files_that_cannot_be_used_are_refused_with_their_name_and_the_reason() {
    let read = |name: &str| fs::read(fixture(name)).unwrap();
    let (chain, key) = (read("first.pem"), read("first.key"));
    let encrypted = b"-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIH=\n-----END ENCRYPTED PRIVATE KEY-----\n";
    let no_certificate = b"-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";
    let no_key = b"-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n";
    for (refused, expected) in [
        (refusal(b"", &key), "FOLDER/chain.pem: contains no certificate"),
        (refusal(&key, &key), "FOLDER/chain.pem: contains no certificate"),
        (refusal(&chain[..chain.len() - 40], &key), "FOLDER/chain.pem: is not valid PEM"),
        (refusal(no_certificate, &key), "FOLDER/chain.pem: begins with something that is not an X.509"),
        (refusal(&vec![b' '; (1 << 20) + 1], &key), "FOLDER/chain.pem: is larger than"),
        (refusal(&chain, b"key"), "FOLDER/key.pem: contains no private key"),
        (
            refusal(&chain, encrypted),
            "FOLDER/key.pem: contains no private key in PEM form that is not encrypted",
        ),
        (refusal(&chain, no_key), "FOLDER/key.pem: contains a key that cannot be used"),
        (
            refusal(&chain, &read("second.key")),
            "FOLDER/key.pem: is not the key of the certificate in FOLDER/chain.pem",
        ),
    ] {
        assert!(refused.starts_with(expected), "{refused} begins with {expected}");
    }
    let folder = Folder::new();
    let missing = Tls::load(folder.files()).err().unwrap();
    assert_eq!(missing.file, folder.files().certificate);
    fs::create_dir(folder.files().certificate).unwrap();
    assert_eq!(Tls::load(folder.files()).err().unwrap().reason, "is not a file");
}

#[test]
fn a_certificate_that_has_expired_is_known() {
    for (name, expected) in [("first", false), ("second", false), ("expired", true)] {
        let folder = Folder::with(name);
        assert!(Tls::load(folder.files()).is_ok(), "{name}");
        assert_eq!(folder.files().is_out_of_date(), Ok(expected), "{name}");
    }
}
