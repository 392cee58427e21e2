//! How a game describes itself on the wire, and how incoming JSON is read: what the crates of games and `protocol` share.

mod display_name;
mod error_code;
mod named;
mod payload;
mod study;
mod wire_game;

pub use display_name::DisplayName;
pub use error_code::ErrorCode;
pub use named::Named;
pub use payload::{
    Fields, ID_LENGTH, Incoming, LAST_SQUARE, PayloadError, SQUARES, parse, parse_body, parse_query,
};
pub use study::{StudiedPosition, Study, StudyError};
pub use wire_game::{AfkForfeit, AfkNotice, End, Happening, Message, WireGame};
