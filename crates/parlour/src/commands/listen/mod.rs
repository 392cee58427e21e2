//! `parlour listen`: prints the webhook events of a running server and forwards them to a receiver.

mod report;
mod source;

use std::io::{Read, Write};
use std::time::Duration;

use clap::Args;
use common::{EventId, Mode};
use protocol::rest::WebhookName;
use protocol::{Named, UtcTime};
use serde_json::Value;
use server::Settings;
use store::{KeySecret, OutboxRow};
use webhooks::signature;

use self::report::Report;
use self::source::{FeedError, FeedPlace, FeedSource};
use super::{ConfigurationFlags, serve};
use crate::administration::now_ms;
use crate::event_stream::StreamEvent;
use crate::failure::{Failure, Problem};
use crate::forwarder::Forwarder;
use crate::runtime::{self, Interruptions};
use crate::{development, event_name, moment};

/// The wait before reconnecting to a lost server.
const PAUSE: Duration = Duration::from_secs(1);

/// Print webhook events as they happen, and forward them to a receiver on your machine
#[derive(Args)]
#[command(after_help = "Example: parlour listen --forward-to localhost:3000/hook\n\
    Example: parlour listen --server https://games.example --key bg_test_… --events game.ended\n\n\
    Forwarded events are signed like real ones, with the secret that is printed at the start. Each is sent once, in order;\n\
    `--since 10m` sends what has happened again. Beside `parlour serve --dev` neither server nor key is needed.")]
pub(crate) struct Listen {
    /// A receiver to forward events to; without it they are only printed
    #[arg(long, value_name = "URL")]
    forward_to: Option<String>,
    /// The secret that signs what is forwarded; without it a new one is made for as long as this command runs
    #[arg(long, value_name = "SECRET", requires = "forward_to")]
    secret: Option<String>,
    /// The events that are wanted, separated by commas; without it all
    #[arg(long, value_name = "EVENT", value_delimiter = ',', value_parser = event_name::parse)]
    events: Vec<WebhookName>,
    /// The server [default: the address of the configuration]
    #[arg(long, value_name = "URL")]
    server: Option<String>,
    /// A test key, or `-` to read it from standard input [default: the one of `parlour serve --dev`]
    #[arg(long, value_name = "KEY")]
    key: Option<String>,
    /// Take a live key too: what is printed and forwarded is then about real players
    #[arg(long)]
    live: bool,
    /// Begin in the past: so long ago, such as 10m, or at a time in RFC 3339
    #[arg(long, value_name = "TIME")]
    since: Option<String>,
    /// Print one line of JSON for each event, and nothing else
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    flags: ConfigurationFlags,
}

impl Listen {
    /// Listens until interrupted.
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let forwarder = match &self.forward_to {
            Some(receiver) => {
                Some(Forwarder::new(receiver, self.secret.unwrap_or_else(signature::new_secret))?)
            }
            None => None,
        };
        let place = match &self.since {
            Some(since) => FeedPlace::Since(time(since)?),
            None => FeedPlace::Now,
        };
        let settings = self.flags.load()?.configuration.settings;
        let key = match self.key.as_deref() {
            Some("-") => typed_key()?,
            Some(key) => key.trim().to_owned(),
            None => development::kept_key(&settings.data)?,
        };
        check_key(&key, self.live)?;
        let server = self.server.unwrap_or_else(|| own_url(&settings));
        let listener = Listener {
            source: FeedSource::new(&server, &key)?,
            forwarder,
            events: self.events,
            place,
            is_known: false,
            report: Report { out, is_json: self.json },
        };
        runtime::start()?.block_on(async {
            let interruptions = Interruptions::listen()?;
            tokio::select! {
                ended = listener.listen() => ended,
                () = interruptions.reach(1) => Ok(()),
            }
        })
    }
}

/// The state of `parlour listen`.
struct Listener<'a> {
    source: FeedSource,
    forwarder: Option<Forwarder>,
    events: Vec<WebhookName>,
    place: FeedPlace,
    /// Whether the server has responded before.
    is_known: bool,
    report: Report<'a>,
}

impl Listener<'_> {
    /// Listens and reconnects until the server refuses.
    async fn listen(mut self) -> Result<(), Failure> {
        loop {
            match self.source.open(&self.place).await {
                Ok(mut stream) => {
                    while let Some(event) = stream.next().await {
                        self.hear(event).await?;
                    }
                    self.report.note("the server has closed the connection; trying again")?;
                }
                Err(FeedError::Refused(failure)) => return Err(failure),
                Err(FeedError::UnknownCursor) => {
                    self.report.note("the server has forgotten where we were; going on from now")?;
                    self.place = FeedPlace::Now;
                    continue;
                }
                Err(FeedError::Lost(reason)) if !self.is_known => {
                    let problem = Problem::new(format!("cannot listen to {}: {reason}", self.source.url));
                    return Err(problem
                        .help("start it with `parlour serve --dev`, or name another with --server")
                        .into());
                }
                Err(FeedError::Lost(_)) => {} // reported when the connection ended
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    async fn hear(&mut self, event: StreamEvent) -> Result<(), Failure> {
        let data: Value = serde_json::from_str(&event.data).unwrap_or_default();
        match event.name.as_str() {
            "ready" => self.greet(&data),
            "webhook" => {
                self.place = FeedPlace::After(event.id.clone());
                self.pass_on(event, &data).await
            }
            _ => Ok(()), // a newer server may send other events
        }
    }

    fn greet(&mut self, ready: &Value) -> Result<(), Failure> {
        // Until the first event, a lost connection resumes from here.
        if let (FeedPlace::Now, Some(at)) = (&self.place, ready["at"].as_str()) {
            self.place = FeedPlace::Since(at.to_owned());
        }
        let text = |name: &str| ready[name].as_str().unwrap_or("?").to_owned();
        let (mode, tenant, url) = (text("mode"), text("tenant"), &self.source.url);
        if std::mem::replace(&mut self.is_known, true) {
            return self.report.note("connected again");
        }
        self.report.note(&format!("listening to {mode} events of tenant {tenant} on {url}"))?;
        if let Some(Forwarder { url, secret, .. }) = &self.forwarder {
            self.report.note(&format!("forwarding to {url}"))?;
            self.report.note(&format!("secret  {secret}"))?;
        }
        self.report.note("Ctrl-C ends it")
    }

    async fn pass_on(&mut self, event: StreamEvent, body: &Value) -> Result<(), Failure> {
        let name = body["event"].as_str().unwrap_or_default();
        if !self.events.is_empty() && !self.events.iter().any(|wanted| wanted.name() == name) {
            return Ok(());
        }
        self.report.heard(body)?;
        let delivery = match &self.forwarder {
            Some(forwarder) => {
                let row = OutboxRow {
                    id: EventId(event.id),
                    event: name.to_owned(),
                    body: event.data,
                    ..OutboxRow::default()
                };
                Some(forwarder.send(&row).await)
            }
            None => None,
        };
        self.report.passed_on(body, delivery.as_ref())
    }
}

fn time(since: &str) -> Result<String, Failure> {
    let since_ms = moment::parse(since, now_ms())
        .map_err(|refusal| Failure::usage(Problem::new(format!("--since: {refusal}"))))?;
    Ok(UtcTime(u64::try_from(since_ms).unwrap_or_default()).to_string())
}

fn typed_key() -> Result<String, Failure> {
    let mut text = String::new();
    let read = std::io::stdin().take(1024).read_to_string(&mut text);
    read.map_err(|error| Problem::new(format!("cannot read the key: {error}")))?;
    Ok(text.trim().to_owned())
}

/// Requires `--live` for a live key, whose events are about real players.
fn check_key(key: &str, live: bool) -> Result<(), Failure> {
    let Some(secret) = KeySecret::parse(key) else {
        let problem = Problem::new("that is no API key: one begins with bg_test_ and 48 letters follow");
        return Err(Failure::usage(problem.help("`parlour keys create --tenant T --mode test` makes one")));
    };
    if secret.mode() == Mode::Live && !live {
        let problem = Problem::new("this is a live key: its events are about real players");
        return Err(Failure::usage(problem.help("use a test key, or say --live if you mean it")));
    }
    Ok(())
}

/// The URL of a server with these settings; with TLS the certificate is for the public name.
fn own_url(settings: &Settings) -> String {
    match &settings.public_url {
        Some(url) if settings.tls_cert.is_some() => url.clone(),
        _ => serve::local_url(settings.listen, settings.tls_cert.is_some()),
    }
}
