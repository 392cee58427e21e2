//! Delivery of webhook events: signed, in order, again until they arrive, and never into the operator's own network.
//!
//! A [`Dispatcher`] delivers what the store's outbox holds. [`AddressRules`] decide where webhooks may go, a [`SignedMessage`]
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
pub use guard::{AddressRules, Destination, Forbidden};
pub use http_sender::HttpSender;
pub use message::{SignedMessage, SigningSecrets, new_name};
pub use resolver::{Resolver, Resolving, SystemResolver};
pub use schedule::AttemptOutcome;
pub use settings::{DeliverySettings, retries};
