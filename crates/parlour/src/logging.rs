//! Logs: as text on a terminal, else as JSON.

use std::io::{self, IsTerminal};

use tracing_subscriber::filter::{EnvFilter, LevelFilter, filter_fn};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{fmt, registry};

/// Libraries that would log whole messages, including tokens.
const INDISCREET: [&str; 5] = ["tungstenite", "tokio_tungstenite", "hyper", "hyper_util", "rustls"];

/// Writes logs to standard error; the filter was validated with the configuration.
pub(crate) fn start(filter: &str) {
    let discreet = filter_fn(|event| is_discreet(event.target(), LevelFilter::from(*event.level())));
    let lines = registry().with(EnvFilter::new(filter)).with(discreet);
    let written = fmt::layer().with_writer(io::stderr);
    if io::stderr().is_terminal() {
        lines.with(written.with_target(false)).init();
    } else {
        lines.with(written.json().flatten_event(true)).init();
    }
}

fn is_discreet(target: &str, level: LevelFilter) -> bool {
    let library = target.split("::").next().unwrap_or_default();
    level <= LevelFilter::INFO || !INDISCREET.contains(&library)
}
