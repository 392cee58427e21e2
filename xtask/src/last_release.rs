//! The bots of the last release as a program, built from its commit, so that new ones can be measured against them.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::step::Steps;
use crate::workshop::{cargo, path, program};

/// The commit of the last release's bots.
const COMMIT: &str = "ed6d0a0";

/// Where its code goes; `benches/bots/last-release` depends on the crates there.
const FOLDER: &str = "target/last-release";

/// What its workspace needs.
const PARTS: [&str; 4] = ["Cargo.toml", "crates", "fuzz", "xtask"];

/// Builds the program; returns its path.
///
/// # Errors
/// If the commit is not in this clone, or the program cannot be built.
pub(crate) fn build(steps: &mut Steps) -> Result<PathBuf, String> {
    if !path(FOLDER).join("Cargo.toml").is_file() {
        unpack()?;
    }
    let project = path("benches/bots/last-release");
    let mut build = cargo();
    build.args(["build", "--release", "--locked", "--manifest-path"]).arg(project.join("Cargo.toml"));
    build.arg("--target-dir").arg(project.join("target"));
    let advice = format!("delete {FOLDER} if its code is damaged");
    if !steps.try_run("last release", &mut build, &advice) {
        return Err("the bots of the last release cannot be built".to_owned());
    }
    Ok(project.join("target/release").join(format!("last-release{}", env::consts::EXE_SUFFIX)))
}

/// Copies the code of the commit into the folder.
fn unpack() -> Result<(), String> {
    let known = program("git", "").args(["cat-file", "-e", COMMIT]).stderr(Stdio::null()).status();
    if !known.is_ok_and(|status| status.success()) {
        return Err(format!(
            "the commit {COMMIT} of the last release is not in this clone: run `git fetch --unshallow`"
        ));
    }
    let failed = |error: std::io::Error| format!("the last release cannot be unpacked: {error}");
    // Renamed when it is whole, so that an interrupted run leaves no part of it.
    let unfinished = path(&format!("{FOLDER}.unfinished"));
    // It is there only after an interrupted run.
    let _ = fs::remove_dir_all(&unfinished);
    fs::create_dir_all(&unfinished).map_err(failed)?;
    let mut archive = program("git", "")
        .args(["archive", COMMIT])
        .args(PARTS)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let tar = archive.stdout.take().expect("piped");
    let unpacked =
        Command::new("tar").arg("x").current_dir(&unfinished).stdin(tar).status().map_err(failed)?;
    if !archive.wait().map_err(failed)?.success() || !unpacked.success() {
        return Err(format!("`git archive {COMMIT} | tar x` failed"));
    }
    fs::rename(&unfinished, path(FOLDER)).map_err(failed)
}
