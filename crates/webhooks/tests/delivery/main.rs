//! Delivery from the outbox to a receiver on loopback.

mod connections;
mod dispatcher;
mod receiver;
mod restart;
mod scene;
