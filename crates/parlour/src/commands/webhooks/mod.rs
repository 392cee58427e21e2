//! `parlour webhooks`: the webhook endpoints of tenants, their deliveries, and replays.

mod deliveries;
mod endpoints;
mod replay;

use std::io::Write;

use clap::{Args, Subcommand};
use common::{Mode, Named, TenantId};

use super::ConfigurationFlags;
use super::mode_argument::ModeArgument;
use crate::administration::Administration;
use crate::failure::{Failure, Problem};

/// Say where webhooks go, see what became of them, send them again
#[derive(Subcommand)]
#[command(
    after_help = "Example: parlour webhooks add https://acme.example/hook --tenant acme-games --mode live\n\n\
    A running server follows every change within a second."
)]
pub(crate) enum Webhooks {
    List(endpoints::List),
    Add(endpoints::Add),
    Remove(endpoints::Remove),
    Rotate(endpoints::Rotate),
    Deliveries(deliveries::Deliveries),
    Replay(replay::ReplayCommand),
}

/// The flags that select an endpoint.
#[derive(Args)]
struct EndpointFlags {
    /// The id of the tenant
    #[arg(long, value_name = "T")]
    tenant: String,
    /// The mode of the events
    #[arg(long, value_enum, default_value_t)]
    mode: ModeArgument,
    #[command(flatten)]
    configuration: ConfigurationFlags,
}

impl Webhooks {
    /// Runs the command.
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        match self {
            Webhooks::List(command) => command.run(out),
            Webhooks::Add(command) => command.run(out),
            Webhooks::Remove(command) => command.run(out),
            Webhooks::Rotate(command) => command.run(out),
            Webhooks::Deliveries(command) => command.run(out),
            Webhooks::Replay(command) => command.run(out),
        }
    }
}

impl EndpointFlags {
    /// The store, the tenant and the mode.
    fn open(self) -> Result<(Administration, TenantId, Mode), Failure> {
        let administration = Administration::open(&self.configuration.load()?.configuration)?;
        let tenant = administration.tenant(&self.tenant)?.id;
        Ok((administration, tenant, self.mode.into()))
    }
}

/// The failure if this tenant and mode has no endpoint.
fn no_endpoint(tenant: &TenantId, mode: Mode) -> Failure {
    let mode = mode.name();
    let problem = Problem::new(format!("tenant `{tenant}` has no webhook endpoint for {mode} games"));
    problem.help(format!("parlour webhooks add URL --tenant {tenant} --mode {mode}")).into()
}
