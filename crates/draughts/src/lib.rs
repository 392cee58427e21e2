//! The draughts family: one rules engine, every variant.

pub mod board;
pub mod direction;
pub mod draws;
pub mod fen;
pub mod layout;
pub mod notation;
pub mod pdn;
pub mod perft;
pub mod rules;
pub mod ruleset;
pub mod variants;
pub mod word;

mod engine;
mod generate;
mod mover;
mod position;
mod variant;

pub use position::Position;
pub use rules::Rules;
pub use ruleset::RuleSet;
pub use variant::Variant;
