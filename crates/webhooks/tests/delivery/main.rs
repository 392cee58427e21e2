//! Delivery from the outbox to a receiver on loopback.

mod connections;
mod courier;
mod receiver;
mod restart;
mod scene;
