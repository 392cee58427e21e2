//! What must hold whatever bytes come in: the fuzz targets search for a counter-example, the tests replay the seeds.
//!
//! Doors that other crates keep private are read in by path, so that what is tried is the code that runs.

// The tests of those modules belong to their own crates.
#![cfg(not(test))]

pub mod bodies;
pub mod conversations;
pub mod packets;
pub mod secrets;
pub mod signatures;

#[expect(dead_code, unreachable_pub, reason = "its own crate shows it to others")]
#[path = "../../../crates/sockets/src/event.rs"]
mod event;
#[expect(dead_code, reason = "packets are only read here")]
#[path = "../../../crates/sockets/src/engine/message.rs"]
mod message;
#[path = "../../../crates/sockets/src/packet.rs"]
mod packet;
#[expect(unreachable_pub, reason = "its own crate shows it to others")]
#[path = "../../../crates/webhooks/src/signature.rs"]
mod signature;
#[expect(dead_code, reason = "keys are not rotated here")]
#[path = "../../../crates/server/src/token.rs"]
mod token;

/// A name, and what must hold.
pub type Property = (&'static str, fn(&[u8]));

/// Every property by the name of its fuzz target and of its folder of seeds.
pub const ALL: [Property; 5] = [
    ("bodies", bodies::check),
    ("conversations", conversations::check),
    ("packets", packets::check),
    ("secrets", secrets::check),
    ("signatures", signatures::check),
];
