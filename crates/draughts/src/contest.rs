//! Matches between players: even openings, each played twice with the sides changed, and what the results say.

mod opening;
mod referee;
mod tally;

pub use opening::opening;
pub use referee::{Finished, Player, play};
pub use tally::{Elo, Sprt, Tally, Verdict};
