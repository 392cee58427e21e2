//! `parlour variants`: the draughts variants.

use std::io::Write;

use clap::Args;
use draughts::{Position, Variant, variants};
use serde_json::{Value, json};

use crate::failure::Failure;

/// List the variants of draughts
#[derive(Args)]
#[command(after_help = "Example: parlour variants --json")]
pub(crate) struct VariantsCommand {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl VariantsCommand {
    /// Lists the variants, the default first.
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        if self.json {
            let list: Vec<Value> = variants::ALL.iter().map(described).collect();
            return Ok(writeln!(out, "{:#}", Value::Array(list))?);
        }
        for variant in variants::ALL.iter() {
            let rules = variant.rules();
            let board = format!("{}×{}", rules.layout.columns, rules.layout.rows);
            let start = Position::start(variant).fen();
            writeln!(out, "{:<16}{:<26}{board:<7} {start}", rules.name, rules.title)?;
        }
        Ok(())
    }
}

fn described(variant: &'static Variant) -> Value {
    let rules = variant.rules();
    json!({
        "variant": rules.name,
        "name": rules.title,
        "columns": rules.layout.columns,
        "rows": rules.layout.rows,
        "sides": rules.sides,
        "gameType": rules.notation.game_type_text(&rules.layout),
        "start": Position::start(variant).fen(),
    })
}
