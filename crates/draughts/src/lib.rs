#![doc = include_str!("../README.md")]

pub mod board;
pub mod bot;
pub mod card;
pub mod contest;
pub mod direction;
pub mod draws;
pub mod fen;
pub mod layout;
pub mod notation;
pub mod pdn;
pub mod perft;
pub mod rules;
pub mod ruleset;
pub mod tables;
pub mod variants;
pub mod wire;
pub mod word;

mod counters;
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
pub use ::game::{Square, Wish};
pub use position::Position;
pub use rules::Rules;
pub use ruleset::RuleSet;
pub use variant::Variant;
