//! A webhook receiver on loopback with configurable misbehaviour.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio_rustls::rustls::{ServerConfig, crypto};

/// A received request.
#[derive(Clone, Debug)]
pub(crate) struct Received {
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: String,
}

impl Received {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }

    pub(crate) fn field(&self, name: &str) -> String {
        let body: Value = serde_json::from_str(&self.body).expect("the body is JSON");
        body[name].as_str().unwrap_or_default().to_owned()
    }
}

/// How the receiver responds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reply {
    Status(u16),
    /// 429 with this many seconds in `Retry-After`.
    Later(u32),
    /// A redirect to this port.
    Redirect(u16),
    /// Reads the request and never responds.
    Hang,
    /// Reads the request and closes the connection.
    Lost,
    /// Responds 200 with an endless body, sent as fast as it is read.
    Huge,
    /// Responds 200 with a body of which only the start is ever sent.
    Drip,
}

/// A running receiver.
#[derive(Clone)]
pub(crate) struct Receiver {
    pub(crate) address: SocketAddr,
    received: Arc<Mutex<Vec<Received>>>,
}

type Behaviour = Arc<dyn Fn(&Received, usize) -> Reply + Send + Sync>;

impl Receiver {
    /// Starts a receiver; the behaviour gets the request and the number of earlier ones.
    pub(crate) async fn start(
        behaviour: impl Fn(&Received, usize) -> Reply + Send + Sync + 'static,
    ) -> Receiver {
        Receiver::listen(Arc::new(behaviour), None).await
    }

    /// Starts a receiver with TLS and the certificate of [`certificate`].
    pub(crate) async fn start_secure(
        behaviour: impl Fn(&Received, usize) -> Reply + Send + Sync + 'static,
    ) -> Receiver {
        let key = PrivatePkcs8KeyDer::from(include_bytes!("key.der").to_vec());
        let config = ServerConfig::builder_with_provider(Arc::new(crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("ring supports them")
            .with_no_client_auth()
            .with_single_cert(vec![certificate()], PrivateKeyDer::Pkcs8(key))
            .expect("the key fits");
        Receiver::listen(Arc::new(behaviour), Some(TlsAcceptor::from(Arc::new(config)))).await
    }

    /// Every received request, in order.
    pub(crate) fn received(&self) -> Vec<Received> {
        self.received.lock().expect("no receiver panics").clone()
    }

    /// The address as a URL with this scheme.
    pub(crate) fn url(&self, scheme: &str) -> String {
        format!("{scheme}://{}/hook?for=acme", self.address)
    }

    async fn listen(behaviour: Behaviour, tls: Option<TlsAcceptor>) -> Receiver {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("there is a free port");
        let address = listener.local_addr().expect("it is bound");
        let receiver = Receiver { address, received: Arc::default() };
        let received = Arc::clone(&receiver.received);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (behaviour, received, tls) = (Arc::clone(&behaviour), Arc::clone(&received), tls.clone());
                tokio::spawn(async move {
                    match tls {
                        None => converse(stream, behaviour, received).await,
                        // The handshake fails if the client does not trust the certificate.
                        Some(tls) => match tls.accept(stream).await {
                            Ok(stream) => converse(stream, behaviour, received).await,
                            Err(_) => None,
                        },
                    }
                });
            }
        });
        receiver
    }
}

/// The self-signed certificate of a secure receiver.
pub(crate) fn certificate() -> CertificateDer<'static> {
    CertificateDer::from(&include_bytes!("certificate.der")[..])
}

/// Responds to requests until the connection is closed.
async fn converse(
    stream: impl AsyncRead + AsyncWrite + Unpin,
    behaviour: Behaviour,
    received: Arc<Mutex<Vec<Received>>>,
) -> Option<()> {
    let mut stream = BufReader::new(stream);
    loop {
        let request = read(&mut stream).await?;
        let earlier = {
            let mut received = received.lock().expect("no receiver panics");
            received.push(request.clone());
            received.len() - 1
        };
        answer(&mut stream, behaviour(&request, earlier)).await?;
    }
}

async fn read(stream: &mut (impl AsyncBufReadExt + Unpin)) -> Option<Received> {
    let mut headers = BTreeMap::new();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).await.ok().filter(|length| *length > 0)?;
        match line.trim().split_once(": ") {
            Some((name, value)) => {
                headers.insert(name.to_lowercase(), value.to_owned());
            }
            None if line == "\r\n" => break,
            None => {
                headers.insert("request".to_owned(), line.trim().to_owned());
            }
        }
    }
    let mut body = vec![0; headers.get("content-length")?.parse().ok()?];
    stream.read_exact(&mut body).await.ok()?;
    Some(Received { headers, body: String::from_utf8(body).ok()? })
}

async fn answer(stream: &mut (impl AsyncWrite + Unpin), reply: Reply) -> Option<()> {
    let head = match reply {
        Reply::Status(status) => format!("HTTP/1.1 {status} So\r\ncontent-length: 2\r\n\r\nok"),
        Reply::Later(seconds) => {
            format!("HTTP/1.1 429 So\r\nretry-after: {seconds}\r\ncontent-length: 0\r\n\r\n")
        }
        Reply::Redirect(port) => {
            format!("HTTP/1.1 302 So\r\nlocation: http://127.0.0.1:{port}/\r\ncontent-length: 0\r\n\r\n")
        }
        Reply::Huge => "HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n".to_owned(),
        Reply::Drip => "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nd".to_owned(),
        Reply::Hang => String::new(),
        Reply::Lost => return None,
    };
    stream.write_all(head.as_bytes()).await.ok()?;
    stream.flush().await.ok()?;
    match reply {
        Reply::Hang | Reply::Drip => std::future::pending().await,
        Reply::Huge => loop {
            stream.write_all(&[b'x'; 16 * 1024]).await.ok()?;
        },
        _ => Some(()),
    }
}
