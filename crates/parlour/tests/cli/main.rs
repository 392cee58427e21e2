//! The real binary, command by command.

mod administration;
mod binary;
mod config;
mod moves;
mod pdn;
mod perft;
#[cfg(unix)]
mod serve;
mod usage;
