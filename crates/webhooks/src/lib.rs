//! Delivery of webhook events: signed, in order, retried, and never into private networks unless allowed.
//!
//! A [`Dispatcher`] delivers the events in the store's outbox. [`AddressRules`] decide where webhooks may be
//! sent, a [`SignedMessage`] is one signed attempt, and an [`HttpSender`] sends it; both can be used without
//! a dispatcher.

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
pub use guard::{AddressRules, Destination, Forbidden};
pub use http_sender::HttpSender;
pub use message::{SignedMessage, SigningSecrets, new_name};
pub use resolver::{Resolver, Resolving, SystemResolver};
pub use schedule::AttemptOutcome;
pub use settings::DeliverySettings;

/// The example of the documents compiles, and verifies what the standard signs.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/webhooks.md")]
struct Documents;
