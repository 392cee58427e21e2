//! `parlour admin`: what only the operator of a server may do.

use std::io::Write;
use std::time::Duration;

use clap::{Args, Subcommand};
use serde_json::json;
use server::Settings;
use store::SignInSecret;

use super::ConfigurationFlags;
use super::serve::reachable;
use crate::administration::{Administration, now_ms, time_text};
use crate::configuration::parse_duration;
use crate::failure::{Failure, Problem};
use crate::running_file;

/// The longest time that a link is good for.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// Sign in to the dashboard as the operator
#[derive(Subcommand)]
#[command(after_help = "Example: parlour admin link")]
pub(crate) enum Admin {
    Link(Link),
}

/// Print a link that signs you in to the dashboard as the operator, once
#[derive(Args)]
#[command(after_help = "Example: parlour admin link --valid 5m\n\n\
    Tenants sign in with one of their secret API keys instead.")]
pub(crate) struct Link {
    /// How long the link is good for, at most a day
    #[arg(long, value_name = "DURATION", default_value = "15m", value_parser = parse_duration)]
    valid: Duration,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    flags: ConfigurationFlags,
}

impl Admin {
    /// Runs the command.
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        match self {
            Admin::Link(command) => command.run(out),
        }
    }
}

impl Link {
    fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        if self.valid > LONGEST {
            let problem = Problem::new("a link is good for a day at most");
            return Err(Failure::usage(problem.help("print another one when you need it")));
        }
        let configuration = self.flags.load()?.configuration;
        let administration = Administration::open(&configuration)?;
        let (link, now) = (SignInSecret::generate(), now_ms());
        let until = now.saturating_add(i64::try_from(self.valid.as_millis()).unwrap_or(i64::MAX));
        administration.store().create_sign_in_link(&link, now, until).wait()?;
        administration.note_own("dashboard.link", "")?;
        // Browsers send nothing after `#` to a server, so no log has the secret.
        let url = format!("{}/dashboard#link={}", site(&configuration.settings), link.expose());
        if self.json {
            return Ok(writeln!(out, "{:#}", json!({ "url": url, "until": time_text(Some(until)) }))?);
        }
        writeln!(out, "{url}")?;
        Ok(writeln!(out, "It works once, until {}.", time_text(Some(until)))?)
    }
}

/// Where people reach the server, without a slash at the end.
fn site(settings: &Settings) -> String {
    if let Some(url) = &settings.public_url {
        return url.trim_end_matches('/').to_owned();
    }
    let scheme = if settings.tls_cert.is_some() { "https" } else { "http" };
    let address = running_file::read(&settings.data).unwrap_or(settings.listen);
    format!("{scheme}://{}", reachable(address))
}

#[cfg(test)]
mod tests {
    use server::Settings;

    use super::site;

    #[test]
    fn a_link_leads_to_the_public_address_or_to_this_machine() {
        let settings = Settings { data: "/nonexistent".into(), ..Settings::default() };
        assert_eq!(site(&settings), "http://127.0.0.1:7300");
        let settings = Settings { listen: "0.0.0.0:80".parse().expect("an address"), ..settings };
        assert_eq!(site(&settings), "http://127.0.0.1:80");
        let settings = Settings { public_url: Some("https://games.example/parlour/".to_owned()), ..settings };
        assert_eq!(site(&settings), "https://games.example/parlour");
    }
}
