//! What commands need besides Rust: Node, packages, Python packages, PHP, a browser, a database, Redis, a proxy.

use std::fs;
use std::process::Command;

use crate::postgres::PostgresServer;
use crate::redis::RedisServer;
use crate::step::Steps;
use crate::workshop::{has, is_root, path, program};

/// A requirement of a command besides Rust.
#[derive(Clone, Copy)]
pub(crate) enum Need {
    /// Node, and the packages of a folder in the versions of its lock file.
    Packages { name: &'static str, folder: &'static str },
    /// The Python packages of the end-to-end tests.
    Python,
    /// PHP, which runs an example of the documents.
    Php,
    /// A browser.
    Browser,
    /// PostgreSQL, as server and client.
    Postgres,
    /// Redis, which carries events between nodes.
    Redis,
    /// The proxy of several nodes.
    Haproxy,
}

/// The packages of the web client.
pub(crate) const WEB: Need = Need::Packages { name: "web packages", folder: "web" };

/// The packages of the end-to-end tests, also used by the fault tests and the load test.
pub(crate) const E2E: Need = Need::Packages { name: "e2e packages", folder: "tests/e2e" };

/// The packages that the benchmarks compare with.
pub(crate) const PEERS: Need = Need::Packages { name: "peer packages", folder: "benches/peers" };

/// The packages of the bots that ours are compared with.
pub(crate) const BOT_PEERS: Need = Need::Packages { name: "bot peer packages", folder: "benches/bots" };

/// The packages of the servers that ours is compared with.
pub(crate) const SERVER_PEERS: Need =
    Need::Packages { name: "server peer packages", folder: "benches/server" };

/// Everything that the tests need.
pub(crate) const OF_TESTS: [Need; 9] = [
    WEB,
    E2E,
    Need::Packages { name: "example packages", folder: "examples" },
    Need::Python,
    Need::Php,
    Need::Browser,
    Need::Postgres,
    Need::Redis,
    Need::Haproxy,
];

/// Everything that several nodes need.
pub(crate) const OF_CLUSTERS: [Need; 3] = [E2E, Need::Postgres, Need::Redis];

/// Why a step is skipped without Node.
pub(crate) const NO_NODE: &str = "there is no Node 20.19 or newer";

/// The oldest Node that the packages support.
const OLDEST_NODE: (u32, u32) = (20, 19);

/// The folder of the Python packages, ignored by version control.
const VENV: &str = "tests/e2e/.venv";

/// Independent implementations of the same standards: a Socket.IO client that plays whole games, a webhook
/// verifier, and a tester of OpenAPI documents.
const PYTHON_PACKAGES: [&str; 3] =
    ["python-socketio[client]==5.*", "standardwebhooks==1.*", "schemathesis==4.*"];

/// Installs what is missing, where possible. Returns whether everything is present; reports what is not.
pub(crate) fn meet(steps: &mut Steps, needs: &[Need]) -> bool {
    let of_node = |need: &Need| matches!(need, Need::Packages { .. });
    let mut met = !needs.iter().any(of_node) || has_node() || node(steps);
    for need in needs {
        // Tries all of them even after a failure, so that one run reports everything that is missing.
        met &= need.meet(steps);
    }
    met
}

/// The command that installs the packages of a folder exactly as in its lock file.
pub(crate) fn packages(folder: &str) -> Command {
    let mut install = program("npm", folder);
    install.args(["ci", "--no-audit", "--no-fund"]);
    install
}

/// The advice if the packages of a folder cannot be installed.
pub(crate) fn advice(folder: &str) -> String {
    format!(
        "`npm ci` in {folder} must succeed; run it there to see why it does not: without a network try again later, \
         and if package.json and package-lock.json disagree run `npm install` there and commit the lock file"
    )
}

/// Whether the installed packages of a folder match its lock file.
pub(crate) fn installed(folder: &str) -> bool {
    let changed = |file: &str| fs::metadata(path(folder).join(file)).and_then(|data| data.modified()).ok();
    match (changed("node_modules/.package-lock.json"), changed("package-lock.json")) {
        (Some(installed), Some(locked)) => installed >= locked,
        _ => false,
    }
}

/// Whether a recent enough Node with npm is installed.
pub(crate) fn has_node() -> bool {
    let asked = Command::new("node").arg("--version").output();
    let version = asked.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    version.is_ok_and(|version| is_new_enough(&version)) && has("npm", "--version")
}

impl Need {
    /// Installs it if it is missing; returns whether it is present.
    fn meet(self, steps: &mut Steps) -> bool {
        match self {
            Need::Packages { name, folder } => {
                has_node()
                    && (installed(folder) || steps.try_run(name, &mut packages(folder), &advice(folder)))
            }
            Need::Python => has_python_packages() || python_packages(steps),
            Need::Php => has("php", "--version") || install(steps, "install php", &["php-cli"]),
            Need::Browser => browser().is_some() || install(steps, "install browser", &["chromium"]),
            Need::Postgres => {
                PostgresServer::installed().is_some() || install(steps, "install postgres", &["postgresql"])
            }
            Need::Redis => RedisServer::is_installed() || install(steps, "install redis", &["redis-server"]),
            Need::Haproxy => has("haproxy", "-v") || install(steps, "install haproxy", &["haproxy"]),
        }
    }
}

fn is_new_enough(version: &str) -> bool {
    let mut numbers = version.trim().trim_start_matches('v').split('.').map_while(|part| part.parse().ok());
    (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0)) >= OLDEST_NODE
}

fn node(steps: &mut Steps) -> bool {
    if !has("node", "--version") {
        install(steps, "install node", &["nodejs", "npm"]);
    }
    if !has_node() {
        steps.call("node", || Err(format!("{NO_NODE}: install it, with npm, and run this command again")));
    }
    has_node()
}

/// The browser that is installed.
fn browser() -> Option<&'static str> {
    ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|name| has(name, "--version"))
}

fn has_python_packages() -> bool {
    let mut python = Command::new(path(VENV).join("bin/python"));
    let imported = python.args(["-c", "import socketio, standardwebhooks, schemathesis"]).output();
    imported.is_ok_and(|output| output.status.success())
}

fn python_packages(steps: &mut Steps) -> bool {
    if !has_venv() {
        install(steps, "install python", &["python3", "python3-venv"]);
    }
    let mut venv = program("python3", "");
    let advice = "install python3 and python3-venv; without them some tests are skipped";
    if !steps.try_run("python venv", venv.args(["-m", "venv", "--clear", VENV]), advice) {
        return false;
    }
    let mut pip = Command::new(path(VENV).join("bin/pip"));
    let advice = "the package index must be reachable; without the packages some tests are skipped";
    steps.try_run("python packages", pip.args(["install", "--quiet"]).args(PYTHON_PACKAGES), advice)
}

/// Whether Python can create virtual environments: Debian has that in a separate package.
fn has_venv() -> bool {
    let asked = Command::new("python3").args(["-c", "import venv, ensurepip"]).output();
    asked.is_ok_and(|output| output.status.success())
}

/// Installs system packages if permitted; returns whether that succeeded.
fn install(steps: &mut Steps, name: &'static str, packages: &[&str]) -> bool {
    if !has("apt-get", "--version") || !is_root() {
        println!("{name}: please install {} yourself; some tests are left out", packages.join(" and "));
        return false;
    }
    let install = format!("apt-get install -y --no-install-recommends {}", packages.join(" "));
    // A new machine has no package list, and an old list has outdated versions.
    let command = format!("{install} || {{ apt-get update && {install}; }}");
    let mut shell = Command::new("sh");
    shell.env("DEBIAN_FRONTEND", "noninteractive").args(["-c", &command]);
    steps.try_run(name, &mut shell, "install it yourself, then run this command again")
}

#[cfg(test)]
mod tests {
    use super::is_new_enough;

    #[test]
    fn a_node_that_the_packages_do_not_support_counts_as_missing() {
        for new in ["v20.19.0\n", "v20.20.2", "v22.0.0", "v100.1.0"] {
            assert!(is_new_enough(new), "{new}");
        }
        for old in ["v18.20.4", "v20.18.3", "", "v20", "node"] {
            assert!(!is_new_enough(old), "{old}");
        }
    }
}
