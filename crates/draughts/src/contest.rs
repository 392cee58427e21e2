//! Matches between players: even openings, each played twice with the sides changed, and what the results say.

mod opening;
mod referee;
mod tally;

pub use opening::opening;
pub use referee::{Contestant, Finished, play};
pub use tally::{Elo, Sprt, SprtVerdict, Tally};
