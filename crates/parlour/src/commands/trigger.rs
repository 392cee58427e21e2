//! `parlour trigger`: sends an example of any webhook event like a real one.

use std::io::Write;

use clap::Args;
use common::{EventId, Mode, SessionId, TenantId};
use protocol::rest::{Webhook, WebhookName};
use protocol::{Named, UtcTime, webhook_example};
use store::{OutboxRow, Store};
use webhooks::{new_name, signature};

use super::ConfigurationFlags;
use crate::administration::{Administration, now_ms};
use crate::failure::{Failure, Problem};
use crate::forwarder::Forwarder;
use crate::{development, event_name, runtime};

/// Send an example of a webhook event: to a URL, or to whoever gets the test events of a tenant
#[derive(Args)]
#[command(after_help = "Example: parlour trigger game.ended --to localhost:3000/hook\n\
    Example: parlour trigger game.ended\n\n\
    Without --to the event goes the way of all events of test games: to the tenant's test endpoint and to\n\
    `parlour listen`. It says \"mode\": \"test\", whoever gets it.")]
pub(crate) struct Trigger {
    /// The event, such as game.ended
    #[arg(value_parser = event_name::parse, required_unless_present = "list")]
    event: Option<WebhookName>,
    /// Name every event there is
    #[arg(long, conflicts_with_all = ["event", "to", "tenant", "secret"])]
    list: bool,
    /// A receiver to send it to, without any server
    #[arg(long, value_name = "URL", conflicts_with = "tenant")]
    to: Option<String>,
    /// With --to: the secret that signs it; without it a new one is made and printed
    #[arg(long, value_name = "SECRET", requires = "to")]
    secret: Option<String>,
    /// The id of the tenant whose test events it joins
    #[arg(long, value_name = "T", default_value = development::TENANT)]
    tenant: String,
    #[command(flatten)]
    flags: ConfigurationFlags,
}

impl Trigger {
    /// Sends the event.
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let Some(event) = self.event else {
            return Ok(WebhookName::ALL.iter().try_for_each(|event| writeln!(out, "{event}"))?);
        };
        match &self.to {
            Some(receiver) => send(event, receiver, self.secret, out),
            None => {
                let configuration = self.flags.load()?.configuration;
                join(&Administration::open(&configuration)?, event, &self.tenant, out)
            }
        }
    }
}

/// Sends an example to a receiver.
fn send(
    event: WebhookName,
    receiver: &str,
    secret: Option<String>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let is_new = secret.is_none();
    let forwarder = Forwarder::new(receiver, secret.unwrap_or_else(signature::new_secret))?;
    let row = example(event, &TenantId::from(development::TENANT));
    if is_new {
        writeln!(out, "secret  {}", forwarder.secret)?;
    }
    writeln!(out, "--> {event} {} to {}", row.id, forwarder.url)?;
    out.flush()?;
    let reception = runtime::start()?.block_on(forwarder.send(&row));
    writeln!(out, "<-- {}", reception.words())?;
    match reception.outcome.problem() {
        None => Ok(()),
        Some(problem) => Err(Problem::new(format!("the event was not delivered: {problem}")).into()),
    }
}

/// Adds an example to the test events of a tenant.
fn join(
    administration: &Administration,
    event: WebhookName,
    tenant: &str,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let store = administration.store();
    let tenant = administration.tenant(tenant)?.id;
    let goes_to = receiver(store, &tenant, event)?;
    let listened = store.listened(now_ms()).wait()?;
    let is_heard = listened.contains(&(tenant.clone(), Mode::Test));
    if goes_to.is_none() && !is_heard {
        let problem = Problem::new(format!("nobody would get {event} of test games of tenant `{tenant}`"));
        return Err(problem
            .help("start `parlour listen` first, or name a receiver: parlour trigger EVENT --to URL")
            .into());
    }
    let row = OutboxRow { is_only_heard: goes_to.is_none(), ..example(event, &tenant) };
    let id = row.id.clone();
    store.add_events(vec![row]).wait()?;
    administration.note(&tenant, Mode::Test, "webhooks.trigger", id.as_str())?;
    let listeners = is_heard.then(|| "whoever listens".to_owned());
    let audience: Vec<String> = goes_to.into_iter().chain(listeners).collect();
    Ok(writeln!(out, "--> {event} {id} to {}", audience.join(" and "))?)
}

/// The test endpoint of the tenant, if it wants this event.
fn receiver(store: &Store, tenant: &TenantId, event: WebhookName) -> Result<Option<String>, Failure> {
    let endpoint = store.endpoint(tenant, Mode::Test).wait()?;
    let wanted = |events: &[String]| events.is_empty() || events.iter().any(|name| name == event.name());
    let fits = endpoint.filter(|endpoint| endpoint.disabled.is_none() && wanted(&endpoint.events));
    Ok(fits.map(|endpoint| endpoint.url))
}

/// An example dated now, with its own id and session.
fn example(event: WebhookName, tenant: &TenantId) -> OutboxRow {
    let now = now_ms();
    let (id, session) = (new_name("evt"), new_name("sess"));
    let webhook = Webhook {
        id: id.clone(),
        delivery_id: id.clone(),
        session_id: session.clone(),
        timestamp: UtcTime(u64::try_from(now).unwrap_or_default()),
        ..webhook_example(event)
    };
    OutboxRow {
        id: EventId(id),
        tenant: tenant.clone(),
        mode: Mode::Test,
        session: SessionId(session),
        event: event.name().to_owned(),
        body: serde_json::to_string(&webhook).expect("a webhook is plain data"),
        created_ms: now,
        is_only_heard: false,
    }
}
