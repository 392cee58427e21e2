//! `parlour webhooks list`, `add`, `remove` and `rotate`: webhook endpoints and their secrets.

use std::io::Write;
use std::time::Duration;

use clap::Args;
use common::{Mode, TenantId};
use protocol::Named;
use protocol::rest::WebhookName;
use serde_json::{Value, json};
use server::WebhookSettings;
use store::{EndpointRow, Store};
use webhooks::{Forbidden, SystemResolver, signature};

use super::{EndpointFlags, no_endpoint};
use crate::administration::{Administration, now_ms, time_text};
use crate::commands::tenant_list::TenantListFlags;
use crate::configuration::parse_duration;
use crate::event_name;
use crate::failure::{Failure, Problem};
use crate::runtime;

/// List where webhooks go
#[derive(Args)]
#[command(after_help = "Example: parlour webhooks list --tenant acme-games")]
pub(crate) struct List {
    #[command(flatten)]
    flags: TenantListFlags,
}

/// Say where the webhooks of a tenant go, and show the secret that signs them, once
#[derive(Args)]
#[command(
    after_help = "Example: parlour webhooks add https://acme.example/hook --tenant acme-games --mode live --events game.ended"
)]
pub(crate) struct Add {
    /// The receiver: a public address over HTTPS, unless the configuration allows more
    url: String,
    /// The events that are wanted, separated by commas; without it all
    #[arg(long, value_name = "EVENT", value_delimiter = ',', value_parser = event_name::parse)]
    events: Vec<WebhookName>,
    /// Change the endpoint there is, and switch it on again; its secret stays
    #[arg(long)]
    replace: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    flags: EndpointFlags,
}

/// Send no more webhooks; what was not delivered yet is given up
#[derive(Args)]
#[command(after_help = "Example: parlour webhooks remove --tenant acme-games --mode live")]
pub(crate) struct Remove {
    #[command(flatten)]
    flags: EndpointFlags,
}

/// Make a new secret and show it, once; the old one signs as well for a while
#[derive(Args)]
#[command(after_help = "Example: parlour webhooks rotate --tenant acme-games --mode live --overlap 2h")]
pub(crate) struct Rotate {
    /// How long the old secret still signs
    #[arg(long, value_name = "DURATION", default_value = "24h", value_parser = parse_duration)]
    overlap: Duration,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    flags: EndpointFlags,
}

impl List {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let json = self.flags.json;
        let (administration, tenants) = self.flags.open()?;
        let mut endpoints = Vec::new();
        for tenant in &tenants {
            for mode in [Mode::Live, Mode::Test] {
                endpoints.extend(administration.store().endpoint(&tenant.id, mode).wait()?);
            }
        }
        if json {
            return Ok(writeln!(out, "{:#}", Value::Array(endpoints.iter().map(described).collect()))?);
        }
        for endpoint in &endpoints {
            let (tenant, mode, url) = (endpoint.tenant.as_str(), endpoint.mode.name(), &endpoint.url);
            let events =
                if endpoint.events.is_empty() { "all events".to_owned() } else { endpoint.events.join(",") };
            let disabled = endpoint
                .disabled
                .as_ref()
                .map(|(at_ms, reason)| format!(" switched off {}: {reason}", time_text(Some(*at_ms))));
            writeln!(out, "{tenant:<20} {mode:<5} {url} {events}{}", disabled.unwrap_or_default())?;
        }
        Ok(())
    }
}

impl Add {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let EndpointFlags { tenant, mode, configuration } = self.flags;
        let configuration = configuration.load()?.configuration;
        check(&self.url, configuration.settings.webhooks)?;
        let administration = Administration::open(&configuration)?;
        let (tenant, mode) = (administration.tenant(&tenant)?.id, Mode::from(mode));
        let known = administration.store().endpoint(&tenant, mode).wait()?;
        if let Some(known) = known.as_ref().filter(|_| !self.replace) {
            let problem =
                Problem::new(format!("{} webhooks of tenant `{tenant}` go to {}", mode.name(), known.url));
            return Err(problem.help("say --replace to send them elsewhere with the same secret").into());
        }
        let is_new = known.is_none();
        let secret = known.as_ref().map_or_else(signature::new_secret, |known| known.secret.clone());
        let endpoint = EndpointRow {
            tenant,
            mode,
            url: self.url,
            events: self.events.iter().map(|event| event.name().to_owned()).collect(),
            secret,
            previous_secret: known.and_then(|known| known.previous_secret),
            disabled: None,
        };
        keep(&administration, &endpoint, "webhooks.set")?;
        show(&endpoint, is_new, self.json, out)
    }
}

impl Remove {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let (administration, tenant, mode) = self.flags.open()?;
        let store = administration.store();
        if !store.remove_endpoint(&tenant, mode).wait()? {
            return Err(no_endpoint(&tenant, mode));
        }
        switch_test_webhooks(store, &tenant, mode, false)?;
        administration.note(&tenant, mode, "webhooks.remove", "")?;
        Ok(writeln!(out, "tenant {tenant} gets no more webhooks of {} games", mode.name())?)
    }
}

impl Rotate {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let (administration, tenant, mode) = self.flags.open()?;
        let known = administration.store().endpoint(&tenant, mode).wait()?;
        let known = known.ok_or_else(|| no_endpoint(&tenant, mode))?;
        let overlap = i64::try_from(self.overlap.as_millis()).unwrap_or(i64::MAX);
        let until = now_ms().saturating_add(overlap);
        let endpoint = EndpointRow {
            previous_secret: Some((known.secret.clone(), until)),
            secret: signature::new_secret(),
            ..known
        };
        keep(&administration, &endpoint, "webhooks.rotate")?;
        if !self.json {
            writeln!(out, "the old secret signs as well until {}", time_text(Some(until)))?;
        }
        show(&endpoint, true, self.json, out)
    }
}

/// Rejects a receiver that the server would not send to, with the setting that would allow it.
fn check(url: &str, rules: WebhookSettings) -> Result<(), Failure> {
    let runtime = runtime::start()?;
    let admitted = runtime.block_on(rules.admit(url, &SystemResolver));
    runtime.shutdown_background(); // does not wait for an unresponsive name server
    let Err(forbidden) = admitted else { return Ok(()) };
    let problem = Problem::new(format!("webhooks cannot go to `{url}`: {forbidden}"));
    Err(Failure::usage(match forbidden {
        Forbidden::Scheme => problem.help("for development, set webhooks.allow_http = true"),
        Forbidden::Address => problem.help("for development, set webhooks.allow_private = true"),
        _ => problem.help("give a URL such as https://acme.example/hook"),
    }))
}

fn keep(administration: &Administration, endpoint: &EndpointRow, action: &str) -> Result<(), Failure> {
    let EndpointRow { tenant, mode, url, .. } = endpoint;
    administration.store().set_endpoint(endpoint.clone()).wait()?;
    switch_test_webhooks(administration.store(), tenant, *mode, true)?;
    administration.note(tenant, *mode, action, url)
}

/// Switches test webhooks of the tenant on or off together with their endpoint.
fn switch_test_webhooks(store: &Store, tenant: &TenantId, mode: Mode, on: bool) -> Result<(), Failure> {
    if mode == Mode::Test {
        store.set_test_webhooks(tenant, on).wait()?;
    }
    Ok(())
}

fn show(endpoint: &EndpointRow, is_new: bool, json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    if json {
        let mut shown = described(endpoint);
        if is_new {
            shown["secret"] = endpoint.secret.as_str().into();
        }
        return Ok(writeln!(out, "{shown:#}")?);
    }
    writeln!(out, "tenant  {}", endpoint.tenant)?;
    writeln!(out, "mode    {}", endpoint.mode.name())?;
    writeln!(out, "url     {}", endpoint.url)?;
    if is_new {
        writeln!(out, "secret  {}", endpoint.secret)?;
        writeln!(out, "Keep the secret now: it is not shown again.")?;
    }
    Ok(())
}

fn described(endpoint: &EndpointRow) -> Value {
    let now = now_ms();
    let previous = endpoint.previous_secret.as_ref().filter(|(_, until_ms)| now < *until_ms);
    let disabled = endpoint.disabled.as_ref();
    json!({
        "tenant": endpoint.tenant.as_str(),
        "mode": endpoint.mode.name(),
        "url": endpoint.url,
        "events": endpoint.events,
        "previousSecretUntil": previous.map(|(_, until_ms)| time_text(Some(*until_ms))),
        "disabled": disabled.map(|(at_ms, reason)| json!({ "at": time_text(Some(*at_ms)), "reason": reason })),
    })
}
