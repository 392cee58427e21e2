//! `cargo xtask run`: a server for development.

use std::net::TcpListener;
use std::process::Command;

use clap::Args;

use crate::needs;
use crate::wasm;
use crate::workshop::{binary, cargo, complete, path, program};

/// The port that the documentation uses.
const USUAL: &str = "127.0.0.1:7300";

/// Build everything and start a server
///
/// Builds the web client where Node is installed, builds the development binary, and starts
/// `parlour serve --dev` on port 7300, or on a free one if that is taken. It prints the URL, a test game,
/// which it opens in a browser where there is one, a test key and what to try next. Webhooks may go to programs on this machine. The data is kept in the folder `data` of the
/// checkout. Ctrl-C ends it.
#[derive(Args)]
#[command(after_help = "Example: cargo xtask run -- --listen 0.0.0.0:8080")]
pub(crate) struct Run {
    /// More arguments for `parlour serve`
    #[arg(last = true)]
    arguments: Vec<String>,
}

impl Run {
    /// Builds, then becomes the server.
    pub(crate) fn run(self) -> Result<(), String> {
        build_web()?;
        complete(cargo().args(["build", "--package", "parlour"]))?;
        let mut server = Command::new(binary());
        server.args(["serve", "--dev", "--data"]).arg(path("data"));
        if !self.arguments.iter().any(|argument| argument.starts_with("--listen")) {
            server.args(["--listen", listen()]);
        }
        become_it(server.args(self.arguments))
    }
}

/// Builds the web client where Node is installed.
pub(crate) fn build_web() -> Result<(), String> {
    if !needs::has_node() || !builds_app() {
        return Ok(());
    }
    if !needs::installed("web") {
        let installed = complete(&mut needs::packages("web"));
        installed.map_err(|failure| format!("{failure}: {}", needs::advice("web")))?;
    }
    wasm::build()?;
    complete(program("npm", "web").args(["run", "build"]))
}

fn builds_app() -> bool {
    let package = std::fs::read_to_string(path("web/app/package.json")).unwrap_or_default();
    let package: serde_json::Value = serde_json::from_str(&package).unwrap_or_default();
    package["scripts"]["build"].is_string()
}

/// The usual address, or a free one if it is taken.
fn listen() -> &'static str {
    if TcpListener::bind(USUAL).is_ok() { USUAL } else { "127.0.0.1:0" }
}

/// Replaces this process, so that Ctrl-C reaches only the server.
#[cfg(unix)]
fn become_it(command: &mut Command) -> Result<(), String> {
    use std::os::unix::process::CommandExt;
    Err(format!("the server cannot be started: {}", command.exec()))
}

#[cfg(not(unix))]
fn become_it(command: &mut Command) -> Result<(), String> {
    complete(command)
}
