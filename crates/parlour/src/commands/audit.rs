//! `parlour audit`: the log of administrative acts.

use std::io::Write;

use clap::Args;
use common::{Named, TenantId};
use serde_json::{Value, json};
use store::AuditEntry;

use super::ConfigurationFlags;
use crate::administration::{Administration, time_text};
use crate::failure::Failure;

/// Show what was done with keys and on the command line, newest first
#[derive(Args)]
#[command(after_help = "Example: parlour audit --tenant acme-games --limit 50\n\n\
    Each line has the number of the entry, the time, the actor, the action and its object.")]
pub(crate) struct Audit {
    /// The id of a tenant; without it, what was done to the server itself
    #[arg(long, value_name = "T")]
    tenant: Option<String>,
    /// How many entries at most
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    limit: u32,
    /// Only entries with a smaller number, to go on from an earlier list
    #[arg(long, value_name = "NUMBER")]
    before: Option<i64>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    flags: ConfigurationFlags,
}

impl Audit {
    /// Lists the entries.
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let administration = Administration::open(&self.flags.load()?.configuration)?;
        let tenant = match &self.tenant {
            Some(id) if !server::OWN_TENANTS.contains(&id.as_str()) => administration.tenant(id)?.id,
            Some(own) => TenantId::from(own.as_str()),
            None => TenantId::from(server::OWN_TENANTS[0]),
        };
        let entries = administration.store().audit_log(&tenant, None, self.before, self.limit).wait()?;
        if self.json {
            let entries = entries.iter().map(|(number, entry)| described(*number, entry)).collect();
            return Ok(writeln!(out, "{:#}", Value::Array(entries))?);
        }
        for (number, AuditEntry { at_ms, actor, action, object, address, outcome, .. }) in &entries {
            let (time, address) = (time_text(Some(*at_ms)), address.as_deref().unwrap_or("-"));
            writeln!(
                out,
                "{number:<8} {time} {actor:<28} {action:<18} {} {address} {outcome}",
                object.escape_debug()
            )?;
        }
        Ok(())
    }
}

fn described(number: i64, entry: &AuditEntry) -> Value {
    json!({
        "number": number,
        "at": time_text(Some(entry.at_ms)),
        "mode": entry.mode.name(),
        "actor": entry.actor,
        "action": entry.action,
        "object": entry.object,
        "address": entry.address,
        "outcome": entry.outcome,
    })
}
