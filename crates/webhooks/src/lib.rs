//! Delivery of webhook events: signed, in order, again until they arrive, and never into the operator's own network.
//!
//! A [`Dispatcher`] delivers what the store's outbox holds. [`Rules`] decide where webhooks may go, a [`Message`]
//! is one signed attempt, and a [`HttpSender`] carries it; both can be used without a dispatcher.

mod address;
mod concurrency;
mod connector;
mod dispatcher;
mod guard;
mod http_sender;
mod message;
mod resolver;
mod schedule;
mod settings;
pub mod signature;

pub use dispatcher::{Dispatcher, Notifier};
pub use guard::{Destination, Forbidden, Rules};
pub use http_sender::HttpSender;
pub use message::{Message, Secrets, new_name};
pub use resolver::{Resolver, Resolving, SystemResolver};
pub use schedule::Outcome;
pub use settings::{Settings, retries};
