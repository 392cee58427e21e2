//! Properties that hold for any input bytes: the fuzz targets search for counterexamples, the tests replay
//! the seeds.
//!
//! Private modules of other crates are included by path, so that the real code is tested.

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

/// A name and a property.
pub type Property = (&'static str, fn(&[u8]));

/// Every property by the name of its fuzz target and its folder of seeds.
pub const ALL: [Property; 5] = [
    ("bodies", bodies::check),
    ("conversations", conversations::check),
    ("packets", packets::check),
    ("secrets", secrets::check),
    ("signatures", signatures::check),
];
