//! Checks the address that the server listens on, or would listen on.

use std::io::ErrorKind;
use std::net::{SocketAddr, TcpListener};

use super::CheckResult;
use crate::commands::serve::reachable;
use crate::probe;

/// Checks the address of the running server if it answers there, or else the configured one.
pub(super) fn check(configured: SocketAddr, in_use: Option<SocketAddr>) -> CheckResult {
    if let Some(found) = in_use.and_then(server_at) {
        return found;
    }
    match TcpListener::bind(configured) {
        Ok(_) => CheckResult::Well(format!("{configured} is free")),
        Err(error) if error.kind() == ErrorKind::AddrInUse => server_at(configured).unwrap_or_else(|| {
            let problem = format!("{configured} is in use by another program");
            CheckResult::Broken(problem, "choose another with --listen")
        }),
        Err(error) => CheckResult::Broken(format!("{configured}: {error}"), "choose another with --listen"),
    }
}

/// The state of the parlour at this address; none if there is no parlour.
fn server_at(listen: SocketAddr) -> Option<CheckResult> {
    let asked = reachable(listen);
    let answer = probe::get(asked, &asked.to_string(), "/readyz").ok()?;
    if answer.contains("\"ready\":true") {
        return Some(CheckResult::Well(format!("{listen} is served by a parlour that is ready")));
    }
    if answer.contains(sockets::PLAIN_HTTP_REFUSAL) {
        return Some(CheckResult::Well(format!("{listen} is served over TLS, most likely by a parlour")));
    }
    let problem = || format!("{listen} is served by a parlour that is not ready");
    answer.contains("\"ready\"").then(|| CheckResult::Odd(problem(), "GET /readyz says why"))
}
