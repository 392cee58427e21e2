//! The games for a web page: rules, bots and notation without a server, as JSON in and JSON out.
//!
//! The page keeps a game as the list of its moves and sends it with each request, so the module has no state but what its
//! bots remember. Positions, moves and refusals look as they do on the wire.

#[cfg(target_family = "wasm")]
mod exports;
mod hint;
mod kept_game;
mod move_tree;
mod opening;
mod page_module;
mod page_request;
mod page_state;
mod set_up;

pub use page_module::PageModule;
