//! PDN 3.0: games as text, read without loss, with the place of every fault.

mod body;
mod check;
mod clock;
mod error;
mod game_type;
mod lexer;
mod move_lexer;
mod move_text;
mod place;
mod reader;
mod record;
mod replay;
mod result;
mod rewrite;
mod source;
mod statistics;
mod tree;
mod writer;

pub use check::{Checked, check};
pub use clock::{ClockKind, ClockTime};
pub use error::{Fault, PdnError};
pub use game_type::GameType;
pub use move_text::{Form, read_move, write_move};
pub use place::{Place, Placed};
pub use reader::{Reader, read_games};
pub use record::record;
pub use replay::{Assumptions, Replay, Step, replay};
pub use result::GameResult;
pub use rewrite::{Style, rewrite};
pub use source::Limits;
pub use statistics::Statistics;
pub use tree::{
    Comment, Ending, GameText, HeaderItem, Item, LineComment, MoveNumber, MoveText, Setup, Tag, Unwritable,
};
pub use writer::write_games;
