//! Every setting with its key, its description, and its place in [`Configuration`].

use std::time::Duration;

use common::PlanName;
use game::{Level, Variant};
use server::{Idle, Plans};
use toml::Value;

use super::Configuration;
use super::value::Kind;

type Read = Box<dyn Fn(&Configuration) -> Option<Value> + Send + Sync>;
type SetEntry = Box<dyn Fn(&mut Configuration, &Value) -> Result<(), String> + Send + Sync>;

/// One setting.
pub(crate) struct SettingEntry {
    /// The key in a file, such as `times.reconnect_window`.
    pub(crate) key: String,
    /// The description.
    pub(crate) about: String,
    read: Read,
    write: SetEntry,
}

impl SettingEntry {
    /// The value in effect; `None` if it is not set.
    pub(crate) fn value(&self, configuration: &Configuration) -> Option<Value> {
        (self.read)(configuration)
    }

    /// Sets a value, or returns the problem with it.
    pub(crate) fn set(&self, configuration: &mut Configuration, value: &Value) -> Result<(), String> {
        (self.write)(configuration, value)
    }

    /// The name of the environment variable, such as `PARLOUR_TIMES__RECONNECT_WINDOW`.
    pub(crate) fn variable(&self) -> String {
        format!("{}{}", super::PREFIX, self.key.replace('.', "__").to_uppercase())
    }
}

macro_rules! entries {
    ($($key:literal $place:ident$(.$field:ident)* : $about:literal;)*) => {
        vec![$(SettingEntry {
            key: $key.to_owned(),
            about: $about.to_owned(),
            read: Box::new(|configuration| configuration.$place$(.$field)*.write()),
            write: Box::new(|configuration, value| {
                configuration.$place$(.$field)* = Kind::read(value)?;
                Ok(())
            }),
        }),*]
    };
}

/// Every setting of a configuration with these plans, in the order of the example file.
pub(crate) fn entries(plans: &Plans) -> Vec<SettingEntry> {
    let mut entries = entries! {
        "listen" settings.listen: "where to listen; port 0 takes a free one";
        "metrics_listen" settings.metrics_listen: "where metrics are served: an address, \"off\", or \"auto\" for this machine \
            alone, at the port of listen plus 10000";
        "metrics_token" settings.metrics_token: "the bearer token that opens /metrics at listen too";
        "data" settings.data: "the directory that keeps everything";
        "store" store: "the database of PostgreSQL that keeps games instead, such as postgres://parlour:secret@db.example/parlour";
        "store_ca" store_ca: "a PEM file with the certificates that the one of that database is checked by, instead of those of \
            the web";
        "redis" settings.redis: "the Redis that nodes tell each other by, such as redis://redis.example:6379, if several servers share one store";
        "public_url" settings.public_url: "the address the world sees, such as https://games.example";
        "tls_cert" settings.tls_cert: "a PEM file with the certificate chain to serve https with; read again when it changes";
        "tls_key" settings.tls_key: "a PEM file with the private key of tls_cert";
        "guests" settings.guests: "whether people without a session token may play";
        "guest_origins" settings.guest_origins: "the sites whose pages guests may play from; \"*\" stands for all";
        "allow_any_origin" settings.allow_any_origin: "whether pages of every site may use every key and token and frame every \
            game; for development";
        "trusted_proxies" settings.trusted_proxies: "the proxies whose X-Forwarded-For is believed";
        "durable" settings.durable: "whether every move is on the disk before it is acknowledged; \
            false is faster and may lose the last moments in a power cut";
        "secrets_key" secrets_key: "the key that seals signing and webhook secrets in the database and its backups: 32 bytes in \
            base64 or hexadecimal";
        "secrets_key_file" secrets_key_file: "a file that holds that key instead";
        "bot_threads" settings.bot_threads: "how many threads bots may think on";
        "builtin_plans" builtin_plans: "whether there are the plans starter, growth, pro and enterprise besides those that are \
            configured";
        "default_plan" settings.plans.default_plan: "the plan of new tenants; a tenant whose plan is not configured has the \
            limits of this one";
        "log" log: "what to log: error, warn, info, debug, trace, or a filter such as info,sockets=debug";
        "times.token_life" settings.times.token_life: "how long a session token can be used to join";
        "times.room_code_life" settings.times.room_code_life: "how long a room code can be used to join";
        "times.reconnect_window" settings.times.reconnect_window: "how long a player may be gone, each time";
        "times.reconnect_total" settings.times.reconnect_total: "how long a player may be gone in one game, all absences together";
        "times.keep_finished" settings.times.keep_finished: "how long a finished room still answers";
        "times.bot_patience" settings.times.bot_patience: "how long after its due time a bot's answer is waited for";
        "times.request_body" settings.times.request_body: "how long the body of a request may take to arrive";
        "times.shutdown_grace" settings.times.shutdown_grace: "how long clients are given to hear of a restart";
        "times.cached_answers" settings.times.cached_answers: "how old an answer of /metrics, /readyz or /v1/rooms may be before \
            it is computed anew";
        "times.dashboard_sign_in" settings.times.dashboard_sign_in: "how long a sign-in to the dashboard lasts";
        "times.ping_interval" settings.times.ping_interval: "how often a connection is asked whether it lives";
        "times.ping_timeout" settings.times.ping_timeout: "how long a connection may take to answer";
    };
    entries.extend(super::games().into_iter().flat_map(times_of));
    entries.extend(entries! {
        "limits.socket_payload" settings.limits.socket_payload: "largest event from a socket, in bytes";
        "limits.request_body" settings.limits.request_body: "largest body of a request, in bytes";
        "limits.request_bodies" settings.limits.request_bodies: "bytes of request bodies in memory at once";
        "limits.request_bodies_per_address" settings.limits.request_bodies_per_address:
            "bytes of request bodies in memory at once from one address";
        "limits.events_per_second" settings.limits.events_per_second: "events a socket may send in a second, in the long run";
        "limits.event_burst" settings.limits.event_burst: "events a socket may send at once";
        "limits.get_moves_per_second" settings.limits.get_moves_per_second:
            "questions for legal moves a socket may send in a second, in the long run; they are not counted as events";
        "limits.get_moves_burst" settings.limits.get_moves_burst: "questions for legal moves a socket may send at once";
        "limits.anonymous_requests_per_minute" settings.limits.anonymous_requests_per_minute:
            "requests per minute without an API key, by address";
        "limits.page_requests_per_minute" settings.limits.page_requests_per_minute:
            "requests per minute for pages and files of the web app, by address; a first visit takes about thirty";
        "limits.operator_requests_per_minute" settings.limits.operator_requests_per_minute:
            "requests per minute for health checks, and as many for metrics and documents, by address";
        "limits.sign_ins_per_minute" settings.limits.sign_ins_per_minute: "attempts per minute to sign in to the dashboard, by address";
        "limits.connections" settings.limits.connections: "open connections in total";
        "limits.connections_per_address" settings.limits.connections_per_address: "open connections from one address; behind \
            a trusted proxy, sockets and requests under way of one client";
        "limits.outbound_packets" settings.limits.outbound_packets: "packets waiting for one slow client";
        "limits.waiting_players" settings.limits.waiting_players: "players waiting in one queue";
        "limits.rooms_per_tenant" settings.limits.rooms_per_tenant: "running rooms of one tenant";
        "limits.spectators_per_room" settings.limits.spectators_per_room: "spectators of one room";
        "retention.games" settings.retention.games: "how long finished games of tenants are kept, with their sessions";
        "retention.guests" settings.retention.guests: "how long finished games of guests are kept, with the addresses \
            they were played from";
        "retention.webhook_log" settings.retention.webhook_log: "how long settled webhook events are kept, with every attempt";
        "retention.audit" settings.retention.audit: "how long the log of administrative acts is kept";
        "retention.idempotency" settings.retention.idempotency: "how long an Idempotency-Key is remembered";
        "retention.requests" settings.retention.requests: "how long it is known which requests were made with keys";
    });
    entries.extend(plans.by_name.keys().flat_map(limits_of));
    entries.extend(entries! {
        "webhooks.allow_private" settings.webhooks.allow_private: "whether webhooks may go to this machine and to private \
            networks; for development";
        "webhooks.allow_http" settings.webhooks.allow_http: "whether webhooks may go without TLS; for development";
    });
    entries
}

/// The settings of one plan; writing one of them creates the plan.
pub(super) fn limits_of(plan: &PlanName) -> Vec<SettingEntry> {
    macro_rules! limit {
        ($field:ident, $about:literal) => {{
            let (read_plan, written_plan) = (plan.clone(), plan.clone());
            SettingEntry {
                key: format!("plans.{plan}.{}", stringify!($field)),
                about: $about.replace("NAME", plan.as_str()),
                read: Box::new(move |configuration| {
                    let limits = configuration.settings.plans.by_name.get(&read_plan)?;
                    limits.$field.write()
                }),
                write: Box::new(move |configuration, value| {
                    let plans = &mut configuration.settings.plans.by_name;
                    plans.entry(written_plan.clone()).or_default().$field = Kind::read(value)?;
                    Ok(())
                }),
            }
        }};
    }
    vec![
        limit!(requests_per_minute, "requests per minute of a key of the plan NAME"),
        limit!(sessions_per_month, "live sessions per month of the plan NAME, or \"unlimited\""),
        limit!(
            webhook_retries,
            "how often a webhook of the plan NAME that was not accepted is sent again: 1 to 7 times"
        ),
    ]
}

/// The duration settings of one game, which override the game's own.
fn times_of(variant: &'static dyn Variant) -> Vec<SettingEntry> {
    let game = variant.description().game;
    vec![
        SettingEntry {
            key: format!("times.idle.{game}.timeout"),
            about: format!("how long a turn of {game} may take"),
            read: Box::new(move |configuration| idle(configuration, variant).timeout.write()),
            write: Box::new(move |configuration, value| {
                idle_mut(configuration, variant).timeout = Kind::read(value)?;
                Ok(())
            }),
        },
        SettingEntry {
            key: format!("times.idle.{game}.warning"),
            about: format!("how long before the end of a turn of {game} the player is warned"),
            read: Box::new(move |configuration| idle(configuration, variant).warning.write()),
            write: Box::new(move |configuration, value| {
                idle_mut(configuration, variant).warning = Kind::read(value)?;
                Ok(())
            }),
        },
        bot_delay(variant, Level::Easy, "easy"),
        bot_delay(variant, Level::Medium, "medium"),
        bot_delay(variant, Level::Hard, "hard"),
    ]
}

fn bot_delay(variant: &'static dyn Variant, level: Level, name: &str) -> SettingEntry {
    let game = variant.description().game;
    SettingEntry {
        key: format!("times.bot_delays.{game}.{name}"),
        about: format!("how long a bot of level {name} lets its opponent wait in {game}"),
        read: Box::new(move |configuration| {
            let delays = configuration.settings.times.bot_delays.get(game);
            delays.copied().unwrap_or_else(|| own_delays(variant))[level.index()].write()
        }),
        write: Box::new(move |configuration, value| {
            let delays = configuration.settings.times.bot_delays.entry(game.to_owned());
            delays.or_insert_with(|| own_delays(variant))[level.index()] = Kind::read(value)?;
            Ok(())
        }),
    }
}

fn idle(configuration: &Configuration, variant: &dyn Variant) -> Idle {
    let idle = configuration.settings.times.idle.get(variant.description().game);
    idle.copied().unwrap_or_else(|| own_idle(variant))
}

fn idle_mut<'a>(configuration: &'a mut Configuration, variant: &dyn Variant) -> &'a mut Idle {
    let idle = configuration.settings.times.idle.entry(variant.description().game.to_owned());
    idle.or_insert_with(|| own_idle(variant))
}

fn own_idle(variant: &dyn Variant) -> Idle {
    let own = variant.description().idle;
    Idle {
        timeout: Duration::from_secs(own.timeout_seconds.into()),
        warning: Duration::from_secs(own.warning_seconds.into()),
    }
}

fn own_delays(variant: &dyn Variant) -> [(Duration, Duration); 3] {
    variant.description().answer_delays.map(|delay| {
        (Duration::from_millis(delay.from_millis.into()), Duration::from_millis(delay.to_millis.into()))
    })
}

#[cfg(test)]
mod tests {
    use server::{Plans, Retention, ServerLimits, Settings, Times};

    use super::entries;

    /// The number of fields in these patterns; a new field does not compile until it is here and in the list
    /// above.
    macro_rules! fields {
        ($value:expr => $name:ident { $($field:ident),* $(,)? }) => {{
            let $name { $($field: _),* } = $value;
            [$(stringify!($field)),*].map(str::to_owned)
        }};
    }

    #[test]
    fn every_field_of_the_settings_has_a_key() {
        let settings = fields!(Settings::default() => Settings {
            listen, metrics_listen, metrics_token, data, redis, public_url, tls_cert, tls_key, guests, guest_origins, allow_any_origin, trusted_proxies, durable, bot_threads, webhooks,
            times, limits, retention, plans,
        });
        let times = fields!(Times::default() => Times {
            token_life, room_code_life, reconnect_window, reconnect_total, keep_finished, bot_patience, request_body,
            shutdown_grace,
            cached_answers, dashboard_sign_in, idle, bot_delays,
            ping_interval, ping_timeout,
        });
        let limits = fields!(ServerLimits::default() => ServerLimits {
            socket_payload, request_body, request_bodies, request_bodies_per_address, events_per_second, event_burst, get_moves_per_second, get_moves_burst, anonymous_requests_per_minute, page_requests_per_minute,
            operator_requests_per_minute, sign_ins_per_minute, connections,
            connections_per_address, outbound_packets, waiting_players, rooms_per_tenant, spectators_per_room,
        });
        let retention = fields!(Retention::default() => Retention {
            games, guests, webhook_log, audit, idempotency, requests,
        });
        let keys: Vec<String> = entries(&Plans::default()).into_iter().map(|entry| entry.key).collect();
        let times = times.map(|field| format!("times.{field}"));
        let limits = limits.map(|field| format!("limits.{field}"));
        let retention = retention.map(|field| format!("retention.{field}"));
        for field in settings.iter().chain(&times).chain(&limits).chain(&retention) {
            let configurable = |key: &String| key == field || key.starts_with(&format!("{field}."));
            assert!(keys.iter().any(configurable), "{field} cannot be configured");
        }
    }
}
