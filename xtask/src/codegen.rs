//! `cargo xtask codegen`: files generated from the types of crate `protocol`.

use std::fs;

use clap::Args;

use crate::workshop;

/// Write the TypeScript and Python types and the OpenAPI and AsyncAPI documents
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
fn generated() -> [(&'static str, String); 4] {
    [
        ("web/sdk/src/types.ts", protocol::typescript()),
        ("sdks/python/src/parlour_sdk/models.py", protocol::python()),
        ("docs/openapi.json", format!("{:#}\n", protocol::openapi())),
        ("docs/asyncapi.json", format!("{:#}\n", protocol::asyncapi())),
    ]
}
