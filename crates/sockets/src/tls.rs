//! TLS: the certificate of a listener, reloaded without a restart when its files change.

use std::convert::Infallible;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::lock;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::{MissedTickBehavior, interval};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::client::WebPkiServerVerifier;
use tokio_rustls::rustls::client::danger::ServerCertVerifier;
use tokio_rustls::rustls::crypto::{CryptoProvider, ring};
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use tokio_rustls::rustls::sign::{CertifiedKey, SingleCertAndKey};
use tokio_rustls::rustls::{CertificateError, Error, InconsistentKeys, RootCertStore, ServerConfig};
use tokio_rustls::server::TlsStream;
use tracing::{info, warn};

use crate::limited_stream::LimitedStream;

/// How often the files are checked for changes.
const CHECK_EVERY: Duration = Duration::from_secs(1);
/// The largest file that is read.
const MAX_FILE: u64 = 1 << 20;
/// How much of a plain HTTP request is read before the connection is closed.
const MAX_PLAIN_REQUEST: u64 = 16 * 1024;
/// The response to a plain HTTP request on a TLS port.
pub const PLAIN_HTTP_REFUSAL: &str = "this port speaks https";

/// The certificate files of a listener.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsFiles {
    /// The certificate followed by intermediate certificates, in PEM format.
    pub certificate: PathBuf,
    /// The private key of the certificate, in PEM format and without a password.
    pub key: PathBuf,
}

/// Why a TLS file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {reason}", file.display())]
pub struct TlsError {
    /// The invalid file.
    pub file: PathBuf,
    /// What is wrong with it.
    pub reason: String,
}

/// A certificate with its key; clones share the one in use.
#[derive(Clone)]
pub struct Tls {
    files: TlsFiles,
    loaded: Arc<Pem>,
    current: Arc<Mutex<Arc<ServerConfig>>>,
}

/// The contents of the files.
#[derive(PartialEq, Eq)]
struct Pem {
    certificate: Vec<u8>,
    key: Vec<u8>,
}

impl Tls {
    /// Loads the files; an expired certificate is accepted with a warning.
    pub fn load(files: TlsFiles) -> Result<Tls, TlsError> {
        let loaded = files.read()?;
        let config = files.server_config(&loaded)?;
        Ok(Tls { files, loaded: Arc::new(loaded), current: Arc::new(Mutex::new(Arc::new(config))) })
    }

    /// Negotiates TLS with a client; a plain HTTP client gets an error response.
    pub(crate) async fn handshake(&self, stream: LimitedStream) -> io::Result<TlsStream<LimitedStream>> {
        let mut first = [0];
        stream.tcp().peek(&mut first).await?;
        if first[0].is_ascii_uppercase() {
            refuse_plain_http(stream).await?;
            return Err(io::ErrorKind::InvalidData.into());
        }
        let config = Arc::clone(&lock(&self.current));
        TlsAcceptor::from(config).accept(stream).await
    }

    /// Checks the files for changes and uses changed ones for new connections. Files that cannot be used are
    /// logged once and change nothing.
    pub(crate) async fn reload_on_change(&self) -> Infallible {
        let mut seen = Ok(Arc::clone(&self.loaded));
        let mut checks = interval(CHECK_EVERY);
        checks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            checks.tick().await;
            let files = self.files.clone();
            let Ok(found) = tokio::task::spawn_blocking(move || files.read().map(Arc::new)).await else {
                continue; // the runtime is shutting down
            };
            if found == seen {
                continue;
            }
            match found.as_ref().map_err(Clone::clone).and_then(|pem| self.files.server_config(pem)) {
                Ok(config) => {
                    *lock(&self.current) = Arc::new(config);
                    info!(file = %self.files.certificate.display(), "certificate reloaded for new connections");
                }
                Err(error) => {
                    warn!(%error, "certificate not reloaded, the previous one stays in use");
                }
            }
            seen = found;
        }
    }
}

impl TlsFiles {
    /// Whether clients would reject the certificate today because of its dates: expired, or not valid yet.
    pub fn is_out_of_date(&self) -> Result<bool, TlsError> {
        let chain = self.chain(&self.read()?)?;
        Ok(is_out_of_date(&chain))
    }

    fn read(&self) -> Result<Pem, TlsError> {
        Ok(Pem { certificate: read(&self.certificate)?, key: read(&self.key)? })
    }

    fn server_config(&self, pem: &Pem) -> Result<ServerConfig, TlsError> {
        let provider = Arc::new(ring::default_provider());
        let chain = self.chain(pem)?;
        if is_out_of_date(&chain) {
            warn!(file = %self.certificate.display(), "certificate expired or not yet valid, clients will reject it");
        }
        let certified = self.certified_key(chain, pem, &provider)?;
        let builder = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        let builder = builder.expect("ring has cipher suites for TLS 1.2 and 1.3");
        let resolver = Arc::new(SingleCertAndKey::from(certified));
        let mut config = builder.with_no_client_auth().with_cert_resolver(resolver);
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(config)
    }

    fn chain(&self, pem: &Pem) -> Result<Vec<CertificateDer<'static>>, TlsError> {
        let chain = CertificateDer::pem_slice_iter(&pem.certificate).collect::<Result<Vec<_>, _>>();
        let chain = chain.map_err(|error| fault(&self.certificate, format!("is not valid PEM: {error}")))?;
        if chain.is_empty() {
            return Err(fault(&self.certificate, "contains no certificate in PEM form"));
        }
        Ok(chain)
    }

    fn certified_key(
        &self,
        chain: Vec<CertificateDer<'static>>,
        pem: &Pem,
        provider: &CryptoProvider,
    ) -> Result<CertifiedKey, TlsError> {
        let key = PrivateKeyDer::from_pem_slice(&pem.key).map_err(|error| match error {
            pem::Error::NoItemsFound => {
                fault(&self.key, "contains no private key in PEM form that is not encrypted")
            }
            error => fault(&self.key, format!("is not valid PEM: {error}")),
        })?;
        let key = provider.key_provider.load_private_key(key);
        let key =
            key.map_err(|error| fault(&self.key, format!("contains a key that cannot be used: {error}")))?;
        let certified = CertifiedKey::new(chain, key);
        match certified.keys_match() {
            Ok(()) | Err(Error::InconsistentKeys(InconsistentKeys::Unknown)) => Ok(certified),
            Err(Error::InconsistentKeys(_)) => {
                let certificate = self.certificate.display();
                Err(fault(&self.key, format!("is not the key of the certificate in {certificate}")))
            }
            Err(_) => Err(fault(&self.certificate, "begins with something that is not an X.509 certificate")),
        }
    }
}

/// Validates as a client would, with the last certificate of the chain as trust anchor: only the dates
/// matter.
fn is_out_of_date(chain: &[CertificateDer<'static>]) -> bool {
    use CertificateError::{Expired, ExpiredContext, NotValidYet, NotValidYetContext};
    let [leaf, rest @ ..] = chain else { return false };
    let mut roots = RootCertStore::empty();
    if roots.add(rest.last().unwrap_or(leaf).clone()).is_err() {
        return false; // an invalid certificate is reported elsewhere
    }
    let provider = Arc::new(ring::default_provider());
    let Ok(verifier) = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider).build() else {
        return false;
    };
    let anybody = ServerName::try_from("parlour.invalid").expect("a valid name");
    matches!(
        verifier.verify_server_cert(leaf, rest, &anybody, &[], UnixTime::now()),
        Err(Error::InvalidCertificate(
            Expired | ExpiredContext { .. } | NotValidYet | NotValidYetContext { .. }
        ))
    )
}

fn read(file: &Path) -> Result<Vec<u8>, TlsError> {
    let unreadable = |error: io::Error| fault(file, format!("cannot be read: {error}"));
    if !fs::metadata(file).map_err(unreadable)?.is_file() {
        return Err(fault(file, "is not a file"));
    }
    let mut bytes = Vec::new();
    let opened = File::open(file).map_err(unreadable)?;
    opened.take(MAX_FILE + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(fault(file, format!("is larger than {MAX_FILE} bytes")));
    }
    Ok(bytes)
}

fn fault(file: &Path, reason: impl Into<String>) -> TlsError {
    TlsError { file: file.to_owned(), reason: reason.into() }
}

/// Responds and reads on for a while: closing with unread data would reset the connection and lose the
/// response.
async fn refuse_plain_http(mut stream: LimitedStream) -> io::Result<()> {
    let answer = format!(
        "HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: {}\r\n\
         connection: close\r\n\r\n{PLAIN_HTTP_REFUSAL}",
        PLAIN_HTTP_REFUSAL.len()
    );
    stream.write_all(answer.as_bytes()).await?;
    stream.shutdown().await?;
    tokio::io::copy(&mut stream.take(MAX_PLAIN_REQUEST), &mut tokio::io::sink()).await?;
    Ok(())
}
