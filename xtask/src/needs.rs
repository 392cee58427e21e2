//! What the tests need beside Rust: Node, packages, Python packages, a browser.

use std::fs;
use std::process::Command;

use crate::step::Steps;
use crate::workshop::{has, path, program};

/// Where the Python packages live, outside version control.
const VENV: &str = "tests/e2e/.venv";

/// What others have written against the same standards: a Socket.IO client that plays whole games, a verifier of
/// webhooks, and an explorer of OpenAPI documents.
const PYTHON_PACKAGES: [&str; 3] =
    ["python-socketio[client]==5.*", "standardwebhooks==1.*", "schemathesis==4.*"];

/// Installs what is missing and can be installed; a step that fails is reported like any other.
pub(crate) fn meet(steps: &mut Steps) {
    if !has("node", "--version") || !has("npm", "--version") {
        install(steps, "install node", &["nodejs", "npm"]);
    }
    for (name, folder) in
        [("web packages", "web"), ("e2e packages", "tests/e2e"), ("examples packages", "examples")]
    {
        if !installed(folder) && has("npm", "--version") {
            steps.run(name, &mut packages(folder));
        }
    }
    if !has_python_packages() {
        python_packages(steps);
    }
    if browser().is_none() {
        install(steps, "install browser", &["chromium"]);
    }
}

/// Installs the packages of a folder, in the versions of its lock file.
pub(crate) fn packages(folder: &str) -> Command {
    // `npm ci` would refuse a lock file that leaves out optional packages of other platforms.
    let mut install = program("npm", folder);
    install.args(["install", "--no-save", "--no-audit", "--no-fund"]);
    install
}

/// Whether tests in JavaScript can run.
pub(crate) fn has_node() -> bool {
    has("node", "--version")
}

/// The browser that is installed.
pub(crate) fn browser() -> Option<&'static str> {
    ["chromium", "chromium-browser", "google-chrome"].into_iter().find(|name| has(name, "--version"))
}

/// Whether the packages of a folder are those of its lock file.
fn installed(folder: &str) -> bool {
    let changed = |file: &str| fs::metadata(path(folder).join(file)).and_then(|data| data.modified()).ok();
    match (changed("node_modules/.package-lock.json"), changed("package-lock.json")) {
        (Some(installed), Some(locked)) => installed >= locked,
        _ => false,
    }
}

fn has_python_packages() -> bool {
    let mut python = Command::new(path(VENV).join("bin/python"));
    let imported = python.args(["-c", "import socketio, standardwebhooks, schemathesis"]).output();
    imported.is_ok_and(|output| output.status.success())
}

fn python_packages(steps: &mut Steps) {
    if !has("python3", "--version") {
        install(steps, "install python", &["python3", "python3-venv"]);
    }
    steps.run("python venv", program("python3", "").args(["-m", "venv", VENV]));
    let pip = path(VENV).join("bin/pip");
    steps.run("python packages", Command::new(pip).args(["install", "--quiet"]).args(PYTHON_PACKAGES));
}

/// Installs packages of the system where we may.
fn install(steps: &mut Steps, name: &'static str, packages: &[&str]) {
    if !has("apt-get", "--version") || !is_root() {
        println!("{name}: please install {} yourself; some tests are left out", packages.join(" and "));
        return;
    }
    let mut command = Command::new("apt-get");
    command
        .env("DEBIAN_FRONTEND", "noninteractive")
        .args(["install", "-y", "--no-install-recommends"])
        .args(packages);
    steps.run(name, &mut command);
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}
