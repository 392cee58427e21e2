//! Settings that are valid on their own but contradict each other, or would make games unplayable.

use std::time::Duration;

use server::Plans;
use webhooks::DeliverySettings;

use super::Configuration;
use crate::failure::Problem;

/// Names the plan that is not configured, and the one that was probably meant.
pub(crate) fn unknown_plan(plans: &Plans, name: &str, place: &str) -> Problem {
    let help = match protocol::closest(name, plans.names()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!(
            "the plans are {}; a table [plans.NAME] in the configuration file adds one",
            plans.names().collect::<Vec<_>>().join(", ")
        ),
    };
    Problem::new(format!("{place}there is no plan `{name}`")).help(help)
}

/// Every contradiction in a configuration.
pub(crate) fn contradictions(configuration: &Configuration) -> Vec<Problem> {
    let times = &configuration.settings.times;
    let mut problems: Vec<Problem> = [
        ("times.token_life", times.token_life),
        ("times.room_code_life", times.room_code_life),
        ("times.reconnect_window", times.reconnect_window),
        ("times.reconnect_total", times.reconnect_total),
        ("times.ping_interval", times.ping_interval),
        ("times.ping_timeout", times.ping_timeout),
        ("times.request_body", times.request_body),
        ("times.dashboard_sign_in", times.dashboard_sign_in),
    ]
    .into_iter()
    .filter(|(_, duration)| duration.is_zero())
    .map(|(key, _)| Problem::new(format!("`{key}` cannot be zero")))
    .collect();
    for (game, idle) in &times.idle {
        if [idle.timeout, idle.warning].iter().any(|time| time.subsec_nanos() > 0) {
            let message = format!("`times.idle.{game}` takes whole seconds");
            problems.push(Problem::new(message).help("players are told their time in seconds"));
        }
        if idle.warning == Duration::ZERO || idle.warning >= idle.timeout {
            let message =
                format!("`times.idle.{game}.warning` must be longer than zero and shorter than the timeout");
            problems
                .push(Problem::new(message).help("the warning comes that long before the turn times out"));
        }
    }
    let schemes = ["postgres://", "postgresql://"];
    if configuration
        .store
        .as_ref()
        .is_some_and(|store| !schemes.iter().any(|scheme| store.0.starts_with(scheme)))
    {
        let problem = Problem::new("`store` is not an address of PostgreSQL");
        problems.push(
            problem.help("write postgres://user:password@host:5432/database, or leave it out for SQLite"),
        );
    }
    if let Some(redis) = &configuration.settings.redis {
        if !redis.0.starts_with("redis://") {
            let problem = Problem::new("`redis` is not an address of Redis");
            problems.push(problem.help("write redis://host:6379, or leave it out for a single server"));
        }
        if configuration.store.is_none() {
            let problem = Problem::new("`redis` is set and `store` is not");
            problems.push(problem.help("nodes share a database: set `store` to one of PostgreSQL"));
        }
    }
    if configuration.secrets_key.is_some() && configuration.secrets_key_file.is_some() {
        let problem = Problem::new("`secrets_key` and `secrets_key_file` are both set");
        problems.push(problem.help("keep one of them"));
    }
    let settings = &configuration.settings;
    match (&settings.tls_cert, &settings.tls_key) {
        (Some(_), None) => problems.push(half_of_tls("tls_cert", "tls_key")),
        (None, Some(_)) => problems.push(half_of_tls("tls_key", "tls_cert")),
        _ => {}
    }
    problems.extend(plans(&settings.plans));
    let limits = &settings.limits;
    for (key, bytes) in [
        ("limits.request_bodies", limits.request_bodies),
        ("limits.request_bodies_per_address", limits.request_bodies_per_address),
    ] {
        if bytes < limits.request_body.max(limits.socket_payload) {
            let message = format!("`{key}` has no room for one body");
            problems.push(
                Problem::new(message)
                    .help("make it at least as large as `limits.request_body` and `limits.socket_payload`"),
            );
        }
    }
    if let Err(error) = tracing_subscriber::EnvFilter::builder().parse(&configuration.log) {
        let problem = Problem::new(format!("`log`: {error}"));
        problems.push(
            problem.help("use error, warn, info, debug, trace, or a filter such as info,sockets=debug"),
        );
    }
    problems
}

/// The default plan must be one, and no plan may have more retries than there are waits.
fn plans(plans: &Plans) -> Vec<Problem> {
    let most = DeliverySettings::default().waits.len();
    let mut problems: Vec<Problem> = plans
        .by_name
        .iter()
        .filter(|(_, limits)| limits.webhook_retries as usize > most)
        .map(|(name, _)| Problem::new(format!("`plans.{name}.webhook_retries` is more than {most}")))
        .collect();
    if !plans.has(&plans.default_plan) {
        problems.push(unknown_plan(plans, plans.default_plan.as_str(), "`default_plan`: "));
    }
    problems
}

fn half_of_tls(set: &str, missing: &str) -> Problem {
    let problem = Problem::new(format!("`{set}` is set and `{missing}` is not"));
    problem.help("TLS needs both the certificate and its key; without both the server speaks plain http")
}
