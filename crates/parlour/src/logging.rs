//! Logs: for people on a terminal, as JSON otherwise.

use std::io::{self, IsTerminal};

use tracing_subscriber::EnvFilter;

/// Sends logs to standard error; the filter was checked with the configuration.
pub(crate) fn start(filter: &str) {
    let filter = EnvFilter::new(filter);
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
    if io::stderr().is_terminal() {
        lines.with_target(false).init();
    } else {
        lines.json().flatten_event(true).init();
    }
}
