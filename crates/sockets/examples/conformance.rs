//! Serves what the official Engine.IO and Socket.IO test suites expect: `conformance [ADDRESS]`.

use std::future::pending;

use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let address = std::env::args().nth(1).unwrap_or_else(|| "127.0.0.1:3000".into());
    let listener = TcpListener::bind(address).await?;
    println!("http://{}", listener.local_addr()?);
    sockets::serve(
        listener,
        sockets::conformance::router(sockets::conformance::config()),
        sockets::ListenerLimits::default(),
        pending(),
    )
    .await;
    Ok(())
}
