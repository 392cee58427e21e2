//! `parlour health`: whether the server of this machine is alive, for health checks of containers and scripts.

use std::io::Write;
use std::net::SocketAddr;

use clap::Args;
use server::{MetricsListen, Settings};

use super::ConfigurationFlags;
use super::serve::{auto_metrics_address, reachable};
use crate::failure::{Failure, Problem};
use crate::probe;

/// Ask the server of this machine whether it is alive
#[derive(Args)]
#[command(after_help = "Example: parlour health --ready\n\n\
    Exits with 0 if it is, with 1 if not. A server whose database is out of reach is alive, but not ready: check with\n\
    --ready before players are sent to it, and without before it is restarted.")]
pub(crate) struct HealthCommand {
    /// Ask whether it takes new games, too
    #[arg(long)]
    ready: bool,
    /// Where it listens [environment: PARLOUR_LISTEN] [default: 127.0.0.1:7300]
    #[arg(long, value_name = "ADDR")]
    listen: Option<String>,
    #[command(flatten)]
    flags: ConfigurationFlags,
}

impl HealthCommand {
    /// Asks, and fails if the answer is no.
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let mut sources = self.flags.sources();
        sources.flags.extend(self.listen.map(|listen| ("--listen", "listen", listen)));
        let address = address(&sources.load()?.configuration.settings)?;
        let (path, word) = if self.ready { ("/readyz", "ready") } else { ("/healthz", "alive") };
        let answer = probe::get(address, &address.to_string(), path).map_err(|error| {
            let problem = Problem::new(format!("no answer from {address}: {error}"));
            problem.help("start the server, or say where it listens with --listen or --config")
        })?;
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        if head.starts_with("HTTP/1.1 200") {
            return Ok(writeln!(out, "{address} is {word}")?);
        }
        Err(Problem::new(format!("{address} is not {word}: {}", reason(head, body))).into())
    }
}

/// Where the server answers health checks over plain HTTP.
fn address(settings: &Settings) -> Result<SocketAddr, Failure> {
    let address = match (settings.tls_files(), settings.metrics_listen) {
        (None, _) => settings.listen,
        // The certificate is for the public name, so the listener for metrics is asked.
        (Some(_), MetricsListen::At(address)) => address,
        (Some(_), MetricsListen::Auto) => auto_metrics_address(settings.listen),
        (Some(_), MetricsListen::Off) => {
            let problem = Problem::new("a server with TLS and without metrics cannot be asked");
            return Err(problem
                .help("set metrics_listen: /healthz and /readyz are served there, too")
                .into());
        }
    };
    if address.port() == 0 || settings.listen.port() == 0 {
        let problem = Problem::new("the server takes any free port");
        return Err(problem.help("give the one that it printed at its start with --listen").into());
    }
    Ok(reachable(address))
}

/// The problems that the server names, or the first line of its response.
fn reason(head: &str, body: &str) -> String {
    let body: serde_json::Value = serde_json::from_str(body).unwrap_or_default();
    let problems = body["problems"].as_array().into_iter().flatten().filter_map(|problem| problem.as_str());
    let problems: Vec<&str> = problems.collect();
    if problems.is_empty() { head.lines().next().unwrap_or_default().to_owned() } else { problems.join("; ") }
}

#[cfg(test)]
mod tests {
    use server::{MetricsListen, Settings};

    use super::{address, reason};

    /// Where a server is asked; empty if it cannot be.
    fn check(listen: &str, tls: bool, metrics: MetricsListen, expected: &str) {
        let file = tls.then(|| "file.pem".into());
        let settings = Settings {
            listen: listen.parse().expect("an address"),
            tls_cert: file.clone(),
            tls_key: file,
            metrics_listen: metrics,
            ..Settings::default()
        };
        let asked = address(&settings).map(|address| address.to_string()).unwrap_or_default();
        assert_eq!(asked, expected, "{listen}");
    }

    #[test]
    fn a_server_is_asked_where_it_answers_without_tls() {
        let metrics = MetricsListen::At("10.0.0.1:9100".parse().expect("an address"));
        check("0.0.0.0:7300", false, MetricsListen::Off, "127.0.0.1:7300");
        check("[::]:7300", false, metrics, "[::1]:7300");
        check("0.0.0.0:443", true, metrics, "10.0.0.1:9100");
        check("0.0.0.0:443", true, MetricsListen::Auto, "127.0.0.1:10443");
        check("0.0.0.0:443", true, MetricsListen::Off, "");
        check("127.0.0.1:0", false, MetricsListen::Auto, "");
        check("127.0.0.1:0", true, MetricsListen::Auto, "");
    }

    #[test]
    fn the_reason_is_what_the_server_says() {
        let body = r#"{"ready":false,"problems":["the disk is full","the server is about to restart"]}"#;
        assert_eq!(
            reason("HTTP/1.1 503 Service Unavailable", body),
            "the disk is full; the server is about to restart"
        );
        assert_eq!(reason("HTTP/1.1 404 Not Found\r\nvia: x", "<html>"), "HTTP/1.1 404 Not Found");
    }
}
