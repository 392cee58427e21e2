//! `parlour webhooks replay`: sends one event, or all since a time, again with their old ids.

use std::io::Write;

use clap::Args;
use common::{EventId, Mode, Named, OutboxState, TenantId};
use serde_json::json;

use super::{EndpointFlags, no_endpoint};
use crate::administration::{Administration, now_ms, time_text};
use crate::commands::ConfigurationFlags;
use crate::commands::mode_argument::ModeArgument;
use crate::failure::{Failure, Problem};
use crate::moment;

/// How many events are replayed in one transaction.
const AT_ONCE: u32 = 1_000;

/// Send one event again, or all that were given up since a time
#[derive(Args)]
#[command(after_help = "Example: parlour webhooks replay evt_3kT9…\n\
    Example: parlour webhooks replay --since 2h --tenant acme-games --mode live\n\n\
    Events keep their ids, so that receivers know what they have.")]
pub(crate) struct ReplayCommand {
    /// The id of the event, as `parlour webhooks deliveries` shows it
    #[arg(value_name = "EVENT_ID", required_unless_present = "since", conflicts_with_all = ["since", "tenant", "mode"])]
    id: Option<String>,
    /// Since when: so long ago, such as 2h, or a time in RFC 3339
    #[arg(long, value_name = "TIME", requires = "tenant")]
    since: Option<String>,
    /// With --since: the id of the tenant
    #[arg(long, value_name = "T", requires = "since")]
    tenant: Option<String>,
    /// With --since: the mode of the events [default: test]
    #[arg(long, value_enum, requires = "since")]
    mode: Option<ModeArgument>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    configuration: ConfigurationFlags,
}

impl ReplayCommand {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let json = self.json;
        let replayed = match (self.id, self.since, self.tenant) {
            (Some(id), ..) => {
                let administration = Administration::open(&self.configuration.load()?.configuration)?;
                one(&administration, EventId(id))?
            }
            (None, since, tenant) => {
                let since_ms = moment::parse(&since.unwrap_or_default(), now_ms())
                    .map_err(|refusal| Failure::usage(Problem::new(format!("--since: {refusal}"))))?;
                let flags = EndpointFlags {
                    tenant: tenant.unwrap_or_default(),
                    mode: self.mode.unwrap_or_default(),
                    configuration: self.configuration,
                };
                let (administration, tenant, mode) = flags.open()?;
                since_then(&administration, &tenant, mode, since_ms)?
            }
        };
        if json {
            return Ok(writeln!(out, "{:#}", json!({ "replayed": replayed }))?);
        }
        let events = if replayed == 1 { "event is" } else { "events are" };
        Ok(writeln!(out, "{replayed} {events} sent again")?)
    }
}

fn one(administration: &Administration, id: EventId) -> Result<usize, Failure> {
    let store = administration.store();
    let Some(entry) = store.event(&id).wait()? else {
        let problem = Problem::new(format!("there is no event `{id}`"));
        return Err(problem
            .help("`parlour webhooks deliveries --tenant T` shows the ids; old events are forgotten")
            .into());
    };
    let (tenant, mode) = (&entry.row.tenant, entry.row.mode);
    check_endpoint(administration, tenant, mode)?;
    if entry.state == OutboxState::Open || !store.replay(tenant, mode, &id, now_ms()).wait()? {
        return Err(still_open(&id, entry.next_ms));
    }
    administration.note(tenant, mode, "webhooks.replay", id.as_str())?;
    Ok(1)
}

fn still_open(id: &EventId, next_ms: Option<i64>) -> Failure {
    let problem = Problem::new(format!("event `{id}` is still being delivered and needs no replay"));
    let help = match next_ms {
        Some(_) => format!("it is tried next at {}", time_text(next_ms)),
        None => "it waits for an earlier event of its session".to_owned(),
    };
    problem.help(help).into()
}

fn since_then(
    administration: &Administration,
    tenant: &TenantId,
    mode: Mode,
    since_ms: i64,
) -> Result<usize, Failure> {
    let store = administration.store();
    let mut replayed = 0;
    loop {
        // A receiver that is gone makes its events dead at once, and the loop would not end.
        check_endpoint(administration, tenant, mode)?;
        let which = store::ReplayScope::Dead;
        let count = store.replay_since(tenant, mode, which, since_ms, now_ms(), AT_ONCE).wait()?;
        replayed += count;
        if count < AT_ONCE as usize {
            break;
        }
    }
    administration.note(tenant, mode, "webhooks.replay", &time_text(Some(since_ms)))?;
    Ok(replayed)
}

/// Checks that there is an enabled endpoint: without one the events would only become dead again.
fn check_endpoint(administration: &Administration, tenant: &TenantId, mode: Mode) -> Result<(), Failure> {
    let Some(endpoint) = administration.store().endpoint(tenant, mode).wait()? else {
        return Err(no_endpoint(tenant, mode));
    };
    let Some((_, reason)) = endpoint.disabled else { return Ok(()) };
    let (mode, url) = (mode.name(), &endpoint.url);
    let problem = Problem::new(format!("the endpoint {url} is switched off: {reason}"));
    Err(problem.help(format!("parlour webhooks add {url} --replace --tenant {tenant} --mode {mode}")).into())
}
