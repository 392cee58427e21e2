//! `cargo xtask codegen`: files generated from the types of crate `protocol`.

use std::fs;

use clap::Args;
use protocol::rest::WebhookName;
use protocol::{GameName, Named};
use serde_json::Value;

use crate::workshop;

/// Write the TypeScript and Python types, the OpenAPI and AsyncAPI documents, and the rule cards
#[derive(Args)]
#[command(after_help = "Example: cargo xtask codegen --check")]
pub(crate) struct Codegen {
    /// Write nothing; fail when a file is not what it would be written as
    #[arg(long)]
    check: bool,
}

impl Codegen {
    /// Writes or checks.
    pub(crate) fn run(self) -> Result<(), String> {
        if self.check { check() } else { write() }
    }
}

/// Fails if a generated file differs from the types.
pub(crate) fn check() -> Result<(), String> {
    let drifted = generated().into_iter().filter(|(path, text)| {
        fs::read_to_string(workshop::path(path)).map_or(true, |present| present != *text)
    });
    let drifted: Vec<&str> = drifted.map(|(path, _)| path).collect();
    if drifted.is_empty() {
        return Ok(());
    }
    Err(format!("{} differ from crate `protocol`: run `cargo xtask codegen`", drifted.join(", ")))
}

fn write() -> Result<(), String> {
    for (path, text) in generated() {
        fs::write(workshop::path(path), text).map_err(|error| format!("cannot write {path}: {error}"))?;
        println!("wrote {path}");
    }
    Ok(())
}

/// Every generated file with its text.
fn generated() -> [(&'static str, String); 6] {
    [
        ("web/sdk/src/types.ts", protocol::typescript()),
        ("web/app/src/dashboard/webhook-events.ts", webhook_events()),
        ("sdks/python/src/parlour_sdk/models.py", protocol::python()),
        ("docs/openapi.json", format!("{:#}\n", protocol::openapi())),
        ("docs/asyncapi.json", format!("{:#}\n", protocol::asyncapi())),
        ("docs/rules.json", format!("{:#}\n", rules())),
    ]
}

/// The names of webhook events, for the page that offers them.
fn webhook_events() -> String {
    let names = WebhookName::ALL.iter().map(|name| format!("  \"{name}\",\n"));
    let head =
        "// The webhook events. Written by `cargo xtask codegen` from the crate protocol; do not edit.";
    let list = "import type { WebhookName } from \"@parlour/sdk\";\n\nexport const WEBHOOK_EVENTS: readonly WebhookName[] = [";
    format!("{head}\n{list}\n{}];\n", names.collect::<String>())
}

/// The rule card of every variant of every game, as the server lists them.
fn rules() -> Value {
    let games = GameName::ALL.iter().map(|game| serde_json::to_value(game.object().entry()));
    let mut games: Vec<Value> = games.map(|game| game.expect("a catalogue is plain data")).collect();
    for game in &mut games {
        let variants = game["variants"].as_array_mut().into_iter().flatten();
        for variant in variants.filter_map(Value::as_object_mut) {
            variant.retain(|field, _| RULES.contains(&field.as_str()));
        }
    }
    Value::Array(games)
}

/// The fields of a variant that the documents show.
const RULES: [&str; 6] = ["variant", "name", "default", "columns", "rows", "ruleCard"];
