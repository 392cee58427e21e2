//! What a game is: sides, pieces, moves, outcomes and refusals; no game inside.
//!
//! A game offers two doors. [`Game`] is the static one for search: cheap moves, no words.
//! [`Match`] is the object-safe one for servers and terminals: a game in progress that takes
//! wishes, answers with plays, and refuses in words. A [`Variant`] describes its board and
//! starts matches; a [`Catalogue`] lists the variants a server offers.

mod catalogue;
mod level;
mod matches;
mod outcome;
mod play;
mod refusal;
mod search;
mod side;
mod variant;

pub use catalogue::Catalogue;
pub use level::Level;
pub use matches::{Heading, Highlight, Match, Played, Preview};
pub use outcome::Outcome;
pub use play::{Piece, Play, Rank, Square, Wish};
pub use refusal::{Refusal, RefusalCode};
pub use search::Game;
pub use side::Side;
pub use variant::{AnswerDelay, Description, IdleLimits, SideName, Variant};
