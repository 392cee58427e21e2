//! `parlour rules`: the rules of a variant, alone or compared with another.

use std::io::Write;

use clap::Args;
use draughts::card;

use crate::draughts_arguments::find_variant;
use crate::failure::Failure;

/// Explain the rules of a variant
#[derive(Args)]
#[command(after_help = "Example: parlour rules russian --versus international")]
pub(crate) struct RulesCommand {
    /// The variant; `parlour variants` lists them
    #[arg(value_name = "V")]
    variant: String,
    /// Print only what differs from this variant
    #[arg(long, value_name = "W")]
    versus: Option<String>,
}

impl RulesCommand {
    /// Prints the rule card, or the differences.
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let variant = find_variant(&self.variant)?;
        let Some(versus) = &self.versus else {
            return Ok(writeln!(out, "{}", card::rule_card(variant.rules()).to_string().trim_end())?);
        };
        let other = find_variant(versus)?;
        let differences = card::differences(variant.rules(), other.rules());
        if differences.is_empty() {
            return Ok(writeln!(out, "{} and {} have the same rules", variant.name(), other.name())?);
        }
        for difference in differences {
            writeln!(out, "{}", difference.question)?;
            writeln!(out, "  {:<16} {}", variant.name(), difference.one)?;
            writeln!(out, "  {:<16} {}", other.name(), difference.other)?;
        }
        Ok(())
    }
}
