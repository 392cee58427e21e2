//! Connections to receivers: every address is checked, and the checked address is the one connected to.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use http::Uri;
use hyper_util::client::legacy::connect::{Connected, Connection};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore, crypto};

use crate::guard::Host;
use crate::resolver::Resolver;
use crate::{AddressRules, Destination, Forbidden};

/// Why a connection failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ConnectError {
    #[error("{0}")]
    Forbidden(#[from] Forbidden),
    #[error("the host name cannot be resolved")]
    Unresolved,
    #[error("the connection failed: {0}")]
    Refused(io::Error),
    #[error("the TLS handshake failed: {0}")]
    Handshake(io::Error),
}

/// Opens connections for the HTTP client.
#[derive(Clone)]
pub(crate) struct Connector {
    rules: AddressRules,
    resolver: Arc<dyn Resolver>,
    tls: TlsConnector,
}

impl Connector {
    pub(crate) fn new(
        rules: AddressRules,
        authorities: &[CertificateDer<'static>],
        resolver: Arc<dyn Resolver>,
    ) -> Connector {
        let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        roots.add_parsable_certificates(authorities.iter().cloned());
        let config = ClientConfig::builder_with_provider(Arc::new(crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("ring supports the default versions of TLS")
            .with_root_certificates(roots)
            .with_no_client_auth();
        Connector { rules, resolver, tls: TlsConnector::from(Arc::new(config)) }
    }

    async fn connect(self, uri: Uri) -> Result<TokioIo<BoxedStream>, ConnectError> {
        let destination = self.rules.inspect(uri)?;
        let addresses = self.addresses(&destination).await?;
        let stream = open(&addresses).await.map_err(ConnectError::Refused)?;
        // The option only saves latency.
        stream.set_nodelay(true).ok();
        if !destination.is_secure {
            return Ok(TokioIo::new(Box::new(stream)));
        }
        let name = match destination.host {
            Host::Address(address) => ServerName::from(address),
            Host::Name(name) => ServerName::try_from(name).map_err(|_| Forbidden::Host)?,
        };
        let stream = self.tls.connect(name, stream).await.map_err(ConnectError::Handshake)?;
        Ok(TokioIo::new(Box::new(stream)))
    }

    /// Every address of the destination; if one is forbidden, all are.
    async fn addresses(&self, destination: &Destination) -> Result<Vec<SocketAddr>, ConnectError> {
        let found = match &destination.host {
            Host::Address(address) => vec![SocketAddr::new(*address, destination.port)],
            Host::Name(name) => {
                let found = self.resolver.resolve(name.clone(), destination.port).await;
                found.map_err(|_| ConnectError::Unresolved)?
            }
        };
        found.iter().try_for_each(|address| self.rules.check_address(address.ip()))?;
        if found.is_empty() { Err(ConnectError::Unresolved) } else { Ok(found) }
    }
}

impl tower::Service<Uri> for Connector {
    type Response = TokioIo<BoxedStream>;
    type Error = ConnectError;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Self::Error>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, uri: Uri) -> Self::Future {
        Box::pin(self.clone().connect(uri))
    }
}

/// A connection, encrypted or not.
pub(crate) type BoxedStream = Box<dyn Stream>;

pub(crate) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

impl Connection for BoxedStream {
    fn connected(&self) -> Connected {
        Connected::new()
    }
}

/// Tries the addresses in turn; the caller's timeout covers all of them.
async fn open(addresses: &[SocketAddr]) -> io::Result<TcpStream> {
    TcpStream::connect(addresses).await
}
