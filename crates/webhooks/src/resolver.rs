//! Resolvers: from a host name to addresses.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;

/// A future of the addresses of a host.
pub type Resolving = Pin<Box<dyn Future<Output = io::Result<Vec<SocketAddr>>> + Send>>;

/// Resolves host names.
pub trait Resolver: Send + Sync + 'static {
    /// The addresses of the host, with the port.
    fn resolve(&self, host: String, port: u16) -> Resolving;
}

/// The resolver of the operating system.
pub struct SystemResolver;

impl Resolver for SystemResolver {
    fn resolve(&self, host: String, port: u16) -> Resolving {
        Box::pin(async move { Ok(tokio::net::lookup_host((host, port)).await?.collect()) })
    }
}
