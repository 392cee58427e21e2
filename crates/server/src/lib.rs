//! The imperative shell: HTTP routes and sockets that pass inputs in and send effects out.
//!
//! [`Server::start`] prepares everything on an open store; [`Server::serve`] serves on a listener until
//! shutdown, notifies every client, and completes pending writes.

mod analysis_pool;
mod bot_pool;
mod cached;
mod clients;
mod clock;
mod cluster;
mod cluster_node;
mod context;
mod conversions;
mod document_pages;
mod downtime;
mod embedded_files;
mod engine;
#[cfg(test)]
mod faulty_game;
mod identity;
mod idle;
mod lifecycle;
mod limits;
mod lobby;
mod lobby_feed;
mod maintenance;
mod matchmaking;
mod metrics_recorder;
mod move_times;

mod origins;
mod player;
mod random;
mod refusals;
mod rest;
mod serve;
mod session_settings;
mod settings;
mod socket_handler;
mod time_control;
mod timers;
mod token;
mod web;
mod webhook_events;
mod wire;

pub use cluster::BusError;
pub use document_pages::has_documents;
pub use engine::problem_of_room;
pub use identity::OWN_TENANTS;
pub use maintenance::UNNAMED_PROXY;
pub use serve::{Server, StartError};
pub use settings::{
    Hidden, Idle, MetricsListen, PlanLimits, Plans, Retention, ServerLimits, Settings, Times, Tls, TlsError,
    TlsFiles, WebhookSettings,
};
pub use web::{has_page_module, has_web_app};
