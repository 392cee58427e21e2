//! The rim: HTTP routes and sockets that carry inputs in and effects out.

mod settings;

pub use settings::{Idle, Limits, Settings, Times};
