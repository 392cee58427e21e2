//! The draughts family: one rules engine, every variant.
//!
//! A variant is data: a [`Rules`] constant in [`variants`]. There are two interfaces to it.
//!
//! [`Game`] is for servers and terminals: any variant, chosen at run time, with history, draws, and
//! refusals in words.
//!
//! ```
//! use draughts::{Game, variants};
//! use game::{Square, Wish};
//!
//! let mut game = Game::new(variants::find("english").expect("the default"));
//! let refusal = game.play(&Wish::go(Square(40), Square(26))).expect_err("too far");
//! assert_eq!(refusal.sentence, "there is no piece on 16 to capture");
//! game.play(&Wish::go(Square(40), Square(33))).expect("a step forward");
//! ```
//!
//! [`board::Board`] is for search: one rule set, known to the compiler, with moves that are cheap to copy.
//!
//! ```
//! use draughts::board::Board;
//! use draughts::perft::{Counting, leaves};
//! use draughts::variants::International;
//!
//! let board = Board::<International>::start();
//! assert_eq!(board.legal_moves().len(), 9);
//! assert_eq!(leaves(&board, 5, Counting::Unique), 27_117);
//! ```

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
pub use position::Position;
pub use rules::Rules;
pub use ruleset::RuleSet;
pub use variant::Variant;
