//! The draughts family: one rules engine, every variant.

pub mod board;
pub mod card;
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
mod game;
mod generate;
mod mover;
mod position;
mod progress;
mod refusal;
mod variant;
mod wish;

pub use self::game::Game;
pub use position::Position;
pub use rules::Rules;
pub use ruleset::RuleSet;
pub use variant::Variant;
