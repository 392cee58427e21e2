//! Conversions between the types of rooms and of the wire.

use common::Timestamp;
use protocol::{GameName, Named, UtcTime};
use rooms::Room;

/// The game of a room.
pub(crate) fn game_name(room: &Room) -> GameName {
    GameName::from_name(room.variant().description().game).expect("the catalogue holds games of the wire")
}

pub(crate) fn utc(time: Timestamp) -> UtcTime {
    UtcTime(u64::try_from(time.0).unwrap_or(0))
}
