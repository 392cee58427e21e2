//! `cargo xtask test`: runs all tests.

use clap::Args;

use crate::needs;
use crate::postgres::PostgresServer;
use crate::redis::RedisServer;
use crate::step::Steps;
use crate::wasm;
use crate::workshop::{binary, cargo, cargo_has, program};

/// The number of nodes that the end-to-end tests run against.
const NODES: &str = "3";

/// Install what the tests need if it is missing and we can, then run all tests
///
/// Packages come from npm and pip into folders that version control ignores; Node, Python, a browser, PostgreSQL,
/// Redis and HAProxy come from apt-get, which needs root. Then: the games are built for web pages, the web packages are built, the Rust tests run (with
/// cargo-nextest where it is installed), the documentation tests, the tests of the web packages, the examples in a
/// real browser, and the end-to-end tests, the tests of the OpenAPI document, of the documents, of what operators
/// install, and the short form of the fault tests against the built binary. Last, the tests of the store and the end-to-end tests run
/// again on PostgreSQL, and the end-to-end tests and the short form of the fault tests against three nodes with every
/// client on a random one; PostgreSQL and Redis are started for them.
#[derive(Args)]
#[command(after_help = "Example: cargo xtask test")]
pub(crate) struct Test {}

impl Test {
    /// Runs all tests and prints the outcome of each step.
    pub(crate) fn run(self) -> Result<(), String> {
        let mut steps = Steps::default();
        all(&mut steps);
        steps.report()
    }
}

/// Runs all tests.
pub(crate) fn all(steps: &mut Steps) {
    needs::meet(steps, &needs::OF_TESTS);
    if needs::has_node() {
        steps.call("wasm module", wasm::build);
        steps.run("web build", program("npm", "web").args(["run", "build"]));
    }
    if cargo_has("nextest") {
        steps.run("rust tests", cargo().args(["nextest", "run", "--workspace", "--no-fail-fast"]));
    } else {
        steps.run(
            "rust tests",
            cargo().args(["test", "--workspace", "--no-fail-fast", "--lib", "--bins", "--tests"]),
        );
    }
    steps.run("doc tests", cargo().args(["test", "--workspace", "--doc", "--no-fail-fast"]));
    if !needs::has_node() {
        steps.leave_out("web tests", needs::NO_NODE);
        steps.leave_out("examples", needs::NO_NODE);
        steps.leave_out("e2e tests", needs::NO_NODE);
        steps.leave_out("contract tests", needs::NO_NODE);
        steps.leave_out("documents", needs::NO_NODE);
        steps.leave_out("deploy tests", needs::NO_NODE);
        steps.leave_out("fault tests", needs::NO_NODE);
        return;
    }
    steps.run("binary", cargo().args(["build", "--package", "parlour"]));
    steps.run("web tests", program("npm", "web").arg("test").env("PARLOUR_BIN", binary()));
    steps.run("examples", program("npm", "examples").arg("test").env("PARLOUR_BIN", binary()));
    steps.run("e2e tests", program("npm", "tests/e2e").arg("test").env("PARLOUR_BIN", binary()));
    steps.run("contract tests", program("npm", "tests/contract").arg("test").env("PARLOUR_BIN", binary()));
    with_this_program(steps, "documents", "tests/docs");
    with_this_program(steps, "deploy tests", "tests/deploy");
    steps.run("fault tests", program("npm", "tests/faults").arg("test").env("PARLOUR_BIN", binary()));
    on_postgres(steps);
}

/// Runs tests that use this program: those of the documents ask it for its commands, those of what operators install
/// build the package with it.
fn with_this_program(steps: &mut Steps, name: &'static str, folder: &str) {
    let mut tests = program("npm", folder);
    if let Ok(xtask) = std::env::current_exe() {
        tests.env("XTASK", xtask);
    }
    steps.run(name, tests.arg("test").env("PARLOUR_BIN", binary()));
}

/// Runs the tests of the store and the end-to-end tests against PostgreSQL, unchanged.
fn on_postgres(steps: &mut Steps) {
    let mut started = None;
    steps.call("start postgres", || PostgresServer::start().map(|server| started = Some(server)));
    let Some(server) = started else { return };
    let url = server.url();
    let rust = if cargo_has("nextest") { ["nextest", "run"].as_slice() } else { ["test"].as_slice() };
    let mut store = cargo();
    store.args(rust).args(["--package", "store", "--no-fail-fast"]).env("PARLOUR_TEST_STORE", &url);
    steps.run("store, postgres", &mut store);
    let mut e2e = program("npm", "tests/e2e");
    steps.run("e2e, postgres", e2e.arg("test").env("PARLOUR_BIN", binary()).env("PARLOUR_TEST_STORE", &url));
    on_several_nodes(steps, &url);
}

/// Runs the end-to-end tests and the faults of a cluster against several nodes, with every client on a random one.
fn on_several_nodes(steps: &mut Steps, store: &str) {
    let mut started = None;
    steps.call("start redis", || RedisServer::start().map(|server| started = Some(server)));
    let Some(redis) = started else { return };
    let mut e2e = program("npm", "tests/e2e");
    e2e.arg("test").env("PARLOUR_BIN", binary());
    e2e.env("PARLOUR_TEST_STORE", store).env("PARLOUR_TEST_REDIS", redis.url());
    steps.run("e2e, three nodes", e2e.env("PARLOUR_TEST_CLUSTER", NODES));
    let mut faults = program("npm", "tests/faults");
    steps.run("cluster faults", faults.args(["run", "test:cluster"]).env("PARLOUR_BIN", binary()));
}
