//! What a game is: sides, pieces, moves, outcomes and refusals; no game inside.
//!
//! A [`Variant`] describes its board and starts matches. A [`Match`] is a game in progress: it takes moves as players ask
//! for them, refuses in words, lets bots move and analyses positions. A [`Catalogue`] lists the variants a server offers.

mod analysis;
mod budget;
mod catalogue;
mod chance;
mod matches;
mod outcome;
mod play;
mod refusal;
mod rule_card;
mod side;
mod thinking;
mod variant;

pub use analysis::{Analysis, Line, Score};
pub use budget::Budget;
pub use catalogue::Catalogue;
pub use chance::Chance;
pub use common::Level;
pub use matches::{Heading, Highlight, Match, Played, Preview};
pub use outcome::Outcome;
pub use play::{Piece, Play, Rank, Square, Wish};
pub use refusal::{Refusal, RefusalCode};
pub use rule_card::{Rule, RuleCard, Sentence};
pub use side::Side;
pub use thinking::{BotAnswer, BotMemory, ThinkingTime};
pub use variant::{AnswerDelay, Description, IdleLimits, SideName, Variant};
