//! `parlour conformance`: the servers for the official protocol test suites.

use std::io::Write;
use std::net::SocketAddr;

use clap::Args;
use tokio::net::TcpListener;

use crate::failure::{Failure, Problem};
use crate::runtime::{self, Interruptions};

/// Serve what the official test suites of Engine.IO and Socket.IO expect
#[derive(Args)]
#[command(hide = true, after_help = "Example: parlour conformance --listen 127.0.0.1:3000")]
pub(crate) struct Conformance {
    /// Where to listen; port 0 takes a free one
    #[arg(long, value_name = "ADDR")]
    listen: SocketAddr,
}

impl Conformance {
    /// Serves until interrupted.
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        runtime::start()?.block_on(async {
            let interruptions = Interruptions::listen()?;
            let listener = TcpListener::bind(self.listen).await.map_err(|error| {
                Problem::new(format!("cannot listen on {}: {error}", self.listen))
                    .help("choose another address")
            })?;
            writeln!(out, "listening on http://{}", listener.local_addr()?)?;
            out.flush()?;
            let router = sockets::conformance::router(sockets::conformance::config());
            sockets::serve(listener, router, sockets::ListenerLimits::default(), interruptions.reach(1))
                .await;
            Ok(())
        })
    }
}
