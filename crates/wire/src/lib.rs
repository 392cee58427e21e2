//! How a game describes itself on the wire, and how incoming JSON is read: what the crates of games and `protocol` share.

mod display_name;
mod error_code;
mod payload;
mod picture;
mod study;
mod unknown_field;
mod wire_game;

pub use common::{Named, named};
pub use display_name::DisplayName;
pub use error_code::ErrorCode;
pub use payload::{
    Fields, ID_LENGTH, Incoming, LAST_SQUARE, PayloadError, SQUARES, parse, parse_body,
    parse_body_with_unknown, parse_query,
};
pub use picture::{Outline, Picture, Rgba, Shape, ShownPosition, Stroke};
pub use study::{StudiedPosition, Study, StudyError};
pub use unknown_field::UnknownField;
pub use wire_game::{AfkForfeit, AfkNotice, End, Happening, Message, WireGame};
