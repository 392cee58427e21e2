//! Delivery of webhook events: signed, in order, again until they arrive, and never into the operator's own network.
//!
//! A [`Courier`] delivers what the store's outbox holds. [`Rules`] decide where webhooks may go, a [`Message`]
//! is one signed attempt, and a [`Messenger`] carries it; both can be used without a courier.

mod address;
mod connector;
mod courier;
mod guard;
mod message;
mod messenger;
mod resolver;
mod schedule;
mod settings;
pub mod signature;
mod traffic;

pub use courier::{Bell, Courier};
pub use guard::{Destination, Forbidden, Rules};
pub use message::{Message, Secrets, new_name};
pub use messenger::Messenger;
pub use resolver::{Resolver, Resolving, SystemResolver};
pub use schedule::Outcome;
pub use settings::{Settings, retries};
