//! Delivery of webhook events: signed, in order, again until they arrive, and never into the operator's own network.

mod address;
mod guard;
pub mod signature;

pub use guard::{Destination, Forbidden, Rules};
