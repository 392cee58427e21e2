//! `parlour upgrade-check`: what this release would change in the data of an older one.

use std::io::Write;

use clap::Args;
use store::SchemaUpgrade;

use super::ConfigurationFlags;
use crate::administration::not_opened;
use crate::failure::Failure;

/// Say what an upgrade to this release would do, and change nothing
#[derive(Args)]
#[command(after_help = "Example: parlour upgrade-check --data data\n\n\
    Run it with the new release before the old one is stopped. Exits with 1 if this release cannot use the data.")]
pub(crate) struct UpgradeCheck {
    #[command(flatten)]
    configuration: ConfigurationFlags,
}

impl UpgradeCheck {
    /// Reads the schema and prints what is missing.
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let configuration = self.configuration.load()?.configuration;
        let upgrade = match configuration.database() {
            Some(database) => SchemaUpgrade::of_postgres(&database),
            None => SchemaUpgrade::of_directory(&configuration.settings.data),
        };
        tell(&upgrade.map_err(not_opened)?, out)
    }
}

fn tell(upgrade: &SchemaUpgrade, out: &mut dyn Write) -> Result<(), Failure> {
    let SchemaUpgrade { found, known, steps } = upgrade;
    let version = env!("CARGO_PKG_VERSION");
    if *found == 0 {
        return Ok(writeln!(out, "there is no data yet: parlour {version} creates it with schema {known}")?);
    }
    if steps.is_empty() {
        return Ok(writeln!(
            out,
            "the data has schema {found}, as parlour {version} writes it: nothing would change"
        )?);
    }
    writeln!(
        out,
        "the data has schema {found}; parlour {version} brings it to schema {known} when it starts:"
    )?;
    for step in steps {
        writeln!(out, "  {:>3}  {}", step.schema, step.about)?;
    }
    Ok(writeln!(
        out,
        "the older release cannot use the data afterwards: make a backup first with its `parlour backup FILE`,\n\
         then stop it, and start this one; running games go on"
    )?)
}

#[cfg(test)]
mod tests {
    use store::{SchemaUpgrade, UpgradeStep};

    use super::tell;

    fn check(found: u32, steps: &[(u32, &str)], expected: &str) {
        let steps = steps.iter().map(|&(schema, about)| UpgradeStep { schema, about: about.to_owned() });
        let mut out = Vec::new();
        tell(&SchemaUpgrade { found, known: 9, steps: steps.collect() }, &mut out).expect("told");
        let told = String::from_utf8(out).expect("text").replace(env!("CARGO_PKG_VERSION"), "X");
        assert!(told.starts_with(expected), "{told}");
    }

    #[test]
    fn an_upgrade_is_told_step_by_step() {
        check(0, &[(1, "All.")], "there is no data yet: parlour X creates it with schema 9\n");
        check(9, &[], "the data has schema 9, as parlour X writes it: nothing would change\n");
        let steps = [(8, "Rooms."), (9, "A log.")];
        let told = "the data has schema 7; parlour X brings it to schema 9 when it starts:\n    8  Rooms.\n    9  A log.\n";
        check(7, &steps, told);
    }
}
