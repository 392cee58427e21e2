//! `parlour doctor`: finds problems of this server, with advice.

mod open_files;
mod plans;
mod port;
mod tls;

use std::collections::BTreeSet;
use std::fs;
use std::io::{ErrorKind, Write};
use std::net::{IpAddr, ToSocketAddrs};
use std::path::Path;

use clap::Args;
use common::TenantId;
use server::{Retention, Settings, UNNAMED_PROXY};
use store::AuditEntry;

use super::ConfigurationFlags;
use crate::administration::{Administration, now_ms};
use crate::configuration::{Configuration, format_duration};
use crate::exposure::{self, Exposure};
use crate::failure::Failure;
use crate::{probe, running_file, unreadable};

/// The start of 2026: a clock before it was never set.
const CLOCK_FLOOR_MS: i64 = 1_767_225_600_000;
/// The minimum free space of a healthy disk.
const ROOM_BYTES: usize = 16 << 20;

/// How old entries of the audit log may be: a week.
const RECENT_MS: i64 = 7 * 24 * 60 * 60 * 1000;
/// How many entries of the audit log are read.
const NOTES_READ: u32 = 1000;
/// How many unreadable games are listed.
const PROBLEMS_SHOWN: usize = 5;
/// How many unnamed proxies are listed.
const PROXIES_SHOWN: usize = 5;

/// Look for what is wrong: data directory, disk, port, clock, database, proxies, open files, TLS, public address
#[derive(Args)]
#[command(after_help = "Example: parlour doctor --data data\n\nExits with 1 when something must be mended.")]
pub(crate) struct Doctor {
    /// Where the server listens; without it, where the server of this data directory says it does, or the setting
    #[arg(long, value_name = "ADDR")]
    listen: Option<String>,
    #[command(flatten)]
    configuration: ConfigurationFlags,
}

/// The result of one check.
enum CheckResult {
    Well(String),
    Odd(String, &'static str),
    Broken(String, &'static str),
}

impl Doctor {
    /// Runs every check and prints the results.
    pub(crate) fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let mut sources = self.configuration.sources();
        let is_named = self.listen.is_some();
        sources.flags.extend(self.listen.map(|listen| ("--listen", "listen", listen)));
        let configuration = sources.load()?.configuration;
        let settings = &configuration.settings;
        let in_use = running_file::read(&settings.data).filter(|_| !is_named);
        let findings = [
            ("configuration", CheckResult::Well("can be read".to_owned())),
            ("data directory", directory(&settings.data)),
            ("disk", disk(&settings.data)),
            ("database", database(&configuration)),
            ("stored games", stored_games(&configuration)),
            ("secrets", secrets(&configuration)),
            ("plans", plans(&configuration)),
            ("proxies", proxies(&configuration)),
            ("retention", retention(&settings.retention)),
            ("clock", clock()),
            ("port", port::check(settings.listen, in_use)),
            ("open files", open_files::check(settings)),
            ("TLS", tls::check(settings)),
            ("public address", public_address(settings)),
        ];
        let mut broken = false;
        for (name, finding) in findings {
            let (mark, text, help) = match finding {
                CheckResult::Well(text) => ("OK  ", text, None),
                CheckResult::Odd(text, help) => ("WARN", text, Some(help)),
                CheckResult::Broken(text, help) => {
                    broken = true;
                    ("FAIL", text, Some(help))
                }
            };
            writeln!(out, "{mark}  {name:<15} {text}")?;
            if let Some(help) = help {
                writeln!(out, "      {:<15} help: {help}", "")?;
            }
        }
        if broken { Err(Failure::told()) } else { Ok(()) }
    }
}

fn directory(data: &Path) -> CheckResult {
    match fs::metadata(data) {
        Ok(found) if found.is_dir() => match exposure::of_data(data) {
            Some(Exposure { what, help }) => CheckResult::Odd(what, help),
            None => CheckResult::Well(data.display().to_string()),
        },
        Ok(_) => {
            CheckResult::Broken(format!("{} is a file", data.display()), "choose a directory with --data")
        }
        Err(error) if error.kind() == ErrorKind::NotFound => CheckResult::Odd(
            format!("{} does not exist", data.display()),
            "`parlour serve` creates it at the first start",
        ),
        Err(error) => {
            CheckResult::Broken(format!("{}: {error}", data.display()), "give the server's user access to it")
        }
    }
}

/// Checks the disk by writing a file and removing it.
fn disk(data: &Path) -> CheckResult {
    if !data.is_dir() {
        return CheckResult::Odd("not looked at".to_owned(), "there is no data directory yet");
    }
    let probe = data.join(format!("doctor-{}.tmp", std::process::id()));
    let written = fs::write(&probe, vec![0; ROOM_BYTES]);
    // Fails if the probe was not written.
    fs::remove_file(&probe).ok();
    match written {
        Ok(()) => CheckResult::Well(format!("has room for at least {} MiB", ROOM_BYTES >> 20)),
        Err(error) => CheckResult::Broken(
            error.to_string(),
            "free some space, or give the server's user the right to write",
        ),
    }
}

fn database(configuration: &Configuration) -> CheckResult {
    if configuration.store.is_none() && !configuration.settings.data.is_dir() {
        return CheckResult::Odd("not looked at".to_owned(), "there is no data directory yet");
    }
    let broken =
        |problem: String| CheckResult::Broken(problem, "restore a backup: `parlour restore FILE --data NEW`");
    match Administration::open(configuration) {
        Err(_) => broken("cannot be opened".to_owned()),
        Ok(administration) => match administration.store().integrity_check().wait() {
            Ok(problems) if problems.is_empty() => CheckResult::Well("is sound".to_owned()),
            Ok(problems) => broken(problems.join("; ")),
            Err(error) => broken(error.to_string()),
        },
    }
}

/// Checks that the secrets in the database are sealed.
fn secrets(configuration: &Configuration) -> CheckResult {
    if configuration.store.is_none() && !configuration.settings.data.is_dir() {
        return CheckResult::Odd("not looked at".to_owned(), "there is no data directory yet");
    }
    if let Some(Exposure { what, help }) = exposure::of_key_file(configuration) {
        return CheckResult::Odd(what, help);
    }
    let Ok(administration) = Administration::open(configuration) else {
        return CheckResult::Odd("not looked at".to_owned(), "mend the database first");
    };
    let checked = administration.store().check_secrets().wait();
    let clear = checked.and_then(|()| administration.store().clear_secrets().wait());
    match (clear, configuration.has_secrets_key()) {
        (Err(error), _) => {
            CheckResult::Broken(error.to_string(), "the server does not start without the key")
        }
        (Ok(0), true) => CheckResult::Well("are sealed".to_owned()),
        (Ok(count), true) => CheckResult::Odd(
            format!("{count} lie in clear"),
            "restart the server, which seals them at its start",
        ),
        (Ok(count), false) => CheckResult::Odd(
            format!("{count} for signing and webhooks lie in clear in the database and its backups"),
            "set secrets_key or secrets_key_file",
        ),
    }
}

/// Plans that tenants have and the configuration does not, and plans that are probably mistyped.
fn plans(configuration: &Configuration) -> CheckResult {
    if configuration.store.is_none() && !configuration.settings.data.is_dir() {
        return CheckResult::Odd("not looked at".to_owned(), "there is no data directory yet");
    }
    let Ok(administration) = Administration::open(configuration) else {
        return CheckResult::Odd("not looked at".to_owned(), "the database cannot be opened");
    };
    match administration.store().plans_in_use(server::OWN_TENANTS).wait() {
        Err(error) => {
            CheckResult::Broken(error.to_string(), "put the tenant on a plan with `parlour tenants set`")
        }
        Ok(in_use) => plans::check(&configuration.settings.plans, &in_use),
    }
}

/// Unreadable rooms, sessions and queue places; the server skips them.
fn stored_games(configuration: &Configuration) -> CheckResult {
    const HELP: &str =
        "look with `parlour rooms broken` and `parlour rooms show`, then `retry` or `remove` them";
    if configuration.store.is_none() && !configuration.settings.data.is_dir() {
        return CheckResult::Odd("not looked at".to_owned(), "there is no data directory yet");
    }
    let Ok(administration) = Administration::open(configuration) else {
        return CheckResult::Odd("not looked at".to_owned(), "the database cannot be opened");
    };
    match unreadable::found(administration.store(), now_ms()) {
        Ok(found) if found.is_empty() => CheckResult::Well("can be read".to_owned()),
        Ok(found) => {
            let shown: Vec<&str> = found.iter().take(PROBLEMS_SHOWN).map(String::as_str).collect();
            let more = found.len().saturating_sub(PROBLEMS_SHOWN);
            let more = if more > 0 { format!("; and {more} more") } else { String::new() };
            CheckResult::Odd(format!("{}{more}", shown.join("; ").escape_debug()), HELP)
        }
        Err(error) => {
            CheckResult::Broken(error.to_string(), "restore a backup: `parlour restore FILE --data NEW`")
        }
    }
}

/// What is removed automatically, and when.
fn retention(kept: &Retention) -> CheckResult {
    let kinds = [
        ("games", kept.games),
        ("games of guests", kept.guests),
        ("webhook log", kept.webhook_log),
        ("audit log", kept.audit),
        ("idempotency keys", kept.idempotency),
    ];
    let told = kinds
        .map(|(kind, kept)| format!("{kind} {}", kept.map_or_else(|| "forever".to_owned(), format_duration)));
    CheckResult::Well(format!("keeps {}", told.join(", ")))
}

/// Requests from untrusted proxies, as recorded by the server.
fn proxies(configuration: &Configuration) -> CheckResult {
    let settings = &configuration.settings;
    let opened = settings.data.is_dir().then(|| Administration::open(configuration).ok()).flatten();
    let Some(administration) = opened else {
        return CheckResult::Odd("not looked at".to_owned(), "there is no database to look into");
    };
    let [guests, _] = server::OWN_TENANTS;
    let noted = administration.store().audit_log(&TenantId::from(guests), None, None, NOTES_READ).wait();
    let since = now_ms() - RECENT_MS;
    let unnamed = |entry: &AuditEntry| {
        let address: IpAddr = entry.address.as_deref()?.parse().ok()?;
        let counts = entry.action == UNNAMED_PROXY && entry.at_ms >= since;
        (counts && !settings.trusted_proxies.contains(&address)).then_some(address)
    };
    let found: BTreeSet<IpAddr> =
        noted.unwrap_or_default().iter().filter_map(|(_, entry)| unnamed(entry)).collect();
    if found.is_empty() {
        return CheckResult::Well(match settings.trusted_proxies.len() {
            0 => "none is trusted, and no request came through one".to_owned(),
            count => format!("{count} trusted, and no request came through another"),
        });
    }
    let shown: Vec<String> = found.iter().take(PROXIES_SHOWN).map(ToString::to_string).collect();
    let more = if found.len() > PROXIES_SHOWN { ", …" } else { "" };
    CheckResult::Odd(
        format!("requests with forwarding headers came from {}{more}", shown.join(", ")),
        "if a proxy of yours is there, name it in trusted_proxies: until then its clients share one address, \
         and guests come back to their seats with their reconnectToken only",
    )
}

fn clock() -> CheckResult {
    if now_ms() >= CLOCK_FLOOR_MS {
        return CheckResult::Well("is set".to_owned());
    }
    CheckResult::Broken("shows a day before 2026".to_owned(), "set it: session tokens depend on it")
}

/// Requests a websocket at the public address, as a player's browser does.
fn public_address(settings: &Settings) -> CheckResult {
    if let Some(Exposure { what, help }) = exposure::of_address(settings) {
        return CheckResult::Odd(what, help);
    }
    let Some(url) = &settings.public_url else {
        return CheckResult::Well(
            "none is set; players come to the address the server listens on".to_owned(),
        );
    };
    let Some(rest) = url.strip_prefix("http://") else {
        return CheckResult::Odd(
            format!("{url} was not tried"),
            "open it in a browser: a game shows whether websockets pass",
        );
    };
    let (host, path) = rest.split_once('/').map_or((rest, ""), |(host, path)| (host, path.trim_matches('/')));
    let named = if host.contains(':') { host.to_owned() } else { format!("{host}:80") };
    let Some(address) = named.to_socket_addrs().ok().and_then(|mut found| found.next()) else {
        return CheckResult::Broken(format!("{host} has no address"), "check public_url and the name server");
    };
    let prefix = if path.is_empty() { String::new() } else { format!("/{path}") };
    let upgrade = format!("{prefix}/socket.io/?EIO=4&transport=websocket");
    match probe::upgrade(address, host, &upgrade) {
        Ok(answer) if answer.starts_with("HTTP/1.1 101") => {
            CheckResult::Well(format!("{url} lets websockets through"))
        }
        Ok(answer) => {
            let status = answer.lines().next().unwrap_or_default().to_owned();
            CheckResult::Broken(
                format!("{url} answers a websocket with {status}"),
                "let the proxy pass Upgrade and Connection",
            )
        }
        Err(_) => CheckResult::Odd(
            format!("{url} does not answer"),
            "start the server and the proxy, then ask again",
        ),
    }
}
