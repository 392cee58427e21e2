//! `cargo xtask wasm`: the games for web pages, as one module.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use clap::Args;
use draughts::{Variant, variants};

use crate::workshop::{cargo, complete, output_of, path, target};

const TARGET: &str = "wasm32-unknown-unknown";

/// The folder of the module in the app, ignored by version control.
const FOLDER: &str = "web/app/module";

const NO_TARGET: &str =
    "the target wasm32-unknown-unknown cannot be had here: the app asks the server instead";

/// Build the games as a module for the web app
///
/// Adds the target wasm32-unknown-unknown with rustup if it is missing. Where it cannot be had, the app is built without the
/// module and asks the server instead.
#[derive(Args)]
#[command(after_help = "Example: cargo xtask wasm")]
pub(crate) struct Wasm {}

impl Wasm {
    /// Builds the module and prints its size.
    pub(crate) fn run(self) -> Result<(), String> {
        build()?;
        if let Ok(module) = fs::metadata(path(FOLDER).join("parlour.wasm")) {
            println!("{FOLDER}/parlour.wasm: {} bytes; `npm run sizes` in web compresses it", module.len());
        }
        Ok(())
    }
}

/// Builds the module into the folder of the app; without the target the folder is left empty.
pub(crate) fn build() -> Result<(), String> {
    let folder = path(FOLDER);
    if !has_target() && !add_target() {
        println!("{NO_TARGET}");
        return match fs::remove_dir_all(&folder) {
            Err(error) if folder.exists() => Err(format!("cannot remove {FOLDER}: {error}")),
            _ => Ok(()),
        };
    }
    complete(cargo().args(["build", "--package", "wasm", "--profile", "wasm", "--target", TARGET]))?;
    let module = fs::read(target().join(TARGET).join("wasm/wasm.wasm"))
        .map_err(|error| format!("the module cannot be read: {error}"))?;
    write(&folder.join("parlour.wasm"), &module)?;
    write_weights(&folder)
}

/// Writes the learned weights, which the page fetches for one variant at a time, and which file each variant has.
fn write_weights(folder: &Path) -> Result<(), String> {
    let mut files: Vec<(&Variant, &[u8])> = Vec::new();
    let mut names = BTreeMap::new();
    for variant in variants::ALL {
        let Some(weights) = variant.learned_weights() else { continue };
        let known = files.iter().find(|(_, file)| *file == weights).map(|(owner, _)| *owner);
        if known.is_none() {
            files.push((variant, weights));
            write(&folder.join(format!("weights/{}.weights", variant.name())), weights)?;
        }
        names.insert(variant.name(), known.unwrap_or(variant).name());
    }
    let names = serde_json::to_string(&names).map_err(|error| error.to_string())?;
    write(&folder.join("weights.json"), names.as_bytes())
}

/// Writes a file, unless it has this content already: so that nothing is built again.
fn write(file: &Path, content: &[u8]) -> Result<(), String> {
    if fs::read(file).is_ok_and(|old| old == content) {
        return Ok(());
    }
    let written = file.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(file, content));
    written.map_err(|error| format!("cannot write {}: {error}", file.display()))
}

fn has_target() -> bool {
    let sysroot = output_of(Command::new("rustc").args(["--print", "sysroot"]).current_dir(path("")));
    sysroot.is_ok_and(|root| Path::new(root.trim()).join("lib/rustlib").join(TARGET).join("lib").exists())
}

fn add_target() -> bool {
    let mut rustup = Command::new("rustup");
    rustup.args(["target", "add", TARGET]).current_dir(path("")).stdout(Stdio::null()).stderr(Stdio::null());
    rustup.status().is_ok_and(|status| status.success()) && has_target()
}
