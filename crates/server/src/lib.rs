//! The rim: HTTP routes and sockets that carry inputs in and effects out.
//!
//! [`Server::start`] prepares everything on an open store; [`Server::serve`] answers on a listener
//! until it is told to stop, says so to everyone connected, and leaves nothing half done.

mod admission;
mod alarm;
mod aliases;
mod analysts;
mod app;
mod cached;
mod clock;
mod door;
mod engine;
mod forms;
mod games;
mod guest_ids;
mod identity;
mod idle;
mod limits;
mod lobby;
mod metrics_recorder;
mod opening;
mod origins;
mod pauses;
#[cfg(test)]
mod planted;
mod random;
mod ratings;
mod reception;
mod record;
mod recovery;
mod refusals;
mod registry;
mod rest;
mod retention;
mod returning;
mod running;
mod seated;
mod serve;
mod session_settings;
mod settings;
mod spectator_news;
mod subscribers;
mod sync;
mod telling;
mod thinkers;
mod tickets;
mod token;
mod unnamed_proxies;
mod visitors;
mod watched;
mod web;
mod webhook_events;
mod wire;
mod wishes;
mod writes;

pub use games::catalogue;
pub use identity::OWN_TENANTS;
pub use recovery::problem_of_room;
pub use serve::{Server, StartError};
pub use settings::{
    Hidden, Idle, Limits, MetricsListen, Retention, Settings, Times, Tls, TlsError, TlsFiles, WebhookSettings,
};
pub use unnamed_proxies::UNNAMED_PROXY;

/// The name of this node in the store; there is one node.
pub(crate) const NODE: &str = "main";
