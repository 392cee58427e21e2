//! The real binary, command by command.
#![expect(clippy::unwrap_used, reason = "what a helper cannot do fails its test")]

mod administration;
mod binary;
mod config;
mod engine;
mod moves;
mod pdn;
mod perft;
#[cfg(unix)]
mod serve;
mod usage;
mod webhooks;
