//! What all commands share: help with an example, exit codes, completions.

use crate::binary::run;

const COMMANDS: [&str; 40] = [
    "",
    "serve",
    "health",
    "tenants",
    "tenants create",
    "tenants list",
    "keys",
    "keys create",
    "keys list",
    "keys rotate",
    "keys revoke",
    "admin",
    "admin link",
    "listen",
    "trigger",
    "webhooks",
    "webhooks list",
    "webhooks add",
    "webhooks remove",
    "webhooks rotate",
    "webhooks deliveries",
    "webhooks replay",
    "config",
    "config show",
    "config check",
    "variants",
    "rules",
    "moves",
    "perft",
    "play",
    "analyse",
    "match",
    "hub",
    "tables",
    "tables build",
    "tables probe",
    "pdn",
    "pdn check",
    "completions",
    "conformance",
];

/// Checks the help of a command.
fn check(command: &str) {
    let arguments: Vec<&str> = command.split_whitespace().chain(["--help"]).collect();
    let told = run(&arguments);
    assert_eq!((told.code, told.err.as_str()), (0, ""), "{command}");
    assert!(told.out.contains("Example: "), "{command} has no example:\n{}", told.out);
    assert!(!told.out.contains('\u{1b}'), "{command} is coloured without a terminal");
}

#[test]
fn every_help_has_an_example() {
    COMMANDS.iter().for_each(|command| check(command));
}

#[test]
fn the_version_tells_release_commit_features_target_and_c_library() {
    assert_eq!(run(&["-V"]).out, format!("parlour {}\n", env!("CARGO_PKG_VERSION")));
    let long = run(&["--version"]).out;
    let lines: Vec<Vec<&str>> = long.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[0], ["parlour", env!("CARGO_PKG_VERSION")]);
    assert!(lines[1][0] == "commit" && lines[1].len() == 2, "{long}");
    assert!(
        lines[2][0] == "features" && lines[2][1..].iter().all(|name| name.starts_with(['+', '-'])),
        "{long}"
    );
    assert!(lines[3][0] == "target" && lines[3][1].contains(std::env::consts::ARCH), "{long}");
    let libc = if cfg!(target_env = "gnu") { "glibc" } else { "" };
    assert!(lines[4][0] == "libc" && lines[4][1].starts_with(libc), "{long}");
}

#[test]
fn a_mistyped_command_is_a_usage_error_with_the_nearest_one() {
    let told = run(&["perf"]);
    assert_eq!((told.code, told.out.as_str()), (2, ""));
    assert!(told.err.starts_with("error: unrecognized subcommand 'perf'\n"), "{}", told.err);
    assert!(told.err.contains("'perft'"), "{}", told.err);
}

#[test]
fn conformance_is_not_listed() {
    assert!(!run(&["--help"]).out.contains("conformance"));
}

#[test]
fn completions_exist_for_every_usual_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let told = run(&["completions", shell]);
        assert_eq!(told.code, 0, "{shell}");
        assert!(told.out.contains("perft"), "{shell}");
    }
}
