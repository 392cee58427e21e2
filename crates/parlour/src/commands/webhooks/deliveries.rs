//! `parlour webhooks deliveries`: every delivery attempt, newest first.

use std::io::Write;

use clap::Args;
use common::{Named, OutboxState};
use serde_json::{Value, json};
use store::{Attempts, DeliveryRow};

use super::EndpointFlags;
use crate::administration::time_text;
use crate::failure::Failure;

/// List attempts to deliver webhooks, the newest first
#[derive(Args)]
#[command(after_help = "Example: parlour webhooks deliveries --tenant acme-games --mode live --failed\n\n\
    An event that is marked `given up` is sent again with `parlour webhooks replay ID`.")]
pub(crate) struct Deliveries {
    /// Only those that failed
    #[arg(long)]
    failed: bool,
    /// How many at most
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    limit: u32,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    flags: EndpointFlags,
}

impl Deliveries {
    pub(super) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let (administration, tenant, mode) = self.flags.open()?;
        let which = if self.failed { Attempts::Failed } else { Attempts::All };
        let deliveries = administration.store().deliveries(&tenant, mode, which, None, self.limit).wait()?;
        if self.json {
            return Ok(writeln!(out, "{:#}", Value::Array(deliveries.iter().map(described).collect()))?);
        }
        for DeliveryRow { attempt, number, event, name, state, .. } in &deliveries {
            let at = time_text(Some(attempt.at_ms));
            let status = attempt.status.map_or_else(|| "-".to_owned(), |status| status.to_string());
            let (event, millis) = (event.as_str(), attempt.duration_ms);
            let state = match state {
                OutboxState::Dead => "given up",
                OutboxState::Open => "is sent again",
                OutboxState::Delivered => "delivered",
                OutboxState::Heard => "listened to",
            };
            let error = attempt.error.as_ref().map(|error| format!(": {error}")).unwrap_or_default();
            writeln!(
                out,
                "{at} {event:<26} {name:<20} attempt {number:<2} {status:<3} {millis:>5} ms {state}{error}"
            )?;
        }
        Ok(())
    }
}

fn described(delivery: &DeliveryRow) -> Value {
    json!({
        "deliveryId": delivery.attempt.id,
        "id": delivery.event.as_str(),
        "event": delivery.name,
        "sessionId": delivery.session.as_str(),
        "state": delivery.state.name(),
        "attempt": delivery.number,
        "at": time_text(Some(delivery.attempt.at_ms)),
        "status": delivery.attempt.status,
        "durationMs": delivery.attempt.duration_ms,
        "error": delivery.attempt.error,
    })
}
