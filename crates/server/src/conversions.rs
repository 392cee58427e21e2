//! The same values in the types of rooms, of the store and of the wire.

use protocol::rest::{Mode as WireMode, SessionClaims, SessionStatus};
use protocol::{GameName, Named, UtcTime};
use rooms::{Mode, Room, Timestamp};

/// The game a room plays.
pub(crate) fn game_name(room: &Room) -> GameName {
    GameName::from_name(room.variant().description().game).expect("the catalogue holds games of the wire")
}

pub(crate) fn mode(mode: Mode) -> store::Mode {
    match mode {
        Mode::Live => store::Mode::Live,
        Mode::Test => store::Mode::Test,
        Mode::Training => store::Mode::Training,
    }
}

pub(crate) fn room_mode(mode: store::Mode) -> Mode {
    match mode {
        store::Mode::Live => Mode::Live,
        store::Mode::Test => Mode::Test,
        store::Mode::Training => Mode::Training,
    }
}

pub(crate) fn wire_mode(mode: Mode) -> WireMode {
    match mode {
        Mode::Live => WireMode::Live,
        Mode::Test => WireMode::Test,
        Mode::Training => WireMode::Training,
    }
}

/// The mode a session is stored under.
pub(crate) fn session_mode(claims: &SessionClaims) -> store::Mode {
    match claims.mode {
        WireMode::Live => store::Mode::Live,
        WireMode::Test => store::Mode::Test,
        WireMode::Training => store::Mode::Training,
    }
}

pub(crate) fn session_status(status: store::SessionStatus) -> SessionStatus {
    match status {
        store::SessionStatus::Pending => SessionStatus::Pending,
        store::SessionStatus::Active => SessionStatus::Active,
        store::SessionStatus::Ended => SessionStatus::Ended,
        store::SessionStatus::Expired => SessionStatus::Expired,
    }
}

pub(crate) fn utc(time: Timestamp) -> UtcTime {
    UtcTime(u64::try_from(time.0).unwrap_or(0))
}
