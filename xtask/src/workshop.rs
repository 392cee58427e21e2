//! The checkout and installed programs.

use std::ffi::OsStr;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{env, fs};

/// How long a server that tests need may take to start.
pub(crate) const START_PATIENCE: Duration = Duration::from_secs(60);

/// Such a server ends by itself after so many seconds, if nobody has ended it.
pub(crate) const LONGEST_LIFE: &str = "3600";

/// A path in the checkout.
pub(crate) fn path(inside: &str) -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().expect("xtask lies in the checkout").join(inside)
}

/// The cargo that runs us, without the variables about our own package: build scripts that read them would
/// run again each time, and their dependents be rebuilt.
pub(crate) fn cargo() -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(path(""));
    for (name, _) in env::vars_os().filter(|(name, _)| is_about_our_package(name)) {
        cargo.env_remove(name);
    }
    cargo
}

fn is_about_our_package(variable: &OsStr) -> bool {
    let prefixes = ["CARGO_PKG_", "CARGO_MANIFEST_"];
    variable.to_str().is_some_and(|name| prefixes.iter().any(|prefix| name.starts_with(prefix)))
}

/// A program run in a folder of the checkout.
pub(crate) fn program(name: &str, folder: &str) -> Command {
    let mut command = Command::new(name);
    command.current_dir(path(folder));
    command
}

/// Whether a program is installed and runs.
pub(crate) fn has(program: &str, argument: &str) -> bool {
    let asked = Command::new(program).arg(argument).stdout(Stdio::null()).stderr(Stdio::null()).status();
    asked.is_ok_and(|status| status.success())
}

/// Whether cargo has a subcommand.
pub(crate) fn cargo_has(subcommand: &str) -> bool {
    let asked = cargo().args([subcommand, "--version"]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    asked.is_ok_and(|status| status.success())
}

/// The parlour binary of the development build.
pub(crate) fn binary() -> PathBuf {
    built("debug")
}

/// The parlour binary of the release build.
pub(crate) fn release_binary() -> PathBuf {
    built("release")
}

fn built(profile: &str) -> PathBuf {
    target().join(profile).join(format!("parlour{}", env::consts::EXE_SUFFIX))
}

/// The folder of what cargo builds.
pub(crate) fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| path("target"), PathBuf::from)
}

/// Runs a program that must succeed.
pub(crate) fn complete(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.status().map_err(|error| format!("{name} cannot be started: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name} failed ({status})")) }
}

/// The output of a program that must succeed; otherwise its complaint.
pub(crate) fn output_of(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{name} cannot be started: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(format!("{name} failed ({}): {}", output.status, String::from_utf8_lossy(&output.stderr).trim()))
}

/// Whether we run as root.
pub(crate) fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// A port of this machine on which nothing listens.
pub(crate) fn free_port() -> Result<u16, String> {
    let listener = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    listener.map(|address| address.port()).map_err(|error| error.to_string())
}

/// The number in the first line of a file that a running server has written.
pub(crate) fn first_number(file: &Path) -> u32 {
    let text = fs::read_to_string(file).unwrap_or_default();
    let number = text.lines().next().and_then(|line| line.trim().parse().ok());
    number.expect("a running server keeps the id of its process in this file")
}
