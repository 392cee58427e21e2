//! PDN 3.0: games as text, read without loss, with the place of every fault.

mod clock;
mod error;
mod lexer;
mod move_lexer;
mod place;
mod reader;
mod source;
mod tree;
mod writer;

pub use clock::{ClockKind, ClockTime};
pub use error::{Fault, PdnError};
pub use place::{Place, Placed};
pub use reader::{Reader, read_games};
pub use source::Limits;
pub use tree::{
    Comment, Ending, GameText, HeaderItem, Item, LineComment, MoveNumber, MoveText, Setup, Tag, Unwritable,
};
pub use writer::write_games;
