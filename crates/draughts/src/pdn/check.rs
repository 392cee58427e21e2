//! Every fault of a PDN input: the text, the moves and the results of all its games.

use std::io::BufRead;

use super::error::PdnError;
use super::reader::Reader;
use super::replay::{Assumptions, replay};
use super::tree::GameText;

/// One game of an input, with its faults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Which game it is, counted from one.
    pub number: u64,
    /// The game, if its text could be read.
    pub game: Option<GameText>,
    /// What is wrong with it, in the order of the text.
    pub faults: Vec<PdnError>,
}

/// Checks the games of an input one after the other; comments that belong to no game are passed over.
pub fn check<R: BufRead>(reader: Reader<R>, assumptions: Assumptions) -> impl Iterator<Item = Checked> {
    let games = reader.filter(|game| game.as_ref().map_or(true, GameText::is_game));
    (1..).zip(games).map(move |(number, game)| match game {
        Ok(game) => {
            let mut faults = replay(&game, &assumptions).faults;
            faults.sort_by_key(PdnError::place);
            Checked { number, game: Some(game), faults }
        }
        Err(error) => Checked { number, game: None, faults: vec![error] },
    })
}
