//! Matches between players: even openings, each played twice with the sides changed, and what the results say.

mod match_up;
mod opening;
mod referee;
mod tally;

pub use match_up::{MatchResult, MatchUp, PlayerMaker};
pub use opening::opening;
pub use referee::{Contestant, Finished, play};
pub use tally::{Elo, Sprt, SprtVerdict, Tally};
