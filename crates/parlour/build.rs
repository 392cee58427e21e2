//! Tells the binary what it is built for, with which C library, and which commit from: `BUILD_COMMIT`, or what git says; a source archive has neither. The name does not
//! begin with `PARLOUR_`, as settings do: cargo also sets it for what it runs.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-env-changed=BUILD_COMMIT");
    println!("cargo::rerun-if-changed=build.rs");
    // The log of HEAD grows with every commit and checkout.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]).filter(|log| Path::new(log).exists()) {
        println!("cargo::rerun-if-changed={log}");
    }
    let named = env::var("BUILD_COMMIT").ok().filter(|commit| !commit.is_empty());
    let commit = named.or_else(|| git(&["rev-parse", "--short=12", "HEAD"]));
    let target = env::var("TARGET").expect("cargo sets it");
    println!("cargo::rustc-env=BUILD_LIBC={}", c_library(&target));
    println!("cargo::rustc-env=BUILD_TARGET={target}");
    println!("cargo::rustc-env=BUILD_COMMIT={}", commit.unwrap_or_else(|| "unknown".to_owned()));
}

/// The C library of the target, with its version if it is that of this machine.
fn c_library(target: &str) -> String {
    let family = env::var("CARGO_CFG_TARGET_ENV").unwrap_or_default();
    let is_own = env::var("HOST").is_ok_and(|host| host == target);
    match family.as_str() {
        "gnu" => {
            answer("getconf", &["GNU_LIBC_VERSION"]).filter(|_| is_own).unwrap_or_else(|| "glibc".to_owned())
        }
        "" => "of the system".to_owned(),
        other => other.to_owned(),
    }
}

/// What git answers; none without git or outside of a checkout.
fn git(arguments: &[&str]) -> Option<String> {
    answer("git", arguments)
}

/// What a program prints; none if there is no such program, or if it fails.
fn answer(program: &str, arguments: &[&str]) -> Option<String> {
    let output =
        Command::new(program).args(arguments).output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (!text.is_empty()).then_some(text)
}
