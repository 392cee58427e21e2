//! Statistics over a collection of games.

use std::collections::BTreeMap;
use std::fmt;

use super::move_text::{Form, write_move};
use super::replay::Replay;
use super::result::GameResult;
use crate::Position;
use crate::notation::Colour;

/// How many plies make an opening.
const OPENING: usize = 3;

/// Counts over games; a game with faults is only counted as faulty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Games without a fault.
    pub games: u64,
    /// Games that could not be read or followed.
    pub faulty: u64,
    /// Games won by White.
    pub white_wins: u64,
    /// Games won by Black.
    pub black_wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games without a result, or with one outside the two usual styles.
    pub others: u64,
    /// Plies of all games together.
    pub plies: u64,
    /// Games of each variant.
    pub variants: BTreeMap<&'static str, u64>,
    /// Games of each opening: the variant and the first three plies from its start position.
    pub openings: BTreeMap<(&'static str, String), u64>,
}

impl Statistics {
    /// Counts a game that was followed.
    pub fn add(&mut self, replay: &Replay) {
        if !replay.faults.is_empty() {
            return self.add_faulty();
        }
        self.games += 1;
        *match replay.result {
            Some(GameResult::Win(Colour::White)) => &mut self.white_wins,
            Some(GameResult::Win(Colour::Black)) => &mut self.black_wins,
            Some(GameResult::Draw) => &mut self.draws,
            _ => &mut self.others,
        } += 1;
        self.plies += replay.main_line().count() as u64;
        let name = replay.game_type.variant.name();
        *self.variants.entry(name).or_default() += 1;
        if let Some(opening) = opening(replay) {
            *self.openings.entry((name, opening)).or_default() += 1;
        }
    }

    /// Counts a game that could not be read.
    pub fn add_faulty(&mut self) {
        self.faulty += 1;
    }

    /// The mean length of a game in plies.
    #[must_use]
    pub fn average_plies(&self) -> f64 {
        if self.games == 0 { 0.0 } else { self.plies as f64 / self.games as f64 }
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "games          {}", self.games)?;
        writeln!(formatter, "faulty         {}", self.faulty)?;
        writeln!(formatter, "white wins     {}", self.white_wins)?;
        writeln!(formatter, "black wins     {}", self.black_wins)?;
        writeln!(formatter, "draws          {}", self.draws)?;
        writeln!(formatter, "other results  {}", self.others)?;
        writeln!(formatter, "average plies  {:.1}", self.average_plies())?;
        for (name, count) in &self.variants {
            writeln!(formatter, "variant        {name}: {count}")?;
        }
        let mut openings: Vec<_> = self.openings.iter().collect();
        openings.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
        for ((name, moves), count) in openings.into_iter().take(10) {
            writeln!(formatter, "opening        {name} {moves}: {count}")?;
        }
        Ok(())
    }
}

fn opening(replay: &Replay) -> Option<String> {
    let notation = &replay.game_type.variant.rules().notation;
    let moves: Vec<String> = replay
        .main_line()
        .take(OPENING)
        .map(|step| write_move(&step.before, notation, &step.play, Form::Shortest))
        .collect();
    let from_start = replay.start == Position::start(replay.game_type.variant) && replay.setups.is_empty();
    (from_start && moves.len() == OPENING).then(|| moves.join(" "))
}
